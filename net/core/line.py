"""What the parts of a device ask of all of it together; `net.core.peer` does it."""

from __future__ import annotations

from typing import Protocol

from net.core.links import LiveLink
from net.core.reports import Fed
from net.core.wire import Message

__all__ = ["GateLine", "Line", "LogLine", "Post", "Sender", "VoteLine"]


class Sender(Protocol):
    """What everybody may do who has anything to say."""

    def send(self, link: int, message: Message) -> None:
        """Sends a message."""


class Line(Sender, Protocol):
    """The ways to other devices, and the end of them."""

    def drop(self, link: int, code: str) -> None:
        """Ends a link; ``code`` says why."""

    def fail(self, code: str, **facts: str) -> None:
        """The session is over before its time."""


class GateLine(Line, Protocol):
    """The same for `net.core.gate`, which lets people in."""

    def greet(self, there: LiveLink) -> None:
        """Somebody of this table, or who is let in, is here; of strangers nobody is told."""

    def name_taken(self, there: LiveLink) -> None:
        """Says so, if somebody who wants in has the name of another whom our person knows."""


class LogLine(Line, Protocol):
    """The same for `net.core.exchange`, which sees what an orderer has signed."""

    def distrust(self, code: str, **facts: str) -> None:
        """Who orders numbers what cannot be: the others go on without it if they are enough."""

    def convict(self, orderer: bytes, n: int) -> None:
        """A device that orders, or did, signed two histories, which part at entry ``n``."""

    def outbid(self, epoch: int) -> None:
        """This epoch was not taken: whoever follows it needs a newer one, to come back."""


class VoteLine(Sender, Protocol):
    """The same for `net.core.succession`, which votes."""

    def want(self, link: int, now: int) -> None:
        """Asks for the log from there on where it differs from ours."""


class Post(Protocol):
    """The ways out for `net.core.scribe`, which writes the log and knows no link."""

    def propose(self, entry: bytes) -> None:
        """Sends an entry to the orderer, if it can be reached."""

    def numbered(self) -> None:
        """A record was numbered here: sends it on to everybody who has all before it."""

    def refuse(self, link: int, key: bytes, reason: str) -> None:
        """Tells the author of a body why it gets no number."""

    def succeeded(self, orderer: bytes, epoch: int, *, anew: bool) -> None:
        """Another epoch runs from here on; ``anew`` if another device orders it."""

    def reacted(self, fed: Fed | None) -> None:
        """An entry was taken in, and everything due was said."""
