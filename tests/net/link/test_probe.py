"""Asking an address for its table over real sockets, without sitting down."""

import socket
from dataclasses import replace

import pytest

from net.errors import VersionError
from net.link.tcp import probe
from tests.net.link.loopback import GUEST, HOST, UELI, table


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
