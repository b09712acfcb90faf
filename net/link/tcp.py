"""Links between devices: TCP with TLS 1.3, frames, and a proved identity at the other end.

`Listener` and `dial` make links (`net.link.link`), `probe` only asks how a table looks.
"""

import asyncio
import contextlib
import functools
import socket
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, Self

from net.commands import DEFAULT_PORT
from net.core import crypto
from net.core.limits import (
    DIAL_ATTEMPTS,
    FRAME_BYTES,
    HANDSHAKE_MS,
    HELLO_BYTES,
    LINKS,
    LINKS_PER_DEVICE,
    PROBE_ADDRESSES,
    PROBE_MS,
    STRANGERS,
    UNAUTHENTICATED_LINKS,
    UNAUTHENTICATED_LINKS_PER_ADDRESS,
)
from net.errors import PeerError, VersionError
from net.link.clock import precise_ms
from net.link.entropy import entropy
from net.link.hello import ANY_TABLE, Greeted, Hello, Purpose, Role, greet
from net.link.link import Link
from net.link.stream import BROKEN, Stream, connect, listening_socket, no_answer, server_tls, wrap

__all__ = ["ANY_TABLE", "Hello", "Link", "Listener", "ProbeResult", "dial", "probe"]

_BETWEEN_DIALS_S = 0.3


class Listener:
    """Accepts links on one address and port.

    Attributes:
        address: the numeric address and the port that others dial.
        table: the table this device has, 32 bytes; may be set later, `ANY_TABLE` refuses everybody.
    """

    def __init__(
        self,
        sock: socket.socket,
        identity: crypto.Identity,
        hello: Hello,
        *,
        table: bytes,
        on_link: Callable[[Link], None],
        on_probe: Callable[[], bytes] | None,
        on_trouble: Callable[[PeerError], None] | None,
        limit_loopback: bool,
        has_seat: Callable[[bytes], bool] | None,
    ) -> None:
        self.address: tuple[str, int] = sock.getsockname()[:2]
        self.table = table
        self._socket = sock
        self._identity = identity
        self._hello = hello
        self._on_link = on_link
        self._on_probe = on_probe
        self._on_trouble = on_trouble
        self._limit_loopback = limit_loopback
        self._has_seat = has_seat
        self._context, self._certificate = server_tls()
        self._unauthenticated: Counter[str] = Counter()
        self._accepted: set[socket.socket] = set()
        self._links: list[Link] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._start(self._accept())

    @classmethod
    async def open(
        cls,
        identity: crypto.Identity,
        hello: Hello,
        address: str = "0.0.0.0",  # noqa: S104  # others on the network have to reach it
        port: int = DEFAULT_PORT,
        *,
        table: bytes = ANY_TABLE,
        on_link: Callable[[Link], None],
        on_probe: Callable[[], bytes] | None = None,
        on_trouble: Callable[[PeerError], None] | None = None,
        limit_loopback: bool = False,
        has_seat: Callable[[bytes], bool] | None = None,
    ) -> Self:
        """Listens, with a TLS certificate made for this listener alone.

        Args:
            identity: this device's long-term key.
            hello: what this device says first.
            address: numeric local address; the default takes links on all of them.
            port: TCP port; 0 takes any free one.
            table: see the attribute.
            on_link: called with each new authenticated link; it starts what iterates it.
            on_probe: the payload that describes the table to somebody who asks; None refuses.
            on_trouble: called with why somebody was turned away.
            limit_loopback: whether loopback, too, gets only
                `UNAUTHENTICATED_LINKS_PER_ADDRESS` places.
            has_seat: whether a device has a seat at the table; strangers get only `STRANGERS`
                places then.

        Raises:
            LocalError: ``port_in_use``, ``port_denied`` or ``bad_address``.
        """
        sock = listening_socket(address, port)
        return cls(
            sock,
            identity,
            hello,
            table=table,
            on_link=on_link,
            on_probe=on_probe,
            on_trouble=on_trouble,
            limit_loopback=limit_loopback,
            has_seat=has_seat,
        )

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                sock, address = await loop.sock_accept(self._socket)
            except OSError:
                # Out of file descriptors, or the caller was gone at once: the table goes on.
                await asyncio.sleep(0.1)
                continue
            host = str(address[0])
            if not self._has_room(host):
                sock.close()
                continue
            self._unauthenticated[host] += 1
            self._accepted.add(sock)
            self._start(self._receive(sock, host))

    def _has_room(self, host: str) -> bool:
        if self._unauthenticated.total() >= UNAUTHENTICATED_LINKS:
            return False
        # Tests, bots and proxies put every device of a table on loopback, and whoever can connect
        # from there already runs programs on this machine.
        if not self._limit_loopback and ip_address(host.partition("%")[0]).is_loopback:
            return True
        return self._unauthenticated[host] < UNAUTHENTICATED_LINKS_PER_ADDRESS

    async def _receive(self, sock: socket.socket, host: str) -> None:
        try:
            link = await self._authenticate(sock)
        except PeerError as error:
            if self._on_trouble is not None:
                self._on_trouble(error)
            return
        finally:
            self._unauthenticated[host] -= 1
            if not self._unauthenticated[host]:
                del self._unauthenticated[host]
        if link is not None:
            self._on_link(link)

    async def _authenticate(self, sock: socket.socket) -> Link | None:
        """A link, or None when the other side only asked and has its answer."""
        stream: Stream | None = None
        # From here on the transport owns the socket and closes it.
        self._accepted.discard(sock)
        try:
            async with asyncio.timeout(HANDSHAKE_MS / 1000):
                stream = await wrap(sock, self._context)
                greeted, rtt_ms = await greet(
                    Role.SERVER,
                    self._identity,
                    self._hello,
                    self._certificate,
                    stream.write,
                    functools.partial(stream.read, HELLO_BYTES),
                    table=self.table,
                    now=precise_ms,
                )
        except PeerError:
            # Closed with care: the other side has to receive our hello line, or our refusal.
            if stream is not None:
                await stream.close()
            raise
        except (TimeoutError, *BROKEN):
            if stream is not None:
                stream.abort()
            raise PeerError("no_hello", "Somebody connected and said nothing useful.") from None
        except asyncio.CancelledError:
            if stream is not None:
                stream.abort()
            raise
        if greeted.purpose is Purpose.LINK:
            self._links = [link for link in self._links if link.is_open]
            if not self._has_place(greeted.identity):
                stream.abort()
                raise PeerError("too_many_links", "There are too many connections to this table.")
            link = Link(stream, greeted, rtt_ms, dialled=False)
            self._links.append(link)
            return link
        if self._on_probe is not None:
            stream.write(self._on_probe())
        await stream.close()
        return None

    def _has_place(self, identity: bytes) -> bool:
        """Whether one more link to this device is welcome."""
        if len(self._links) >= LINKS or self._has_seat is None:
            return len(self._links) < LINKS
        if self._has_seat(identity):
            mine = sum(link.identity == identity for link in self._links)
            return mine < LINKS_PER_DEVICE
        strangers = sum(not self._has_seat(link.identity) for link in self._links)
        return strangers < STRANGERS

    def serve_table(self, table: bytes) -> None:
        """From now on this listener is that of this table."""
        self.table = table

    async def close(self) -> None:
        """Stops listening and drops who has not proved an identity; links stay as they are."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        # Accepted, but cancelled before its task had run at all.
        for sock in self._accepted:
            sock.close()
        self._socket.close()


async def dial(
    identity: crypto.Identity,
    hello: Hello,
    address: str,
    port: int = DEFAULT_PORT,
    *,
    table: bytes = ANY_TABLE,
    expect: bytes | None = None,
    has_link: Callable[[bytes], bool] = lambda identity: False,
) -> Link:
    """Opens a link to a device.

    Args:
        identity: this device's long-term key.
        hello: what this device says first.
        address: numeric address or host name.
        port: TCP port.
        table: the table that has to be there, or `ANY_TABLE`.
        expect: the identity that has to be there, or None for any.
        has_link: whether there is a link to a device already: then none is made (``busy``).

    Raises:
        LocalError: ``bad_address``: there is no such host.
        VersionError: the other side runs a release that does not fit.
        PeerError: ``no_answer``, ``busy``, ``not_jass``, ``other_table``, ``other_identity``, …
    """
    stream, greeted, rtt_ms = await _dial(
        identity, hello, address, port, table=table, purpose=Purpose.LINK, has_link=has_link
    )
    link = Link(stream, greeted, rtt_ms, dialled=True)
    if expect is not None and greeted.identity != expect:
        error = PeerError(
            "other_identity",
            f"At {address} somebody else answers as {link.name}.",
            address=address,
            name=link.name,
        )
        link.cut(error)
        raise error
    return link


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """What a table says about itself when asked.

    Attributes:
        address: the address that answered first.
        port: its TCP port.
        identity: the proved identity of the device there, 32 bytes.
        name: the name of its player, cleaned.
        latency_ms: the round trip.
        card: the payload of the listener's `on_probe`; not validated.
    """

    address: str
    port: int
    identity: bytes
    name: str
    latency_ms: float
    card: bytes


async def probe(
    hello: Hello, addresses: Sequence[str], port: int, timeout_ms: int = PROBE_MS
) -> ProbeResult | None:
    """Asks a table how it looks, on all its addresses at once, without sitting down.

    It uses a throwaway identity: names found by multicast are anybody's, and whoever invents one
    must not learn who looks for tables here.

    Args:
        hello: what this device says first.
        addresses: numeric addresses; only the first `PROBE_ADDRESSES` are asked.
        port: TCP port of all of them.
        timeout_ms: how long to wait.

    Returns:
        The first answer, or None when there was none in time.

    Raises:
        VersionError: the only answers came from another release.
    """
    asks = {
        asyncio.ensure_future(_ask(hello, address, port))
        for address in dict.fromkeys(addresses[:PROBE_ADDRESSES])
    }
    other_version: VersionError | None = None
    pending = asks
    try:
        async with asyncio.timeout(timeout_ms / 1000):
            while pending:
                done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    match task.exception():
                        case None:
                            return task.result()
                        case VersionError() as error:
                            other_version = error
                        case _:
                            pass
    except TimeoutError:
        pass
    finally:
        for task in asks:
            task.cancel()
        await asyncio.gather(*asks, return_exceptions=True)
    if other_version is not None:
        raise other_version
    return None


async def _ask(hello: Hello, address: str, port: int) -> ProbeResult:
    stream, greeted, rtt_ms = await _dial(
        crypto.Identity(entropy(32)), hello, address, port, table=ANY_TABLE, purpose=Purpose.ASK
    )
    try:
        card = await stream.read(FRAME_BYTES)
    except BROKEN:
        raise PeerError("no_answer", "The table did not describe itself.") from None
    finally:
        stream.abort()
    return ProbeResult(address, port, greeted.identity, greeted.hello.name, rtt_ms, card)


async def _dial(
    identity: crypto.Identity,
    hello: Hello,
    address: str,
    port: int,
    *,
    table: bytes,
    purpose: Purpose,
    has_link: Callable[[bytes], bool] = lambda identity: False,
) -> tuple[Stream, Greeted, float]:
    where = f"{address}:{port}"
    try:
        async with asyncio.timeout(HANDSHAKE_MS / 1000):
            for attempt in range(DIAL_ATTEMPTS):
                # A device whose places for strangers are taken hangs up: it has some in a moment.
                await asyncio.sleep(attempt * _BETWEEN_DIALS_S)
                with contextlib.suppress(EOFError, ConnectionError):
                    return await _dial_once(
                        identity, hello, address, port, table, purpose, has_link
                    )
    except TimeoutError:
        raise no_answer(where, "timed out") from None
    raise PeerError("busy", f"{where} hung up; try again in a moment.", address=where)


async def _dial_once(
    identity: crypto.Identity,
    hello: Hello,
    address: str,
    port: int,
    table: bytes,
    purpose: Purpose,
    has_link: Callable[[bytes], bool],
) -> tuple[Stream, Greeted, float]:
    stream = await connect(address, port)
    try:
        greeted, rtt_ms = await greet(
            Role.CLIENT,
            identity,
            hello,
            stream.certificate_hash(),
            stream.write,
            functools.partial(stream.read, HELLO_BYTES),
            table=table,
            purpose=purpose,
            has_link=has_link,
            now=precise_ms,
        )
    except PeerError as error:
        stream.abort()
        if error.code != "frame_too_long":
            raise
        # What some other program says first, read as a length.
        raise PeerError("not_jass", "What answers there is no Jass.", address=address) from None
    except BaseException:
        stream.abort()
        raise
    return stream, greeted, rtt_ms
