"""One hand at the table, from its finished deck to the verdicts: keys, acts, reveal, replay.

Pure and the same at every peer, save for the secrets inside the deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine import game
from engine.actions import (
    Action,
    GiveSealed,
    OpenNumber,
    PredictSealed,
    openings,
    sealed_form,
)
from engine.cards import Card
from engine.events import Event
from engine.forms import decode_action
from engine.seats import Seat
from engine.state import Offence, State, digest
from net.core import crypto
from net.core.audit import audit, check_verdict
from net.core.bodies import Act, Unasked, Verdict
from net.core.deal import Deck
from net.core.faults import Fault, FaultReason
from net.core.lobby import NetReason
from net.core.seals import Seals
from net.updates import Gone, Why

__all__ = ["Finding", "Hand", "Refusal"]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an entry is void.

    ``reason`` is a `NetReason`, a `FaultReason` or the engine's `Reason`. ``proven``: the entry
    shows by itself that its author cheated. ``doubts``: it shows that somebody did.
    """

    reason: StrEnum
    proven: bool = False
    doubts: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """What the replay of a hand found, the same at every peer.

    ``offender`` and ``entry`` (number in the log) are None when nobody is named, ``reason`` is a
    stable code; ``digest`` is the state at the last Reveal.
    """

    ok: bool
    offender: int | None
    entry: int | None
    reason: str | None
    digest: bytes
    unproven: tuple[int, ...]
    deal: tuple[Card, ...] | None

    def verdict(self, seat: int, deck: int) -> Verdict:
        """What ``seat`` has to say about the hand."""
        return Verdict(seat, deck, self.ok, self.offender, self.entry, self.reason, self.digest)


class Hand:
    """A hand, its deck and what the seats did.

    Attributes:
        deck: the deck, its secrets included.
        number: the deck's number; it names the hand in every body.
        cards: the game's card list; faces in the deck are indices into it.
        first: the log number of the entry that dealt it.
        seals: the numbers that seats have sealed in it.
        finding: what the replay found, None before every secret is open.
        gone: whose going away ended it, the first one if there were several.
        verdicts: what each seat said about it.
        booked: whether it is settled.
    """

    __slots__ = (
        "_entries",
        "_indices",
        "_numbers",
        "_offence",
        "_tossed",
        "_unasked",
        "booked",
        "cards",
        "deck",
        "finding",
        "first",
        "gone",
        "number",
        "seals",
        "verdicts",
    )

    def __init__(self, deck: Deck, cards: tuple[Card, ...], first: int) -> None:
        self.deck = deck
        self.number = deck.facts.number
        self.cards = cards
        self.first = first
        self.finding: Finding | None = None
        self.verdicts: dict[int, Verdict] = {}
        self.booked = False
        self._indices = {card: index for index, card in enumerate(cards)}
        self.seals = Seals(deck.facts.head())
        self._numbers: dict[int, dict[int, int]] = {}
        self._unasked = 0
        self._entries: list[int] = []
        self._offence: Offence | None = None
        self._tossed = 0
        self.gone: Gone | None = None

    # Acts

    def turn(self, state: State) -> int:
        """The number of the question that stands.

        What nobody asked for puts it anew: an answer that crosses such an act may not be lawful
        any more, and its author could never give another one for the same number (3.2, guard).
        """
        return state.turn + self._unasked

    def refuse(self, body: Act | Unasked, state: State, turn: int) -> Refusal | None:
        """Why the act is void in ``state``, by what everybody can prove, or None.

        ``turn`` is the number of the question that stands there.
        """
        deck = self.deck
        # With a cut before the keys the deck is idle, not dealt; an opening asks for `dealt`.
        # After the hand is booked somebody may still be asked for thanks (rules 1.0.7).
        if deck.awaited or (deck.closed and not self.booked):
            return Refusal(NetReason.NOT_DEALT)
        action = decode_action(body.action)
        if action is None:
            return Refusal(NetReason.UNKNOWN_ACTION, proven=True)
        if isinstance(body, Act):
            if body.turn != turn:
                return Refusal(NetReason.WRONG_TURN)
            if body.seat not in game.asked(state):
                return Refusal(NetReason.NOT_ASKED)
        elif body.kind != type(action).__name__:
            return Refusal(NetReason.UNKNOWN_ACTION, proven=True)
        elif body.turn > turn:
            return Refusal(NetReason.WRONG_TURN)
        reason = game.check(state, Seat(body.seat), action, None)
        if reason is not None:
            return Refusal(reason)
        return self._refuse_seal(body, action) or self._refuse_keys(body, action)

    def _refuse_seal(self, body: Act | Unasked, action: Action) -> Refusal | None:
        """Who seals a number is bound to it, who opens one proves that it is the sealed one."""
        seal = body.seal if isinstance(body, Act) else None
        match action:
            case OpenNumber(index, number):
                if seal is None or not self.seals.opens(body.seat, index, number, seal):
                    return Refusal(FaultReason.WRONG_NUMBER, proven=True)
                return None
            case PredictSealed() | GiveSealed():
                good = seal is not None
            case _:
                good = seal is None
        return None if good else Refusal(NetReason.UNKNOWN_ACTION, proven=True)

    def _refuse_keys(self, body: Act | Unasked, action: Action) -> Refusal | None:
        """Every card an act opens has to be proved, unless it lies open already.

        True keys for an open card are let pass: its owner may have shown it a moment ago, in an
        entry that had no number yet when it said this.
        """
        deck = self.deck
        keys = list(body.keys)
        for slot, card in openings(action):
            index = self._indices.get(card)
            if index is None:
                return Refusal(NetReason.WRONG_KEYS, proven=True)
            fault = deck.check_opening(body.seat, slot, index, keys[0] if keys else ())
            if slot in deck.opened:
                if deck.opened[slot] != index:
                    return Refusal(FaultReason.WRONG_CARD, proven=True)
                if fault is None:
                    keys.pop(0)
                continue
            if fault is not None:
                doubts = fault.reason is FaultReason.DUPLICATE_CARD
                return Refusal(fault.reason, proven=fault.reason.blames, doubts=doubts)
            keys.pop(0)
        return Refusal(NetReason.WRONG_KEYS, proven=True) if keys else None

    def apply(self, n: int, body: Act | Unasked, state: State) -> tuple[State, tuple[Event, ...]]:
        """Takes an act that `refuse` passed; ``n`` is its number in the log."""
        action = decode_action(body.action)
        if action is None:
            raise ValueError("refused: unknown action")
        for slot, card in openings(action):
            if slot not in self.deck.opened:
                self.deck.record_opening(slot, self._indices[card])
        if isinstance(action, PredictSealed | GiveSealed) and isinstance(body, Act) and body.seal:
            self.seals.keep(body.seat, body.seal, n)
        after, events = game.apply(state, Seat(body.seat), action)
        self._unasked += isinstance(body, Unasked)
        self.mark(after, n)
        return after, events

    def seal(self, seat: int, action: Action) -> tuple[Action, bytes | None]:
        """``action`` as ``seat`` of this device says it in the log, and its seal or its nonce.

        Raises:
            ValueError: a seat of another device.
        """
        hidden = sealed_form(action)
        index = action.index if isinstance(action, OpenNumber) else self.seals.count(seat)
        if hidden is None and not isinstance(action, OpenNumber):
            return action, None
        secret = self.deck.secret(seat)
        if secret is None:
            raise ValueError(f"the secret of seat {seat} is not here")
        nonce = crypto.number(secret, index)
        if hidden is None:
            return action, nonce
        public, number = hidden
        return public, self.seals.seal(seat, index, number, nonce)

    def numbers(self, seat: int) -> Mapping[int, int]:
        """The numbers that ``seat`` of this device has sealed, by index."""
        found = self._numbers.setdefault(seat, {})
        secret = self.deck.secret(seat)
        for index in range(len(found), self.seals.count(seat) if secret else 0):
            number = self.seals.find(seat, index, secret or b"")
            if number is None:
                break
            found[index] = number
        return found

    def happen(self, state: State, n: int) -> tuple[State, tuple[Event, ...]] | None:
        """What follows next from keys and chance that all seats gave, or None.

        ``n`` is the entry that completed them.
        """
        if self.deck.closed:
            return None
        turned = next((slot for slot in state.awaited if slot in self.deck.opened), None)
        if turned is not None:
            after, events = game.opened(state, turned, self.cards[self.deck.opened[turned]])
        elif game.needs_toss(state):
            if len(self.deck.tosses) == self._tossed:
                self.deck.toss()
                return None
            after, events = game.toss(state, self.deck.tosses[self._tossed])
            self._tossed += 1
        else:
            return None
        self.mark(after, n)
        return after, events

    def mark(self, after: State, n: int) -> None:
        """Remembers which entry of the log each new act of the hand's history came from."""
        self._entries.extend([n] * (len(after.history) - len(self._entries)))

    # The end

    def close_if_over(self, state: State) -> None:
        """After the last card the secrets are opened."""
        if game.hand_over(state) and not self.deck.closed:
            self.deck.close()

    def abort(self, seat: int, why: Why) -> None:
        """The person of ``seat`` is gone in the middle of the hand: it is opened and ends."""
        if not self.deck.closed:
            self.gone = Gone(seat, why)
            self.deck.close()

    def find(self, state: State) -> None:
        """Replays the hand; every secret that will come is open."""
        replay = audit(self.deck)
        faces = replay.faces
        deal = tuple(self.cards[index] for index in faces) if faces is not None else None
        fault = self._first_fault(replay.fault)
        offence = game.audit(state, deal) if deal is not None and fault is None else None
        self._offence = offence
        offender, entry, reason = self._name(fault, offence)
        self.finding = Finding(
            ok=fault is None and offence is None and not replay.unproven,
            offender=offender,
            entry=entry,
            reason=reason,
            digest=digest(state),
            unproven=replay.unproven,
            deal=deal,
        )

    def _name(
        self, fault: Fault | None, offence: Offence | None
    ) -> tuple[int | None, int | None, str | None]:
        if fault is not None:
            return fault.seat, fault.entry, fault.reason.value
        if offence is not None:
            return offence.seat, self._entries[offence.index], offence.reason.value
        return None, None, None

    def _first_fault(self, deal: Fault | None) -> Fault | None:
        """The first message that its author's secret does not lead to, seals included."""
        faults = [] if deal is None else [deal]
        for seat, secret in self.deck.revealed.items():
            entry = self.seals.untrue(seat, secret)
            if entry is not None:
                faults.append(Fault(FaultReason.SEAL_DIFFERS, seat, entry))
        return min(faults, key=lambda fault: fault.entry or 0, default=None)

    def hear(self, body: Verdict) -> FaultReason | None:
        """Takes a verdict; the reason if it contradicts the replay.

        That convicts its author, unless it is the digest that differs.
        """
        self.verdicts[body.seat] = body
        if self.finding is None:
            return None
        fault = check_verdict(self.finding.verdict(body.seat, self.number), body)
        return None if fault is None else fault.reason

    def expected(self, state: State) -> State | None:
        """The state after this hand if nobody cheated; None when that cannot be said yet."""
        return game.settle(state, None, frozenset())[0] if game.hand_over(state) else None

    def settle(self, state: State) -> tuple[State, tuple[Event, ...]]:
        """Books the hand by what was found (rules 1.0.11)."""
        self.booked = True
        finding = self.finding
        if finding is None:
            raise ValueError("a hand is booked when every secret is open")
        over, options = game.hand_over(state), state.setup.options
        if finding.offender is not None and not (over and self._offence is not None):
            # A dishonest deal costs what a dishonest play costs, whenever it came out.
            if options.get("strafe") == "annulliert":
                return game.annul(state)
            return game.forfeit(state, Seat(finding.offender))
        if not over:
            # Before the first keys nobody has seen a card, so going away costs nothing (3.7).
            lost = options.get("abbruch") == "verloren" and self.deck.released
            if self.gone is None or not lost:
                return game.annul(state)
            return game.forfeit(state, Seat(self.gone.seat))
        unproven = frozenset(Seat(seat) for seat in finding.unproven)
        return game.settle(state, self._offence, unproven)
