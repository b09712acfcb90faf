"""A link: a connection to one device that has proved its identity, carrying frames.

A frame is a length of 4 bytes, big-endian, and that many bytes of payload. What the payload means
is not decided here, with one exception: a payload that begins with 0xC1, a byte msgpack never
uses, is the link's own (a ping or its answer).
"""

import asyncio
from typing import Self

from net.core.limits import FRAME_BYTES, PING_MS, SEND_QUEUE_BYTES, SEND_STALL_MS
from net.errors import JassError, PeerError
from net.link.clock import precise_ms
from net.link.entropy import entropy
from net.link.hello import Greeted
from net.link.stream import BROKEN, Stream

__all__ = ["Link"]

_OWN = 0xC1
_PING = bytes((_OWN, 0))
_PONG = bytes((_OWN, 1))
_TOKEN = 8


class Link:
    """A connection to one device that has proved its identity.

    Iterating yields the payloads as they arrive and ends when the link does; `ended` then says
    why. One task iterates; pings are answered and measured by that iteration.

    Attributes:
        identity: the other device's Ed25519 public key, 32 bytes.
        name: the name it gave, cleaned.
        program: the number of the program that runs there: another window has another.
        release: the release it runs.
        table: the table the dialling side asked for, or `ANY_TABLE`.
        dialled: whether this side opened the connection.
        address: numeric address and port of the other end.
        local_address: numeric address and port of this end.
        rtt_ms: the last measured round trip.
        ended: why the link is over; None while it is open or after we closed it.
    """

    __slots__ = (
        "_closing",
        "_pings",
        "_stream",
        "address",
        "dialled",
        "ended",
        "identity",
        "local_address",
        "name",
        "program",
        "release",
        "rtt_ms",
        "table",
    )

    def __init__(self, stream: Stream, greeted: Greeted, rtt_ms: float, *, dialled: bool):
        self._stream = stream
        self._closing = False
        self._pings: dict[bytes, asyncio.Future[None]] = {}
        self.identity = greeted.identity
        self.name = greeted.hello.name
        self.program = greeted.hello.program
        self.release = greeted.hello.release
        self.table = greeted.table
        self.dialled = dialled
        self.address = stream.address("peername")
        self.local_address = stream.address("sockname")
        self.rtt_ms = rtt_ms
        self.ended: JassError | None = None

    def __repr__(self) -> str:
        return f"<Link {self.identity.hex()[:8]} {self.address[0]}:{self.address[1]}>"

    @property
    def is_open(self) -> bool:
        """Whether frames can still be sent."""
        return self.ended is None and not self._closing and not self._stream.writer.is_closing()

    def post(self, payload: bytes) -> None:
        """Hands one payload to the link without waiting; does nothing when the link is over.

        For messages to many devices at once, where nobody may wait for the slowest. A device that
        lets more than `SEND_QUEUE_BYTES` pile up is cut.

        Raises:
            ValueError: the payload is longer than a frame may be: an error of our own.
        """
        if len(payload) > FRAME_BYTES:
            raise ValueError(f"a frame of {len(payload)} bytes")
        if not self.is_open:
            return
        if self._stream.waiting() > SEND_QUEUE_BYTES:
            self.cut(PeerError("not_reading", f"{self.name} stopped reading.", name=self.name))
            return
        self._stream.write(payload)

    async def send(self, payload: bytes) -> None:
        """Hands one payload to the link and waits until there is room for another.

        For long answers to one device, such as the log after a rejoin. A device that makes no room
        for `SEND_STALL_MS` is cut.

        Raises:
            ValueError: see `post`.
        """
        self.post(payload)
        if not self.is_open:
            return
        try:
            async with asyncio.timeout(SEND_STALL_MS / 1000):
                await self._stream.writer.drain()
        except TimeoutError:
            self.cut(PeerError("not_reading", f"{self.name} stopped reading.", name=self.name))
        except BROKEN:
            # The iteration still reads what came before the end, and then says why.
            return

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> bytes:
        while self.ended is None:
            try:
                payload = await self._stream.read(FRAME_BYTES)
            except PeerError as error:
                self.cut(error)
                break
            except BROKEN:
                self.cut(self._lost())
                break
            else:
                if not payload or payload[0] != _OWN:
                    return payload
                self._own(payload)
        raise StopAsyncIteration

    def _own(self, payload: bytes) -> None:
        kind, token = payload[:2], payload[2:]
        if len(token) != _TOKEN or kind not in (_PING, _PONG):
            self.cut(PeerError("bad_frame", f"{self.name} sent a broken frame.", name=self.name))
        elif kind == _PING:
            self.post(_PONG + token)
        elif (waiting := self._pings.get(token)) is not None and not waiting.done():
            waiting.set_result(None)

    def _lost(self) -> PeerError:
        return PeerError("link_lost", f"The connection to {self.name} is lost.", name=self.name)

    async def ping(self, timeout_ms: int = PING_MS) -> float | None:
        """The round trip in milliseconds, also kept in `rtt_ms`; None when no answer comes.

        The token is random, so a device cannot answer before it is asked.
        """
        token = entropy(_TOKEN)
        answer = self._pings[token] = asyncio.get_running_loop().create_future()
        start = precise_ms()
        self.post(_PING + token)
        try:
            async with asyncio.timeout(timeout_ms / 1000):
                await answer
        except TimeoutError:
            return None
        finally:
            del self._pings[token]
        self.rtt_ms = precise_ms() - start
        return self.rtt_ms

    async def answers(self) -> bool:
        """Whether the other side is alive; known at once if the link ends meanwhile."""
        ping = asyncio.ensure_future(self.ping())
        try:
            while not ping.done() and self.is_open:
                await asyncio.wait({ping}, timeout=0.05)
            return ping.done() and ping.result() is not None
        finally:
            ping.cancel()

    def cut(self, reason: JassError) -> None:
        """Ends the link at once and drops what waits; `ended` keeps the first reason given."""
        if self.ended is None and not self._closing:
            self.ended = reason
        self._stream.abort()

    async def close(self) -> None:
        """Sends what waits, says goodbye and ends the link; takes a second at most."""
        self._closing = True
        await self._stream.close()
