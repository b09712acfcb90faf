"""Cheats at a deck that is made well: wrong keys, false words, silence. Their author is named.

The honest seats and the spectator run the same code as at a real table; only the body that the
cheat sends is changed.
"""

import msgspec
import pytest

from net.core import honest
from net.core.audit import check_verdict
from net.core.bodies import (
    Commit,
    Complain,
    HandOk,
    Keys,
    Lock,
    Shuffle,
    Verdict,
    decode_body,
    join,
    split,
)
from net.core.crypto import Box, Scalar, digest, multiply_all
from net.core.faults import Fault, FaultReason
from net.core.phases import DealBody, Kind
from tests.net.core.dealers import (
    PRIME,
    R,
    Round,
    entry_of,
    points_of,
    secret,
    silent,
    with_points,
)


class TestKeys:
    """3.3 phase 5: keys that are wrong, missing, or for somebody else."""

    def test_wrong_key(self) -> None:
        """The receiver of a wrong sealed key names slot and sender, and the replay agrees."""

        def cheat(seat: int, kind: str, body: DealBody) -> DealBody:
            if seat == 1 and isinstance(body, Keys):
                deck = table.decks[1]
                own = list(
                    honest.lock_keys(deck.facts, secret(1), deck.head_of(Kind.LOCK, 1) or b"")
                )
                own[6] = R
                shared = {to: Box(secret(1)).shared(deck.boxes[to]) for to in range(4)}
                duty = deck.phase.duties[1]
                return honest.keys(table.facts, 1, deck.head, duty, own, shared.get)
            return body

        table = Round(4, cheat=cheat)
        table.run(Kind.KEYS)
        table.entitle(table.sights)
        table.run(Kind.HAND_OK)
        complaint = table.decks[2].due(2)
        assert isinstance(complaint, Complain)
        assert (complaint.slot, complaint.against) == (6, 1)
        assert isinstance(table.decks[3].due(3), HandOk)
        table.run()
        found = table.finish()
        assert found.fault == Fault(FaultReason.KEYS_DIFFER, 1, entry_of(table, Kind.KEYS, 1))
        assert sorted(found.faces) == list(range(36))

    def test_garbled_seal(self) -> None:
        """Sealed bytes that do not open count as wrong keys of their sender."""

        def cheat(seat: int, kind: str, body: DealBody) -> DealBody:
            if seat == 1 and isinstance(body, Keys):
                bundle = body.sealed[1]
                garbled = msgspec.structs.replace(bundle, sealed=bundle.sealed[:-1] + b"?")
                sealed = (body.sealed[0], garbled, *body.sealed[2:])
                return msgspec.structs.replace(body, sealed=sealed)
            return body

        table = Round(4, cheat=cheat)
        table.deal()
        assert table.spectator.complaint_by[0] == 2
        assert table.finish().fault.seat == 1

    @pytest.mark.parametrize("change", ["hash", "unclamped"])
    def test_wrong_commitment(self, change: str) -> None:
        """The first receiver finds a commitment to other bytes than the lock.

        Bytes that X25519 would clamp to the lock are other bytes. The replay names the Lock.
        """

        def cheat(seat: int, kind: str, body: DealBody) -> DealBody:
            deck = table.decks[1]
            if seat == 1 and isinstance(body, Lock):
                hashes = list(split(body.commitments) or ())
                key = honest.lock_keys(deck.facts, secret(1), deck.head)[0]
                wrong = bytes((key[0] | 1,)) + key[1:] if change == "unclamped" else R
                hashes[0] = honest.hash_key(table.facts.head(), 1, 0, wrong)
                return msgspec.structs.replace(body, commitments=join(hashes))
            if seat == 1 and isinstance(body, Keys) and change == "unclamped":
                own = list(
                    honest.lock_keys(deck.facts, secret(1), deck.head_of(Kind.LOCK, 1) or b"")
                )
                own[0] = Scalar(bytes((own[0][0] | 1,)) + own[0][1:])
                shared = {to: Box(secret(1)).shared(deck.boxes[to]) for to in range(4)}
                return honest.keys(table.facts, 1, deck.head, deck.phase.duties[1], own, shared.get)
            return body

        table = Round(4, cheat=cheat)
        table.deal()
        assert table.spectator.complaint_by[0] == 0
        complaint = decode_body(table.log[table.spectator.complaint_by[1]])
        assert (complaint.slot, complaint.against) == (0, 1)
        found = table.finish()
        assert found.fault == Fault(FaultReason.LOCK_DIFFERS, 1, entry_of(table, Kind.LOCK, 1))

    def test_wrong_key_in_clear(self) -> None:
        """A wrong key of a turned card names its sender on the spot."""

        def cheat(seat: int, kind: str, body: DealBody) -> DealBody:
            if seat == 1 and isinstance(body, Keys):
                wrong = msgspec.structs.replace(body.open[0], key=R)
                return msgspec.structs.replace(body, open=(wrong,))
            return body

        table = Round(3, cheat=cheat)
        table.sights = (frozenset(range(3)), *table.sights[1:])
        table.deal()
        assert table.fault == Fault(FaultReason.WRONG_KEY, 1)

    @pytest.mark.parametrize("change", ["withheld", "for a friend", "short"])
    def test_wrong_receivers(self, change: str) -> None:
        """Keys go to whom the game entitles: none less, none more, none else (2.11)."""

        def cheat(seat: int, kind: str, body: DealBody) -> DealBody:
            if seat != 1 or not isinstance(body, Keys):
                return body
            first, *rest = body.sealed
            match change:
                case "withheld":
                    sealed = tuple(rest)
                case "for a friend":
                    more = msgspec.structs.replace(first, slots=(*first.slots, 35))
                    sealed = (more, *rest)
                case _:
                    sealed = (msgspec.structs.replace(first, sealed=first.sealed[:-1]), *rest)
            return msgspec.structs.replace(body, sealed=sealed)

        table = Round(3, cheat=cheat)
        table.deal()
        assert table.fault.seat == 1
        short = change == "short"
        assert table.fault.reason is (
            FaultReason.BAD_SIZE if short else FaultReason.WRONG_RECEIVERS
        )


class TestOtherLies:
    def test_false_complaint(self) -> None:
        """A complaint that the replay does not bear out names the complainer (3.7)."""

        def cheat(seat: int, kind: str, body: DealBody) -> DealBody:
            if seat == 2 and isinstance(body, HandOk):
                return Complain(2, body.deck, body.head, 6, 1)
            return body

        table = Round(4, cheat=cheat)
        table.deal()
        found = table.finish()
        assert found.fault == Fault(FaultReason.FALSE_COMPLAINT, 2, len(table.log) - 5)
        assert sorted(found.faces) == list(range(36))

    def test_false_complaint_and_no_reveal(self) -> None:
        """While a secret is missing, a complainer is not called a liar: it may be right."""

        def cheat(seat: int, kind: str, body: DealBody) -> DealBody | None:
            if seat == 2 and isinstance(body, HandOk):
                return Complain(2, body.deck, body.head, 6, 1)
            return None if (seat, kind) == (1, "reveal") else body

        table = Round(4, cheat=cheat)
        table.deal()
        found = table.finish()
        assert (found.fault, found.unproven) == (None, (1,))

    def test_cheat_then_stay_away(self) -> None:
        """Who cheats and then does not reveal has its own refusal as the verdict (section 1)."""

        def cheat(seat: int, kind: str, body: DealBody) -> DealBody | None:
            if seat == 1 and isinstance(body, Shuffle):
                points = points_of(body)
                (points[20],) = multiply_all(R, [points[10]])
                return with_points(body, points)
            return None if (seat, kind) == (1, "reveal") else silent(body)

        table = Round(3, cheat=cheat)
        table.deal()
        found = table.finish()
        assert (found.fault, found.faces, found.unproven) == (None, None, (1,))

    def test_box_of_another(self) -> None:
        """A box that does not come from the secret is found by the replay."""
        other = Box(secret(0)).public

        def cheat(seat: int, kind: str, body: DealBody) -> DealBody:
            if seat == 1 and isinstance(body, Commit):
                return msgspec.structs.replace(body, box=other)
            return body

        table = Round(3, cheat=cheat)
        table.deal()
        found = table.finish()
        assert found.fault == Fault(FaultReason.COMMIT_DIFFERS, 1, 1)

    @pytest.mark.parametrize("u", [0, 1, PRIME - 1])
    def test_box_of_low_order(self, u: int) -> None:
        """A box to which everybody could read along is refused (2.3)."""

        def cheat(seat: int, kind: str, body: DealBody) -> DealBody:
            if seat == 1 and isinstance(body, Commit):
                return msgspec.structs.replace(body, box=u.to_bytes(32, "little"))
            return body

        table = Round(3, cheat=cheat)
        table.deal()
        assert table.fault == Fault(FaultReason.BAD_BOX, 1)

    def test_chosen_chance(self) -> None:
        """The last to acknowledge cannot pick its share of the joint chance."""

        def cheat(seat: int, kind: str, body: DealBody) -> DealBody:
            if (seat, kind) == (2, Kind.READY):
                return msgspec.structs.replace(body, chance=digest("better for me"))
            return body

        table = Round(3, cheat=cheat)
        table.deal()
        assert table.fault == Fault(FaultReason.WRONG_CHANCE, 2)
        assert table.spectator.chance is None

    def test_two_histories(self) -> None:
        """An orderer that shows two tables two shuffles stalls at the next body (2.5)."""
        worlds = [Round(3, number=2), Round(3, number=2)]
        for world in worlds:
            world.run(Kind.SHUFFLE)
        first = worlds[0].decks[0].due(0)
        worlds[0].post(first)
        worlds[1].post(with_points(first, points_of(first)[::-1]))
        answer = worlds[0].decks[1].due(1)
        assert worlds[1].post(answer) == Fault(FaultReason.OTHER_HEAD, None)

    def test_false_verdict(self) -> None:
        """A verdict against the own replay names its author; another digest names nobody."""
        mine = Verdict(0, 4, True, None, None, None, bytes(32))
        assert check_verdict(mine, Verdict(1, 4, True, None, None, None, bytes(32))) is None
        lie = Verdict(1, 4, False, 2, 17, "lock_differs", bytes(32))
        assert check_verdict(mine, lie) == Fault(FaultReason.FALSE_VERDICT, 1)
        other = Verdict(1, 4, True, None, None, None, b"x" * 32)
        assert check_verdict(mine, other) == Fault(FaultReason.DIGEST_DIFFERS, None)

    def test_first_of_two_cheats(self) -> None:
        """When two seats deviate, the earlier message is named."""

        def cheat(seat: int, kind: str, body: DealBody) -> DealBody:
            if seat in (0, 2) and isinstance(body, Shuffle):
                points = points_of(body)
                (points[20],) = multiply_all(R, [points[10]])
                return with_points(body, points)
            return body

        table = Round(4, number=3, cheat=cheat)
        table.deal()
        assert table.finish().fault.seat == 0
