"""Links over real sockets on loopback: who is at the other end, and what a stranger can do."""

import asyncio
import contextlib
import socket
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

import msgspec
import pytest

from net.core.crypto import Identity
from net.core.limits import FRAME_BYTES, SEND_QUEUE_BYTES
from net.errors import LocalError, PeerError, VersionError
from net.link.hello import ANY_TABLE, Hello
from net.link.tcp import Link, Listener, dial, probe

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


async def test_both_ends_know_each_other() -> None:
    """The identity is the proved key, the name is the other's, and frames arrive both ways."""
    async with pair() as (guest, host):
        assert (guest.identity, guest.name, guest.dialled) == (UELI.public, "Ueli", True)
        assert (host.identity, host.name, host.dialled) == (ANNA.public, "Anna", False)
        assert guest.local_address == host.address
        assert guest.address == host.local_address
        assert guest.rtt_ms > 0
        assert host.rtt_ms > 0
        for payload in (b"x", b"", b"y" * FRAME_BYTES):
            guest.post(payload)
            assert await anext(host) == payload
            await host.send(payload)
            assert await anext(guest) == payload


async def test_a_link_that_is_closed_ends_the_iteration() -> None:
    """What was sent before closing arrives; then the loop ends and says that the link is lost."""
    async with pair() as (guest, host):
        guest.post(b"one")
        guest.post(b"two")
        await guest.close()
        assert [payload async for payload in host] == [b"one", b"two"]
        assert isinstance(host.ended, PeerError)
        assert host.ended.code == "link_lost"
        assert guest.ended is None
        assert not guest.is_open
        assert not host.is_open


async def test_a_ping_is_answered_by_whoever_iterates() -> None:
    """A live device answers with the token; one that does not read gives no answer in time."""
    async with pair() as (guest, host):

        async def read(link: Link) -> None:
            async for _ in link:
                pass

        reading = asyncio.create_task(read(guest))
        assert await guest.ping(timeout_ms=50) is None
        answering = asyncio.create_task(read(host))
        rtt = await guest.ping()
        assert rtt is not None
        assert 0 < rtt == guest.rtt_ms
        reading.cancel()
        answering.cancel()
        await asyncio.gather(reading, answering, return_exceptions=True)


async def test_an_oversized_frame_cuts_the_link_before_it_is_read() -> None:
    """The length alone is enough; the one reason is kept."""
    async with pair() as (guest, host):
        guest._stream.writer.write((FRAME_BYTES + 1).to_bytes(4, "big"))
        assert [payload async for payload in host] == []
        assert host.ended is not None
        assert host.ended.code == "frame_too_long"


@pytest.mark.parametrize("payload", [b"\xc1", b"\xc1\x00short", b"\xc1\x02" + b"t" * 8])
async def test_a_broken_frame_of_the_link_itself_cuts_it(payload: bytes) -> None:
    """0xC1 begins pings and answers only."""
    async with pair() as (guest, host):
        guest.post(payload)
        assert [payload async for payload in host] == []
        assert host.ended is not None
        assert host.ended.code == "bad_frame"


async def test_our_own_oversized_frame_is_our_error() -> None:
    """A frame that no peer would accept is never sent."""
    async with pair() as (guest, _):
        with pytest.raises(ValueError, match="65537"):
            guest.post(b"x" * (FRAME_BYTES + 1))
        assert guest.is_open


async def test_a_device_that_does_not_read_is_cut() -> None:
    """What piles up for it stays bounded, and nobody else waits."""
    async with pair() as (guest, _host):
        sent = 0
        while guest.is_open and sent < 64 * SEND_QUEUE_BYTES:
            guest.post(b"x" * FRAME_BYTES)
            sent += FRAME_BYTES
            await asyncio.sleep(0)
        assert guest.ended is not None
        assert guest.ended.code == "not_reading"


async def test_a_long_answer_waits_for_a_slow_reader() -> None:
    """Back-pressure: far more than the queue holds arrives whole when the other side reads."""
    async with pair() as (guest, host):

        async def send() -> None:
            for _ in range(80):
                await guest.send(b"x" * FRAME_BYTES)
            await guest.close()

        sending = asyncio.create_task(send())
        assert sum([len(payload) async for payload in host]) == 80 * FRAME_BYTES
        await sending


async def test_a_stalled_sender_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """`send` to a device that makes no room ends with the link cut, not in waiting for ever."""
    monkeypatch.setattr("net.link.link.SEND_STALL_MS", 200)
    async with pair() as (guest, _host):
        for _ in range(200):
            await guest.send(b"x" * FRAME_BYTES)
        assert guest.ended is not None
        assert guest.ended.code == "not_reading"


@pytest.mark.parametrize(
    ("theirs", "use"),
    [
        (replace(GUEST, protocol=2, release="0.2.0"), "0.2.0"),
        (replace(GUEST, rules=2, release="0.1.1"), "0.1.1"),
        (replace(GUEST, rules=0, release="0.0.9"), "0.1.0"),
    ],
)
async def test_another_version_is_one_sentence_on_both_sides(theirs: Hello, use: str) -> None:
    """Equal protocol and rules numbers are needed; both are told which release to use."""
    async with table() as host:
        with pytest.raises(VersionError) as caught:
            await dial(ANNA, theirs, "127.0.0.1", host.port)
        assert caught.value.facts["use"] == use
        assert use in str(caught.value)
        trouble = await host.troubles.get()
        assert isinstance(trouble, VersionError)
        assert trouble.facts["use"] == use
        assert trouble.facts["release"] == theirs.release
        assert host.links.empty()


async def test_another_release_of_the_same_versions_fits() -> None:
    """Only protocol and rules decide."""
    async with table() as host:
        link = await dial(ANNA, replace(GUEST, release="0.1.7"), "127.0.0.1", host.port)
        assert (await host.links.get()).release == "0.1.7"
        await link.close()


async def test_a_name_is_cleaned_on_arrival() -> None:
    """Escape sequences and length are gone; a name with nothing in it is a question mark."""
    async with table() as host:
        for raw, seen in (("\x1b]0;X\x07Anna-Maria-Luisa", "]0;XAnna-Mar"), ("\u202e", "?")):
            link = await dial(ANNA, replace(GUEST, name=raw), "127.0.0.1", host.port)
            other = await host.links.get()
            assert other.name == seen
            await asyncio.gather(link.close(), other.close())


async def test_the_table_asked_for_has_to_be_there() -> None:
    """A device that comes back names its table and is not seated at another one."""
    async with table() as host:
        link = await dial(ANNA, GUEST, "127.0.0.1", host.port, table=TABLE)
        assert (await host.links.get()).table == TABLE
        await link.close()
        with pytest.raises(PeerError) as caught:
            await dial(ANNA, GUEST, "127.0.0.1", host.port, table=b"\x08" * 32)
        assert caught.value.code == "other_table"
        host.listener.table = ANY_TABLE
        with pytest.raises(PeerError) as caught:
            await dial(ANNA, GUEST, "127.0.0.1", host.port)
        assert caught.value.code == "no_table"


async def test_the_identity_asked_for_has_to_be_there() -> None:
    """A link to a known device is not opened to somebody else at its address."""
    async with table() as host:
        link = await dial(ANNA, GUEST, "127.0.0.1", host.port, expect=UELI.public)
        await link.close()
        with pytest.raises(PeerError) as caught:
            await dial(ANNA, GUEST, "127.0.0.1", host.port, expect=ANNA.public)
        assert caught.value.code == "other_identity"
        with pytest.raises(PeerError) as caught:
            await dial(UELI, GUEST, "127.0.0.1", host.port)
        assert caught.value.code == "own_identity"


async def test_a_second_link_to_a_device_can_be_left_before_it_is_one() -> None:
    """Who finds out at the greeting that it has a link to that device hangs up; there was none."""
    async with table() as host:
        with pytest.raises(PeerError) as refused:
            await dial(
                ANNA, GUEST, "127.0.0.1", host.port, has_link=lambda other: other == UELI.public
            )
        assert (await host.troubles.get()).code == "no_hello"
        assert host.links.empty()
    assert refused.value.code == "busy"


async def test_all_links_of_a_program_have_its_number() -> None:
    """Two links of one program are told from those of another window with the same identity."""
    window = replace(GUEST, program=b"w" * 16)
    async with table() as host:
        links = [
            await dial(ANNA, hello, "127.0.0.1", host.port) for hello in (GUEST, GUEST, window)
        ]
        ends = [await host.links.get() for _ in links]
        assert [link.program for link in ends] == [GUEST.program, GUEST.program, b"w" * 16]
        assert {link.program for link in links} == {HOST.program}
        assert len({HOST.program, GUEST.program}) == 2
        await asyncio.gather(*(link.close() for link in links))


async def test_somebody_in_the_middle_is_refused_by_both() -> None:
    """A relay that ends TLS with a certificate of its own cannot pass the proofs on."""
    async with table() as host:
        from net.link.stream import server_tls

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


async def test_a_link_cut_by_us_delivers_nothing_more() -> None:
    """After a device was caught nothing it sent is read, and the first reason stays."""
    async with pair() as (guest, host):
        guest.post(b"one")
        guest.post(b"two")
        assert await anext(host) == b"one"
        host.cut(PeerError("caught", "It cheated."))
        host.cut(PeerError("later", "Never mind."))
        assert [payload async for payload in host] == []
        assert host.ended is not None
        assert host.ended.code == "caught"
        host.post(b"into nothing")
        await host.send(b"into nothing")


async def test_a_port_in_use_is_one_sentence() -> None:
    """A second table on the same port is told to choose another one."""
    async with table() as host:
        with pytest.raises(LocalError) as caught:
            await Listener.open(ANNA, GUEST, "127.0.0.1", host.port, on_link=print)
        assert caught.value.code == "port_in_use"
        assert str(host.port) in str(caught.value)
        assert "--port" in str(caught.value)


@pytest.mark.parametrize("address", ["203.0.113.77", "nonsense", ""])
async def test_an_address_of_another_device_is_one_sentence(address: str) -> None:
    """`--bind` takes an address of this device."""
    with pytest.raises(LocalError) as caught:
        await Listener.open(ANNA, GUEST, address, 0, on_link=print)
    assert caught.value.code == "bad_address"


async def test_an_address_where_nobody_answers_is_one_sentence() -> None:
    """A closed port, something that is no Jass, and a host name nobody has."""
    with socket.create_server(("127.0.0.1", 0)) as sock:
        port = sock.getsockname()[1]
    with pytest.raises(PeerError) as caught:
        await dial(ANNA, GUEST, "127.0.0.1", port)
    assert caught.value.code == "no_answer"
    assert f"127.0.0.1:{port}" in str(caught.value)

    async def http(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()
        await writer.wait_closed()

    async with await asyncio.start_server(http, "127.0.0.1", 0) as server:
        with pytest.raises(PeerError) as caught:
            await dial(ANNA, GUEST, "127.0.0.1", server.sockets[0].getsockname()[1])
        assert caught.value.code == "not_jass"

    with pytest.raises(LocalError) as local:
        await dial(ANNA, GUEST, "nobody.invalid", port)
    assert local.value.code == "bad_address"


async def test_a_probe_brings_the_card_without_sitting_down() -> None:
    """Who has the table, how far away it is, what it says; the host sees no link."""
    async with table(on_probe=lambda: b"the card") as host:
        found = await probe(GUEST, ["127.0.0.1"], host.port)
        assert found is not None
        assert (found.identity, found.name, found.card) == (UELI.public, "Ueli", b"the card")
        assert (found.address, found.port) == ("127.0.0.1", host.port)
        assert found.latency_ms > 0
        assert host.links.empty()


async def test_a_probe_asks_all_addresses_at_once() -> None:
    """A dead address does not delay the live one."""
    async with table(on_probe=lambda: b"card") as host:
        with socket.create_server(("127.0.0.2", host.port)):  # accepts and never answers
            found = await probe(GUEST, ["127.0.0.2", "127.0.0.3", "127.0.0.1"], host.port)
        assert found is not None
        assert found.address == "127.0.0.1"


async def test_a_probe_that_nobody_answers_is_none() -> None:
    """Silence, a closed port and a table that does not describe itself: «antwortet nicht»."""
    with socket.create_server(("127.0.0.1", 0)) as sock:
        silent = sock.getsockname()[1]
        assert await probe(GUEST, ["127.0.0.1"], silent, timeout_ms=200) is None
    assert await probe(GUEST, ["127.0.0.1"], silent) is None
    assert await probe(GUEST, [], silent) is None
    async with table() as host:
        assert await probe(GUEST, ["127.0.0.1"], host.port) is None


async def test_a_probe_of_another_version_says_so() -> None:
    """The list can tell which release that table needs."""
    async with table(replace(HOST, rules=9, release="0.9.0"), lambda: b"card") as host:
        with pytest.raises(VersionError) as caught:
            await probe(GUEST, ["127.0.0.1"], host.port)
        assert caught.value.facts["use"] == "0.9.0"
