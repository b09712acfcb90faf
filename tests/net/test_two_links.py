"""Two links of one program, over real sockets: one of them goes on, and nobody is sent away.

A program may come to have two links to another device: it dialled twice, both ends dialled at the
same moment, or one of the links is dead and only one end knows. None of that is a second window.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from net.commands import Perform
from net.core import crypto
from net.link.link import Link
from net.link.tcp import dial
from net.session import Session
from net.updates import Failed, LinkChanged, OrdererChanged, TurnCame
from tests.net.cable import Relay
from tests.net.sessions import Person, guest, killed, opened, port_of, shell, sitting

SOON_S = 20.0
"""Seconds for what takes a moment on a machine that has nothing else to do."""


def links(session: Session) -> list[Link]:
    """The links of a session that are open."""
    return [link for link in shell(session)._links.values() if link.is_open]


async def dialled(here: Session, port: int) -> Link:
    """One more link, dialled by this program under the name and number that it has."""
    me = shell(here)
    return await dial(me.identity, me.hello, "127.0.0.1", port)


def serve(here: Session, link: Link) -> None:
    """The program takes up the link that it has dialled."""
    shell(here).spawn(shell(here).serve(link))


async def settled(*sessions: Session) -> None:
    """Waits until every program has one link and has had no other for a moment."""
    quiet = 0
    async with asyncio.timeout(SOON_S):
        while quiet < 10:
            one_each = all(len(links(session)) == 1 for session in sessions)
            quiet = quiet + 1 if one_each else 0
            await asyncio.sleep(0.05)


def give_identities(home: Path, *, host_is_smaller: bool) -> None:
    """Which of the two ends a link too many depends on their identities: both ways are tried."""
    secrets = sorted(
        (b"\x01" * 32, b"\x02" * 32), key=lambda secret: crypto.Identity(secret).public
    )
    if not host_is_smaller:
        secrets.reverse()
    for name, secret in zip(("host", "Anna"), secrets, strict=True):
        (home / name).mkdir()
        (home / name / "identity").write_text(secret.hex())


@contextlib.asynccontextmanager
async def table(home: Path, *, host_is_smaller: bool) -> AsyncIterator[tuple[Person, Person, str]]:
    """Lara's table, at which Anna has the next word and does not say it; and its address."""
    give_identities(home, host_is_smaller=host_is_smaller)
    lara, address = await opened(home, bots=2, start_full=True)
    anna = await guest(home, "Anna", address)
    async with sitting(lara, anna) as [one, two]:
        two.plays = False
        await two.until(TurnCame)
        yield one, two, address


async def plays_on(two: Person) -> None:
    """Anna plays again, and is asked again: her link carries what it has to."""
    two.plays = True
    turns = sum(isinstance(u, TurnCame) for u in two.told)
    await two.session.act(Perform(two.last_turn().actions[0]))
    await two.until(TurnCame, turns + 1, seconds=SOON_S)


def failures(*people: Person) -> list[Failed]:
    """What ended a program."""
    return [u for person in people for u in person.told if isinstance(u, Failed)]


BOTH = pytest.mark.parametrize("host_is_smaller", [False, True], ids=["guest", "host"])


@BOTH
async def test_a_program_that_dials_twice_keeps_one_link_and_its_seat(
    tmp_path: Path, host_is_smaller: bool
) -> None:
    """Two ways to one device answer at once: whichever end decides, one link stays at both."""
    async with table(tmp_path, host_is_smaller=host_is_smaller) as (one, two, address):
        for _ in range(3):
            port = port_of(address)
            new = [await dialled(two.session, port) for _ in range(2)]
            for link in new:
                serve(two.session, link)
            await settled(one.session, two.session)
        await plays_on(two)
        assert failures(one, two) == []
        states = [u.state for u in one.told if isinstance(u, LinkChanged)]
        assert states == ["up"], "she was never away"


@BOTH
async def test_two_programs_that_dial_each_other_at_once_keep_one_link(
    tmp_path: Path, host_is_smaller: bool
) -> None:
    """Each end sees the links come up in another order; they may not end one each."""
    async with table(tmp_path, host_is_smaller=host_is_smaller) as (one, two, address):
        for turn in range(4):
            there, back = await asyncio.gather(
                dialled(two.session, port_of(address)),
                dialled(one.session, port_of(shell(two.session)._peer.address)),
            )
            ends = [(two.session, there), (one.session, back)]
            for session, link in ends if turn % 2 else reversed(ends):
                serve(session, link)
            await settled(one.session, two.session)
        await plays_on(two)
        assert failures(one, two) == []


@BOTH
async def test_a_link_that_only_one_end_knows_to_be_dead_does_not_matter(
    tmp_path: Path, host_is_smaller: bool
) -> None:
    """The cable tears, the guest gives up and dials anew: the host takes the new link at once.

    When the cable is whole again, what was on its way comes out of it, and ends nothing.
    """
    async with table(tmp_path, host_is_smaller=host_is_smaller) as (one, two, address):
        relay = Relay(port_of(address))
        old = await dialled(two.session, port_of(await relay.begin()))
        serve(two.session, old)
        await settled(one.session, two.session)
        assert old.is_open, "of two links the newer one goes on"
        relay.tear()
        await old.close()
        back = asyncio.get_running_loop().time() + 3
        while not shell(two.session).glance.at_table:
            assert asyncio.get_running_loop().time() < back
            await asyncio.sleep(0.05)
        await plays_on(two)
        relay._open.set()
        await settled(one.session, two.session)
        await plays_on(two)
        await relay.end()
        assert failures(one, two) == []


async def test_whoever_looks_for_the_table_leaves_the_links_that_it_has(tmp_path: Path) -> None:
    """The host is gone: two guests that are linked dial others, not each other again and again."""
    lara, address = await opened(tmp_path, bots=1, start_full=True, open=True)
    guests = [await guest(tmp_path, name, address) for name in ("Anna", "Beat")]
    one = Person(lara)
    async with sitting(*guests) as [anna, beat]:
        await asyncio.gather(*(person.until(TurnCame) for person in (one, anna, beat)))
        other = shell(beat.session).identity.public
        await anna.until(LinkChanged, 2)
        between = [link for link in links(anna.session) if link.identity == other]
        for person in (one, anna, beat):
            person.plays = False
        await killed(lara)
        await one.task
        await asyncio.gather(*(person.until(OrdererChanged) for person in (anna, beat)))
        assert [link.is_open for link in between] == [True]
        assert failures(anna, beat) == []
