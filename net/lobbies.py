"""The tables on the network: what is announced, and what each says when it is asked over TCP."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import msgspec

from engine.game import find_variant
from engine.variant import OptionFault, make_options
from net.core.clean import clean_table_name
from net.core.log import PROTOCOL, RULES
from net.errors import JassError, VersionError
from net.link.discovery import Browser, FoundTable, GoneTable
from net.link.interfaces import ANYWHERE
from net.link.notice import Notice
from net.link.store import read_known
from net.link.tcp import Hello, ProbeResult, probe
from net.release import release

__all__ = ["Found", "TableBrowser", "TableCard", "compared", "read_card", "tables", "told_rules"]

AGAIN_S: Final = 4.0

SOON_S: Final = 1.0
"""The same for an address where a table is about to be opened."""


class TableCard(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What a table says about itself to somebody who asks over TCP."""

    table: bytes
    epoch: int
    name: str
    game: str
    taken: int
    seats: int
    state: str
    options: dict[str, str]


_CARDS: Final = msgspec.msgpack.Decoder(TableCard)


def read_card(data: bytes) -> TableCard | None:
    """The card in what a table answered, or None; never raises."""
    try:
        return _CARDS.decode(data)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


@dataclass(frozen=True, slots=True)
class Found:
    """One table for the list.

    ``state`` is ``waiting``, ``playing``, ``silent`` (announced, but nobody answers), ``asking``
    (not answered yet) or ``version`` (another release). ``host`` and ``known`` are proved only
    when ``latency_ms`` is there. ``address`` and ``port`` are where it answered or would.
    ``options`` are the rules it is played by, empty while they are not known. ``epoch`` is that of
    its log, raised each time another device takes over; 0 while nobody answers.
    """

    name: str
    host: str
    game: str
    taken: int
    seats: int
    latency_ms: int | None
    state: str
    known: bool
    address: str
    port: int
    identity_hex: str
    table: bytes
    options: Mapping[str, str] = field(default_factory=dict)
    epoch: int = 0


def _weight(entry: Found) -> tuple[bool, bool, int]:
    """What counts more of two devices that announce one table; a stranger may say anything."""
    return entry.latency_ms is not None, entry.known, entry.epoch


class TableBrowser:
    """Searches until it is closed.

    Attributes:
        found: the tables now; a known host's first, then by name.
        trouble: a sentence when multicast does not work here.
    """

    def __init__(self, known: frozenset[bytes], bind: str | None, name: str = "") -> None:
        self.trouble: str | None = None
        self._hello = hello(name or "?")
        self._known = known
        self._found: dict[str, Found] = {}
        self._announced: dict[str, FoundTable] = {}
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._changed = asyncio.Event()
        self._closed = False
        self._browser = Browser(self._heard, bind or ANYWHERE, self._troubled)
        self._browser.start()

    @property
    def found(self) -> tuple[Found, ...]:
        """The tables now, one entry for each table id: who answers counts, in the newest epoch.

        Somebody may have taken it up from an old log while it goes on elsewhere.
        """
        best: dict[bytes, Found] = {}
        for entry in self._found.values():
            other = best.get(entry.table)
            if other is None or _weight(entry) > _weight(other):
                best[entry.table] = entry
        return tuple(sorted(best.values(), key=lambda e: (not e.known, e.name, e.address)))

    def devices(self, table: bytes) -> tuple[Found, ...]:
        """All that answer for this table: several, where it was taken up from several disks."""
        entries = (entry for entry in self._found.values() if entry.latency_ms is not None)
        return tuple(entry for entry in entries if entry.table == table)

    async def changes(self) -> AsyncIterator[tuple[Found, ...]]:
        """The list now, and again whenever it changes."""
        while not self._closed:
            yield self.found
            await self._changed.wait()
            self._changed.clear()

    def know(self, known: frozenset[bytes]) -> None:
        """From now on the devices with these identities have been met and compared."""
        self._known = known
        for key, entry in self._found.items():
            met = bool(entry.identity_hex) and bytes.fromhex(entry.identity_hex) in known
            self._found[key] = replace(entry, known=met)
        self._changed.set()

    def search(self) -> None:
        """Asks the network again at once."""
        self._browser.ask()

    def ask_at(self, address: str, port: int) -> None:
        """Asks at this address too, although nobody has announced a table there."""
        key = f"{address}:{port}"
        nobody = Notice(PROTOCOL, RULES, bytes(32), 0, "", "", 0, 0, "lobby")
        table = FoundTable(key, nobody, (address,), port)
        self._asking[key] = asyncio.get_running_loop().create_task(self._ask(table, SOON_S))

    async def close(self) -> None:
        """Stops searching."""
        self._closed = True
        self._changed.set()
        for task in self._asking.values():
            task.cancel()
        await asyncio.gather(*self._asking.values(), return_exceptions=True)
        await self._browser.close()

    def _troubled(self, sentence: str | None) -> None:
        self.trouble = sentence
        self._changed.set()

    def _heard(self, change: FoundTable | GoneTable) -> None:
        key = change.key
        task = self._asking.pop(key, None)
        if task is not None:
            task.cancel()
        if isinstance(change, GoneTable) or self._closed:
            self._announced.pop(key, None)
            self._found.pop(key, None)
        else:
            self._announced[key] = change
            if key not in self._found:
                self._found[key] = _announced(change, "asking")
            self._asking[key] = asyncio.get_running_loop().create_task(self._ask(change))
        self._changed.set()

    async def _ask(self, table: FoundTable, again_s: float = AGAIN_S) -> None:
        while True:
            answer: ProbeResult | None = None
            state = "silent"
            with contextlib.suppress(JassError, OSError):
                try:
                    answer = await probe(self._hello, table.addresses, table.port)
                except VersionError:
                    state = "version"
            entry = self._answered(table, answer) if answer else _announced(table, state)
            if self._found.get(table.key) != entry:
                self._found[table.key] = entry
                self._changed.set()
            await asyncio.sleep(again_s)

    def _answered(self, table: FoundTable, answer: ProbeResult) -> Found:
        card = read_card(answer.card)
        if card is None:
            return _announced(table, "silent")
        return Found(
            name=clean_table_name(card.name) or "?",
            host=answer.name,
            game=card.game,
            taken=card.taken,
            seats=card.seats,
            latency_ms=round(answer.latency_ms),
            state="playing" if card.state == "play" else "waiting",
            known=answer.identity in self._known,
            address=answer.address,
            port=answer.port,
            identity_hex=answer.identity.hex(),
            table=card.table,
            options=told_rules(card),
            epoch=card.epoch,
        )


def _announced(table: FoundTable, state: str) -> Found:
    notice = table.notice
    return Found(
        name=notice.name,
        host="",
        game=notice.game,
        taken=notice.taken,
        seats=notice.seats,
        latency_ms=None,
        state=state,
        known=False,
        address=table.addresses[0],
        port=table.port,
        identity_hex="",
        table=notice.table,
    )


def told_rules(card: TableCard) -> Mapping[str, str]:
    """The options of a card as our own game writes them; empty for what cannot be a table."""
    variant = find_variant(card.game)
    if variant is None:
        return {}
    options = make_options(variant, card.seats, None, card.options)
    return {} if isinstance(options, OptionFault) else options.to_dict()


def hello(name: str) -> Hello:
    """What this device says first on every connection."""
    return Hello(release(), PROTOCOL, RULES, name)


def notice(card: TableCard) -> Notice:
    """The same card as it is announced to everybody."""
    return Notice(
        PROTOCOL,
        RULES,
        card.table,
        card.epoch,
        card.name,
        card.game,
        card.taken,
        card.seats,
        card.state,
    )


def tables(home: Path, bind: str | None = None) -> TableBrowser:
    """Begins to search for tables; to be called in a running event loop and closed.

    ``home`` tells which hosts are known; it is only read, also while another Jass has it open.
    """
    return TableBrowser(compared(home), bind)


def compared(home: Path) -> frozenset[bytes]:
    """The identities of everybody whom the player of ``home`` has met and compared.

    Raises:
        LocalError: see `net.link.store.read_known`.
    """
    return frozenset(read_known(home))
