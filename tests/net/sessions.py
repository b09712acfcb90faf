"""People at sessions: each reads what is told and plays, over real links on loopback."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from net.commands import Admit, HostConfig, JoinConfig, Perform, Ready
from net.session import Session, host, join
from net.shell import Shell
from net.updates import HandFinished, Knocked, LobbyChanged, TableOpened, TurnCame, Update

SHORT = {"ziel": "500"}


class Person:
    """Somebody at a session who plays the first legal action and keeps everything told."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.told: list[Update] = []
        self.plays = True
        self.new = asyncio.Event()
        self.task = asyncio.create_task(self.read())

    async def read(self) -> None:
        async for update in self.session.updates():
            self.told.append(update)
            self.new.set()
            match update:
                case TurnCame(actions=actions) if actions and self.plays:
                    await self.session.act(Perform(actions[0]))
                case HandFinished() if self.plays:
                    await self.session.act(Ready())
                case Knocked(identity_hex=identity):
                    await self.session.act(Admit(identity, yes=True))
                case _:
                    pass

    async def until(self, kind: type, count: int = 1, seconds: float = 60) -> Update:
        """The so-manieth update of a kind, waited for."""
        async with asyncio.timeout(seconds):
            while True:
                found = [update for update in self.told if isinstance(update, kind)]
                if len(found) >= count:
                    return found[count - 1]
                self.new.clear()
                await self.new.wait()

    async def lobby(self, *names: str) -> None:
        """Waits until exactly these sit at the table, whoever came first; "" is a free seat."""
        async with asyncio.timeout(10):
            while sorted(info.name for info in self.last(LobbyChanged).seats) != sorted(names):
                self.new.clear()
                await self.new.wait()

    async def seated(self, *names: str) -> None:
        """Waits until exactly these sit at the table, by seat."""
        async with asyncio.timeout(10):
            while [info.name for info in self.last(LobbyChanged).seats] != list(names):
                self.new.clear()
                await self.new.wait()

    def last_turn(self) -> TurnCame:
        return next(u for u in reversed(self.told) if isinstance(u, TurnCame))

    def last(self, kind: type) -> LobbyChanged:
        found = next((u for u in reversed(self.told) if isinstance(u, kind)), None)
        assert isinstance(found, LobbyChanged) or found is None
        return found or LobbyChanged((), "", None, {}, host=False, started=False)


@contextlib.asynccontextmanager
async def sitting(*sessions: Session) -> AsyncIterator[list[Person]]:
    people = [Person(session) for session in sessions]
    try:
        yield people
    finally:
        await asyncio.gather(*(session.close() for session in sessions))
        await asyncio.gather(*(person.task for person in people))


def hosting(home: Path, **more: object) -> HostConfig:
    return HostConfig(
        **{  # type: ignore[arg-type]
            "home": home / "host",
            "player": "Lara",
            "game": "schieber",
            "table": "Znüni",
            "settings": SHORT,
            "port": 0,
            "bind": "127.0.0.1",
            "mdns": False,
            "fast": True,
            **more,
        }
    )


async def opened(home: Path, **more: object) -> tuple[Session, str]:
    """A hosted table and its address."""
    session = await host(hosting(home, **more))
    first = await anext(aiter(session.updates()))
    assert isinstance(first, TableOpened)
    return session, first.address


async def guest(home: Path, name: str, address: str) -> Session:
    return await join(JoinConfig(home=home / name, player=name, address=address, fast=True))


def watcher(folder: Path, address: str) -> JoinConfig:
    """Somebody new who wants to look on, by an address."""
    return JoinConfig(home=folder / "Kari", player="Kari", address=address, watch=True)


def shell(session: Session) -> Shell:
    """What stands behind a session."""
    assert isinstance(session, Shell)
    return session


def address_of(session: Session) -> str:
    """Where another device can dial this one."""
    address = shell(session)._peer.address
    assert address is not None
    return address


def port_of(address: str | None) -> int:
    """The port in an address."""
    assert address is not None
    return int(address.rpartition(":")[2])


async def killed(shell: object) -> None:
    """Ends a session without a word, as a kill does."""
    assert isinstance(shell, Shell)
    await shell.call(lambda core: setattr(core, "failed", "killed"))
    await shell.close(0)
