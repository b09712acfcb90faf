"""Booking: what is written when, and when that ends the Partie (rules 1.0.7).

Inside a hand points are booked as they fall due: Stöck shown early; in each trick Stöck, the Weis
at the end of trick 1, the trick itself; a match at the end. Everybody who crosses the target does
so at one of these bookings.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.contracts import LAST_TRICK_POINTS
from engine.events import Bergpreis, Booked, BookingKind, StoeckCalled, TrickTaken
from engine.faces import Faces, Slot
from engine.phases.draft import Draft, Table
from engine.phases.known import dealt_mask
from engine.phases.parts import Rules
from engine.rules.ausmachen import FirstTrick, ausmachen, order_of
from engine.rules.ausmachen import Step as Deciding
from engine.rules.stoeck import STOECK_POINTS, stoeck_cards
from engine.rules.tally import CARD_TOTAL, match_points
from engine.rules.tricks import trick_points, winning_place
from engine.seats import Seat, Side
from engine.state import Booking, Ended, Step, Trick

__all__ = [
    "book",
    "book_rest",
    "booked_of",
    "call_stoeck",
    "close_hand",
    "close_play",
    "correct_trick",
    "could_hold_stoeck",
    "end_partie",
    "first_trick",
    "lying_trick",
    "next_trick",
    "pending_weis",
    "stoeck_held",
    "stoeck_worth",
    "sums",
    "trick_counts",
    "turn_trick",
]

_KINDS: Final[dict[Deciding, BookingKind]] = {
    Deciding.STOECK: "stoeck",
    Deciding.WEIS: "weis",
    Deciding.TRICK: "trick",
}


# -- reading ------------------------------------------------------------------------------------


def sums(table: Table) -> tuple[int, ...]:
    """Points booked in this hand per side, with factor."""
    total = [0] * len(table.setup.sides)
    for booking in table.bookings:
        total[booking.side] += booking.points
    return tuple(total)


def booked_of(table: Table, side: Side) -> int:
    """Points booked in this hand by one side, with factor."""
    return sum(booking.points for booking in table.bookings if booking.side == side)


def stoeck_worth(table: Table) -> int:
    """What Stöck are worth in this hand, with factor."""
    return STOECK_POINTS * table.factor


def could_hold_stoeck(rules: Rules, table: Table, seat: Seat) -> bool:
    """Whether, by public facts alone, a seat may have Stöck that are not yet credited."""
    if rules.stoeck is None or table.stoeck is not None or table.contract is None:
        return False
    if not rules.stoeck.counts(table, seat):
        return False
    missing = stoeck_cards(rules.row(table))
    if not missing:
        return False
    hidden, seen = [], []
    for slot, (owner, card) in enumerate(zip(table.owners, table.opened, strict=True)):
        if card is None:
            if owner == seat:
                hidden.append(Slot(slot))
        elif missing >> card & 1:
            if owner != seat:
                return False
            missing ^= 1 << card
            seen.append(Slot(slot))
    together = rules.stoeck.together
    if together is not None:
        hidden = [slot for slot in hidden if all(together(table, slot, one) for one in seen)]
        if not missing and not together(table, seen[0], seen[1]):
            return False
    return len(hidden) >= missing.bit_count()


def stoeck_held(rules: Rules, table: Table, seat: Seat, faces: Faces | None) -> int:
    """Mask of King and Ober of trump known to be, or to have been, in this hand.

    0 if it had both, but never together (rules 1.8).
    """
    pair = stoeck_cards(rules.row(table))
    held = dealt_mask(table, seat, faces) & pair
    together = None if rules.stoeck is None else rules.stoeck.together
    if together is None or held != pair:
        return held
    known = dict(faces.items()) if faces is not None else {}
    slots = [
        Slot(slot)
        for slot, card in enumerate(table.opened)
        for seen in ((known.get(Slot(slot)) if card is None else card),)
        if seen is not None and pair >> seen & 1
    ]
    return held if together(table, slots[0], slots[1]) else 0


def pending_weis(rules: Rules, table: Table) -> int:
    """Points of shown Weise not yet booked, without factor."""
    shown = sum(weis.points for weis in table.weise)
    return shown - sum(item.raw for item in table.bookings if item.kind == "weis")


def _weis_factor(rules: Rules, table: Table) -> int:
    return 1 if rules.tally.weis_without_factor else table.factor


def trick_counts(rules: Rules, table: Table) -> tuple[int, ...]:
    """Tricks per side, the claimed ones included."""
    counts = [0] * len(table.setup.sides)
    for trick in table.tricks:
        counts[rules.side_of[trick.winner]] += trick.counts
    for booking in table.bookings:
        if booking.kind == "rest":
            counts[booking.side] += table.length - len(table.tricks)
    return tuple(counts)


# -- writing ------------------------------------------------------------------------------------


def _write(
    draft: Draft, side: Side, kind: BookingKind, raw: int, factor: int, number: int | None = None
) -> None:
    if number is None:
        number = len(draft.tricks) + (1 if draft.trick else 0)
    draft.bookings = (*draft.bookings, Booking(side, kind, raw, raw * factor, number))
    draft.emit(Booked(side, kind, raw * factor))


def _take_berg(draft: Draft, side: Side) -> None:
    draft.berg = side
    draft.emit(Bergpreis(side))
    if draft.rules.ending.berg_points:
        _write(draft, side, "berg", draft.rules.ending.berg_points, 1)


def end_partie(draft: Draft, ended: Ended) -> None:
    """The Partie ends inside the hand; the win is final after the audit (rules 1.0.11)."""
    draft.ended = ended
    draft.enter(Step.AUDIT)


def book(draft: Draft, side: Side, kind: BookingKind, raw: int, number: int | None = None) -> bool:
    """Write points and see whether they bring the side to half or to the target.

    Args:
        draft: the state.
        side: who writes.
        kind: what for.
        raw: without factor.
        number: of the trick, None for the running one.

    Returns:
        Whether the Partie ended.
    """
    ending = draft.rules.ending
    if raw:
        factor = _weis_factor(draft.rules, draft) if kind == "weis" else draft.factor
        _write(draft, side, kind, raw, factor, number)
    reached = draft.score[side] + booked_of(draft, side)
    if ending.berg is not None and draft.berg is None and reached >= ending.berg:
        _take_berg(draft, side)
        reached += ending.berg_points
    if ending.mode == "bedanken_auto" and ending.target is not None and reached >= ending.target:
        end_partie(draft, Ended(side, kind))
        return True
    return False


def call_stoeck(draft: Draft, seat: Seat) -> bool:
    """Credit Stöck to a seat; whether that ended the Partie."""
    rules = draft.rules
    draft.stoeck = seat
    draft.emit(StoeckCalled(seat))
    points = STOECK_POINTS if rules.stoeck is None else rules.stoeck.points
    return book(draft, rules.side_of[seat], "stoeck", points)


def close_play(draft: Draft) -> None:
    """The last trick is turned."""
    if Step.CALL in draft.rules.phases:
        draft.enter(Step.CALL)
    else:
        close_hand(draft)


def _match(rules: Rules, table: Table) -> tuple[int, ...]:
    """What each side gets for having all tricks."""
    if rules.match is not None:
        return rules.match(table)
    if table.announcer is None:
        return ()
    announcer = rules.side_of[table.announcer]
    return match_points(trick_counts(rules, table), announcer, rules.tally)


def close_hand(draft: Draft) -> None:
    """All tricks are taken and nobody calls any more: the match, then what the game does last."""
    rules = draft.rules
    for number, raw in enumerate(_match(rules, draft)):
        if raw and book(draft, Side(number), "match", raw):
            return
    draft.enter(rules.closing)


def _book_trick(draft: Draft, side: Side, kind: BookingKind, raw: int) -> bool:
    """Write a taken trick; with `weis_nur_mit_stich` the first one brings the Weis with it."""
    rules = draft.rules
    weis = rules.weis
    if weis is not None and weis.with_trick and draft.weis_seat is not None:
        due = pending_weis(rules, draft)
        own = rules.side_of[draft.weis_seat] == side
        if due and own and book(draft, side, "weis", due):
            return True
    return book(draft, side, kind, raw)


def lying_trick(rules: Rules, table: Table) -> tuple[Seat, int]:
    """Who takes the cards that lie in the running trick, and their points without factor."""
    row = rules.row(table)
    cards = [play.card for play in table.trick]
    number = len(table.tricks) + 1
    winner = table.trick[winning_place(row, cards, number)].seat
    points = trick_points(row, cards, number, per_trick=rules.value_per_trick)
    if number == table.length and len(cards) == len(table.players):
        points += LAST_TRICK_POINTS
    return winner, points


def first_trick(rules: Rules, table: Table) -> FirstTrick:
    """What counts at the end of trick 1: while it lies complete, or just after it was turned."""
    sides = range(len(table.setup.sides))
    if table.trick:
        winner, raw = lying_trick(rules, table)
    else:
        winner, raw = table.tricks[0].winner, table.tricks[0].points
    taker = rules.side_of[winner]
    stoeck, weis, trick = [0] * len(sides), [0] * len(sides), [0] * len(sides)
    if table.stoeck is not None:
        stoeck[rules.side_of[table.stoeck]] = stoeck_worth(table)
    if table.weis_seat is not None:
        side = rules.side_of[table.weis_seat]
        if taker == side or not (rules.weis is not None and rules.weis.with_trick):
            weis[side] = sum(item.points for item in table.weise) * _weis_factor(rules, table)
    trick[taker] = raw * table.factor
    berg = [0] * len(sides)
    for booking in table.bookings:
        if booking.kind == "berg":
            berg[booking.side] += booking.points
    before = tuple(table.score[side] + berg[side] for side in sides)
    return FirstTrick(before, tuple(stoeck), tuple(weis), tuple(trick))


def _turn_first_trick(draft: Draft) -> None:
    """Write Stöck, Weis and trick 1 in the order of the Ausmachregel."""
    rules, ending = draft.rules, draft.rules.ending
    first = first_trick(rules, draft)
    if ending.berg is not None and draft.berg is None:
        half = ausmachen(first, ending.berg, ending.order)
        if half is not None:
            _take_berg(draft, Side(half.side))
            first = first_trick(rules, draft)
    through = None
    if ending.mode == "bedanken_auto" and ending.target is not None:
        through = ausmachen(first, ending.target, ending.order)
    # Bookings that were made before, by a Stöck shown early, are part of `first` already.
    written = {item.kind for item in draft.bookings}
    order = order_of(ending.order)
    for step in order:
        kind = _KINDS[step]
        for number, points in enumerate(first.of(step)):
            if not points or kind in written:
                continue
            late = through is not None and order.index(step) >= order.index(through.step)
            if late and through is not None and number != through.side:
                # The loser may write nothing that comes after what decided (S003).
                continue
            factor = _weis_factor(rules, draft) if kind == "weis" else draft.factor
            _write(draft, Side(number), kind, points // factor, factor)
    if through is not None:
        pieces = tuple(step.value for step in order)
        end_partie(draft, Ended(Side(through.side), _KINDS[through.step], pieces))


def turn_trick(draft: Draft) -> None:
    """Turn the complete trick, write it, and let its winner lead, or end the hand."""
    rules = draft.rules
    winner, points = lying_trick(rules, draft)
    number = len(draft.tricks) + 1
    leader = draft.trick[0].seat
    draft.emit(TrickTaken(number, winner, points))
    if number == 1:
        _turn_first_trick(draft)
    trick = Trick(number, leader, draft.trick, winner, points)
    draft.tricks = (*draft.tricks, trick)
    draft.trick = ()
    draft.leader = winner
    if draft.ended is not None:
        return
    if number > 1 and _book_trick(draft, rules.side_of[winner], "trick", points):
        return
    next_trick(draft)


def next_trick(draft: Draft) -> None:
    """A trick is turned and written: what comes now."""
    if len(draft.tricks) == draft.length:
        close_play(draft)
    elif len(draft.tricks) == 1 and draft.rules.own is not None:
        draft.enter(Step.SHOW)
    else:
        draft.enter(Step.PLAY)


def book_rest(draft: Draft, side: Side) -> None:
    """Write all cards not yet taken, and the last trick, to a side; the hand is over."""
    if None in draft.owners:
        values = draft.rules.row(draft).values
        left = sum(
            values[card]
            for slot, card in enumerate(draft.opened)
            if card is not None and draft.owners[slot] is not None and not draft.played >> slot & 1
        )
    else:
        left = CARD_TOTAL - sum(trick.points for trick in draft.tricks)
    if not _book_trick(draft, side, "rest", left + LAST_TRICK_POINTS):
        close_hand(draft)


def correct_trick(draft: Draft, weis: int | None) -> None:
    """Replace what the last player announced."""
    draft.trick = (*draft.trick[:-1], replace(draft.trick[-1], weis=weis))
