"""Cheats at the making of a deck: every known attack fails, or its author is named.

A1 to A8 and F1 to F9 are the numbers of dealing.md. The honest seats and the spectator run the
same code as at a real table; only the body that the cheat sends is changed.
"""

from collections.abc import Callable, Sequence

import pytest

from net.core import crypto, honest
from net.core.bodies import Lock, Shuffle
from net.core.crypto import Point, Scalar, clamp, digest, multiply, multiply_all
from net.core.deal import Deck
from net.core.faults import Fault, FaultReason
from net.core.group import CURVE
from net.core.locks import Locks
from net.core.phases import DealBody, Kind
from net.core.points import CARD_POINTS
from tests.net.core.dealers import (
    PRIME,
    R,
    Round,
    entry_of,
    points_of,
    secret,
    silent,
    slots_of,
    with_points,
)


class TestLastLocker:
    """F1, A8: the last seat to lock deals itself cards of its choice."""

    CHOSEN = range(9)

    def test_chosen_hand(self) -> None:
        """None of nine chosen cards can be played, neither with true keys nor with fitting ones."""
        factors = [clamp(digest("kappa", n)) for n in self.CHOSEN]

        def cheat(seat: int, kind: str, body: DealBody) -> DealBody:
            if seat == 3 and isinstance(body, Lock):
                points = points_of(body)
                for slot, card, factor in zip(
                    slots_of(table, 3), self.CHOSEN, factors, strict=True
                ):
                    (points[slot],) = multiply_all(factor, [CARD_POINTS[card]])
                return with_points(body, points)
            return silent(body) if seat == 3 else body

        table = Round(4, number=0, cheat=cheat)
        table.deal()
        assert table.spectator.dealt
        passed = 0
        for slot, card, factor in zip(slots_of(table, 3), self.CHOSEN, factors, strict=True):
            own = table.decks[3].opening(3, slot)
            others = crypto.product(map(Scalar, own[:3]))
            fitting = (*own[:3], crypto.quotient(factor, others))
            # The equation alone, which is all that the naive form checked, would be fooled:
            locked = table.spectator.phase.points[slot]
            assert multiply(crypto.product(map(Scalar, fitting)), CARD_POINTS[card]) == locked
            fault = table.spectator.check_opening(3, slot, card, fitting)
            assert fault == Fault(FaultReason.WRONG_KEY, 3)
            fault = table.spectator.check_opening(3, slot, card, own)
            assert fault == Fault(FaultReason.WRONG_CARD, 3)
            passed += fault is None
        assert passed == 0
        found = table.finish()
        assert found.fault == Fault(FaultReason.LOCK_DIFFERS, 3, entry_of(table, Kind.LOCK, 3))
        assert found.faces is None

    def test_other_card_of_an_honest_slot(self) -> None:
        """An honestly dealt slot opens as its own card only."""
        table = Round(4)
        table.deal()
        slot = slots_of(table, 2)[0]
        card, keys = table.decks[2].faces(2)[slot], table.decks[2].opening(2, slot)
        for other in range(36):
            fault = table.spectator.check_opening(2, slot, other, keys)
            assert (fault is None) == (other == card)
        swapped = (keys[1], keys[0], *keys[2:])
        assert table.spectator.check_opening(2, slot, card, swapped).reason is FaultReason.WRONG_KEY
        assert table.spectator.check_opening(2, slot, card, keys[:3]).seat == 2


class TestRewind:
    """F2, A1: «connection lost, please answer again», with another deck."""

    def test_second_deck(self) -> None:
        """Asked with another deck, a seat answers under another mask and another permutation."""
        worlds = [Round(3, number=2), Round(3, number=2)]
        for world in worlds:
            world.run(Kind.SHUFFLE)
        first = worlds[0].decks[0].due(0)
        second = with_points(first, points_of(first)[::-1])
        worlds[0].post(first)
        worlds[1].post(second)
        answers = [world.decks[1].due(1) for world in worlds]
        # Under one mask both answers would hold the same 36 points, and their places give π away.
        assert not set(points_of(answers[0])) & set(points_of(answers[1]))
        orders = [honest.order(secret(1, 2), world.spectator.head, 36) for world in worlds]
        assert orders[0] != orders[1]
        naive = clamp(crypto.mask(secret(1, 2), b"the same"))
        assert set(multiply_all(naive, points_of(first))) == set(
            multiply_all(naive, points_of(second))
        )

    def test_same_deck(self) -> None:
        """Asked again with the same deck, it gives the same bytes, so nothing is learnt."""
        table = Round(3, number=2)
        table.run(Kind.LOCK)
        again = Deck(table.facts, {2: secret(2, 2)})
        for p, phase in enumerate(table.spectator.phases[:-1]):
            for seat, body in phase.bodies.items():
                again.accept(body, phase.entries[seat])
            assert again.number == p + 1
        assert again.due(2) == table.decks[2].due(2)


class TestMarking:
    """F3, A2, A3: points whose relation the cheat knows."""

    @staticmethod
    def ratio_hits(points: Sequence[Point]) -> int:
        return len(set(multiply_all(R, points)) & set(points))

    def test_ratio(self) -> None:
        """The fused lock, the only deck that cards come from, hides a secret multiple.

        Under the common mask before it, the cheat finds its mark again.
        """

        def cheat(seat: int, kind: str, body: DealBody) -> DealBody:
            if seat == 0 and isinstance(body, Shuffle):
                points = points_of(body)
                (points[20],) = multiply_all(R, [points[10]])
                return with_points(body, points)
            return body

        table = Round(4, number=3, cheat=cheat)
        table.run(Kind.LOCK)
        assert self.ratio_hits(table.spectator.phase.points) == 1
        table.step()
        assert self.ratio_hits(table.spectator.phase.points) == 0
        table.deal()
        # The marked card is none, so whoever got it has complained and everybody has revealed.
        assert table.spectator.closed
        found = table.finish()
        assert found.fault == Fault(
            FaultReason.SHUFFLE_DIFFERS, 0, entry_of(table, Kind.SHUFFLE, 0)
        )

    def test_stolen_point(self) -> None:
        """An opponent's point in an own slot opens to nothing (A3).

        Neither with the cheat's factor nor without; so it is neither seen nor played.
        """
        own, victims = 0, 3

        def cheat(seat: int, kind: str, body: DealBody) -> DealBody:
            if seat == 0 and isinstance(body, Lock):
                points = points_of(body)
                (points[own],) = multiply_all(R, [table.spectator.phase.points[victims]])
                return with_points(body, points)
            return silent(body) if seat == 0 else body

        table = Round(4, number=3, cheat=cheat)
        table.deal()
        assert table.spectator.dealt
        assert own not in table.decks[0].faces(0)
        assert table.decks[0].complaint(0).slot == own
        keys = [Scalar(key) for key in table.decks[0].opening(0, own)]
        locked = table.spectator.phase.points[own]
        for known in (keys, [*keys, R], [*keys[1:], R], keys[1:]):
            assert multiply(crypto.inverse(known), locked) not in CARD_POINTS
        found = table.finish()
        assert found.fault == Fault(FaultReason.LOCK_DIFFERS, 0, entry_of(table, Kind.LOCK, 0))

    def twisted(self) -> bytes:
        """A coordinate on the twist: a mark that would survive every multiplication (A4)."""
        for u in range(3, 99):
            if pow(u * (u * u + 486662 * u + 1), (PRIME - 1) // 2, PRIME) == PRIME - 1:
                return u.to_bytes(32, "little")
        raise AssertionError

    def torsioned(self, point: bytes) -> bytes:
        """The point plus the one of order two: other bytes, the same image under any lock (A5)."""
        partner = pow(int.from_bytes(point, "little"), -1, PRIME).to_bytes(32, "little")
        assert multiply(R, Point(partner)) == multiply(R, Point(point))
        return partner

    def test_unprovable_card(self) -> None:
        """What unlocks to a card but fails the public equation is no card to its owner (A5)."""
        (locked,) = multiply_all(R, [CARD_POINTS[7]])
        honest_locks = Locks(CURVE, bytes(32), (locked,) * 9)
        assert honest_locks.card_under(0, {0: R}) == 7
        trap = Locks(CURVE, bytes(32), (Point(self.torsioned(locked)),) * 9)
        assert multiply(crypto.inverse([R]), trap.points[0]) == CARD_POINTS[7]
        assert trap.card_under(0, {0: R}) is None

    @pytest.mark.parametrize("kind", [Kind.SHUFFLE, Kind.LOCK])
    @pytest.mark.parametrize(
        ("change", "reason"),
        [
            ("twisted", FaultReason.FOREIGN_POINT),
            ("torsioned", FaultReason.FOREIGN_POINT),
            ("zero", FaultReason.FOREIGN_POINT),
            ("top bit", FaultReason.FOREIGN_POINT),
            ("repeated", FaultReason.REPEATED_POINT),
            ("missing", FaultReason.BAD_SIZE),
            ("ragged", FaultReason.BAD_SIZE),
        ],
    )
    def test_bad_points(self, kind: Kind, change: str, reason: FaultReason) -> None:
        """The sender of a bad deck is named from its message alone, before anybody multiplies."""

        def cheat(seat: int, phase: str, body: DealBody) -> DealBody:
            if phase != kind or seat != 1:
                return body
            points: list[bytes] = list(points_of(body))
            match change:
                case "twisted":
                    points[5] = self.twisted()
                case "torsioned":
                    points[5] = self.torsioned(points[5])
                case "zero":
                    points[5] = bytes(32)
                case "top bit":
                    points[5] = points[5][:31] + bytes((points[5][31] | 128,))
                case "repeated":
                    points[5] = points[6]
                case "missing":
                    points.pop()
                case "ragged":
                    points[5] = points[5][:31]
            return with_points(body, points)

        table = Round(3, cheat=cheat)
        table.deal()
        assert table.fault == Fault(reason, 1)
        assert table.spectator.phase.kind is kind
        assert table.spectator.awaited == (1,)


class TestDuplicates:
    """2.2: one card twice, another not at all."""

    @staticmethod
    def copying(
        table_of: list[Round], to: int, source: int
    ) -> Callable[[int, str, DealBody], DealBody]:
        """The fused seat 0 locks slot `to` over the card of slot `source`, with its true keys."""

        def cheat(seat: int, kind: str, body: DealBody) -> DealBody:
            if seat == 0 and isinstance(body, Lock):
                table = table_of[0]
                head, deck = table.spectator.head, table.spectator.phase.points
                order = list(honest.order(secret(0), head, 36))
                order[to] = order[source]
                keys = honest.lock_keys(table.facts, secret(0), head)
                return with_points(
                    body, crypto.multiply_each(keys, [deck[place] for place in order])
                )
            return silent(body) if seat == 0 else body

        return cheat

    def table(self, to: int, source: int) -> Round:
        tables: list[Round] = []
        tables.append(Round(4, cheat=self.copying(tables, to, source)))
        tables[0].deal()
        return tables[0]

    def test_within_a_hand(self) -> None:
        """A seat that was dealt one card twice complains at once; the replay names the dealer."""
        table = self.table(to=3, source=4)
        assert table.spectator.complaint_by is not None
        assert table.spectator.complaint_by[0] == 1
        found = table.finish()
        assert found.fault == Fault(FaultReason.LOCK_DIFFERS, 0, entry_of(table, Kind.LOCK, 0))

    def test_peek_found_by_the_holder(self) -> None:
        """The cheat has a copy of an opponent's card; when it plays it, the holder complains."""
        table = self.table(to=3, source=0)
        assert table.spectator.dealt
        assert table.decks[0].faces(0)[0] == table.decks[1].faces(1)[3]
        assert table.decks[1].complaint(1) is None
        assert table.open(0, 0) is None
        complaint = table.decks[1].complaint(1)
        assert complaint is not None
        assert table.post(complaint) is None
        found = table.finish()
        assert found.fault == Fault(FaultReason.LOCK_DIFFERS, 0, entry_of(table, Kind.LOCK, 0))

    def test_peek_found_by_all(self) -> None:
        """A second opening of one card blames nobody yet, though its keys are right.

        The honest holder may be the one who comes second; the replay names the dealer.
        """
        table = self.table(to=3, source=0)
        card, keys = table.decks[1].faces(1)[3], table.decks[1].opening(1, 3)
        for deck in table.everyone:
            deck.record_opening(0, card)
        assert table.spectator.check_opening(1, 3, card, keys) == Fault(
            FaultReason.DUPLICATE_CARD, None
        )
        table.decks[2].doubt(3)
        assert table.post(table.decks[2].complaint(2)) is None
        assert table.finish().fault.seat == 0
