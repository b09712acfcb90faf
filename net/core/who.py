"""Who is who at a table: the name on each seat, and whose deed something was."""

from __future__ import annotations

from net.core.names import names_on, told_apart
from net.core.replica import Replica
from net.core.reports import HandReport

__all__ = ["accused", "names", "played_for", "silent"]


def names(replica: Replica) -> tuple[str, ...]:
    """The name on each seat, cleaned; people with one name become «Anna» and «Anna 2»."""
    return names_on(replica.lobby.seats)


def silent(replica: Replica, report: HandReport) -> tuple[str, ...]:
    """The people whose devices have not opened their part of a hand, by the names they had in it.

    The part of a bot, and of somebody who was away, is its device's. Each is named once, whoever
    has those seats since: a log tells it the same at every place.
    """
    found: dict[str, None] = {}
    for seat in report.finding.unproven:
        device = report.players[seat]
        _, raw = replica.lobby.sat.get(device, (seat, report.people[seat]))
        (name,) = told_apart([raw])
        own = zip(report.players, report.people, strict=True)
        found[next((n for p, n in own if p == device and n.startswith(name)), name)] = None
    return tuple(found)


def played_for(replica: Replica) -> tuple[int, ...]:
    """The seats of people who are away from the hand that was just dealt: others play it.

    Later in the hand somebody else may sit there.
    """
    hand, seats = replica.hand, replica.lobby.seats
    if hand is None:
        return ()
    return tuple(
        number
        for number, (facts, seated) in enumerate(zip(hand.deck.facts.seats, seats, strict=True))
        if seated is not None and seated.bot is None and facts.controller != seated.identity
    )


def accused(replica: Replica, seat: int | None, identity: bytes | None) -> tuple[int | None, str]:
    """Seat and name of who did something for ``seat`` with the device ``identity``.

    A substitute's deed is its device's, and that of somebody whose seat another person has by now
    stays its own: nobody is named for what somebody else did.
    """
    lobby, people = replica.lobby, names(replica)
    if identity is not None and not (seat is not None and lobby.controls(identity, seat)):
        own = lobby.seat_of(identity)
        if own is not None:
            return own, people[own]
        if identity in lobby.sat:
            seat, name = lobby.sat[identity]
            return seat, told_apart([name])[0]
    return seat, people[seat] if seat is not None else "?"
