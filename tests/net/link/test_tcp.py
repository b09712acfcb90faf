"""Listening and dialling over real sockets: which table, whose identity, which version answers."""

import asyncio
import socket
from dataclasses import replace

import pytest

from net.errors import LocalError, PeerError, VersionError
from net.link.hello import ANY_TABLE, Hello
from net.link.tcp import Listener, dial
from tests.net.link.loopback import ANNA, GUEST, HOST, TABLE, UELI, table


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
