"""A toss during a hand: all commit, then all open; nobody chooses, and who cheats is named."""

import msgspec

from net.core.bodies import Toss, TossOpen
from net.core.faults import FaultReason
from net.core.phases import DealBody, Kind
from tests.net.core.dealers import Round, secret
from tests.small_group import SMALL


def tossing(table: Round) -> None:
    """Deals, and has all devices begin a toss and send what they owe for it."""
    table.deal()
    for deck in table.everyone:
        deck.toss()
    table.run()


def test_all_seats_learn_one_chance_that_follows_from_all_secrets() -> None:
    """Two phases; another secret of any seat gives another chance, another toss as well."""
    table = Round(3, 9, group=SMALL)
    tossing(table)
    (first,) = table.spectator.tosses
    for deck in table.everyone:
        deck.toss()
    table.run()

    assert {tuple(deck.tosses) for deck in table.everyone} == {tuple(table.spectator.tosses)}
    assert len(set(table.spectator.tosses)) == 2
    kinds = [phase.kind for phase in table.spectator.phases]
    assert kinds[-5:] == [Kind.TOSS, Kind.TOSS_OPEN, Kind.TOSS, Kind.TOSS_OPEN, Kind.KEYS]
    other = Round(3, 9, number=1, group=SMALL)
    tossing(other)
    assert other.spectator.tosses[0] != first
    assert table.finish().fault is None


def test_the_value_of_a_toss_stays_hidden_until_all_have_committed() -> None:
    """No TossOpen is taken before the last Toss, so nobody sees another's value in time."""
    table = Round(3, 9, group=SMALL)
    table.deal()
    for deck in table.everyone:
        deck.toss()
    assert table.step()
    early = TossOpen(0, 0, table.spectator.head, bytes(32))

    fault = table.spectator.check(early)

    assert fault is not None
    assert fault.reason is FaultReason.NOT_AWAITED


def test_another_value_than_the_committed_one_names_its_sender_at_once() -> None:
    """Two messages prove it."""

    def cheat(seat: int, kind: str, body: DealBody) -> DealBody:
        if seat == 1 and isinstance(body, TossOpen):
            return msgspec.structs.replace(body, value=bytes(32))
        return body

    table = Round(3, 9, group=SMALL, cheat=cheat)
    tossing(table)

    assert table.fault is not None
    assert (table.fault.reason, table.fault.seat) == (FaultReason.WRONG_TOSS, 1)


def test_a_value_that_was_chosen_is_found_in_the_replay() -> None:
    """Committed and opened as one pleases: the secret leads to another value."""
    from net.core import honest

    value = b"v" * 32

    def cheat(seat: int, kind: str, body: DealBody) -> DealBody:
        if seat == 1 and isinstance(body, Toss):
            return msgspec.structs.replace(body, share=honest.hash_toss(body.head, 1, value))
        if seat == 1 and isinstance(body, TossOpen):
            return msgspec.structs.replace(body, value=value)
        return body

    table = Round(3, 9, group=SMALL, cheat=cheat)
    tossing(table)
    assert table.fault is None
    assert len(table.spectator.tosses) == 1

    found = table.finish().fault

    assert found is not None
    assert (found.reason, found.seat) == (FaultReason.TOSS_DIFFERS, 1)
    assert found.entry is not None
    assert secret(1) == table.spectator.revealed[1]


def test_a_toss_waits_until_the_keys_of_a_draw_are_there() -> None:
    """A deck does one thing at a time, in the order in which the game asks."""
    table = Round(3, 9, group=SMALL)
    table.sights = [{slot // 3} if slot < 6 else set() for slot in range(9)]
    table.deal()
    drawn = [*table.sights[:6], {1}, set(), set()]
    table.entitle(drawn)
    for deck in table.everyone:
        deck.toss()
    assert table.spectator.phase.kind is Kind.KEYS

    table.run()
    for deck in table.everyone:
        deck.toss()
    table.run()

    assert 6 in table.decks[1].faces(1)
    assert len(table.spectator.tosses) == 1
    assert table.finish().fault is None
