"""What a session does between its core and everybody else: one call at a time, all that follows."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from net.commands import SayText
from net.core import crypto
from net.core.bodies import Options
from net.core.desk import options_body
from net.core.log import PROTOCOL, RULES, Genesis
from net.core.peer import Peer
from net.link.store import Home
from net.lobbies import hello
from net.shell import Shell, Ways
from net.updates import LobbyChanged, Said, TableOpened, Update

ANNA = crypto.Identity(b"a" * 32).public
GENESIS = Genesis(
    "jass log", PROTOCOL, RULES, crypto.Identity(b"l" * 32).public, bytes(32), "Znüni"
)
SLOW_S = 60


def new_shell(home: Path) -> Shell:
    """Lara's session, whose table is not opened yet."""
    peer = Peer(crypto.Identity(b"l" * 32), "Lara", random=bytes, rules=RULES, open_door=True)
    return Shell(Home.open(home), peer, hello("Lara"), fast=True)


def found(core: Peer) -> None:
    """Lara opens her table."""
    options = options_body("schieber", 4, None, {})
    assert isinstance(options, Options)
    core.found(GENESIS, options, [], 0)


async def all_told(shell: Shell) -> list[Update]:
    """What was told until the session was closed."""
    return [update async for update in shell.updates()]


async def test_nobody_sees_a_core_in_the_middle_of_a_call(tmp_path: Path) -> None:
    """While the core works, a reader has what was before; afterwards all of what is, at once."""
    shell = new_shell(tmp_path)
    shell.connect(Ways())
    await shell.call(found)
    half, go_on = threading.Event(), threading.Event()

    def work(core: Peer) -> None:
        core.linked(1, ANNA, "Anna", 0, dialled=True)
        core.failed = "half"
        half.set()
        assert go_on.wait(SLOW_S)
        core.failed = None

    before = shell.glance
    call = asyncio.create_task(shell.call(work))
    assert await asyncio.to_thread(half.wait, SLOW_S)
    seen = shell.glance
    go_on.set()
    await call

    assert seen is before
    assert before.failed is None
    assert before.linked == frozenset()
    assert before.table is not None
    assert shell.glance.failed is None
    assert shell.glance.linked == {ANNA}
    await shell.close(0)


async def test_an_effect_that_fails_holds_up_none_of_the_others(tmp_path: Path) -> None:
    """They are on the disk by then, and somebody waits for them; the fault is heard of, too."""
    shell = new_shell(tmp_path)
    heard: list[Update] = []

    def told(update: Update) -> None:
        heard.append(update)
        if len(heard) == 1:
            raise RuntimeError("a fault of whoever listens")

    shell.connect(Ways(told=told))
    with pytest.raises(RuntimeError, match="whoever listens"):
        await shell.call(found)
    await shell.act(SayText("Grüezi"))
    await shell.close(0)

    updates = await all_told(shell)
    assert isinstance(updates[0], TableOpened)
    assert updates[1:] == heard
    assert sum(isinstance(update, LobbyChanged) for update in heard) >= 1
    assert [update.text for update in heard if isinstance(update, Said)] == ["Grüezi"]


async def test_after_a_fault_of_the_core_nothing_leaves_the_device(tmp_path: Path) -> None:
    """What it said may lack what it rests on; whoever had asked for it hears of the fault."""
    shell = new_shell(tmp_path)
    shell.connect(Ways())
    await shell.call(found)
    before = shell.glance

    def work(core: Peer) -> None:
        core.linked(1, ANNA, "Anna", 0, dialled=True)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await shell.call(work)
    await shell.act(SayText("Grüezi"))
    assert shell.glance is before
    await shell.close(0)

    assert not [update for update in await all_told(shell) if isinstance(update, Said)]


async def test_the_first_update_names_the_log_of_this_table(tmp_path: Path) -> None:
    """Another table of the same home may be newer: nobody has to guess which file is meant."""
    shell = new_shell(tmp_path)
    shell.connect(Ways())
    await shell.call(found)
    await shell.close(0)

    opened = (await all_told(shell))[0]
    assert isinstance(opened, TableOpened)
    assert opened.log is not None
    assert opened.log.is_file()
    assert opened.table == "Znüni"
    assert opened.address == ""
