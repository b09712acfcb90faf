"""TLS connections that carry frames: what `net.link.tcp` builds links from.

Python's ``ssl`` drops client certificates it cannot verify and has no exporter, so the connection
itself authenticates nobody: `net.link.hello` does.
"""

import asyncio
import contextlib
import errno
import functools
import socket
import ssl
import tempfile
from ipaddress import ip_address
from pathlib import Path

from net.core import crypto
from net.core.limits import FRAME_BYTES, HANDSHAKE_MS
from net.errors import LocalError, PeerError
from net.link.clock import wall_ms
from net.link.entropy import entropy

__all__ = [
    "BROKEN",
    "Stream",
    "connect",
    "listening_socket",
    "no_answer",
    "server_tls",
    "wrap",
]

_LENGTH = 4
_SHUTDOWN_S = 1.0

BROKEN = (OSError, EOFError)
"""Everything a broken or hostile connection can end with; TLS errors are OSErrors too."""


class Stream:
    """Frames on a TLS connection."""

    __slots__ = ("_reader", "writer")

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self.writer = writer

    async def read(self, limit: int) -> bytes:
        """The next payload; raises PeerError when it would be longer than ``limit`` bytes."""
        length = int.from_bytes(await self._reader.readexactly(_LENGTH), "big")
        if length > limit:
            raise PeerError("frame_too_long", "The other device sent a frame that is too long.")
        return await self._reader.readexactly(length)

    def write(self, payload: bytes) -> None:
        """Hands one frame to the connection without waiting."""
        self.writer.write(len(payload).to_bytes(_LENGTH, "big") + payload)

    def waiting(self) -> int:
        """Bytes written that the operating system has not taken yet."""
        return self.writer.transport.get_write_buffer_size()

    def address(self, end: str) -> tuple[str, int]:
        """Numeric address and port of one end: ``peername`` or ``sockname``."""
        host, port, *_ = self.writer.get_extra_info(end)
        return str(host), int(port)

    def certificate_hash(self) -> bytes:
        """SHA-256 of the server's certificate as this client saw it."""
        seen: ssl.SSLObject = self.writer.get_extra_info("ssl_object")
        return crypto.certificate_hash(seen.getpeercert(binary_form=True) or b"")

    def abort(self) -> None:
        """Ends the connection at once."""
        self.writer.transport.abort()

    async def close(self) -> None:
        """Sends what waits and ends the connection, within a second."""
        self.writer.close()
        with contextlib.suppress(TimeoutError, *BROKEN):
            async with asyncio.timeout(_SHUTDOWN_S):
                await self.writer.wait_closed()
        self.abort()


async def connect(address: str, port: int) -> Stream:
    """Opens a TLS connection to a numeric address or host name.

    Raises:
        LocalError: ``bad_address``.
        PeerError: ``no_answer`` or ``not_jass``.
        ConnectionError: the other side hung up during the handshake.
    """
    where = f"{address}:{port}"
    try:
        reader, writer = await asyncio.open_connection(
            address,
            port,
            limit=FRAME_BYTES,
            ssl=_client_tls(),
            ssl_handshake_timeout=HANDSHAKE_MS / 1000,
            ssl_shutdown_timeout=_SHUTDOWN_S,
        )
    except (socket.gaierror, UnicodeError):
        raise LocalError(
            "bad_address", f"There is no device called {address}.", address=address
        ) from None
    except ssl.SSLError:
        raise PeerError("not_jass", f"What answers at {where} is no Jass.", address=where) from None
    except (ConnectionResetError, ConnectionAbortedError):
        raise
    except OSError as error:
        # macOS says «no route to host» when the terminal may not use the local network.
        raise no_answer(where, error.strerror or "") from None
    return Stream(reader, writer)


async def wrap(sock: socket.socket, context: ssl.SSLContext) -> Stream:
    """The server's side of TLS on an accepted socket.

    `asyncio.start_server` would call us only after the handshake, too late to count and to limit
    the connections that never finish one.
    """
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(FRAME_BYTES, loop)
    protocol = asyncio.StreamReaderProtocol(reader, loop=loop)
    transport, _ = await loop.connect_accepted_socket(
        lambda: protocol,
        sock,
        ssl=context,
        ssl_handshake_timeout=HANDSHAKE_MS / 1000,
        ssl_shutdown_timeout=_SHUTDOWN_S,
    )
    return Stream(reader, asyncio.StreamWriter(transport, protocol, reader, loop))


def listening_socket(address: str, port: int) -> socket.socket:
    """A socket that listens on a numeric local address; port 0 takes any free one.

    Raises:
        LocalError: ``port_in_use``, ``port_denied`` or ``bad_address``.
    """
    try:
        family = socket.AF_INET if ip_address(address).version == 4 else socket.AF_INET6
        sock = socket.create_server((address, port), family=family, backlog=32)
    except PermissionError:
        raise LocalError(
            "port_denied",
            f"This system does not let programs listen on port {port}; choose one above 1023.",
            port=str(port),
        ) from None
    except ValueError:
        raise LocalError(
            "bad_address", f"{address} is not an address of this device.", address=address
        ) from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise LocalError(
                "port_in_use",
                f"Port {port} is already in use; choose another with --port,"
                " or any free one with --port 0.",
                port=str(port),
            ) from None
        raise LocalError(
            "bad_address", f"{address} is not an address of this device.", address=address
        ) from None
    sock.setblocking(False)
    return sock


def server_tls() -> tuple[ssl.SSLContext, bytes]:
    """A context with a certificate of its own, and the SHA-256 of that certificate."""
    certificate, key = crypto.self_signed_certificate(wall_ms() // 1000, entropy(32))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    # A resumed session shows no certificate, and then there is nothing to sign.
    context.num_tickets = 0
    # `ssl` reads certificates from files only: these exist for the next line alone, and only this
    # user can open the directory. The key is worth nothing without an identity's signature.
    with tempfile.TemporaryDirectory(prefix="jass-") as folder:
        chain = Path(folder, "chain.pem")
        chain.write_bytes(key + certificate)
        context.load_cert_chain(chain)
    return context, crypto.certificate_hash(ssl.PEM_cert_to_DER_cert(certificate.decode()))


@functools.cache
def _client_tls() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    # No authority vouches for a colleague's laptop: the identities sign the certificate instead.
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def no_answer(where: str, reason: str) -> PeerError:
    """The error for an address where nobody answers; ``reason`` is the system's word for it."""
    return PeerError(
        "no_answer",
        f"Nobody answers at {where}: check the address, and that both devices are on one network.",
        address=where,
        reason=reason,
    )
