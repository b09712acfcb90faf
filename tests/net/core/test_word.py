"""The word over restarts: shown again when it is known, counted when it is not, never run twice."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from net.core.limits import WORD_RUNS
from net.core.wire import WordCommit, WordReveal
from net.core.word import Word

TABLE = b"t" * 32
PEOPLE = tuple(bytes([65 + number]) * 32 for number in range(3))


def replica(partie: int = 1, people: tuple[bytes, ...] = PEOPLE, given: int = 0) -> Any:
    """As much of a replica as the word looks at."""
    lobby = SimpleNamespace(
        playing=True,
        partie=partie,
        turnover=given,
        staying=people,
        setup=None,
        seats=[SimpleNamespace(name=f"P{n}") for n in range(len(people))],
        seat_of=people.index,
        controls=lambda device, seat: people[seat] == device,
    )
    return SimpleNamespace(lobby=lobby, chain=SimpleNamespace(table=TABLE))


class Device:
    """One device with its disk; `restart` takes it up from there."""

    def __init__(self, identity: bytes, number: int) -> None:
        self.identity = identity
        self.disk: dict[bytes, bytes] = {}
        self.drawn = 0
        self.known: dict[bytes, str] = {}
        self._number = number
        self.restart()

    def _random(self, size: int) -> bytes:
        self.drawn += 1
        return bytes([self._number, self.drawn]) * (size // 2)

    def restart(self) -> None:
        self.word = Word(self.identity, self._random, self.known, self.disk.__setitem__)
        self.word.load(self.disk)


def around(
    devices: list[Device], table: Any, deaf: Callable[[Any], bool] = lambda _: False
) -> None:
    """Everybody says what is to be said until nobody has anything new; ``deaf`` drops messages."""
    for _ in range(4):
        for device in devices:
            device.word.begin(table)
            for talk in device.word.says() if not device.word.is_complete() else ():
                for other in devices:
                    if other is not device and not deaf(talk):
                        other.word.begin(table)
                        other.word.hear(device.identity, talk)


def table_of(count: int = 3) -> list[Device]:
    return [Device(identity, number) for number, identity in enumerate(PEOPLE[:count])]


def test_a_restarted_device_shows_the_same_word() -> None:
    """What was compared need not be compared again, and what was not still can be."""
    devices = table_of()
    around(devices, replica())
    word = devices[0].word.cards
    assert word is not None
    assert {device.word.cards for device in devices} == {word}

    devices[1].restart()

    assert devices[1].word.cards == word
    assert devices[1].word.give(word) is not None
    devices[1].restart()
    assert devices[1].word.is_given


def test_before_it_is_opened_the_same_part_is_committed_to_again() -> None:
    """The others hold the first commitment: after a restart they would refuse another one."""
    devices = table_of()
    devices[0].word.begin(replica())
    (before,) = devices[0].word.says()

    devices[0].restart()
    devices[0].word.begin(replica())

    assert devices[0].word.says() == (before,)
    around(devices, replica())
    assert len({device.word.cards for device in devices}) == 1


def test_what_was_opened_is_never_run_again() -> None:
    """Whoever sits in between knows the part by then: with other commitments it could choose."""
    devices = table_of()
    around(devices, replica(), deaf=lambda talk: isinstance(talk, WordReveal))
    victim = devices[0]
    assert victim.word.cards is None
    victim.restart()
    victim.word.begin(replica())

    assert victim.word.says() == ()
    assert victim.word.is_complete()
    assert victim.word.is_spent(replica())
    forged = WordCommit(1, b"r" * 32, b"c" * 32, wants=True)
    assert not victim.word.hear(PEOPLE[1], forged)


def test_runs_are_counted_over_restarts() -> None:
    """Three guesses are all that a device in the middle ever has at one table."""
    device, _ = table_of(2)
    for partie in range(1, WORD_RUNS + 3):
        table = replica(partie, PEOPLE[:2])
        device.word.begin(table)
        for talk in device.word.says()[:1]:
            assert isinstance(talk, WordCommit)
            device.word.hear(PEOPLE[1], WordCommit(partie, talk.roster, b"c" * 32, wants=True))
        device.word.says()
        device.restart()
    assert device.drawn == WORD_RUNS
    assert device.word.is_spent(replica(WORD_RUNS + 2, PEOPLE[:2]))


@pytest.mark.parametrize("restarts", [False, True])
def test_three_taps_are_all_there_are(restarts: bool) -> None:
    """Also for whoever starts the program again in between."""
    devices = table_of()
    around(devices, replica())
    word = devices[0].word.cards
    assert word is not None
    wrong = (*word[:3], (word[3] + 1) % 36)
    for _ in range(3):
        assert devices[0].word.give(wrong) is None
        if restarts:
            devices[0].restart()
    assert devices[0].word.tries == 0
    assert devices[0].word.give(word) is None


def test_somebody_new_in_a_running_partie_gets_a_word_with_the_others() -> None:
    """What was compared before is no word of theirs; who has lost the seat has no part in it."""
    devices = table_of()
    around(devices, replica())
    old = devices[0].word.cards
    new = Device(bytes([80]) * 32, 7)
    people = (*PEOPLE[:2], new.identity)
    there, after = [*devices[:2], new], replica(people=people, given=1)

    assert not devices[0].word.is_for(after)
    around(there, after)

    words = {device.word.cards for device in there}
    assert len(words) == 1
    assert words.isdisjoint({None, old})
    assert all(device.word.is_for(after) for device in there)
    assert not devices[2].word.is_for(after)


def test_who_goes_takes_no_word_along() -> None:
    """Those who stay have compared it already, so none of the runs is spent on it."""
    devices = table_of()
    around(devices, replica())
    word, after = devices[0].word.cards, replica(people=PEOPLE[:2], given=1)

    around(devices[:2], after)

    assert {device.word.cards for device in devices[:2]} == {word}
    assert all(device.word.is_for(after) for device in devices[:2])
    assert not devices[2].word.is_for(after)
    assert [device.drawn for device in devices[:2]] == [1, 1]


def test_who_goes_before_the_word_is_known_is_waited_for_no_longer() -> None:
    """The others commit anew, without that device: what it had committed to counts for nothing."""
    devices = table_of()
    around(devices[:2], replica())
    assert devices[0].word.cards is None
    after = replica(people=PEOPLE[:2], given=1)

    around(devices[:2], after)

    assert devices[0].word.cards is not None
    assert devices[0].word.cards == devices[1].word.cards


def test_when_all_runs_are_spent_the_old_word_is_not_for_somebody_new() -> None:
    """Nobody reads it out to a person who was not there, and all are told that there is none."""
    devices = table_of()
    for partie in range(1, WORD_RUNS + 1):
        people = (*PEOPLE[:2], bytes([90 + partie]) * 32)
        third = Device(people[2], 20 + partie)
        around([*devices[:2], third], replica(partie, people))
    last = replica(WORD_RUNS, (*PEOPLE[:2], bytes([99]) * 32), given=1)
    for device in devices[:2]:
        device.word.begin(last)
        assert not device.word.is_for(last)
        assert device.word.is_spent(last)
