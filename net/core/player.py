"""What the seats of one device have to say: deal messages, verdicts, automatic acts, bots.

The player reads a replica and a `Vault`; it never sends anything itself. Whatever it says once for
a guard key it says again in the same bytes, also after a crash and under another orderer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from engine import game
from engine.actions import Action, openings
from engine.bots import volunteer
from engine.errors import Reason
from engine.forms import decode_action, encode_action
from engine.seats import Seat
from engine.view import View
from net.core import honest
from net.core.bodies import (
    Act,
    Body,
    Complain,
    DeckAck,
    Keys,
    Unasked,
    Verdict,
)
from net.core.deal import Deck
from net.core.effects import Think
from net.core.epoch import majority
from net.core.guard import GuardKey, guard_key
from net.core.hand import Hand
from net.core.honest import DeckFacts
from net.core.outbox import Outbox
from net.core.replica import Replica
from net.core.reports import HandReport
from net.core.vault import Vault

__all__ = ["SUBSTITUTE", "Player"]

SUBSTITUTE: Final = "normal"
"""The level of a bot that plays for a person who is away."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A question to the seat of this device's person."""

    view: View
    actions: tuple[Action, ...]
    unasked: tuple[Action, ...]


def _volunteer(view: View) -> Action | None:
    """What a bot does unasked; nothing if it fails, which ends nobody's evening."""
    try:
        return volunteer(view)
    except Exception:  # noqa: BLE001  # a bot's fault, whatever it is
        return None


class Player:
    """The seats of one device at one table.

    Args:
        identity: the device.
        vault: its secrets.
        outbox: what has no number yet. While something that nobody asked a seat for is in it, the
            seat answers nothing, because its answer might be another one after it.
        autoplay: level of the bot that plays the person's seat, or None.

    Attributes:
        restoring: while an old log is read again, the decks this device was committed to.
        ready_after: number of the hand after which the person pressed «Bereit».
        only_listens: whether this device does not know yet how far the log of its table goes. What
            it has lost with its disk it may have said already: said anew, an honest seat would have
            given two answers to one question. So its seats say nothing until it has caught up.
    """

    def __init__(self, identity: bytes, vault: Vault, outbox: Outbox, autoplay: str | None) -> None:
        self._identity = identity
        self._vault = vault
        self._outbox = outbox
        self._autoplay = autoplay
        self._thought: set[tuple[int, int, int]] = set()
        self._wishes: dict[int, tuple[int, int, Action]] = {}
        self._refused: set[GuardKey | None] = set()
        self._unasked_acts: dict[int, tuple[View, Action | None]] = {}
        self.restoring: frozenset[int] | None = None
        self.ready_after = -1
        self.only_listens = False

    def secrets(self, facts: DeckFacts, seats: tuple[int, ...]) -> Mapping[int, bytes]:
        """S of the seats of this device, when a deck begins (see `course.SecretsFor`).

        While an old log is read again nothing is drawn for decks that were under way: what is not
        on the disk any more is proven, or lost.
        """
        own = [seat for seat in seats if facts.seats[seat].controller == self._identity]
        if self.restoring is not None and facts.number in self.restoring:
            found = {seat: self._vault.stored(facts.number, seat) for seat in own}
            return {seat: secret for seat, secret in found.items() if secret is not None}
        return {seat: self._vault.secret(facts.number, seat) for seat in own}

    def lacks_secrets(self, replica: Replica) -> bool:
        """Whether a seat of this device is bound to a hand that is not proven, without its S.

        It could neither go on with that hand nor prove it, and the others would wait for ever. With
        another S, drawn before it heard that it is bound, it would be convicted.
        """
        hand = replica.hand
        decks = (hand.deck if hand is not None and not hand.booked else None, replica.next_deck)
        return any(
            not self._is_bound_by(deck, seat)
            for deck in decks
            if deck is not None
            for seat, facts in enumerate(deck.facts.seats)
            if facts.controller == self._identity and seat not in deck.revealed
        )

    def _is_bound_by(self, deck: Deck, seat: int) -> bool:
        """Whether what ``seat`` is bound to, if it is, is the S on the disk."""
        commit, secret = deck.commit(seat), self._vault.stored(deck.facts.number, seat)
        if commit is None:
            return True
        return secret is not None and commit == honest.commit(deck.facts, seat, secret)

    def seats(self, replica: Replica) -> tuple[int, ...]:
        """The seats this device plays, bots included."""
        decks = (replica.hand.deck if replica.hand else None, replica.next_deck)
        people = [deck.facts.seats for deck in decks if deck is not None]
        return tuple(
            seat
            for seat in range(len(replica.lobby.seats))
            if replica.plays(self._identity, seat)
            or any(facts[seat].controller == self._identity for facts in people)
        )

    def dues(self, replica: Replica) -> Iterator[Body]:
        """Everything the seats of this device have to say now without being told by a person."""
        if self.only_listens or (not replica.lobby.playing and replica.hand is None):
            return
        for seat in self.seats(replica):
            yield from self._deal(replica, seat)
            hand = replica.hand
            if hand is None or not replica.plays(self._identity, seat):
                continue
            if hand.finding is not None and seat not in hand.verdicts and not hand.booked:
                verdict = hand.finding.verdict(seat, hand.number)
                self._reconsider(replica, verdict)
                yield verdict
            yield from self._automatic(replica, hand, seat)

    def _reconsider(self, replica: Replica, verdict: Verdict) -> None:
        """A verdict on entries that an epoch has cut off binds nobody on those that came instead.

        The hand may have been opened by fewer seats there; held to that verdict, an honest seat
        would be convicted of a false one.
        """
        said = self._vault.said(verdict)
        if said is not None and said != verdict and replica.chain.epoch > 1:
            self._vault.disown(said)

    def _deal(self, replica: Replica, seat: int) -> Iterator[Body]:
        for deck in (replica.hand.deck if replica.hand else None, replica.next_deck):
            if deck is None:
                continue
            body = deck.due(seat)
            if isinstance(body, DeckAck) and not self._is_ready(replica, seat):
                continue
            if body is not None:
                self._keys_anew(replica, body)
                yield body
            complaint = deck.complaint(seat)
            if complaint is not None and not isinstance(body, Complain):
                yield complaint

    def _keys_anew(self, replica: Replica, body: Body) -> None:
        """An epoch may have cut off the act after which this device gave keys, and another came.

        Said again, the old ones would go to the wrong seats.
        """
        said = self._vault.said(body) if isinstance(body, Keys) else None
        if said is not None and said != body and replica.chain.epoch > 1:
            self._vault.disown(said)

    def _is_ready(self, replica: Replica, seat: int) -> bool:
        """The first deck of a Partie follows from its Start; later ones wait for «Bereit»."""
        hand = replica.hand
        if replica.paused is not None:
            return False
        if hand is None:
            return True
        if seat not in hand.verdicts and replica.judges(seat):
            return False
        return self.level(replica, seat) is not None or self.ready_after == hand.number

    def level(self, replica: Replica, seat: int) -> str | None:
        """The level of the bot that plays ``seat`` here, None when its person does."""
        seating = replica.lobby.seats[seat]
        if seating is None or seating.bot is not None:
            return seating.bot if seating is not None else None
        return self._autoplay if seating.identity == self._identity else SUBSTITUTE

    def _automatic(self, replica: Replica, hand: Hand, seat: int) -> Iterator[Body]:
        """What the own client does by itself, and what it has said for this turn already."""
        view = replica.view(seat)
        if view is None or self._outbox.speaks(seat) or replica.paused is not None:
            return
        asked = seat in replica.asked()
        if asked:
            said = self._said(replica, hand, seat)
            if said is not None:
                yield said
                return
        action = self._unasked(replica, hand, seat, view)
        if action is None and asked:
            action = self._wish(replica, hand, seat, view)
        if action is not None:
            yield self.body(replica, hand, seat, view, action)

    def _said(self, replica: Replica, hand: Hand, seat: int) -> Body | None:
        """What this seat has said for the question that stands."""
        said = self._vault.said(Act(seat, hand.number, replica.turn, None, ()))
        return None if isinstance(said, Act) and not self.answers(replica, said) else said

    def answers(self, replica: Replica, said: Act) -> bool:
        """Whether what a seat said for the question that stands answers it; else it is disowned.

        If an epoch has cut it off, it may have answered another question that had this number: acts
        that nobody asked for need not come in the same order again, and an orderer with two
        histories may have shown another card. Only the seat itself sees that its card does not
        follow suit here; said again, it would be a revoke.
        """
        view = replica.view(said.seat)
        action = decode_action(said.action)
        if replica.chain.epoch == 1 or view is None or action is None:
            return True
        faces = None if said.seal else view.faces
        if game.check(view.state, Seat(said.seat), action, faces) is None:
            return True
        self._vault.disown(said)
        return False

    def _unasked(self, replica: Replica, hand: Hand, seat: int, view: View) -> Action | None:
        """What the seat does now without its person, or the bot that plays it, being asked."""
        if hand.deck.awaited or not hand.deck.dealt:
            return None
        before, action = self._unasked_acts.get(seat, (None, None))
        if before is not view:
            action = game.automatic(view)
            if action is None and self.level(replica, seat) is not None:
                action = _volunteer(view)
            self._unasked_acts[seat] = (view, action)
        if action is None or not self._refused:
            return action
        # What the orderer refused beside this question will not be right before the next.
        body = self.body(replica, hand, seat, view, action)
        return None if guard_key(body) in self._refused else action

    def _wish(self, replica: Replica, hand: Hand, seat: int, view: View) -> Action | None:
        """What was answered already when the same question was put anew, if it is still lawful."""
        number, turn, action = self._wishes.get(seat, (-1, -1, None))
        if action is None or (number, turn) != (hand.number, view.turn):
            return None
        return action if game.check(view.state, Seat(seat), action, view.faces) is None else None

    def refused(self, body: Unasked) -> None:
        """Something nobody had asked for got no place or is void: it is not said again so."""
        self._refused.add(guard_key(body))

    def body(
        self, replica: Replica, hand: Hand, seat: int, view: View, action: Action
    ) -> Act | Unasked:
        """``action`` as an entry's body, with the keys of every card it opens."""
        keys = tuple(
            hand.deck.opening(seat, slot)
            for slot, _ in openings(action)
            if slot not in hand.deck.opened
        )
        if seat in replica.asked() and action in game.legal(view):
            public, seal = hand.seal(seat, action)
            return Act(seat, hand.number, replica.turn, encode_action(public), keys, seal)
        plain = encode_action(action)
        return Unasked(seat, hand.number, type(action).__name__, replica.turn, plain, keys)

    def thoughts(self, replica: Replica) -> Iterator[Think]:
        """The questions that bots of this device have to answer, each once."""
        hand = replica.hand
        if hand is None or replica.paused is not None or self.only_listens:
            return
        for seat in replica.asked():
            level = self.level(replica, seat)
            if level is None or not replica.plays(self._identity, seat):
                continue
            view = replica.view(seat)
            if view is None or not self._may_answer(replica, hand, seat, view):
                continue
            key = (hand.number, seat, replica.turn)
            if key not in self._thought:
                self._thought.add(key)
                yield Think(seat, level, view, hand.number, replica.turn)

    def turn(self, replica: Replica, seat: int) -> Turn | None:
        """The question to this device's person, if it has not been answered."""
        hand = replica.hand
        view = replica.view(seat)
        if hand is None or view is None or self._autoplay is not None:
            return None
        if replica.paused is not None or self.only_listens:
            return None
        if seat not in replica.asked() or not self._may_answer(replica, hand, seat, view):
            return None
        return Turn(view, game.legal(view), game.unasked(view))

    def _may_answer(self, replica: Replica, hand: Hand, seat: int, view: View) -> bool:
        """Whether person or bot are to be asked: nothing is said or about to be said for them."""
        if (
            not replica.plays(self._identity, seat)
            or self._outbox.speaks(seat)
            or self._said(replica, hand, seat) is not None
        ):
            return False
        return self._unasked(replica, hand, seat, view) is None

    def perform(self, replica: Replica, seat: int, action: Action) -> Act | Unasked | Reason | None:
        """The body of what a person or a bot wants to do, or why the rules refuse it.

        None: the answer is kept until what the seat has just said has its place.
        """
        hand, view = replica.hand, replica.view(seat)
        if hand is None or view is None or (not hand.deck.dealt and openings(action)):
            return Reason.WRONG_PHASE
        if not replica.plays(self._identity, seat):
            return Reason.NOT_YOUR_TURN
        known = openings(action)
        if any(view.card_at(slot) != card for slot, card in known if slot < len(view.state.owners)):
            return Reason.NOT_IN_HAND
        unasked = action in game.unasked(view)
        asked = seat in replica.asked() and self._said(replica, hand, seat) is None
        if not unasked and not asked:
            return Reason.NOT_YOUR_TURN
        reason = game.check(view.state, Seat(seat), action, view.faces)
        if reason is not None:
            return reason
        body = self.body(replica, hand, seat, view, action)
        if isinstance(body, Act):
            self._wishes[seat] = (hand.number, view.turn, action)
            if self._outbox.speaks(seat):
                return None
        return body

    def rewound(self) -> None:
        """Entries were cut off: what was asked since is asked again."""
        self._thought.clear()
        self._refused.clear()

    def booked(self, replica: Replica, report: HandReport) -> None:
        """A hand is proven, and with it everything before it for good.

        An epoch may cut off the verdicts of this one, and its secrets are needed again then.
        """
        hand = replica.hand
        if hand is not None:
            judged = {hand.deck.facts.seats[seat].controller for seat in hand.verdicts}
            older = (deck for deck in self._vault.decks() if deck < report.deck)
            self._vault.forget([deck for deck in older if _is_done(replica, deck, judged)])
        self._thought.clear()
        self._wishes.clear()
        self._refused.clear()


def _is_done(replica: Replica, deck: int, judged: set[bytes]) -> bool:
    """Whether no epoch can bring a deck back.

    Those who have ``judged`` a later hand vote for none that would, and the rest are no majority of
    the devices that took part at any time of its hand. One that came to no hand here may have come
    to one in another part of a torn network, at any time.
    """
    reports = (report for report in replica.reports if report.deck == deck)
    first, last = next(((r.first, r.last - 1) for r in reports), (0, replica.n))
    rosters = replica.rosters(first, last)
    return not any(majority(devices, set(devices) - judged) for devices in rosters)
