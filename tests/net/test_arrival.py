"""Whoever knocks gets an answer in time, or hears what is tried, whatever is at the address."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from net import arrival, road
from net.commands import Invitation, JoinConfig
from net.errors import LocalError, PeerError
from net.link.stream import server_tls
from net.lobbies import Found, TableBrowser
from net.session import Session, host, join
from net.updates import Failed, LinkChanged, LobbyChanged, OtherTable, TurnCame, Waiting
from tests.net.cable import Relay
from tests.net.sessions import (
    Person,
    address_of,
    guest,
    hosting,
    killed,
    opened,
    port_of,
    shell,
    sitting,
    watcher,
)

SLOW_S = 30.0
"""Seconds for what takes a few on a machine that has nothing else to do."""


@contextlib.asynccontextmanager
async def silent(said: bytes = b"") -> AsyncIterator[str]:
    """An address where a connection is accepted, as by a stopped program, and nothing is said.

    With ``said`` some other program speaks TLS there, and says that.
    """
    kept: list[asyncio.StreamWriter] = []

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        kept.append(writer)
        writer.write(said)

    context = server_tls()[0] if said else None
    server = await asyncio.start_server(take, "127.0.0.1", 0, ssl=context)
    try:
        yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        for writer in kept:
            writer.transport.abort()
            with contextlib.suppress(OSError):
                await writer.wait_closed()


def newcomer(folder: Path, address: str) -> JoinConfig:
    """Somebody who has never been at a table."""
    return JoinConfig(home=folder / "Kari", player="Kari", address=address)


async def test_a_program_that_stands_still_is_given_up_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection comes about and nobody speaks: the same sentence as where nobody is."""
    monkeypatch.setattr(arrival, "FIRST_CONTACT_S", 1.0)
    async with silent() as address:
        begun = time.monotonic()
        with pytest.raises(PeerError) as caught:
            await join(newcomer(tmp_path, address))
    assert caught.value.code == "no_answer"
    assert caught.value.facts["address"] == address
    assert time.monotonic() - begun < SLOW_S


@pytest.mark.parametrize("said", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\0\0\0\4oops"])
async def test_another_program_is_said_to_be_none_of_ours_at_once(
    tmp_path: Path, said: bytes
) -> None:
    """It will be no other one in ten seconds; what it says first is no frame that is too long."""
    async with silent(said) as address:
        begun = time.monotonic()
        with pytest.raises(PeerError) as caught:
            await join(newcomer(tmp_path, address))
    assert caught.value.code == "not_jass"
    assert time.monotonic() - begun < arrival.FIRST_CONTACT_S / 2


async def test_a_host_that_stands_still_while_one_waits_at_its_door_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its connection stays open: it is noticed, said, looked for for a while, and given up."""
    monkeypatch.setattr(road, "IN_VAIN_S", 2.0)
    lara, address = await opened(tmp_path)
    one = Person(lara)
    one.task.cancel()  # nobody answers the knock
    relay = Relay(port_of(address))
    kari = Person(await join(newcomer(tmp_path, await relay.begin())))
    await kari.until(Waiting)
    relay.tear()
    lost = await waits_for(kari, "reconnecting")
    failed = await kari.until(Failed, seconds=SLOW_S)
    await kari.session.close()
    await kari.task
    await relay.end()
    await lara.close(0)
    assert lost.name == "Lara"
    assert isinstance(failed, Failed)
    assert failed.code == "no_answer"


async def waits_for(person: Person, state: str) -> LinkChanged:
    """The first word of a link in that state."""
    count = 0
    while True:
        count += 1
        update = await person.until(LinkChanged, count, seconds=SLOW_S)
        assert isinstance(update, LinkChanged)
        if update.state == state:
            return update


async def test_who_is_shown_the_way_to_a_device_that_does_not_answer_hears_whom_and_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one that was knocked at orders no more, and who does is out of reach from here."""
    for name, seconds in (("IN_VAIN_S", 2.0), ("FOLLOW_S", 0.7), ("SHOWN_S", 0.2)):
        monkeypatch.setattr(road, name, seconds)
    lara, address = await opened(tmp_path, bots=2, open=True)
    async with silent() as nowhere, sitting(lara, await guest(tmp_path, "Anna", address)) as people:
        await people[1].lobby("Anna", "Lara", "Köbi", "Vreneli")
        await shell(lara).call(lambda core: core.dialable_at(nowhere))
        async with asyncio.timeout(SLOW_S):
            while told_address(people[1].session, lara) != nowhere:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        kari = Person(await join(watcher(tmp_path, address_of(people[1].session))))
        tried = await waits_for(kari, "reconnecting")
        failed = await kari.until(Failed, seconds=SLOW_S)
        await kari.session.close()
        await kari.task
    assert tried.name == "Lara"
    assert isinstance(failed, Failed)
    assert (failed.code, failed.facts) == ("moved", {"name": "Lara"})


def table_of(session: Session) -> bytes:
    """The id of the table at which a session is."""
    replica = shell(session)._peer.replica
    assert replica is not None
    return replica.chain.table


def by_name(folder: Path, name: str) -> JoinConfig:
    """Somebody who looks for a table in the network."""
    return JoinConfig(home=folder / name, player=name, table="vesper", bind="127.0.0.1")


def told_address(here: Session, other: Session) -> str | None:
    """Where the log says, at one device, that another one can be dialled."""
    replica, identity = shell(here)._peer.replica, shell(other).identity.public
    seat = replica.lobby.seat_of(identity) if replica is not None else None
    there = replica.lobby.at(seat) if replica is not None and seat is not None else None
    return there.address if there is not None else None


async def test_a_table_whose_devices_stand_still_is_looked_for_from_within_the_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who sits there sees its table and whom it looks for, instead of waiting for a connection."""
    monkeypatch.setattr(arrival, "EACH_S", 0.3)
    async with silent() as nowhere:
        lara, _ = await opened(tmp_path, bots=2, start_full=True, open=True)
        way = address_of(lara)
        await shell(lara).call(lambda core: core.dialable_at(nowhere))
        one = Person(lara)
        anna = Person(await guest(tmp_path, "Anna", way))
        anna.plays = one.plays = False
        async with asyncio.timeout(SLOW_S):
            while told_address(anna.session, lara) != nowhere:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        await anna.until(Waiting)
        for person in (anna, one):
            await killed(person.session)
            await person.task
        begun = time.monotonic()
        again = Person(await guest(tmp_path, "Anna", nowhere))
        assert time.monotonic() - begun < SLOW_S / 2
        assert (await waits_for(again, "reconnecting")).name == "Lara"
        assert shell(again.session)._peer.replica is not None
        await again.session.close(0)
        await again.task


async def test_of_two_tables_with_one_name_that_where_one_sits_is_meant(tmp_path: Path) -> None:
    """Its host came back elsewhere, so that only the network tells where; a stranger has to say."""
    named = {"table": "Vesper", "open": True, "bots": 2}
    lara, address = await opened(tmp_path, start_full=True, **named)
    anna, one = Person(await guest(tmp_path, "Anna", address)), Person(lara)
    anna.plays = False
    await anna.until(TurnCame, seconds=SLOW_S)
    for person in (anna, one):
        await killed(person.session)
        await person.task
    table = table_of(lara)
    again = await host(hosting(tmp_path, resume=table, mdns=True))
    other, _ = await opened(tmp_path / "other", mdns=True, **named)
    async with sitting(again, other):
        back = await join(by_name(tmp_path, "Anna"))
        async with sitting(back) as [person]:
            await person.until(TurnCame, seconds=SLOW_S)
            assert table_of(back) == table
        with pytest.raises(LocalError) as caught:
            await join(by_name(tmp_path, "Kari"))
    assert caught.value.code == "several_tables"


async def test_an_invitation_leads_to_who_made_it(tmp_path: Path) -> None:
    """Not to what else has that name, nor to what is at the address that was typed long ago."""
    named = {"table": "Vesper 2", "open": True, "mdns": False}
    old, typed = await opened(tmp_path / "old", **named)
    new, there = await opened(tmp_path / "new", **named)
    host_name = there.replace("127.0.0.1", "localhost")
    async with sitting(old, new):
        invited = Invitation(shell(new).identity.public.hex(), ("nonsense", host_name, there))
        config = replace(by_name(tmp_path, "Anna"), table="Vesper 2", address=typed)
        anna = await join(replace(config, invited=invited))
        async with sitting(anna) as [person]:
            lobby = await person.until(LobbyChanged, seconds=SLOW_S)
            assert table_of(anna) == table_of(new)
            assert isinstance(lobby, LobbyChanged)
            assert [info.address for info in lobby.seats if info.hosts] == [there]


async def test_of_two_tables_opened_at_one_moment_both_hear_the_same(tmp_path: Path) -> None:
    """One is to be left, and which one is, is the same at both; a table of strangers is none."""
    named = {"table": "Vesper 2", "mdns": False}
    lara, first = await opened(tmp_path / "Lara", **named)
    anna, second = await opened(tmp_path / "Anna", **named, player="Anna")
    other, third = await opened(tmp_path / "Urs", **{**named, "table": "Znacht"}, player="Urs")
    async with sitting(lara, anna, other) as people:
        for here, address in ((lara, second), (anna, first)):
            there = anna if here is lara else lara
            mates = (invitation(there, address), invitation(other, third))
            browse = functools.partial(TableBrowser, frozenset[bytes](), "127.0.0.1")
            shell(here).spawn(arrival.compare(shell(here), mates, browse))
        told = [await person.until(OtherTable, seconds=SLOW_S) for person in people[:2]]
        assert [isinstance(one, OtherTable) and (one.name, one.table) for one in told] == [
            ("Anna", "Vesper 2"),
            ("Lara", "Vesper 2"),
        ]
        smaller = [table_of(lara) < table_of(anna), table_of(anna) < table_of(lara)]
        assert [isinstance(one, OtherTable) and not one.yields for one in told] == smaller
        for person in people[:2]:
            assert len([update for update in person.told if isinstance(update, OtherTable)]) == 1


async def test_where_others_sit_already_nobody_is_asked_to_leave(tmp_path: Path) -> None:
    """Whoever is alone goes to where more people are; the table was told whom to look for."""
    named = {"table": "Vesper 2", "mdns": False, "open": True}
    lara, first = await opened(tmp_path / "Lara", **named)
    kari = await guest(tmp_path, "Kari", first)
    async with sitting(lara, kari) as [_, person]:
        await person.lobby("Lara", "Kari", "", "")
        mates = (invitation(lara, first),)
        anna = await host(hosting(tmp_path / "Anna", **named, player="Anna", mates=mates))
        async with sitting(anna) as [alone]:
            told = await alone.until(OtherTable, seconds=SLOW_S)
            assert isinstance(told, OtherTable)
            assert told.yields
            assert told.address == first


def invitation(session: Session, address: str) -> Invitation:
    """Who has that table, and where."""
    return Invitation(shell(session).identity.public.hex(), (address,))


async def test_the_table_of_an_invitation_may_open_a_little_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever opens it ends the old session first; neither that nor a stranger's table is meant."""
    monkeypatch.setattr(arrival, "THEIRS_S", SLOW_S)
    typed = {"table": "Vesper", "open": True, "mdns": False}
    old, address = await opened(tmp_path, **typed)
    stranger, elsewhere = await opened(tmp_path / "other", **{**typed, "table": "Vesper 2"})
    me, port = shell(old).identity.public.hex(), port_of(address)
    config = JoinConfig(
        home=tmp_path / "Anna",
        player="Anna",
        table="Vesper 2",
        address=elsewhere,
        invited=Invitation(me, (address,)),
    )
    coming = asyncio.create_task(join(config))
    await asyncio.sleep(1.5)
    assert not coming.done()
    await old.close(0)
    new, _ = await opened(tmp_path, **{**typed, "table": "Vesper 2", "port": port})
    async with sitting(new, stranger):
        anna = await coming
        async with sitting(anna) as [person]:
            await person.until(LobbyChanged, seconds=SLOW_S)
            assert table_of(anna) == table_of(new)


async def test_a_table_is_found_by_its_host_too(tmp_path: Path) -> None:
    """«Tisch von Lara» is what people say; and whoever names neither hears what there is."""
    # Other tests announce tables on this machine at the same time, most of them a Lara's.
    named = {"player": "Philomena", "table": "Brotzeit"}
    philo, address = await opened(tmp_path, mdns=True, open=True, **named)
    async with sitting(philo):
        kari = await join(replace(by_name(tmp_path, "Kari"), table="philo"))
        async with sitting(kari) as [person]:
            await person.until(LobbyChanged, seconds=SLOW_S)
            assert table_of(kari) == table_of(philo)
        with pytest.raises(PeerError) as caught:
            await join(replace(by_name(tmp_path, "Urs"), table="Znacht"))
    assert caught.value.code == "no_table"
    assert caught.value.facts["table"] == "Znacht"
    assert f"Brotzeit ({address})" in caught.value.facts["tables"]


def test_the_name_of_a_table_comes_before_that_of_a_host() -> None:
    """Whoever is called as another's table is opens nobody's door by it."""

    def found(name: str, host: str, latency: int | None = 1) -> Found:
        return Found(
            *(name, host, "schieber", 1, 4, latency, "waiting", False, "10.0.0.1", 5277, "aa"),
            table=name.encode(),
        )

    named, hosted = found("Anna", "Beat"), found("Znüni", "Anna")
    assert arrival._answering([hosted, named], "ann") == [named]
    assert arrival._answering([hosted], "ann") == [hosted]
    assert arrival._answering([found("Znüni", "Anna", None)], "ann") == []
    assert arrival._answering([hosted, named], None) == [hosted, named]
