"""Both groups do what a deal needs of a group, and no deal crosses from one to the other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.core.deal import Deck
from net.core.faults import FaultReason
from net.core.group import CURVE, Group
from net.core.points import MAX_CARDS
from net.core.verify import verify_bytes
from tests.mesh import Mesh
from tests.net.core.dealers import Round, facts
from tests.small_group import SMALL

GROUPS = pytest.mark.parametrize("group", [CURVE, SMALL], ids=["curve", "small"])
seeds = st.binary(min_size=32, max_size=32)


@GROUPS
class TestGroup:
    def test_cards(self, group: Group) -> None:
        """72 different points, none foreign."""
        assert len(set(group.cards)) == MAX_CARDS
        assert group.first_foreign(group.cards) is None

    @given(st.lists(seeds, min_size=1, max_size=5))
    def test_locks_come_off(self, group: Group, data: list[bytes]) -> None:
        """Locks commute: off in any order, one by one or all at once."""
        scalars = [group.scalar(seed) for seed in data]
        assert all(map(group.is_scalar, scalars))
        locked = group.cards[3]
        for scalar in scalars:
            (locked,) = group.multiply_all(scalar, [locked])
        assert group.multiply(group.product(scalars), group.cards[3]) == locked
        assert group.multiply(group.inverse(scalars), locked) == group.cards[3]
        assert group.first_foreign([locked]) is None

    @given(seeds, seeds)
    def test_swapping(self, group: Group, old: bytes, new: bytes) -> None:
        """One lock off and another on is one multiplication."""
        one, other = group.scalar(old), group.scalar(new)
        locked = group.multiply_all(one, group.cards[:2])
        both = group.swap(one, [other, other])
        assert group.multiply_each(both, locked) == group.multiply_all(other, group.cards[:2])

    @pytest.mark.parametrize("bad", [bytes(32), b"\xff" * 32, b"short"])
    def test_foreign(self, group: Group, bad: bytes) -> None:
        """Zero, second spellings and other lengths are no points and no scalars."""
        assert not group.is_scalar(bad)
        assert group.first_foreign([group.cards[0], bad]) == 1


def test_the_same_deal() -> None:
    """A whole deal in the small group: everybody sees nine cards, and the replay finds nothing."""
    table = Round(seats=3, group=SMALL)

    table.deal()
    seen = [table.decks[seat].faces(seat) for seat in range(3)]
    replay = table.finish()

    assert sorted(card for faces in seen for card in faces.values()) == list(range(36))
    assert replay.fault is None
    assert dict(enumerate(replay.faces or ())) == {**seen[0], **seen[1], **seen[2]}


def test_the_program_takes_the_curve() -> None:
    """Where nothing is said, a deck is one of Curve25519."""
    assert facts(2).group is CURVE


def test_small_points_are_foreign_to_the_program() -> None:
    """A deck of the small group is refused, and its author named, by whoever plays for real."""
    table = Round(seats=2, group=SMALL, size=4)
    real = Deck(facts(2, 4))
    for body in [deck.due(seat) for seat, deck in enumerate(table.decks)]:
        table.post(body)
        real.accept(body, 0)
    (seat,) = real.awaited

    fault = real.check(table.decks[seat].due(seat))

    assert fault is not None
    assert (fault.reason, fault.seat) == (FaultReason.FOREIGN_POINT, seat)


def test_a_log_of_the_small_group_proves_nothing() -> None:
    """Whatever is played in the small group, the program calls it a deal with foreign points."""
    mesh = Mesh(5, people=2, bots=2, group=SMALL)
    mesh.play(hands=1)

    report = verify_bytes(mesh.nodes[0].disk.file())

    assert report.exit_code == 1
    assert report.hands == ()
    assert {fault.reason for fault in report.faults} == {FaultReason.FOREIGN_POINT}
