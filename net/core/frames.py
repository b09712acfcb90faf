"""What the devices at the other ends of the links say: which frame concerns whom at this device."""

from __future__ import annotations

from net.core.exchange import Exchange
from net.core.gallery import may_say
from net.core.gate import Gate
from net.core.guest import Guest
from net.core.line import Line
from net.core.links import Links, LiveLink
from net.core.presence import Presence
from net.core.relay import Relay
from net.core.succession import Succession
from net.core.switchboard import Switchboard
from net.core.talk import Talks
from net.core.wire import (
    Ballot,
    Beat,
    Bye,
    Gallery,
    Here,
    Knock,
    Message,
    Misses,
    Moved,
    Ordered,
    Patience,
    Propose,
    Refuse,
    SignedTalk,
    Want,
    Welcome,
    decode_message,
)

__all__ = ["Frames"]


class Frames:
    """Reads what comes in at one device.

    Args:
        links: all its links.
        exchange: who lacks what.
        succession: votes.
        presence: who is here.
        talks: the chat.
        guest: its own way to the table.
        gate: whom it lets in.
        relay: entries on their way to who orders.
        switchboard: dials whom a new entry has seated.
        line: the ways to other devices.
    """

    def __init__(
        self,
        links: Links,
        exchange: Exchange,
        succession: Succession,
        presence: Presence,
        talks: Talks,
        guest: Guest,
        gate: Gate,
        relay: Relay,
        switchboard: Switchboard,
        line: Line,
    ) -> None:
        self._links = links
        self._exchange = exchange
        self._succession = succession
        self._presence = presence
        self._talks = talks
        self._guest = guest
        self._gate = gate
        self._relay = relay
        self._switchboard = switchboard
        self._line = line

    def take(self, link: int, data: bytes, now: int) -> bool:
        """A frame came on a link; False if nobody looks at it."""
        there = self._links.live.get(link)
        if there is None:
            return False
        there.heard = now
        message = decode_message(data)
        if not may_say(there, message, now):
            self._line.drop(link, "bad_frame")
            return False
        self._hand_out(link, there, message, now)
        return True

    def _hand_out(self, link: int, there: LiveLink, message: Message | None, now: int) -> None:
        match message:
            case None:
                self._line.drop(link, "bad_frame")
            case Knock():
                self._gate.knocked(link, there, message)
                self._exchange.knocked(link, there, message)
                self._presence.say()
            case Patience():
                inside = there.member or self._switchboard.at_table
                if there.dialled and not (inside or there.patient):
                    there.patient = True
                    self._guest.patience()
            case Moved():
                self._guest.moved(link, there, message)
            case Welcome():
                self._guest.welcomed(link, there, message, now)
            case Gallery():
                # Told at the next tick, of many in a moment the last one.
                there.gallery = message.people
            case Want():
                self._exchange.wanted(link, there, message.marks, now)
            case Ordered():
                self._exchange.ordered(link, there, message, now)
                self._guest.seat_myself(now)
                self._guest.taken_in(now)
                self._switchboard.dial(now)
            case Propose():
                self._relay.proposed(link, there, message.entry, now)
            case Ballot():
                self._succession.ballot(link, there, message.vote, now)
            case Misses():
                self._succession.hear(there, message, now)
            case Refuse():
                self._relay.refused(there, message, now)
            case Beat():
                self._exchange.beaten(link, there, message, now)
                self._gate.part(link, there)
            case Here():
                # Our person is told at the next tick, of many in a moment the last one.
                self._presence.hear(there, message)
            case SignedTalk():
                self._talks.heard(link, there, message, now)
            case Bye():
                self._guest.left(link, there, message, now)
