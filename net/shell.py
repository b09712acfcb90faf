"""What carries a peer core's effects out: disk, links, clock, and bots that think.

One core call at a time runs in a thread of its own, together with its writes, so that neither a
slow disk nor the arithmetic of a deal holds up the screen. Frames leave only after everything the
core wanted on the disk is there. Nothing but `Shell.call` touches the core: everybody else reads
the glance that is taken after each call, and is never in the middle of one.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, assert_never

from engine.state import Outcome
from net.commands import Command, PauseTable, Quit, StartGame
from net.core.clean import clean_table_name
from net.core.effects import Cut, Deed, Dial, Emit, Follow, Over, Send, Think
from net.core.glance import Glance
from net.core.limits import FRAME_BYTES
from net.core.log import Genesis
from net.core.peer import Peer
from net.core.wire import Bye, encode_message
from net.errors import JassError, LocalError, PeerError
from net.files import TableFiles
from net.link.clock import now_ms, wall_ms
from net.link.entropy import entropy
from net.link.store import Home
from net.link.tcp import Hello, Link
from net.thinker import Thinker
from net.updates import Failed, GameFinished, LobbyChanged, TableOpened, Update

__all__ = ["Shell", "Ways"]

TICK_S = 0.5
PING_S = 2.0
PINGS_LOST = 3
"""Pings without an answer, one after the other, after which a link is half open and is cut."""

LAST_WORDS_S = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ways:
    """Who else takes part in a session; None: nobody does.

    Attributes:
        addresses: where the table is, as its person is told; none without a network.
        told: hears of every update of the core.
        gone: hears that a link is gone.
        dial: makes a link to a device at an address.
        follow: goes to the device that orders the table by now.
        table: hears the table's id as soon as it is known, before any other device does.
    """

    addresses: tuple[str, ...] = ()
    told: Callable[[Update], None] | None = None
    gone: Callable[[Link], None] | None = None
    dial: Callable[[bytes, str], Coroutine[Any, Any, None]] | None = None
    follow: Callable[[Follow], None] | None = None
    table: Callable[[bytes], None] | None = None


class Shell:
    """A running session: one peer core with its disk, its links and its bots.

    Args:
        home: the open home; closed with the session.
        peer: the core, fresh; from here on only `call` may touch it.
        me: what this device says first on every link of the session.
        fast: bots do not wait for people's eyes.
        start_full: as host, start as soon as no seat is free.
        random: chance for the bots.
        check: asked about the table of others, see `TableFiles`.

    Attributes:
        hello: see ``me``.
        identity: this device's key.
        glance: what this device was after the last call of its core, whole.
    """

    def __init__(
        self,
        home: Home,
        peer: Peer,
        me: Hello,
        *,
        fast: bool,
        start_full: bool = False,
        random: Callable[[int], bytes] = entropy,
        check: Callable[[Genesis], None] | None = None,
    ) -> None:
        self.hello = me
        self.identity = peer.identity
        self.glance = peer.glance()
        self._home = home
        self._peer = peer
        self._files = TableFiles(home, check)
        self._ways = Ways()
        self._opened = False
        self._start_full = start_full
        self._core = ThreadPoolExecutor(1, "jass-core")
        self._thinker = Thinker(random, fast=fast)
        self._lock = asyncio.Lock()
        self._links: dict[int, Link] = {}
        self._next_link = 0
        self._updates: asyncio.Queue[Update | None] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()
        self._started = False
        self._closed = False
        self._broken = False
        self._closers: list[Callable[[], Coroutine[Any, Any, None]]] = []

    def connect(self, ways: Ways) -> None:
        """Says who else takes part; once, before the core is called for the first time."""
        self._ways = ways

    # The session

    async def act(self, command: Command) -> None:
        """See `net.session.Session`."""
        if isinstance(command, PauseTable):
            command = replace(command, at_s=wall_ms() // 1000)
        if not self._closed:
            await self.call(lambda core: core.command(command, now_ms()))

    async def updates(self) -> AsyncIterator[Update]:
        """See `net.session.Session`."""
        while (update := await self._updates.get()) is not None:
            yield update

    def tell(self, update: Update) -> None:
        """Puts an update of the shell's own among the core's."""
        self._updates.put_nowait(update)

    async def close(self, patience_s: float = LAST_WORDS_S) -> None:
        """Ends the session once everybody has the last entry, or after ``patience_s`` seconds."""
        if not self._closed:
            await self._last_words(patience_s)
        async with self._lock:  # what the core is doing now is still carried out
            if self._closed:
                return
            self._closed = True
        links = tuple(self._links.values())
        tasks = [task for task in self._tasks if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for closer in self._closers:
            with contextlib.suppress(JassError, OSError):
                await closer()
        await asyncio.gather(*(link.close() for link in links), return_exceptions=True)
        self._core.shutdown(wait=True, cancel_futures=True)
        self._thinker.close()
        self._files.close()
        self._home.close()
        self._updates.put_nowait(None)

    async def _last_words(self, patience_s: float) -> None:
        """Waits until every linked device has the whole log, or gives up on it."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience_s):
                while self._links and self._goes_on() and not self.glance.settled:
                    await self.call(Peer.beat)
                    await asyncio.sleep(0.05)

    def _goes_on(self) -> bool:
        return self.glance.failed is None and not self._broken

    def at_close(self, closer: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Has something closed with the session."""
        self._closers.append(closer)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs something beside the session, until its end."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if task.cancelled() or self._closed:
            return
        error = task.exception()
        if isinstance(error, JassError):
            self.tell(Failed(error.code, error.facts))
        elif error is not None:
            self.tell(Failed("unexpected", {"what": f"{type(error).__name__}: {error}"}))
            raise error

    def start(self) -> None:
        """Begins to tell the core the time."""
        self.spawn(self._tick())

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            await self.call(lambda core: core.tick(now_ms()))

    # The core

    async def call(self, work: Callable[[Peer], object]) -> None:
        """Has the core do something in its thread, and carries out what follows.

        Nothing happens any more once the session is closed, or a call has failed before it could
        be written what it wanted.

        Raises:
            LocalError: the disk does not take what has to be on it; nothing was sent.
            Exception: a fault of our own. If it is in what follows the call, all else that follows
                was done first: it is on the disk, and others may wait for it.
        """
        # Whoever waits for this may be cancelled, but what the core did has to leave this device.
        await asyncio.shield(asyncio.get_running_loop().create_task(self._call(work)))

    async def _call(self, work: Callable[[Peer], object]) -> None:
        loop = asyncio.get_running_loop()
        async with self._lock:
            if self._closed or self._broken:
                return
            try:
                deeds, glance = await loop.run_in_executor(self._core, self._run, work)
            except BaseException:
                # The core is ahead of the disk now: whatever it wanted to say must not be said.
                self._broken = True
                raise
            known, self.glance = self.glance.table is not None, glance
            if glance.table is not None and not known and self._ways.table is not None:
                self._ways.table(glance.table.table)
            self._do_all(deeds)

    def _do_all(self, deeds: Iterable[Deed]) -> None:
        fault: Exception | None = None
        for deed in deeds:
            try:
                self._do(deed)
            except Exception as error:  # noqa: BLE001 - one that fails holds up none of the others
                fault = fault or error
        if fault is not None:
            raise fault

    def _run(self, work: Callable[[Peer], object]) -> tuple[list[Deed], Glance]:
        """In the core's thread: the call, then all its writes; what is left to do comes back."""
        work(self._peer)
        deeds = self._files.write(self._peer.drain, self._recalled)
        self._need_secrets()
        return deeds, self._peer.glance()

    def _recalled(self, records: tuple[bytes, ...], secrets: Mapping[bytes, bytes]) -> None:
        self._peer.recalled(records, secrets, now_ms())
        self._need_secrets()

    @property
    def is_alone(self) -> bool:
        """Whether no link to anybody is up."""
        return not self._links

    def is_linked(self, address: tuple[str, int]) -> bool:
        """Whether a link that this device dialled leads to this address and port."""
        return any(link.dialled and link.address == address for link in self._links.values())

    def is_linked_to(self, identity: bytes) -> bool:
        """Whether a link that this device dialled leads to this device."""
        return any(link.dialled and link.identity == identity for link in self._links.values())

    async def take_up(self, genesis: Genesis, address: str | None = None) -> None:
        """Has the core go on from what is on the disk of a table it sits at.

        With ``address`` others can dial this device there.

        Raises:
            LocalError: the log or the secrets cannot be used; ``damaged_log``.
        """
        await self.call(lambda core: self._take_up(core, genesis, address))

    def _take_up(self, core: Peer, genesis: Genesis, address: str | None) -> None:
        if address is not None:
            core.dialable_at(address)
        found = self._files.open(genesis)
        fault = core.restore(genesis, found[1:], self._files.known(), now_ms())
        if fault is not None:
            where = str(fault.entry)
            raise LocalError(
                "damaged_log", f"The saved game is damaged at entry {where}.", entry=where
            )
        self._need_secrets()

    def _need_secrets(self) -> None:
        if self._peer.lacks_secrets and self._files.path is not None:
            path = self._files.path.with_suffix(".secret")
            raise LocalError(
                "secrets_lost",
                f"{path} is missing or empty; without it this device cannot go on at that table.",
                path=str(path),
            )

    # What is left

    def _do(self, deed: Deed) -> None:
        match deed:
            case Send(link, data):
                there = self._links.get(link)
                if there is not None and len(data) <= FRAME_BYTES:
                    there.post(data)
            case Cut(link):
                there = self._links.get(link)
                if there is not None:
                    self.spawn(there.close())
            case Dial(identity, address):
                if self._ways.dial is not None:
                    self.spawn(self._ways.dial(identity, address))
            case Follow():
                if self._ways.follow is not None:
                    self._ways.follow(deed)
            case Emit(update):
                self._told(update)
            case Think():
                self.spawn(self._think(deed))
            case Over(outcome):
                self._over(outcome)
            case _:
                assert_never(deed)

    def _told(self, update: Update) -> None:
        if isinstance(update, LobbyChanged) and not self._opened:
            self._open()
        self.tell(update)
        if self._ways.told is not None:
            self._ways.told(update)
        if isinstance(update, LobbyChanged):
            full = all(info.name for info in update.seats)
            self._started = self._started or update.started  # a Partie that goes on has an end too
            if self._start_full and full and not self._started:
                self._started = True
                self.spawn(self.act(StartGame()))

    def _open(self) -> None:
        """The first lobby tells what the table is."""
        table = self.glance.table
        if table is None or table.setup is None:
            return
        self._opened = True
        self.tell(
            TableOpened(
                table=clean_table_name(table.genesis.name),
                address=self._ways.addresses[0] if self._ways.addresses else "",
                addresses=self._ways.addresses,
                game=table.setup.variant.slug,
                options=table.setup.options.to_dict(),
                identity=self.identity.public.hex(),
                log=self._home.log_path(table.table),
                watching=self.glance.watching,
            )
        )

    async def _think(self, think: Think) -> None:
        action = await self._thinker.answer(think)
        if action is not None:
            await self.call(
                lambda core: core.decide(think.seat, think.hand, think.turn, action, now_ms())
            )

    def _over(self, outcome: Outcome) -> None:
        if self._files.path is not None:
            self.tell(GameFinished(outcome, self._files.path))

    # Links

    async def serve(self, link: Link) -> None:
        """Feeds the core from a link until the link ends.

        Of two programs with one identity, two windows of one person, the one that is here already
        stays if it is alive: else they would replace each other for ever. A second link of the same
        program is the core's business, and ends no program.
        """
        try:
            is_here = await self._other_window(link)
        except asyncio.CancelledError:
            await link.close()
            raise
        if is_here:
            link.post(encode_message(Bye("replaced")))
            await link.close()
            return
        number = self._next_link
        self._next_link += 1
        self._links[number] = link
        try:
            await self.call(
                lambda core: core.linked(
                    number,
                    link.identity,
                    link.name,
                    now_ms(),
                    dialled=link.dialled,
                    program=link.program,
                )
            )
            self.spawn(self._measure(number, link))
            async for payload in link:
                data = bytes(payload)
                await self.call(functools.partial(_receive, number, data))
        except JassError:
            await link.close()
            raise
        finally:
            del self._links[number]
            if not self._closed:
                await self.call(lambda core: core.unlinked(number, now_ms()))
                if self._ways.gone is not None:
                    self._ways.gone(link)

    async def _other_window(self, newer: Link) -> bool:
        """Whether another program of the same identity has a link and still answers on it."""
        dead: set[int] = set()
        while True:
            older = next(
                (
                    (number, link)
                    for number, link in self._links.items()
                    if number not in dead
                    and link.identity == newer.identity
                    and link.program != newer.program
                ),
                None,
            )
            if older is None:
                return False
            if await older[1].answers():
                return True
            dead.add(older[0])

    async def _measure(self, number: int, link: Link) -> None:
        lost = 0
        while link.is_open:
            rtt = await link.ping()
            if rtt is not None:
                await self.call(functools.partial(Peer.latency, link=number, rtt_ms=rtt))
            lost = 0 if rtt is not None else lost + 1
            if lost >= PINGS_LOST:
                link.cut(PeerError("link_lost", f"{link.name} does not answer.", name=link.name))
            await asyncio.sleep(PING_S if rtt is not None else 0)

    async def quit(self) -> None:
        """Leaves on purpose and closes."""
        await self.act(Quit())
        await self.close()


def _receive(number: int, data: bytes, core: Peer) -> None:
    core.receive(number, data, now_ms())
