"""What the rules of a game are made of, each part by itself, and all of them as `Rules`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal

from engine.cards import Card
from engine.contracts import Contract, ContractRow
from engine.faces import Slot
from engine.rules.ausmachen import Ausmachregel
from engine.rules.columns import Column
from engine.rules.follow import FORWARD, FollowRules
from engine.rules.melds import MeldRules
from engine.rules.standing import StrichRules
from engine.rules.stoeck import STOECK_POINTS
from engine.rules.tally import NO_MATCH, TallyRules
from engine.seats import Seat, Side, from_seat
from engine.state import Setup, Step

if TYPE_CHECKING:  # a draft and a phase are given the rules that hold them
    from engine.phases.base import Aside, Counting, Phase
    from engine.phases.draft import Table

__all__ = [
    "NO_CHOICE",
    "ChooseRules",
    "DealPlan",
    "DealRules",
    "EndingRules",
    "OwnWeisRules",
    "Rules",
    "StoeckRules",
    "WeisRules",
]


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
        alone_at: who leads alone with so many Striche has won, None without.
        out: who reaches this score is out, and the last one left has won; None without.
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
    alone_at: int | None = None
    out: int | None = None
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
