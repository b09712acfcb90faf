"""Whom the log of a table waits for, whoever may be linked."""

from __future__ import annotations

from collections.abc import Mapping

from net.core.deal import Deck
from net.core.phases import Kind
from net.core.replica import Replica
from net.updates import WaitingFor

__all__ = ["acked", "stands", "waited_for"]


def waited_for(replica: Replica) -> tuple[tuple[int, ...], WaitingFor] | None:
    """Whose move it is by the log, and for what; None when nobody is waited for."""
    lobby, hand, deck = replica.lobby, replica.hand, replica.next_deck
    if not lobby.playing:
        free = tuple(n for n, seating in enumerate(lobby.seats) if seating is None)
        return (free, WaitingFor.PLAYERS) if free else None
    if replica.paused is not None:
        seat = lobby.seat_of(replica.paused.identity)
        return (seat,) if seat is not None else (), WaitingFor.PAUSE
    asked = replica.asked()
    if asked:
        return asked, WaitingFor.TURN
    if hand is not None and not hand.booked:
        if hand.finding is not None:
            silent = (seat for seat in hand.deck.seats if seat not in hand.verdicts)
            return tuple(seat for seat in silent if replica.judges(seat)), WaitingFor.VERDICT
        why = WaitingFor.VERDICT if hand.deck.closed else WaitingFor.DEAL
        return (hand.deck.awaited, why) if hand.deck.awaited else None
    if deck is not None and deck.awaited:
        why = WaitingFor.READY if deck.phase.kind is Kind.READY else WaitingFor.DEAL
        return deck.awaited, why
    return None


def acked(deck: Deck | None) -> Mapping[int, object]:
    """The seats that are ready for this deck."""
    phases = deck.phases if deck is not None else []
    return next((phase.bodies for phase in phases if phase.kind is Kind.READY), {})


def stands(replica: Replica) -> tuple[object, ...]:
    """What changes when the table moves: not when one after the other finds somebody missing."""
    hand = replica.hand
    decks = (hand.deck if hand is not None else None, replica.next_deck)
    heads = tuple(deck.head for deck in decks if deck is not None)
    return (replica.chain.epoch, replica.paused, replica.turn, *heads)
