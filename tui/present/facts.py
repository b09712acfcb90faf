"""What a table is like, told from its rules and its cards alone: no game is asked for by name."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.actions import Push
from engine.cards import Card, height_of, is_joker, suit_of
from engine.errors import IllegalAction
from engine.faces import Slot
from engine.game import apply, check, rules_of
from engine.phases.columns import COLUMN, named_column
from engine.phases.duel import DuelPhase
from engine.phases.offsuit import OffsuitPlay
from engine.phases.stacks import StackPlayPhase
from engine.rules.columns import Column
from engine.rules.duels import chain_of
from engine.rules.factors import factor_vector
from engine.rules.tricks import winning_place
from engine.seats import Seat
from engine.state import PlayedCard, Step
from engine.view import HandCard, View

__all__ = [
    "Duel",
    "best_of",
    "column_of",
    "columns_of",
    "covered_of",
    "duel_called",
    "duel_of",
    "hand_of",
    "has_factors",
    "has_stacks",
    "hidden_own",
    "is_crowd",
    "is_duel",
    "lies_in",
    "makes_trump",
    "next_to_name",
    "open_of",
    "pile_of",
    "said_of",
    "scores",
    "stock_of",
    "times",
    "tricks_of",
    "trump_comes_up",
    "written_in",
]


@dataclass(frozen=True, slots=True)
class Duel:
    """How a tie for the highest card stands.

    Attributes:
        rivals: who is still in, () before anything was decided.
        tricks: how many tricks it is for.
    """

    rivals: tuple[Seat, ...]
    tricks: int


def is_crowd(view: View) -> bool:
    """Whether more than two sides play, so that every seat needs a line of its own."""
    return len(view.sides) > 2


def is_duel(view: View) -> bool:
    """Whether only the height of a card counts, so that there is no trump and no card points."""
    return isinstance(rules_of(view.state.setup).phases.get(Step.PLAY), DuelPhase)


def hand_of(view: View) -> tuple[HandCard, ...]:
    """The viewer's cards as they lie in front: by suit, or by height where suits do not count.

    Cards that lie open before the viewer come after those in the hand.
    """
    if has_stacks(view):
        pile = pile_of(view)
        return tuple(sorted(view.hand, key=lambda held: held.slot in pile))
    if not is_duel(view):
        return view.hand
    return tuple(sorted(view.hand, key=_height))


def pile_of(view: View) -> frozenset[Slot]:
    """Which of the viewer's cards lie open on the table, for all to see."""
    if view.seat is None or not has_stacks(view):
        return frozenset()
    return frozenset(held.slot for held in open_of(view, view.seat))


def _height(held: HandCard) -> tuple[bool, int, int]:
    """A joker is the highest: it is what its player says."""
    joker = is_joker(held.card)
    return (joker, 0 if joker else height_of(held.card), held.card)


def has_factors(view: View) -> bool:
    """Whether a hand of this table can count more than once."""
    profile = view.state.setup.options.get("faktoren")
    if isinstance(profile, str):
        french = view.state.setup.options.get("faktor_blatt") == "franzoesisch"
        return max(factor_vector(profile, french=french)) > 1
    return any(column.factor > 1 for column in columns_of(view)) or view.factor > 1


def times(view: View, count: int) -> str:
    """``×2``; empty at a table where everything counts once."""
    return f"×{count}" if has_factors(view) else ""


def duel_called(view: View) -> str:
    """What this game calls a tie that is played on (`duel.<called>` is its word); "" without."""
    phase = rules_of(view.state.setup).phases.get(Step.PLAY)
    return phase.called if isinstance(phase, DuelPhase) else ""


def trump_comes_up(view: View) -> bool:
    """Whether trump is what the first card that does not follow says."""
    return isinstance(rules_of(view.state.setup).phases.get(Step.PLAY), OffsuitPlay)


def makes_trump(view: View, card: Card) -> bool:
    """Whether this card, played now, does not follow and makes its suit trump."""
    if not trump_comes_up(view) or view.contract is not None or not view.trick:
        return False
    return suit_of(card) != suit_of(view.trick[0].card)


def lies_in(view: View, number: int) -> int:
    """What a turned trick of this hand costs besides its points: a Weis that lay in it."""
    return sum(
        one.raw for one in view.state.bookings if one.kind == "tischweis" and one.trick == number
    )


def scores(view: View, side: int) -> bool:
    """Whether a side writes anything in this hand; of columns only who named one does."""
    if not columns_of(view) or view.announcer is None:
        return True
    return view.side_of(view.announcer) == side


def duel_of(view: View, plays: Sequence[PlayedCard]) -> Duel | None:
    """The tie that is being fought out in these cards, None where there is none."""
    if not is_duel(view) or not plays or not view.players:
        return None
    left = view.state.length - sum(trick.counts for trick in view.state.tricks)
    now = chain_of(plays, len(view.players), left)
    if len(now.rivals) < 2:
        return None
    return Duel(now.rivals, now.rounds + 1)


def best_of(view: View, plays: Sequence[PlayedCard], trick_no: int) -> Seat | None:
    """Who leads a trick as it lies; None while a tie is fought out."""
    if not plays:
        return None
    if is_duel(view):
        left = max(view.state.length - sum(trick.counts for trick in view.state.tricks), 1)
        now = chain_of(plays, len(view.players), left)
        if now.rivals:
            return now.rivals[0] if len(now.rivals) == 1 else None
        alone = chain_of(plays, len(plays), 1)  # what lies so far, as if that were all
        return alone.rivals[0] if len(alone.rivals) == 1 else None
    row = rules_of(view.state.setup).row(view.state)
    number = min(max(trick_no, 1), len(row.directions))
    return plays[winning_place(row, [play.card for play in plays], number)].seat


def hidden_own(view: View) -> tuple[Slot, ...]:
    """My own cards that I may not see: on the forehead, or covered by others."""
    if view.seat is None:
        return ()
    return tuple(
        Slot(slot)
        for slot, owner in enumerate(view.state.owners)
        if owner == view.seat
        and not view.state.played >> slot & 1
        and view.card_at(Slot(slot)) is None
    )


def has_stacks(view: View) -> bool:
    """Whether open cards lie before the players."""
    return isinstance(rules_of(view.state.setup).phases.get(Step.PLAY), StackPlayPhase)


def open_of(view: View, seat: Seat) -> tuple[HandCard, ...]:
    """The cards of a seat that lie open before it, or that I see on its forehead.

    What was only shown once, such as a Weis, is back in the hand, and nobody is reminded of it; nor
    does a card lie open because I know it: I gave it away, or a saved game shows every hand.
    """
    if not is_duel(view) and not has_stacks(view):
        return ()
    sights, everybody = view.state.sights, len(view.seats)
    others = [
        held
        for held in view.others_cards[seat]
        if held.slot < len(sights)
        and sights[held.slot]  # else it is covered
        and (seat not in sights[held.slot] or len(sights[held.slot]) == everybody)
    ]
    cards = {held.slot: held for held in (*others, *view.open_cards[seat])}
    return tuple(sorted(cards.values(), key=lambda held: (held.card, held.slot)))


def covered_of(view: View, seat: Seat) -> int:
    """How many cards of a seat nobody at all has seen."""
    state = view.state
    return sum(
        owner == seat and not state.played >> slot & 1 and not state.sights[slot]
        for slot, owner in enumerate(state.owners)
        if slot < len(state.sights)
    )


def stock_of(view: View) -> int:
    """How many cards lie face down and belong to nobody."""
    state = view.state
    return sum(
        owner is None and state.opened[slot] is None and not state.played >> slot & 1
        for slot, owner in enumerate(state.owners)
    )


def tricks_of(view: View) -> list[int]:
    """Tricks taken so far in this hand, per seat; a tie counts for all it was about."""
    made = [0] * view.state.setup.seats
    for trick in view.state.tricks:
        made[trick.winner] += trick.counts
    return made


def said_of(view: View, seat: Seat) -> str:
    """What a seat has said or sealed in this hand: its number, «?» while hidden, or nothing."""
    number = view.predictions[seat]
    if number is not None:
        return str(number)
    return "?" if view.predicted[seat] else ""


# --- columns ---


def columns_of(view: View) -> tuple[Column, ...]:
    """What each side names once each; () where there are no columns."""
    return rules_of(view.state.setup).choosing.columns


def column_of(view: View) -> int | None:
    """The number of the column that is played for now."""
    return named_column(view.state) if columns_of(view) else None


def written_in(view: View, side: int) -> dict[int, int]:
    """What a side has written in this Partie, by the number of the column."""
    return {
        filled[side]: result.written[side]
        for result in view.results
        if result.partie == view.state.partie and result.note != "annulled"
        for filled in [result.get(COLUMN)]
        if filled and filled[side] >= 0
    }


def next_to_name(view: View) -> Seat | None:
    """Who would speak after me if I pushed now; None if I may not push."""
    if view.seat is None or check(view.state, view.seat, Push(), view.faces) is not None:
        return None
    try:
        after, _ = apply(view.state, view.seat, Push())
    except IllegalAction:
        return None
    return after.asked[0] if after.asked else None
