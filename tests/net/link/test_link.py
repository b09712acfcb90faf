"""A link between two devices over real sockets: frames, pings, who is too slow, how it ends."""

import asyncio

import pytest

from net.core.limits import FRAME_BYTES, SEND_QUEUE_BYTES
from net.errors import PeerError
from net.link.tcp import Link
from tests.net.link.loopback import ANNA, UELI, pair


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
