"""Devices that should not be there: strangers that say nothing, second processes, left guests."""

import asyncio
import shutil
from pathlib import Path

from net.commands import JoinConfig, Quit
from net.core import crypto
from net.core.bodies import Options
from net.core.desk import options_body
from net.core.effects import Cut, Emit, Send
from net.core.limits import LINKS, STRANGER_MS
from net.core.log import PROTOCOL, RULES, Genesis
from net.core.peer import Peer
from net.core.wire import Bye, Knock, Welcome, decode_message, encode_message
from net.link.hello import Hello
from net.link.link import Link
from net.link.tcp import dial
from net.lobbies import hello
from net.session import join
from net.updates import Failed, LinkChanged, LobbyChanged, TurnCame
from tests.net.sessions import Person, guest, opened, sitting

STRANGER = crypto.Identity(b"\x07" * 32)


async def met(address: str, identity: crypto.Identity) -> Link:
    """A device that greets properly; whoever does not read the link does not answer on it."""
    host, port = address.split(":")
    mine: Hello = hello("Niemand")
    return await dial(identity, mine, host, int(port))


def founded() -> Peer:
    """A host at its table, with three free seats."""
    peer = Peer(crypto.Identity(b"\x01" * 32), "Lara", random=bytes, rules=RULES, open_door=True)
    genesis = Genesis("jass log", PROTOCOL, RULES, peer.identity.public, bytes(32), "Znüni")
    options = options_body("schieber", 4, None, {})
    assert isinstance(options, Options)
    peer.found(genesis, options, [], 0)
    peer.drain()
    return peer


def test_a_device_that_does_not_knock_is_cut_and_never_mentioned() -> None:
    """It holds its place for ten seconds, and the host's person hears nothing of it."""
    peer = founded()
    peer.linked(1, STRANGER.public, "Niemand", 0, dialled=False)
    peer.tick(STRANGER_MS - 1)
    early = peer.drain()
    peer.tick(STRANGER_MS)
    late = peer.drain()

    assert Cut(1, "silent") not in early
    assert Cut(1, "silent") in late
    told = [e.update for e in (*early, *late) if isinstance(e, Emit)]
    assert not [update for update in told if isinstance(update, LinkChanged)]


def test_a_device_that_is_let_in_and_takes_no_seat_is_cut() -> None:
    """Knocking is not enough at an open table while a seat is free."""
    peer = founded()
    peer.linked(1, STRANGER.public, "Niemand", 0, dialled=False)
    peer.receive(1, encode_message(Knock("Niemand", 0, 0, bytes(32), None)), 100)
    effects = peer.drain()
    for now in range(500, STRANGER_MS + 1_000, 500):
        # Its heartbeats come, so it is not silent.
        peer.receive(1, encode_message(Knock("Niemand", 0, 0, bytes(32), None)), now)
        peer.tick(now)
    later = peer.drain()

    sent = [decode_message(e.data) for e in effects if isinstance(e, Send)]
    assert any(isinstance(message, Welcome) for message in sent)
    assert Emit(LinkChanged("Niemand", "up", None)) in effects
    assert Cut(1, "silent") in later


async def test_a_full_house_of_strangers_keeps_no_seated_guest_out(tmp_path: Path) -> None:
    """As many silent devices as there are places: the guest that comes back has one."""
    lara, address = await opened(tmp_path, bots=2, start_full=True)
    anna = await guest(tmp_path, "Anna", address)
    async with sitting(lara) as [one]:
        two = Person(anna)
        await two.until(TurnCame)
        two.plays = False
        crowd = [
            await met(address, crypto.Identity(bytes([9, number]) * 16)) for number in range(LINKS)
        ]
        await anna.close()
        await two.task
        again = Person(await guest(tmp_path, "Anna", address))
        await again.until(TurnCame, seconds=10)
        names = {u.name for u in one.told if isinstance(u, LinkChanged)}
        await again.session.close()
        await asyncio.gather(again.task, *(link.close() for link in crowd))

    assert names == {"Anna"}


async def test_a_second_process_of_one_identity_is_sent_away(tmp_path: Path) -> None:
    """The first one answers, so it stays and plays; the second one says why and is over."""
    lara, address = await opened(tmp_path, bots=2, start_full=True)
    anna = await guest(tmp_path, "Anna", address)
    (tmp_path / "copy").mkdir()
    shutil.copy(tmp_path / "Anna" / "identity", tmp_path / "copy" / "identity")
    async with sitting(lara, anna) as [one, two]:
        await two.until(TurnCame)
        copy = await join(JoinConfig(home=tmp_path / "copy", player="Anna", address=address))
        async with sitting(copy) as [three]:
            failed = await three.until(Failed, seconds=10)
        ups = [u.state for u in one.told if isinstance(u, LinkChanged)]
        turns = sum(isinstance(u, TurnCame) for u in two.told)
        await two.until(TurnCame, turns + 1)

    assert isinstance(failed, Failed)
    assert failed.code == "host_replaced"
    assert ups == ["up"]
    assert not [u for u in two.told if isinstance(u, Failed)]


async def test_a_link_that_does_not_answer_gives_way_to_a_newer_one(tmp_path: Path) -> None:
    """A process that hangs keeps nobody out, and hears that it was replaced when it wakes."""
    lara, address = await opened(tmp_path, bots=1)
    identity = crypto.Identity(b"\x05" * 32)
    async with sitting(lara) as [one]:
        hung = await met(address, identity)
        await asyncio.sleep(0.3)
        newer = await met(address, identity)
        newer.post(encode_message(Knock("Niemand", 0, 0, bytes(32), None)))
        async with asyncio.timeout(6):
            first = decode_message(await anext(newer))
        last = [decode_message(payload) async for payload in hung]
        await newer.close()
        assert one.last(LobbyChanged).seats

    assert first is not None
    assert last == [Bye("replaced")]


async def test_who_waits_to_be_let_in_hears_that_the_host_has_gone(tmp_path: Path) -> None:
    """Nobody has let it in, nobody has refused it: it must not wait for ever."""
    lara, address = await opened(tmp_path)
    anna = await guest(tmp_path, "Anna", address)
    one, two = Person(lara), Person(anna)
    # The host's person does not answer.
    one.task.cancel()
    await asyncio.sleep(0.5)
    await lara.act(Quit())
    await lara.close()
    failed = await two.until(Failed, seconds=5)
    await anna.close()
    await two.task

    assert isinstance(failed, Failed)
    assert failed.code == "host_quit"
