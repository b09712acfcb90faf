"""Why an orderer that answers is not trusted any more: it keeps something back, or it lies.

Whoever proposes a lawful entry and gets no number says it to everybody after a while. They pass it
on, so an honest orderer has it as often as there are devices; if it has no number then, others see
for themselves that it is withheld, and vote for another device (`net.core.succession`). Nobody is
named for that: a network may have swallowed it.

A refusal is worth what the own log says: whatever an honest orderer refuses is void there, or too
much for one hand (`Replica.is_due`). So nobody is doubted who refuses with reason. Nor is a host
that gives somebody new no seat: whom it lets in is its say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from net.core.bodies import Body, Sit, decode_body, encode_body
from net.core.guard import guard_key
from net.core.limits import PENDING_PROPOSALS, SILENCE_MS
from net.core.log import Entry
from net.core.replica import Replica

__all__ = ["Distrust", "is_hosts_say", "said_as"]

SAY_TO_ALL_MS: Final = 2_500
"""How long an entry waits for its number before everybody hears of it."""


LINKS_TRIED: Final = 5
"""On so many links to whoever orders an entry may lack a number for a moment; each begins with all
that waits. Whoever cuts them again and again before a silence is over keeps it back as well. No
link tells why it was cut, but an honest device gives no reason to: what it says itself, and what it
hands on for others (`net.core.relay`), is far from the limits of `net.core.limits`, and what came
before a cut has its number, or was refused with reason."""


@dataclass(slots=True)
class _Waiting:
    """An entry without a number: when it was said first, and on how many links.

    ``since`` is when it was said first on the present link, None if it was not. ``seen`` is how
    much of the log somebody else had seen who signed it; one's own is signed anew till it is there.
    """

    author: bytes
    body: Body
    seen: int | None
    first: int
    since: int | None
    links: int = 1


class Distrust:
    """What one device knows against the device that orders."""

    def __init__(self) -> None:
        self._waiting: dict[tuple[bytes, object], _Waiting] = {}
        self._liars: set[bytes] = set()
        self._convicted: set[bytes] = set()

    def proposed(self, entry: Entry, now: int, *, seen: int | None = None) -> bool:
        """This entry is on its way to the orderer; whether everybody has to hear of it by now.

        ``seen`` is given for one of somebody else: an old one is refused with reason.
        """
        body = decode_body(entry.body)
        if body is None:
            return False
        key = said_as(entry.author, body)
        waiting = self._waiting.get(key)
        if waiting is not None:
            waiting.seen = seen
            if waiting.since is None:
                waiting.since = now
                waiting.links += 1
            return now - waiting.first >= SAY_TO_ALL_MS
        mine = sum(author == entry.author for author, _ in self._waiting)
        if mine < PENDING_PROPOSALS:
            self._waiting[key] = _Waiting(entry.author, body, seen, now, now)
        return False

    def lies(self, identity: bytes) -> None:
        """This device contradicts itself, or numbers what cannot be."""
        self._liars.add(identity)

    def convict(self, identity: bytes) -> None:
        """The same, and there is proof for anybody."""
        self._liars.add(identity)
        self._convicted.add(identity)

    def is_convicted(self, identity: bytes) -> bool:
        """Whether there is such proof of this device."""
        return identity in self._convicted

    def begin_anew(self) -> None:
        """Another device orders, or this one has slept: nothing has been withheld yet."""
        self._waiting.clear()

    def linked(self) -> None:
        """There is a new link to whoever orders: on the old one everything may have been lost.

        And what nobody says again, nobody misses.
        """
        for waiting in self._waiting.values():
            waiting.since = None

    def numbered(self, author: bytes, body: Body, replica: Replica) -> None:
        """An entry has its number; forgets it, and what may not be said at this place of the log.

        At every entry, since such a thing may be lawful again at the next one, and was refused
        with reason between the two. What can be said only once is refused for good.
        """
        self._waiting.pop(said_as(author, body), None)
        self._waiting = {
            key: waiting
            for key, waiting in self._waiting.items()
            if guard_key(waiting.body) is not None or _is_missed(waiting, replica)
        }

    def tick(self, replica: Replica) -> None:
        """Forgets what has its number, and what would be refused by now."""
        self._waiting = {
            key: waiting for key, waiting in self._waiting.items() if _is_missed(waiting, replica)
        }

    def doubts(self, orderer: bytes, now: int) -> bool:
        """Whether another device should order."""
        return orderer in self._liars or any(
            waiting.links >= LINKS_TRIED or now - waiting.since >= SILENCE_MS
            for waiting in self._waiting.values()
            if waiting.since is not None
        )


def said_as(author: bytes, body: Body) -> tuple[bytes, object]:
    """What can get one number only: a second answer to a question waits for none of its own."""
    return author, guard_key(body) or encode_body(body)


def is_hosts_say(replica: Replica, author: bytes, body: Body) -> bool:
    """Whether whoever orders may keep this back: somebody without a seat wants one."""
    return isinstance(body, Sit) and author not in replica.lobby.devices


def _is_missed(waiting: _Waiting, replica: Replica) -> bool:
    """Whether it would have its number by now from an honest orderer."""
    author, body = waiting.author, waiting.body
    is_due = replica.is_due(author, body, waiting.seen)
    return is_due and not is_hosts_say(replica, author, body)
