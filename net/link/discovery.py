"""Finding tables on the office network by multicast DNS, and being found.

Multicast is a convenience: it may be blocked, lossy or lied to. Nothing here raises into its
caller; when it does not work, `trouble` says so in one sentence and the rest of the program, where
an address can be typed, does not notice. A killed host stays in other devices' caches for an hour:
what is found here has to be asked over TCP before it means anything.
"""

import asyncio
import contextlib
import importlib
import socket
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from net.core.limits import FOUND_TABLES, PROBE_ADDRESSES
from net.link.clock import now_ms
from net.link.entropy import entropy
from net.link.interfaces import ANYWHERE, near_first, private_v4_addresses
from net.link.notice import Notice, read_notice

if TYPE_CHECKING:
    from zeroconf import ServiceStateChange, Zeroconf
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

__all__ = ["SERVICE", "Announcer", "Browser", "FoundTable", "GoneTable"]

SERVICE = "_jass._tcp.local."
"""The service type that tables are announced under."""

_TICK_S = 1.0
_UPDATE_MS = 1_000  # a full lobby changes many times a second; Wi-Fi sends multicast slowly
_INTERFACES_MS = 5_000  # somebody changes the Wi-Fi while the list is open, or opens the lid
_AGAIN_MS = 20_000  # after trouble, and between questions once the first ones are asked
_FIRST_QUESTIONS_MS = (0, 1_000, 3_000, 9_000)  # Wi-Fi loses multicast: ask soon and again
_RESOLVE_MS = 3_000
_GOODBYE_S = 2.0

_GROUP = "224.0.0.251"
# RFC 1035, sections 3.2 and 4.1.1: a question for pointers, class Internet.
_QUERY, _PTR, _INTERNET = 0, 12, 1


class _Multicast:
    """What announcing and browsing share: one background task, sockets that follow the interfaces.

    Attributes:
        trouble: why multicast does not work, as one sentence; None while it does.
    """

    def __init__(self, bind: str, on_trouble: Callable[[str | None], None] | None) -> None:
        self.trouble: str | None = None
        self._bind = bind
        self._on_trouble = on_trouble
        self._addresses: list[str] = []
        self._zeroconf: AsyncZeroconf | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Begins in the background and returns at once; needs a running event loop."""
        self._spawn(self._live())

    async def close(self) -> None:
        """Says goodbye and stops; takes two seconds at most and never raises."""
        await self._cancel()
        await self._shut()
        await self._cancel()  # what zeroconf called us for meanwhile

    async def _cancel(self) -> None:
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        # The loop itself keeps only weak references to tasks.
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _live(self) -> None:
        while True:
            try:
                await self._open()
                self._tell(None)
                await self._follow()
            except Exception as error:  # noqa: BLE001  # zeroconf and the system raise many kinds
                reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
                self._tell(f"mDNS is unavailable: {reason}. An address can be typed instead.")
            await self._shut()
            await asyncio.sleep(_AGAIN_MS / 1000)

    def _tell(self, trouble: str | None) -> None:
        if trouble != self.trouble:
            self.trouble = trouble
            if self._on_trouble is not None:
                self._on_trouble(trouble)

    async def _open(self) -> None:
        # 0.2 seconds of importing, away from the loop that draws the screen.
        await asyncio.to_thread(importlib.import_module, "zeroconf.asyncio")
        from zeroconf import IPVersion
        from zeroconf.asyncio import AsyncZeroconf

        self._addresses = self._usable()
        self._zeroconf = AsyncZeroconf(
            interfaces=list(self._addresses), ip_version=IPVersion.V4Only
        )
        await self._zeroconf.zeroconf.async_wait_for_start()
        await self._opened(self._zeroconf)

    def _usable(self) -> list[str]:
        """Our addresses where multicast can be joined; raises OSError when there are none.

        One dead interface must not take the others with it, and zeroconf stops at the first.
        """
        usable: list[str] = []
        refused = OSError("no network")
        for address in private_v4_addresses(self._bind):
            try:
                with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
                    sock.bind((address, 0))
                    group = socket.inet_aton(_GROUP) + socket.inet_aton(address)
                    sock.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
            except OSError as error:
                refused = error
            else:
                usable.append(address)
        if not usable:
            raise refused
        return usable

    async def _follow(self) -> None:
        """Runs until something goes wrong: polls what no system tells portably."""
        looked = now_ms()
        while True:
            await self._tick()
            await asyncio.sleep(_TICK_S)
            if now_ms() - looked >= _INTERFACES_MS:
                looked = now_ms()
                addresses = self._usable()
                if addresses != self._addresses and self._zeroconf is not None:
                    self._addresses = addresses
                    await self._zeroconf.async_update_interfaces(list(addresses))
                    await self._moved(self._zeroconf)

    async def _shut(self) -> None:
        zeroconf, self._zeroconf = self._zeroconf, None
        if zeroconf is not None:
            # Leaving must not fail or hang because the network went first.
            with contextlib.suppress(Exception):
                async with asyncio.timeout(_GOODBYE_S):
                    await self._closing(zeroconf)
            with contextlib.suppress(Exception):
                async with asyncio.timeout(_GOODBYE_S):
                    await zeroconf.async_close()

    async def _opened(self, zeroconf: "AsyncZeroconf") -> None:
        raise NotImplementedError

    async def _tick(self) -> None:
        raise NotImplementedError

    async def _moved(self, zeroconf: "AsyncZeroconf") -> None:
        """The addresses changed."""

    async def _closing(self, zeroconf: "AsyncZeroconf") -> None:
        """The last words before the sockets close."""


class Announcer(_Multicast):
    """Announces one table until it is closed.

    Args:
        notice: what to announce.
        port: the TCP port of the table's listener.
        bind: the address the listener is bound to.
        on_trouble: called with a sentence when multicast stops working, with None when it works.
    """

    def __init__(
        self,
        notice: Notice,
        port: int,
        bind: str = ANYWHERE,
        on_trouble: Callable[[str | None], None] | None = None,
    ) -> None:
        super().__init__(bind, on_trouble)
        self._notice = notice
        self._announced: Notice | None = None
        self._announced_ms = 0
        self._port = port
        # A name of its own for every announcer: neither the laptop's, which others may know, nor
        # one that a second host on this machine could have. Zeroconf does not notice that clash.
        self._label = f"jass-{entropy(8).hex()}"

    def update(self, notice: Notice) -> None:
        """Announces something new, once a second at most; the newest counts."""
        self._notice = notice

    def _info(self) -> "AsyncServiceInfo":
        from zeroconf.asyncio import AsyncServiceInfo

        return AsyncServiceInfo(
            SERVICE,
            f"{self._label}.{SERVICE}",
            port=self._port,
            addresses=[socket.inet_aton(address) for address in self._addresses],
            server=f"{self._label}.local.",
            properties=self._notice.properties(),
        )

    async def _opened(self, zeroconf: "AsyncZeroconf") -> None:
        self._noted()
        # Eight random bytes need no probing for a device with the same name: 1.2 seconds sooner.
        await (await zeroconf.async_register_service(self._info(), cooperating_responders=True))

    def _noted(self) -> None:
        self._announced = self._notice
        self._announced_ms = now_ms()

    async def _tick(self) -> None:
        due = self._notice != self._announced and now_ms() - self._announced_ms >= _UPDATE_MS
        if due and self._zeroconf is not None:
            await self._moved(self._zeroconf)

    async def _moved(self, zeroconf: "AsyncZeroconf") -> None:
        self._noted()
        await (await zeroconf.async_update_service(self._info()))

    async def _closing(self, zeroconf: "AsyncZeroconf") -> None:
        # Both layers: the inner one is the goodbye on its way.
        await (await zeroconf.async_unregister_service(self._info()))


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table was announced, or its announcement changed.

    Attributes:
        key: names this announcement until it is gone.
        notice: what it says; nothing of it is proved. Two announcements with one table id are one
            table whose host was restarted or changed, or somebody lying: who answers counts.
        addresses: where to ask, those on our own subnets first; 1 to `PROBE_ADDRESSES`.
        port: TCP port.
    """

    key: str
    notice: Notice
    addresses: tuple[str, ...]
    port: int


@dataclass(frozen=True, slots=True)
class GoneTable:
    """An announcement was taken back, or grew too old; ``key`` is that of its FoundTable."""

    key: str


class Browser(_Multicast):
    """Searches for tables until it is closed.

    Args:
        on_change: called with every table found, changed or gone.
        bind: the address to search from; a loopback address searches this machine.
        on_trouble: called with a sentence when multicast stops working, with None when it works.

    Attributes:
        tables: what is announced now, by key; at most `FOUND_TABLES`.
    """

    def __init__(
        self,
        on_change: Callable[[FoundTable | GoneTable], None],
        bind: str = ANYWHERE,
        on_trouble: Callable[[str | None], None] | None = None,
    ) -> None:
        super().__init__(bind, on_trouble)
        self.tables: dict[str, FoundTable] = {}
        self._on_change = on_change
        self._resolving: dict[str, bool] = {}
        self._questions: list[int] = []

    def ask(self) -> None:
        """Asks the network again within a second, and again after 1, 3 and 9 seconds."""
        self._questions = [now_ms() + ms for ms in _FIRST_QUESTIONS_MS]

    async def _opened(self, zeroconf: "AsyncZeroconf") -> None:
        from zeroconf.asyncio import AsyncServiceBrowser

        # A new browser asks by itself at once and after 1, 5 and 14 seconds.
        self._questions = [now_ms() + _AGAIN_MS]
        AsyncServiceBrowser(zeroconf.zeroconf, [SERVICE], handlers=[self._heard])

    async def _tick(self) -> None:
        if self._questions and now_ms() >= self._questions[0]:
            asked = self._questions.pop(0)
            if not self._questions:
                self._questions = [asked + _AGAIN_MS]
            if self._zeroconf is not None:
                self._question(self._zeroconf.zeroconf)

    @staticmethod
    def _question(zeroconf: "Zeroconf") -> None:
        from zeroconf import DNSOutgoing, DNSQuestion  # type: ignore[attr-defined]  # no __all__

        question = DNSOutgoing(_QUERY)
        question.add_question(DNSQuestion(SERVICE, _PTR, _INTERNET))
        zeroconf.async_send(question)

    async def _moved(self, zeroconf: "AsyncZeroconf") -> None:
        self.ask()

    def _heard(
        self, zeroconf: "Zeroconf", service_type: str, name: str, state_change: "ServiceStateChange"
    ) -> None:
        """Called by zeroconf in the loop for whatever anybody sends: stays short and bounded."""
        from zeroconf import ServiceStateChange

        if state_change is ServiceStateChange.Removed:
            self._resolving.pop(name, None)
            self._lose(name)
        elif name in self._resolving:
            self._resolving[name] = True
        elif name in self.tables or len(self.tables) + len(self._resolving) < FOUND_TABLES:
            self._resolving[name] = False
            self._spawn(self._resolve(zeroconf, name))

    def _lose(self, name: str) -> None:
        if self.tables.pop(name, None) is not None:
            self._on_change(GoneTable(name))

    async def _resolve(self, zeroconf: "Zeroconf", name: str) -> None:
        try:
            again = True
            while again:
                self._resolving[name] = False
                await self._look(zeroconf, name)
                # Gone in the meantime, or heard of once more while we asked.
                again = self._resolving.get(name, False)
        except Exception:  # noqa: BLE001  # a bad record of one stranger hides no other table
            self._lose(name)
        finally:
            self._resolving.pop(name, None)

    async def _look(self, zeroconf: "Zeroconf", name: str) -> None:
        from zeroconf import IPVersion
        from zeroconf.asyncio import AsyncServiceInfo

        info = AsyncServiceInfo(SERVICE, name)
        answered = await info.async_request(zeroconf, _RESOLVE_MS)
        if name not in self._resolving:
            return
        notice = read_notice(info.properties) if answered else None
        addresses = self._reachable(info.parsed_addresses(IPVersion.V4Only))
        if notice is None or not addresses or not info.port:
            self._lose(name)
            return
        found = FoundTable(name, notice, addresses, info.port)
        if self.tables.get(name) != found:
            self.tables[name] = found
            self._on_change(found)

    def _reachable(self, addresses: list[str]) -> tuple[str, ...]:
        """The addresses worth asking: nobody else makes us connect to our own machine."""
        from ipaddress import ip_address

        here = any(ip_address(address).is_loopback for address in self._addresses)
        useful = [
            address
            for address in addresses
            if (parsed := ip_address(address)).is_loopback == here
            and not (parsed.is_multicast or parsed.is_unspecified)
        ]
        return tuple(near_first(useful)[:PROBE_ADDRESSES])
