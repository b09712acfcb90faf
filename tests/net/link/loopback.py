"""Tables, guests and strangers over real sockets on loopback."""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from net.core.crypto import Identity
from net.errors import PeerError
from net.link.hello import Hello
from net.link.tcp import Link, Listener, dial

UELI = Identity(b"\x01" * 32)
ANNA = Identity(b"\x02" * 32)
HOST = Hello("0.1.0", 1, 1, "Ueli")
GUEST = Hello("0.1.0", 1, 1, "Anna")
TABLE = b"\x07" * 32


class Table:
    """A listener with everything it reported."""

    def __init__(self) -> None:
        self.links: asyncio.Queue[Link] = asyncio.Queue()
        self.troubles: asyncio.Queue[PeerError] = asyncio.Queue()
        self.listener: Listener
        self._seen: list[Link] = []

    def seat(self, link: Link) -> None:
        self._seen.append(link)
        self.links.put_nowait(link)

    async def close(self) -> None:
        await self.listener.close()
        await asyncio.gather(*(link.close() for link in self._seen))

    @property
    def port(self) -> int:
        return self.listener.address[1]


@asynccontextmanager
async def table(
    hello: Hello = HOST,
    on_probe: Callable[[], bytes] | None = None,
    table_id: bytes = TABLE,
    *,
    limit_loopback: bool = False,
) -> AsyncIterator[Table]:
    """A table on a free port of loopback."""
    result = Table()
    result.listener = await Listener.open(
        UELI,
        hello,
        "127.0.0.1",
        0,
        table=table_id,
        on_link=result.seat,
        on_probe=on_probe,
        on_trouble=result.troubles.put_nowait,
        limit_loopback=limit_loopback,
    )
    try:
        yield result
    finally:
        await result.close()


@asynccontextmanager
async def pair() -> AsyncIterator[tuple[Link, Link]]:
    """Both ends of one link: the guest's and the host's."""
    async with table() as host:
        guest = await dial(ANNA, GUEST, "127.0.0.1", host.port)
        other = await host.links.get()
        try:
            yield guest, other
        finally:
            await asyncio.gather(guest.close(), other.close())


@asynccontextmanager
async def stranger(port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A raw TLS connection that says what the test says."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


def frame(payload: bytes) -> bytes:
    return len(payload).to_bytes(4, "big") + payload
