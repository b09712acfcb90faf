"""What a host does to others."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec

from net.core.bodies import (
    Act,
    Swap,
)
from net.core.log import (
    Record,
    encode,
    next_head,
    order_signature,
    sign_entry,
)
from net.core.peer import Peer
from net.core.replica import Replica
from net.core.wire import Ordered
from tests.cheats.words import foreign_seats

__all__ = ["Deed", "forged_act", "two_histories"]


def two_histories(peer: Peer, replica: Replica, chance: random.Random) -> bool:
    """One guest is told another next entry than all others."""
    if not peer._scribe.is_orderer or replica.hand is None or len(replica.lobby.devices) < 3:
        return False
    links = [n for n, there in peer._links.members() if there.sent == replica.n]
    if len(links) < 2:
        return False
    chain = replica.chain
    entry = encode(sign_entry(peer.identity, chain.table, chain.n, chain.head, Swap(0, 1)))
    n, head = chain.n + 1, next_head(chain.head, entry)
    signature = order_signature(peer.identity, chain.table, chain.epoch, n, head)
    forked = encode(Record(chain.epoch, n, entry, signature))
    peer.send(chance.choice(links), Ordered((forked,)))
    return True


def forged_act(peer: Peer, replica: Replica, chance: random.Random) -> bool:
    """The host numbers an act of a guest that the guest has never signed."""
    seats = [s for s in replica.asked() if s in foreign_seats(peer, replica)]
    if not peer._scribe.is_orderer or replica.hand is None or not seats:
        return False
    chain = replica.chain
    body = Act(seats[0], replica.hand.number, replica.turn, ["pass"], ())
    mine = sign_entry(peer.identity, chain.table, chain.n, chain.head, body)
    victim = replica.lobby.seats[seats[0]]
    assert victim is not None
    entry = encode(msgspec.structs.replace(mine, author=victim.identity))
    n, head = chain.n + 1, next_head(chain.head, entry)
    signature = order_signature(peer.identity, chain.table, chain.epoch, n, head)
    forged = Ordered((encode(Record(chain.epoch, n, entry, signature)),))
    for link, _ in peer._links.members():
        peer.send(link, forged)
    return True


Deed = Callable[[Peer, Replica, random.Random], bool]
"""Something a host does to others; True when it was done."""
