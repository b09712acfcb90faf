"""Which card lies in which slot: what is open to everybody, and what a seat of this device knows.

Keys come in from all seats; a slot whose keys are complete shows its card. What cannot be is a
complaint of every seat of this device that sees it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from net.core import crypto, honest
from net.core.bodies import Keys, split
from net.core.crypto import Scalar
from net.core.faults import Fault, FaultReason
from net.core.honest import DeckFacts
from net.core.locks import Locks, OwnSeat
from net.core.phases import Phase

__all__ = ["DeckFaces"]


class DeckFaces:
    """The known cards of one deck at one device.

    Args:
        facts: what is public about the deck.
        locks: what is public about its locks.
        own: the seats that this device plays.

    Attributes:
        opened: card of every slot that is open to everybody.
    """

    def __init__(self, facts: DeckFacts, locks: Locks, own: Mapping[int, OwnSeat]) -> None:
        self.opened: Final[dict[int, int]] = {}
        self._facts: Final = facts
        self._locks: Final = locks
        self._own: Final = own
        self._clear: Final[dict[int, dict[int, Scalar]]] = {}

    def known(self, seat: int | None) -> dict[int, int]:
        """Card of every slot that `seat` knows, a seat of this device or None for a spectator."""
        own = self._own.get(seat) if seat is not None else None
        return {**(own.faces if own else {}), **self.opened}

    # Keys

    def turn(self, body: Keys) -> None:
        """Takes the keys that a seat gives to everybody."""
        for opened in body.open:
            self._clear.setdefault(opened.slot, {})[body.seat] = Scalar(opened.key)

    def read(self, phase: Phase) -> None:
        """Opens what a completed phase of keys lets this device see."""
        turned = sorted({slot for duty in phase.duties.values() for slot in duty.open})
        for slot in turned:
            card = self._locks.card_under(slot, self._clear[slot])
            if card is None:
                self.doubt(slot)
            else:
                self.open(slot, card)
        bodies = [phase.bodies[seat] for seat in sorted(phase.bodies)]
        for seat, own in self._own.items():
            slots: set[int] = set()
            for body in bodies:
                if isinstance(body, Keys) and body.seat != seat:
                    slots.update(self._unseal(seat, own, phase.head, body))
            for slot in sorted(slots):
                self._see(seat, own, slot)

    def _unseal(self, seat: int, own: OwnSeat, head: bytes, body: Keys) -> tuple[int, ...]:
        """Reads what `body` seals to `seat`; the slots it was about."""
        for bundle in body.sealed:
            if bundle.receiver != seat:
                continue
            shared = own.shared_with(body.seat)
            message = None
            if shared is not None:
                key = honest.pair_key(self._facts, head, shared, body.seat, seat, bundle.slots)
                message = crypto.unseal(key, bundle.sealed)
            keys = split(message) if message is not None else None
            for at, slot in enumerate(bundle.slots):
                if keys is None or not self._locks.is_key(body.seat, slot, keys[at]):
                    own.complain(slot, body.seat)
                else:
                    own.known.setdefault(slot, {})[body.seat] = Scalar(keys[at])
            return bundle.slots
        return ()

    def _see(self, seat: int, own: OwnSeat, slot: int) -> None:
        """Finds the card of a slot whose keys have come in."""
        keys = {**own.known.get(slot, {}), seat: own.locks[slot]}
        if len(keys) != len(self._facts.seats):
            return
        own.known[slot] = keys
        card = self._locks.card_under(slot, keys)
        held = {**own.faces, **self.opened}
        # The slot itself may lie open already, and its card is then no second one.
        held.pop(slot, None)
        if card is None:
            own.complain(slot, None)
        elif card in held.values():
            own.complain(None, None)
        if card is not None:
            own.faces[slot] = card

    # Cards in play

    def opening(self, seat: int, slot: int) -> tuple[bytes, ...]:
        """The N keys, by seat, with which `seat` of this device proves what lies in `slot`.

        Raises:
            KeyError: the seat is not of this device or may not see the slot.
        """
        count = len(self._facts.seats)
        keys = self._clear.get(slot, {})
        if len(keys) < count:  # not turned, or only being turned
            keys = self._own[seat].known[slot]
        return tuple(keys[s] for s in range(count))

    def check(self, seat: int, slot: int, card: int, keys: Sequence[bytes]) -> Fault | None:
        """Why `seat` has not proved that `slot` of a dealt deck is `card`, or None.

        Every key has to be the committed one, so the last seat to lock cannot choose what it
        opens (F1). A card that lies open in another slot names nobody: the cheat may have dealt it
        to an honest seat. Whoever sees that calls `doubt`.
        """
        size = self._facts.size
        if not 0 <= slot < size or not 0 <= card < size:
            return Fault(FaultReason.WRONG_CARD, seat)
        if len(keys) != len(self._facts.seats):
            return Fault(FaultReason.WRONG_KEY, seat)
        if not all(self._locks.is_key(s, slot, key) for s, key in enumerate(keys)):
            return Fault(FaultReason.WRONG_KEY, seat)
        if not self._locks.fits(slot, card, {s: Scalar(key) for s, key in enumerate(keys)}):
            return Fault(FaultReason.WRONG_CARD, seat)
        if self.opened.get(slot, card) != card:
            return Fault(FaultReason.WRONG_CARD, seat)
        if any(other != slot and open_card == card for other, open_card in self.opened.items()):
            return Fault(FaultReason.DUPLICATE_CARD, None)
        return None

    def open(self, slot: int, card: int) -> None:
        """The slot is open to everybody from now on; `check` passed it, or all keys said so."""
        if any(other != slot and known == card for other, known in self.opened.items()):
            self.doubt(None)
        self.opened[slot] = card
        for own in self._own.values():
            if any(other != slot and face == card for other, face in own.faces.items()):
                own.complain(None, None)

    def doubt(self, slot: int | None) -> None:
        """Something is provably wrong with the deal, so every seat of this device complains."""
        for own in self._own.values():
            own.complain(slot, None)
