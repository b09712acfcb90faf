"""What a stranger can do to a table over real sockets: nothing that the table notices."""

import asyncio
import contextlib

import msgspec
import pytest

from net.errors import PeerError
from net.link.stream import server_tls
from net.link.tcp import dial
from tests.net.link.loopback import ANNA, GUEST, frame, stranger, table


async def test_somebody_in_the_middle_is_refused_by_both() -> None:
    """A relay that ends TLS with a certificate of its own cannot pass the proofs on."""
    async with table() as host:
        context, _ = server_tls()

        async def pump(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
            with contextlib.suppress(OSError):
                while data := await source.read(4096):
                    target.write(data)
                target.close()

        async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            async with stranger(host.port) as (far_reader, far_writer):
                await asyncio.gather(pump(reader, far_writer), pump(far_reader, writer))
                writer.transport.abort()

        middle = await asyncio.start_server(relay, "127.0.0.1", 0, ssl=context)
        async with middle:
            with pytest.raises(PeerError) as caught:
                await dial(ANNA, GUEST, "127.0.0.1", middle.sockets[0].getsockname()[1])
        assert caught.value.code == "false_identity"
        assert (await host.troubles.get()).code in ("false_identity", "no_hello")
        assert host.links.empty()


@pytest.mark.parametrize(
    "said",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        frame(b""),
        frame(b"\xc1"),
        frame(b"\xff" * 100),
        frame(msgspec.msgpack.encode({"jass": "0.1.0", "protocol": 1, "rules": 1})),
        frame(msgspec.msgpack.encode({"jass": "0.1.0", "protocol": 1, "rules": 1, "name": 7})),
        frame(msgspec.msgpack.encode({"jass": "0.1.0", "protocol": True, "rules": 1, "name": "A"})),
        frame(msgspec.msgpack.encode({"jass": "x" * 99, "protocol": 1, "rules": 1, "name": "A"})),
        frame(
            msgspec.msgpack.encode(
                {"jass": "0.1.0", "protocol": 1, "rules": 1, "name": "A", "more": 1}
            )
        ),
        frame(b"\x91" * 1000),
        (2048).to_bytes(4, "big"),
        b"\xff\xff\xff\xff",
    ],
)
async def test_a_stranger_that_says_nonsense_is_turned_away(said: bytes) -> None:
    """The hello line is exactly what it is; whatever else comes, the table goes on."""
    async with table() as host:
        async with stranger(host.port) as (_, writer):
            writer.write(said)
            trouble = await host.troubles.get()
            assert trouble.code in ("not_jass", "frame_too_long")
        link = await dial(ANNA, GUEST, "127.0.0.1", host.port)
        assert (await host.links.get()).name == "Anna"
        await link.close()


async def test_whoever_says_nothing_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Handshake and hello together have one deadline; before TLS and after it."""
    monkeypatch.setattr("net.link.tcp.HANDSHAKE_MS", 300)
    async with table() as host:
        async with stranger(host.port):
            reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
            assert (await host.troubles.get()).code == "no_hello"
            assert (await host.troubles.get()).code == "no_hello"
            assert await reader.read() == b""
            writer.close()
            await writer.wait_closed()
        assert not host.listener._unauthenticated


async def test_strangers_get_two_places_per_address() -> None:
    """The third silent connection from one address is hung up on at once; a place freed is used."""
    async with table(limit_loopback=True) as host:
        silent = [await asyncio.open_connection("127.0.0.1", host.port) for _ in range(3)]
        assert await silent[2][0].read() == b""
        dialling = asyncio.create_task(dial(ANNA, GUEST, "127.0.0.1", host.port))
        await asyncio.sleep(0.1)
        silent[0][1].close()
        link = await dialling
        assert (await host.links.get()).name == "Anna"
        await link.close()
        for _, writer in silent:
            writer.close()
            await writer.wait_closed()


async def test_strangers_get_eight_places_in_all() -> None:
    """From many addresses or from loopback: the ninth silent connection is hung up on."""
    async with table() as host:
        silent = [await asyncio.open_connection("127.0.0.1", host.port) for _ in range(9)]
        assert await silent[8][0].read() == b""
        with pytest.raises(PeerError) as caught:
            await dial(ANNA, GUEST, "127.0.0.1", host.port)
        assert caught.value.code == "busy"
        for _, writer in silent:
            writer.close()
            await writer.wait_closed()


async def test_proved_identities_are_counted_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A device with many identities gets no more links than a table needs; a closed one is free."""
    monkeypatch.setattr("net.link.tcp.LINKS", 2)
    async with table() as host:
        links = [await dial(ANNA, GUEST, "127.0.0.1", host.port) for _ in range(3)]
        assert [payload async for payload in links[2]] == []
        assert (await host.troubles.get()).code == "too_many_links"
        await (await host.links.get()).close()
        links.append(await dial(ANNA, GUEST, "127.0.0.1", host.port))
        await host.links.get()
        assert (await host.links.get()).is_open
        await asyncio.gather(*(link.close() for link in links))
