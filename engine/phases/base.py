"""What a phase is, what the rules of a game are made of, and the draft a phase works on.

A phase is one small machine for one step of a hand. It answers whose move it is (by asking), what
is refused (`check`), what may be done (`candidates`, ascending) and what follows (`apply`).
`check` is the one truth: candidates are exactly what it accepts on the actor's own device.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar, Final, Literal

from engine.actions import Action, OpenCard
from engine.cards import DECKS, Card
from engine.contracts import Contract, ContractRow
from engine.errors import Reason
from engine.events import Event
from engine.faces import Faces, Slot
from engine.rules.ausmachen import Ausmachregel
from engine.rules.columns import Column
from engine.rules.follow import FORWARD, FollowRules
from engine.rules.melds import MeldRules
from engine.rules.standing import StrichRules
from engine.rules.stoeck import STOECK_POINTS
from engine.rules.tally import NO_MATCH, TallyRules
from engine.seats import Seat, Side, from_seat
from engine.state import (
    Booking,
    Ended,
    Entry,
    HandResult,
    Offence,
    Opened,
    Outcome,
    PlayedCard,
    Setup,
    ShownWeis,
    State,
    Step,
    Tossed,
    Trick,
)
from engine.view import View

__all__ = [
    "NO_CHOICE",
    "Aside",
    "ChooseRules",
    "Counting",
    "DealPlan",
    "DealRules",
    "Draft",
    "EndingRules",
    "Knowledge",
    "OwnWeisRules",
    "Phase",
    "Rules",
    "StoeckRules",
    "Table",
    "WeisRules",
    "check_openings",
    "dealt_mask",
    "held_mask",
    "held_slots",
    "next_player",
    "players_from",
]


class Draft:
    """A state being changed. Phases write on it; `freeze` makes the next `State` of it.

    Its `__dict__` holds the fields of a state and nothing else, so that one copy in C makes a
    draft of a state and one a state of a draft: there are forty acts in a hand.
    """

    __slots__ = ("__dict__", "events", "rules")

    setup: Setup
    step: Step
    partie: int
    hand_no: int
    turn: int
    asked: tuple[Seat, ...]
    dealer: Seat | None
    players: tuple[Seat, ...]
    length: int
    next_dealer: Seat | None
    cut: int | None
    owners: tuple[Seat | None, ...]
    sights: tuple[tuple[Seat, ...], ...]
    opened: tuple[Card | None, ...]
    played: int
    history: tuple[Entry, ...]
    contract: Contract | None
    announcer: Seat | None
    pushed: tuple[Seat, ...]
    factor: int
    leader: Seat | None
    trick: tuple[PlayedCard, ...]
    tricks: tuple[Trick, ...]
    weise: tuple[ShownWeis, ...]
    weis_seat: Seat | None
    stoeck: Seat | None
    bookings: tuple[Booking, ...]
    ended: Ended | None
    score: tuple[int, ...]
    striche: tuple[int, ...]
    berg: Side | None
    results: tuple[HandResult, ...]
    outcome: Outcome | None
    origin: State | None

    def __init__(self, state: State, rules: Rules) -> None:
        self.__dict__.update(state.__dict__)
        self.rules: Final = rules
        self.events: Final[list[Event]] = []

    def freeze(self) -> State:
        """The state as it now stands."""
        state = State.__new__(State)
        state.__dict__.update(self.__dict__)
        return state

    def emit(self, event: Event) -> None:
        """Say what happened."""
        self.events.append(event)

    def ask(self, *seats: Seat) -> None:
        """Put a new question to these seats; together it is one turn."""
        self.asked = seats
        self.turn += 1

    def answered(self, seat: Seat) -> None:
        """This seat has answered the question that stands; others may still owe theirs."""
        self.asked = tuple(other for other in self.asked if other != seat)

    def enter(self, step: Step) -> None:
        """Go to a step and let its phase ask, or go on by itself."""
        self.step = step
        self.asked = ()
        phase = self.rules.phases.get(step)
        if phase is not None:
            phase.enter(self)

    def record(self, seat: Seat, action: Action | Opened | Tossed) -> None:
        """Append to the history of the hand."""
        self.history = (*self.history, Entry(seat, action))

    def open(self, cards: Iterable[OpenCard]) -> None:
        """From now on everybody knows these cards."""
        opened = list(self.opened)
        for slot, card in cards:
            opened[slot] = card
        self.opened = tuple(opened)

    def entitle(self, slots: Iterable[Slot], seats: Iterable[Seat]) -> None:
        """From now on these seats may see these slots too; the net layer sends the keys."""
        sights, more = list(self.sights), tuple(seats)
        for slot in slots:
            sights[slot] = tuple(sorted({*sights[slot], *more}))
        self.sights = tuple(sights)

    def turn_up(self, slots: Iterable[Slot]) -> None:
        """Turn these up for all; ask nobody until the phase's `opened` is told their cards."""
        self.entitle(slots, (Seat(seat) for seat in range(self.setup.seats)))
        self.asked = ()

    def transfer(self, slot: Slot, owner: Seat | None) -> None:
        """This slot now belongs to another seat, or to nobody; who may see it does not change."""
        owners = list(self.owners)
        owners[slot] = owner
        self.owners = tuple(owners)

    @property
    def awaited(self) -> tuple[Slot, ...]:
        """As `State.awaited`."""
        return tuple(
            Slot(slot)
            for slot, seats in enumerate(self.sights)
            if len(seats) == self.setup.seats and self.opened[slot] is None
        )

    @property
    def vorhand(self) -> Seat:
        """The first player after the dealer."""
        if not self.players:
            raise ValueError("nobody has dealt yet")
        return self.players[0]


Table = State | Draft
"""Where a rule may read what is public."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is known of the actor's cards when an action is judged (design, section 3).

    Attributes:
        faces: known slots; None elsewhere than at the actor's, where only opened cards count.
        own: judged on the actor's own device, which also holds to what the table does
            automatically; silence about a Weis is refused there but is no offence.
    """

    faces: Faces | None = None
    own: bool = False


# -- who plays ----------------------------------------------------------------------------------


def players_from(table: Table, first: Seat) -> tuple[Seat, ...]:
    """Who plays this hand, in playing order from `first`."""
    at = table.players.index(first)
    return table.players[at:] + table.players[:at]


def next_player(table: Table, seat: Seat, steps: int = 1) -> Seat:
    """Who plays `steps` after this one in this hand."""
    players = table.players
    return players[(players.index(seat) + steps) % len(players)]


# -- what is known of a hand --------------------------------------------------------------------


def held_slots(table: Table, seat: Seat) -> tuple[Slot, ...]:
    """The slots still in a hand, ascending."""
    played = table.played
    return tuple(
        Slot(slot)
        for slot, owner in enumerate(table.owners)
        if owner == seat and not played >> slot & 1
    )


def held_mask(table: Table, seat: Seat, faces: Faces | None) -> int:
    """Mask of the cards known to be still in a hand."""
    mask = 0
    owners, played, opened = table.owners, table.played, table.opened
    if len(opened) - opened.count(None) > played.bit_count():
        # Somebody still holds a card that everybody has seen.
        for slot, card in enumerate(opened):
            if card is not None and owners[slot] == seat and not played >> slot & 1:
                mask |= 1 << card
    if faces is not None:
        for at, card in faces.items():
            if at < len(owners) and owners[at] == seat and not played >> at & 1:
                mask |= 1 << card
    return mask


def dealt_mask(table: Table, seat: Seat, faces: Faces | None) -> int:
    """Mask of the cards known to be dealt to a seat, played ones included."""
    mask = 0
    owners = table.owners
    for slot, card in enumerate(table.opened):
        if card is not None and owners[slot] == seat:
            mask |= 1 << card
    if faces is not None:
        for at, card in faces.items():
            if at < len(owners) and owners[at] == seat:
                mask |= 1 << card
    return mask


def check_openings(
    rules: Rules, state: State, seat: Seat, cards: tuple[OpenCard, ...], knowledge: Knowledge
) -> Reason | None:
    """Whether a seat may open these cards: its own slots, no card that lies open elsewhere."""
    faces, own = knowledge.faces, DECKS[rules.deck].cards
    for slot, card in cards:
        if not 0 <= slot < len(state.owners) or state.owners[slot] != seat:
            return Reason.WRONG_SLOT
        if card not in own:
            return Reason.NOT_A_CARD
        opened = state.opened[slot]
        if opened is None:
            if card in state.opened:
                return Reason.ALREADY_OPEN
        elif opened != card:
            return Reason.NOT_IN_HAND
        if faces is not None and faces.get(slot) != card and opened != card:
            return Reason.NOT_IN_HAND
    return None


# -- phases -------------------------------------------------------------------------------------


class Phase(ABC):
    """One step of a hand."""

    kinds: ClassVar[frozenset[type]]
    """The actions this phase takes."""

    @abstractmethod
    def enter(self, draft: Draft) -> None:
        """Ask the seats that public facts name, or go on."""

    @abstractmethod
    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """Why an asked seat may not do this, or None."""

    @abstractmethod
    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """What an asked seat may do, by its own cards, ascending."""

    @abstractmethod
    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """Do it; the entry is in the history and its cards are open."""

    def automatic(self, rules: Rules, view: View, seat: Seat) -> Action | None:
        """What the asked seat's own device answers by itself, or None to ask its player."""
        return None

    def opened(self, draft: Draft) -> None:
        """All cards that were turned up are told; go on."""
        raise NotImplementedError(f"{type(self).__name__} turns up no cards")

    def tossed(self, draft: Draft, chance: bytes) -> None:
        """The seats have tossed during the hand (32 bytes that nobody chose alone); go on."""
        raise NotImplementedError(f"{type(self).__name__} leaves nothing to chance")


class Aside(ABC):
    """Acts that nobody asks for, possible besides the question that stands."""

    kind: ClassVar[type]
    """The action."""

    @abstractmethod
    def check(
        self, rules: Rules, state: State, seat: Seat, action: Action, knowledge: Knowledge
    ) -> Reason | None:
        """Why this seat may not do this now, or None."""

    @abstractmethod
    def candidates(self, rules: Rules, view: View, seat: Seat) -> list[Action]:
        """What this seat could do, ascending."""

    @abstractmethod
    def apply(self, draft: Draft, seat: Seat, action: Action) -> None:
        """Do it; the entry is in the history and its cards are open."""

    def automatic(self, rules: Rules, view: View, seat: Seat) -> Action | None:
        """What the seat's own device does by itself, or None."""
        return None


class Counting(ABC):
    """From a hand that is over to the next one, or to the end."""

    @abstractmethod
    def settle(self, draft: Draft, offence: Offence | None, unproven: tuple[Seat, ...]) -> None:
        """Write the hand, or what its first offence costs."""

    @abstractmethod
    def annul(self, draft: Draft) -> None:
        """The hand is void; the same dealer deals again."""

    @abstractmethod
    def forfeit(self, draft: Draft, seat: Seat) -> None:
        """The hand is lost for the side of a seat that is gone (rules 1.0.11)."""


# -- rules --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DealPlan:
    """One hand as it is dealt. Places count the cards of the cut deck in the order of dealing.

    Attributes:
        cards: for each player.
        tricks: of the hand; None: as many as cards.
        packets: in which they are given; None: as usual (rules 1.0.2).
        turned: places turned up for all, whether dealt to a player or not.
        hidden: places dealt to a player who may not look at them.
        forehead: everybody sees a dealt card but its owner.
        trump: known before the deal; it stands as contract.
        toss_trump: a suit by toss becomes the contract.
        then: the step that follows; cards turned up at the deal are waited for in `Step.TURN`.
    """

    cards: int
    tricks: int | None = None
    packets: tuple[int, ...] | None = None
    turned: tuple[int, ...] = ()
    hidden: tuple[int, ...] = ()
    forehead: bool = False
    trump: Contract | None = None
    toss_trump: bool = False
    then: Step = Step.CHOOSE


@dataclass(frozen=True, slots=True, eq=False)
class DealRules:
    """How cards come to the seats (rules 1.0.2).

    Attributes:
        plan: the next hand; read at the step `DEAL`, when the results of earlier hands are known.
        first_dealer: option `erster_geber`.
        own_cut: option `echtes_abheben`.
        cut_right: option `abheben_rechts`.
        new_partie: option `neue_partie_geber`.
        vorhand_card: the card whose holder is Vorhand in the first hand, or None.
        rotation: how many seats the deal moves on in playing order; -1 against it.
        players: the seats that still play, ascending; None: all.
    """

    plan: Callable[[Table], DealPlan]
    first_dealer: str
    own_cut: bool
    cut_right: bool
    new_partie: str
    vorhand_card: Card | None = None
    rotation: int = 1
    players: Callable[[Table], tuple[Seat, ...]] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class ChooseRules:
    """Who names what (rules 1.1, 1.0.8).

    Attributes:
        offered: contracts, in canonical order.
        factors: of each.
        pushes: how often it may be pushed in a hand.
        first_card: option `erste_karte_trumpf`.
        announcer_leads: contracts in which who named them leads.
        columns: what each side names once each; () where contracts are named freely.
    """

    offered: tuple[Contract, ...]
    factors: Mapping[Contract, int]
    pushes: int
    first_card: bool
    announcer_leads: frozenset[Contract]
    columns: tuple[Column, ...] = ()


NO_CHOICE: Final = ChooseRules((), MappingProxyType({}), 0, False, frozenset())
"""Nobody names anything."""


def no_row(table: Table) -> ContractRow:
    """The contract of a game without suits and values.

    Raises:
        ValueError: always.
    """
    raise ValueError(f"{table.setup.slug} has no contracts")


@dataclass(frozen=True, slots=True)
class WeisRules:
    """The contest of rules 1.0.5.

    Attributes:
        melds: values and order.
        manual: option `weisen=manuell`.
        with_trick: option `weis_nur_mit_stich`.
        numbers: everything that can be announced.
    """

    melds: MeldRules
    manual: bool
    with_trick: bool
    numbers: frozenset[int]


@dataclass(frozen=True, slots=True, eq=False)
class OwnWeisRules:
    """Weise that players write for themselves, without a contest (rules 1.4, 1.5).

    Attributes:
        melds: their values.
        writers: who writes in this hand, in playing order.
        sign: -1 where points are bad, so that a Weis takes some away.
        with_stoeck: shown Weise that hold both Stöck cards bring them too.
    """

    melds: MeldRules
    writers: Callable[[Table], tuple[Seat, ...]]
    sign: int = 1
    with_stoeck: bool = False


def _always(table: Table, seat: Seat) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class StoeckRules:
    """Rules 1.0.6.

    Attributes:
        manual: option `stoeck_manuell`.
        welsch: option `stoeck_welsch`.
        points: what they are worth; less than nothing where points are bad.
        counts: whether this seat could write them now, as far as everybody knows.
        together: whether two cards of a seat were in its hand at the same time, where cards are
            drawn; None: all were dealt.
    """

    manual: bool
    welsch: bool
    points: int = STOECK_POINTS
    counts: Callable[[Table, Seat], bool] = _always
    together: Callable[[Table, Slot, Slot], bool] | None = None


@dataclass(frozen=True, slots=True)
class EndingRules:
    """When a Partie ends and what is counted then (rules 1.0.7). Games take what they need.

    Attributes:
        target: option `ziel`; None where no target is played to.
        mode: option `ende`.
        order: option `ausmachregel`.
        with_lying_cards: option `bedanken_im_stich`.
        berg: the threshold of the Bergpreis, None without.
        berg_points: option `bergpreis_punkte`.
        schneider: below this a loser is Schneider, None without.
        scoring: option `wertung`.
        striche: what Striche are written, None without.
        parties: option `partien`; 1 without Striche.
        hands: option `laenge`, None without.
        limit: a score that ends the game once a side has it after a hand, None without.
        penalty: option `strafe`.
    """

    target: int | None = None
    mode: Literal["bedanken_auto", "bedanken_manuell", "hand_zu_ende"] = "hand_zu_ende"
    order: Ausmachregel = Ausmachregel.STOECK_WYS_STICH
    with_lying_cards: bool = False
    berg: int | None = None
    berg_points: int = 0
    schneider: int | None = None
    scoring: str = "punkte"
    striche: StrichRules | None = None
    parties: int = 1
    hands: int | None = None
    limit: int | None = None
    penalty: Literal["spiel_verloren", "annulliert"] = "spiel_verloren"

    @property
    def live_target(self) -> int | None:
        """The target that can end the Partie inside a hand."""
        return None if self.mode == "hand_zu_ende" else self.target


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Rules:
    """One game at one table: what a variant's pure function `rules` makes of its options.

    Attributes:
        setup: what was agreed.
        side_of: per seat its side.
        deck: name of the deck.
        dealing: how cards come to the seats.
        phases: the machine of each step.
        ending: when it is over.
        counting: what happens after a hand.
        closing: the step after the last trick; `AUDIT`, or what is left to do before.
        asides: acts nobody asks for, by action.
        row: the contract of the running trick as table of orders and values.
        choosing: contracts and who names them.
        follow: which cards may be played.
        value_per_trick: option `slalom_wert=je_stich`.
        rest: option `rest`.
        weis: the contest of Weise, None without.
        own: Weise without a contest, None without.
        stoeck: None without.
        tally: how a hand is counted.
        match: what all tricks bring each side, where that is not for who named the contract.
    """

    setup: Setup
    side_of: tuple[Side, ...]
    deck: str
    dealing: DealRules
    phases: Mapping[Step, Phase]
    ending: EndingRules
    counting: Counting
    closing: Step = Step.AUDIT
    asides: Mapping[type, Aside] = field(default_factory=dict)
    row: Callable[[Table], ContractRow] = no_row
    choosing: ChooseRules = NO_CHOICE
    follow: FollowRules = FORWARD
    value_per_trick: bool = False
    rest: Literal["sicher", "riskant", "aus"] = "aus"
    weis: WeisRules | None = None
    own: OwnWeisRules | None = None
    stoeck: StoeckRules | None = None
    tally: TallyRules = NO_MATCH
    match: Callable[[Table], tuple[int, ...]] | None = None

    @property
    def seats(self) -> int:
        """How many play."""
        return self.setup.seats

    @property
    def melds(self) -> MeldRules | None:
        """What Weise are worth, None where there are none."""
        if self.weis is not None:
            return self.weis.melds
        return None if self.own is None else self.own.melds

    def order_from(self, first: Seat) -> tuple[Seat, ...]:
        """All seats in playing order from `first`."""
        return from_seat(first, self.setup.seats)
