"""What one peer sees: the public state and its own faces. Screens, bots and scripts see only this.

Everything here is public knowledge or the viewer's own cards, so two deals that are equal in what
a seat may see give it equal views.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Bid, OpenNumber, PredictSealed
from engine.cards import Card
from engine.contracts import Contract, Direction, row_of
from engine.faces import Faces, Slot
from engine.seats import Seat, Side, from_seat, side_table
from engine.state import HandResult, Outcome, PlayedCard, ShownWeis, State, Step, Trick

__all__ = ["HandCard", "View"]


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card in the viewer's hand."""

    slot: Slot
    card: Card


@dataclass(frozen=True, slots=True)
class View:
    """One peer's sight of the table.

    Attributes:
        state: the public state.
        faces: the slots this peer knows.
        seat: the viewer's seat, None for a spectator.
    """

    state: State
    faces: Faces
    seat: Seat | None

    # -- cards ----------------------------------------------------------------------------------

    def card_at(self, slot: Slot) -> Card | None:
        """The card of a slot as far as this viewer knows it."""
        opened = self.state.opened[slot]
        return self.faces.get(slot) if opened is None else opened

    @property
    def hand(self) -> tuple[HandCard, ...]:
        """The viewer's own cards not yet played, by suit and rank."""
        state, seat = self.state, self.seat
        if seat is None:
            return ()
        held = [
            HandCard(slot, card)
            for slot, card in self.faces.items()
            if slot < len(state.owners)
            and state.owners[slot] == seat
            and not state.played >> slot & 1
        ]
        return tuple(sorted(held, key=lambda item: (item.card, item.slot)))

    @property
    def dealt(self) -> tuple[HandCard, ...]:
        """All cards the viewer owns in this hand, played ones included, by suit and rank."""
        state, seat = self.state, self.seat
        if seat is None:
            return ()
        held = [
            HandCard(slot, card)
            for slot, card in self.faces.items()
            if slot < len(state.owners) and state.owners[slot] == seat
        ]
        return tuple(sorted(held, key=lambda item: (item.card, item.slot)))

    @property
    def counts(self) -> tuple[int, ...]:
        """Cards left, per seat."""
        left = [0] * self.state.setup.seats
        for slot, owner in enumerate(self.state.owners):
            if owner is not None and not self.state.played >> slot & 1:
                left[owner] += 1
        return tuple(left)

    @property
    def open_cards(self) -> tuple[tuple[HandCard, ...], ...]:
        """Per seat, cards still held that everybody has seen (shown Weis, Stöck, «Rest»)."""
        state = self.state
        shown: list[list[HandCard]] = [[] for _ in range(state.setup.seats)]
        for slot, card in enumerate(state.opened):
            owner = state.owners[slot]
            if card is not None and owner is not None and not state.played >> slot & 1:
                shown[owner].append(HandCard(Slot(slot), card))
        return tuple(tuple(sorted(cards, key=lambda item: item.card)) for cards in shown)

    # -- tricks ---------------------------------------------------------------------------------

    @property
    def trick(self) -> tuple[PlayedCard, ...]:
        """The running trick, in playing order."""
        return self.state.trick

    @property
    def trick_no(self) -> int:
        """Number of the running trick, from 1."""
        return len(self.state.tricks) + 1

    @property
    def leader(self) -> Seat | None:
        """Who leads or led the running trick."""
        return self.state.leader

    @property
    def last_trick(self) -> Trick | None:
        """The trick turned last, if the table lets it be looked at now."""
        tricks = self.state.tricks
        if not tricks:
            return None
        return tricks[-1] if tricks[-1] in self.seen_tricks else None

    @property
    def seen_tricks(self) -> tuple[Trick, ...]:
        """The turned tricks this viewer may look at now (`stich_ansehen`, rules 1.0.9).

        A trick that was just completed lies open until the next is led; after the hand all are.
        """
        state = self.state
        tricks = state.tricks
        if state.step in {Step.AUDIT, Step.DEAL, Step.THANKS, Step.OVER}:
            return tricks
        lying = not state.trick
        match state.setup.options.get("stich_ansehen"):
            case "letzter":
                return tricks[-1:]
            case "erster":
                seen = tricks[:1]
            case "alle_eigenen" if self.seat is not None:
                seen = tuple(trick for trick in tricks if trick.winner == self.seat)
            case _:
                seen = ()
        return (*seen, tricks[-1]) if lying and tricks and tricks[-1] not in seen else seen

    # -- the contract ---------------------------------------------------------------------------

    @property
    def contract(self) -> Contract | None:
        """What is played, None while it is not known."""
        return self.state.contract

    @property
    def announcer(self) -> Seat | None:
        """Who named the contract."""
        return self.state.announcer

    @property
    def pushed_by(self) -> tuple[Seat, ...]:
        """Who pushed, in order."""
        return self.state.pushed

    @property
    def factor(self) -> int:
        """What the points of this hand are multiplied by."""
        return self.state.factor

    @property
    def directions(self) -> tuple[Direction, ...]:
        """Direction of each trick of the hand, () while the contract is not known."""
        if self.state.contract is None:
            return ()
        tricks = self.state.length
        return row_of(self.state.contract, tricks=tricks).directions[:tricks]

    # -- the table ------------------------------------------------------------------------------

    @property
    def dealer(self) -> Seat | None:
        """Who dealt, None before the first deal."""
        return self.state.dealer

    @property
    def vorhand(self) -> Seat | None:
        """The seat after the dealer."""
        return self.state.vorhand

    @property
    def hand_no(self) -> int:
        """Deals of this table so far."""
        return self.state.hand_no

    @property
    def turn(self) -> int:
        """Number of the question that stands, within the hand."""
        return self.state.turn

    @property
    def asked(self) -> tuple[Seat, ...]:
        """Whose answer is awaited."""
        return self.state.asked

    @property
    def my_turn(self) -> bool:
        """Whether the viewer is asked."""
        return self.seat is not None and self.seat in self.state.asked

    @property
    def step(self) -> Step:
        """Where the hand stands."""
        return self.state.step

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats in playing order, the viewer first (a spectator: seat 0 first)."""
        return from_seat(self.seat if self.seat is not None else Seat(0), self.state.setup.seats)

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats of each side."""
        return self.state.setup.sides

    def side_of(self, seat: Seat) -> Side:
        """The side of a seat."""
        return side_table(self.state.setup.sides, self.state.setup.seats)[seat]

    # -- points ---------------------------------------------------------------------------------

    @property
    def score(self) -> tuple[int, ...]:
        """Written points per side, this hand not included."""
        return self.state.score

    @property
    def striche(self) -> tuple[int, ...]:
        """Striche per side, () where none are written."""
        return self.state.striche

    @property
    def booked(self) -> tuple[int, ...]:
        """Points of this hand so far per side, with factor.

        () with `ende=bedanken_manuell`: nobody counts for the players there (rules 1.0.7).
        """
        state = self.state
        if state.setup.options.get("ende") == "bedanken_manuell" and state.ended is None:
            return ()
        sums = [0] * len(state.setup.sides)
        for booking in state.bookings:
            sums[booking.side] += booking.points
        return tuple(sums)

    @property
    def announced(self) -> tuple[int | None, ...]:
        """Per seat, the number said with its first card; None for silence or not yet played."""
        state = self.state
        said: list[int | None] = [None] * state.setup.seats
        for play in state.tricks[0].plays if state.tricks else state.trick:
            said[play.seat] = play.weis
        return tuple(said)

    @property
    def predictions(self) -> tuple[int | None, ...]:
        """Per seat the number it said, opened or, for the viewer, sealed; None while hidden."""
        said: list[int | None] = [None] * self.state.setup.seats
        sealed = set()
        for done in self.state.history:
            if isinstance(done.action, Bid):
                said[done.seat] = done.action.number
            elif isinstance(done.action, PredictSealed):
                sealed.add(done.seat)
                if done.seat == self.seat and self.faces.numbers:
                    said[done.seat] = next(iter(self.faces.numbers.values()))
            elif isinstance(done.action, OpenNumber) and done.seat in sealed:
                said[done.seat] = done.action.number
        return tuple(said)

    @property
    def predicted(self) -> tuple[bool, ...]:
        """Per seat whether it has said or sealed a prediction."""
        said = [False] * self.state.setup.seats
        for done in self.state.history:
            if isinstance(done.action, Bid | PredictSealed):
                said[done.seat] = True
        return tuple(said)

    @property
    def weise(self) -> tuple[ShownWeis, ...]:
        """The Weise shown in this hand."""
        return self.state.weise

    @property
    def results(self) -> tuple[HandResult, ...]:
        """Counted and void hands so far."""
        return self.state.results

    @property
    def lower_wins(self) -> bool:
        """Whether the score counts penalties: the lowest wins."""
        return self.state.setup.lower_wins

    @property
    def players(self) -> tuple[Seat, ...]:
        """Who plays this hand, in playing order from Vorhand."""
        return self.state.players

    @property
    def turned(self) -> tuple[HandCard, ...]:
        """Cards that lie open and belong to nobody: a turned trump."""
        state = self.state
        return tuple(
            HandCard(Slot(slot), card)
            for slot, card in enumerate(state.opened)
            if card is not None and state.owners[slot] is None
        )

    @property
    def others_cards(self) -> tuple[tuple[HandCard, ...], ...]:
        """Per seat, the cards of others that this viewer sees: forehead cards, open stacks."""
        state = self.state
        seen: list[list[HandCard]] = [[] for _ in range(state.setup.seats)]
        for slot, card in self.faces.items():
            owner = state.owners[slot] if slot < len(state.owners) else None
            if owner is not None and owner != self.seat and not state.played >> slot & 1:
                seen[owner].append(HandCard(slot, card))
        return tuple(tuple(sorted(cards, key=lambda item: item.card)) for cards in seen)

    @property
    def outcome(self) -> Outcome | None:
        """How everything ended, once it has."""
        return self.state.outcome
