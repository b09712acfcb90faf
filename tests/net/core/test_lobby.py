"""The lobby alone: who may sit, leave and be swapped, whatever an entry says."""

import pytest

from net.core.bodies import Leave, Options, Sit, Start, Swap
from net.core.desk import options_body
from net.core.lobby import Lobby, LobbyBody, NetReason

LARA, ANNA, UELI = b"L" * 32, b"A" * 32, b"U" * 32


def table(*, playing: bool = False) -> Lobby:
    """Lara, who founded it, Anna, and two bots of Lara's."""
    lobby = Lobby(LARA)
    options = options_body("schieber", 4, None, {})
    assert isinstance(options, Options)
    bodies: list[tuple[bytes, LobbyBody]] = [
        (LARA, options),
        (LARA, Sit(0, "Lara", None, None)),
        (ANNA, Sit(1, "Anna", None, None)),
        (LARA, Sit(2, "Köbi", "easy", None)),
        (LARA, Sit(3, "Heidi", "strong", None)),
    ]
    for author, body in bodies + ([(LARA, Start(1))] if playing else []):
        assert lobby.check(author, body) is None
        lobby.apply(author, body)
    return lobby


@pytest.mark.parametrize("author", [LARA, ANNA])
@pytest.mark.parametrize("level", ["foo", "", "Easy"])
def test_a_bot_that_nobody_can_play_gets_no_seat(author: bytes, level: str) -> None:
    """Else the device it belongs to would have to answer for it in the middle of a hand."""
    lobby = table()
    lobby.apply(LARA, Leave(3))

    assert lobby.check(author, Sit(3, "Bot", level, None)) is NetReason.UNKNOWN_LEVEL
    assert lobby.check(author, Sit(3, "Bot", "normal", None)) is None


def test_a_bot_cannot_leave_a_running_partie() -> None:
    """A leave ends the Partie, so only people leave; between Partien a bot may go."""
    assert table(playing=True).check(LARA, Leave(2)) is NetReason.STARTED
    assert table(playing=True).check(ANNA, Leave(1)) is None
    assert table().check(LARA, Leave(2)) is None


def test_nobody_leaves_for_somebody_else() -> None:
    """The host clears seats between Partien, and nobody else ever."""
    assert table().check(ANNA, Leave(0)) is NetReason.NOT_YOUR_SEAT
    assert table().check(LARA, Leave(1)) is None
    assert table(playing=True).check(LARA, Leave(1)) is NetReason.NOT_YOUR_SEAT


@pytest.mark.parametrize("seat", [4, 99, -1, 2**70])
def test_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    """Any number is an answer, never an error; a negative one is no seat from the end."""
    lobby = table()

    assert lobby.check(LARA, Sit(seat, "Lara", None, None)) is NetReason.NO_SUCH_SEAT
    assert lobby.check(LARA, Swap(0, seat)) is NetReason.NO_SUCH_SEAT
    assert lobby.check(LARA, Swap(seat, 0)) is NetReason.NO_SUCH_SEAT
    assert lobby.check(LARA, Leave(seat)) is NetReason.NOT_YOUR_SEAT


def test_one_word_more_begins_the_revanche_when_who_had_not_wanted_it_is_gone() -> None:
    """Lara has said it already; without Anna everybody wants it, once nobody's seat is free."""
    lobby = table(playing=True)
    lobby.playing = False
    assert lobby.check(LARA, Start(2)) is None
    assert not lobby.apply(LARA, Start(2))
    assert lobby.check(LARA, Start(2)) is NetReason.REPEATED

    lobby.apply(ANNA, Leave(1))
    assert lobby.check(LARA, Start(2)) is NetReason.SEATS_FREE
    lobby.apply(LARA, Sit(1, "Vreni", "normal", None))

    assert lobby.check(LARA, Start(2)) is None
    assert lobby.apply(LARA, Start(2))
    assert (lobby.partie, lobby.playing) == (2, True)


def test_a_bot_that_gives_way_brings_nobody_back() -> None:
    """It has the name of Lara's device; who was sent away is waited for by nobody all the same."""
    lobby = table(playing=True)
    lobby.send_away(LARA, kicked=True)
    lobby.host, lobby.playing = ANNA, False
    assert lobby.check(ANNA, Leave(3)) is None
    lobby.apply(ANNA, Leave(3))

    assert lobby.present == (ANNA,)
    lobby.apply(LARA, Leave(0))
    assert lobby.away == frozenset()
