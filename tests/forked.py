"""A host that shows one guest another card of its own than the others see: two signed histories."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.actions import Play
from engine.forms import decode_action, encode_action
from net.core.bodies import Act, decode_body
from net.core.log import (
    Record,
    decode_entry,
    decode_record,
    encode,
    next_head,
    order_signature,
    sign_entry,
)
from net.core.peer import Peer
from net.core.wire import Beat, Message, Ordered

__all__ = ["Fork"]


class Fork:
    """What a forking host sends in place of what it should.

    Args:
        choose: another card for a device instead of the one that the host has just played, or None
            to tell it the truth.

    Attributes:
        victim: the device that was told the second history; None so far.
        record: where that begins.
    """

    def __init__(self, choose: Callable[[Peer, bytes, Play], Play | None]) -> None:
        self._choose = choose
        self.victim: bytes | None = None
        self.record: Record | None = None

    def instead(self, peer: Peer, link: int, message: Message) -> Message | None:
        """What goes out on a link of the host instead of ``message``; None: nothing."""
        there = peer._links.live.get(link)
        if there is None:
            return message
        if self.record is not None and there.identity == self.victim:
            return self._second(peer, self.record, message)
        if isinstance(message, Ordered) and self.record is None:
            other = self._other(peer, there.identity, message.records[-1])
            if other is not None:
                self.victim, self.record = there.identity, other
                return Ordered((*message.records[:-1], encode(other)))
        return message

    def _second(self, peer: Peer, record: Record, message: Message) -> Message | None:
        """The second history has only that one entry more, and its orderer stands by it."""
        assert peer.replica is not None
        if isinstance(message, Beat):
            before = peer.replica.chain.head_at(record.n - 1)
            assert before is not None
            head = next_head(before, record.entry)
            return Beat(record.epoch, record.n, head, record.signature)
        return None if isinstance(message, Ordered) else message

    def _other(self, peer: Peer, device: bytes, data: bytes) -> Record | None:
        """The record with another card of ours, if it is a card that we have just played."""
        record, replica = decode_record(data), peer.replica
        if record is None or replica is None or replica.hand is None or record.n != replica.n:
            return None
        body, before = _own_act(peer, record), replica.chain.head_at(record.n - 1)
        action = decode_action(body.action) if body is not None else None
        if body is None or before is None or not isinstance(action, Play):
            return None
        play = self._choose(peer, device, action)
        if play is None:
            return None
        keys = (replica.hand.deck.opening(body.seat, play.slot),)
        said = msgspec.structs.replace(body, action=encode_action(play), keys=keys)
        chain = replica.chain
        entry = encode(sign_entry(peer.identity, chain.table, record.n - 1, before, said))
        head = next_head(before, entry)
        order = order_signature(peer.identity, chain.table, chain.epoch, record.n, head)
        return Record(chain.epoch, record.n, entry, order)


def _own_act(peer: Peer, record: Record) -> Act | None:
    """What this device has just done for its own seat, in a record."""
    entry, replica = decode_entry(record.entry), peer.replica
    body = decode_body(entry.body) if entry is not None else None
    if entry is None or replica is None or entry.author != peer.identity.public:
        return None
    seat = replica.lobby.seat_of(peer.identity.public)
    return body if isinstance(body, Act) and body.seat == seat else None
