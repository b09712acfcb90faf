"""Whoever knocks at a device that does not order the table is shown the one that does.

The way to a table that somebody was told leads to the device that opened it, and that one may order
no more. What it says is no proof: the way shown is only tried, and what answers there has to have
the identity that was named.
"""

from __future__ import annotations

from collections.abc import Callable

from net.core.clean import clean_name
from net.core.effects import Effect, Follow
from net.core.links import Links, LiveLink
from net.core.replica import Replica
from net.core.wire import Message, Moved

__all__ = ["follow", "point"]


def point(
    link: int, replica: Replica, identity: bytes, send: Callable[[int, Message], None]
) -> None:
    """Shows the way to who orders; ``identity`` is this device's."""
    orderer = replica.chain.orderer
    if orderer == identity:
        return  # it waits for the others to be back, and may order in a moment
    seat = replica.lobby.seat_of(orderer)
    seated = replica.lobby.at(seat) if seat is not None else None
    if seated is not None:
        send(link, Moved(orderer, seated.address, seated.name))


def follow(
    there: LiveLink, message: Moved, links: Links, identity: bytes, effect: Callable[[Effect], None]
) -> bool:
    """Goes the way that we, who have no table yet, were shown; False if it leads nowhere."""
    if not there.dialled or message.orderer == identity:
        return False
    # Our person meets the device that it wanted to reach, not the one that showed the way there.
    there.told = False
    if links.number_of(message.orderer) is None:
        effect(Follow(message.orderer, message.address, clean_name(message.name) or "?"))
    return True
