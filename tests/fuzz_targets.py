"""What is fuzzed: everything that reads bytes of somebody else, each with good bytes to begin with.

A target takes bytes and returns; whatever it raises is a failure. Errors that a reader is meant to
raise, with a code and a sentence, are no failure and are counted.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Coroutine
from functools import cache
from pathlib import Path
from typing import Any

import msgpack
import msgspec

from engine import game
from net.core import crypto
from net.core.bodies import decode_body, encode_body
from net.core.clean import clean_chat, clean_name, clean_table_name
from net.core.epoch import decode_vote
from net.core.limits import FRAME_BYTES
from net.core.log import (
    Record,
    decode_entry,
    decode_genesis,
    decode_record,
    encode,
    next_head,
    order_signature,
    read_log,
    sign_data,
)
from net.core.wire import (
    Knock,
    Ordered,
    Propose,
    decode_message,
    decode_talk,
    encode_message,
)
from net.errors import JassError
from net.link.hello import ANY_TABLE, Hello, Purpose, Role, greet
from net.link.ledger import Ledger
from net.link.notice import Notice, read_notice
from net.link.records import RecordFile, read_records
from net.link.store import Secrets, read_known
from net.updates import TurnCame
from tests.games import settings_of, sizes
from tests.judge import verified
from tests.mesh import RULES, Mesh
from tests.mutate import mutated, mutated_tree
from tests.small_group import SMALL
from tui.script import BadInputError, Script
from tui.texts import speaker

__all__ = ["TARGETS", "Target"]

MESH_FRAMES = 2_000
"""Frames that one table gets before it is laid aside."""


class Target:
    """One reader of strange bytes.

    Args:
        chance: where everything random comes from.

    Attributes:
        seeds: good bytes.
        refused: how often the reader said no with a sentence of its own.
    """

    name = ""
    seeds: list[bytes]

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.refused = 0

    def next(self) -> bytes:
        """The next bytes to read."""
        return mutated(self.chance, self.seeds)

    def read(self, data: bytes) -> None:
        """Reads them.

        Raises:
            Exception: the reader is wrong.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Leaves nothing behind."""


class InFolder(Target):
    """A reader of files."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__(chance)
        self._folder = tempfile.TemporaryDirectory()
        self.folder = Path(self._folder.name)

    def close(self) -> None:
        self._folder.cleanup()


# --- tables to take good bytes from ---------------------------------------------------------------


def listened(mesh: Mesh) -> list[bytes]:
    """Every frame that goes over a table's cables until one hand is booked."""
    frames: list[bytes] = []
    for node in mesh.nodes:
        receive = node.peer.receive

        def heard(link: int, data: bytes, now: int, receive: Any = receive) -> None:
            frames.append(data)
            receive(link, data, now)

        node.peer.receive = heard  # type: ignore[method-assign]
    mesh.start()
    mesh.play_on(1)
    return frames


@cache
def good_frames() -> tuple[bytes, ...]:
    """Frames of short tables of several games."""
    found: dict[bytes, None] = {}
    for seed, slug in enumerate(("schieber", "differenzler", "chappe", "hae")):
        mesh = Mesh(seed, people=3, bots=1, slug=slug, group=SMALL)
        found.update(dict.fromkeys(listened(mesh)))
    return tuple(found)


@cache
def good_mesh() -> Mesh:
    """A table with one whole hand."""
    mesh = Mesh(1, people=2, bots=2, group=SMALL)
    mesh.play(1)
    return mesh


class Frames(Target):
    """A frame, and whatever lies inside it."""

    name = "frames"

    def __init__(self, chance: random.Random) -> None:
        super().__init__(chance)
        self.seeds = list(good_frames())

    def read(self, data: bytes) -> None:
        message = decode_message(data)
        if message is None:
            self.refused += 1
            return
        for field in msgspec.structs.astuple(message):
            for part in field if isinstance(field, tuple) else (field,):
                if isinstance(part, bytes):
                    inside(part)
        if hasattr(message, "talk"):
            decode_talk(message, b"t" * 32)  # type: ignore[arg-type]


def inside(data: bytes) -> None:
    """What a byte string in a frame may be."""
    decode_genesis(data)
    decode_vote(data)
    record = decode_record(data)
    entry = decode_entry(record.entry if record is not None else data)
    body = decode_body(entry.body if entry is not None else data)
    if body is not None:
        # One encoding for each body: a second one would be a second «same body» (3.2).
        assert encode_body(body) == (entry.body if entry is not None else data)


class Bodies(Target):
    """The bodies of entries."""

    name = "bodies"

    def __init__(self, chance: random.Random) -> None:
        super().__init__(chance)
        records = [decode_record(data) for data in good_mesh().nodes[0].disk.records]
        entries = [decode_entry(record.entry) for record in records if record is not None]
        self.seeds = [entry.body for entry in entries if entry is not None]

    def read(self, data: bytes) -> None:
        body = decode_body(data)
        if body is None:
            self.refused += 1
        else:
            assert encode_body(body) == data


class Logs(Target):
    """The reader of saved games, byte for byte."""

    name = "logs"

    def __init__(self, chance: random.Random) -> None:
        super().__init__(chance)
        data = good_mesh().nodes[0].disk.file()
        self.seeds = [data, data[: len(data) // 2], data[:2_000], data[:300]]

    def read(self, data: bytes) -> None:
        file = read_log(data, RULES)
        self.refused += file.fault is not None
        assert file.sound <= len(data)


class Verified(Logs):
    """`jass verify` on saved games that were changed."""

    name = "verify"

    def read(self, data: bytes) -> None:
        report = verified(data, good_mesh())
        self.refused += report.exit_code == 2


class Files(InFolder):
    """The files of a table as they are opened again: log and secrets."""

    name = "files"

    def __init__(self, chance: random.Random) -> None:
        super().__init__(chance)
        node = good_mesh().nodes[0]
        items = [msgspec.msgpack.encode(item) for item in node.disk.secrets.items()]
        framed = b"".join(len(item).to_bytes(4, "big") + item for item in items)
        self.seeds = [node.disk.file()[:3_000], framed]

    def read(self, data: bytes) -> None:
        path = self.folder / "t.jass"
        path.write_bytes(data)
        read_records(path)
        try:
            file = RecordFile(path)
        except JassError:
            self.refused += 1
            return
        file.append(b"one more")
        file.close()
        again = RecordFile(path)
        again.close()
        assert again.found[-1] == b"one more"
        path.write_bytes(data)
        try:
            Secrets(path).close()
        except JassError:
            self.refused += 1


class Known(InFolder):
    """The file of people one knows."""

    name = "known"

    def __init__(self, chance: random.Random) -> None:
        super().__init__(chance)
        row = f'[{"ab" * 32}]\nname = "Ueli"\nverified = true\naddress = "10.0.0.1:5277"\n'
        self.seeds = [row.encode(), (row + row.replace("ab", "cd")).encode()]

    def read(self, data: bytes) -> None:
        (self.folder / "known.toml").write_bytes(data)
        try:
            read_known(self.folder)
        except JassError:
            self.refused += 1


class Books(InFolder):
    """The book of finished games, an SQLite file that somebody has damaged."""

    name = "ledger"

    def __init__(self, chance: random.Random) -> None:
        super().__init__(chance)
        path = self.folder / "good.db"
        with Ledger(path) as ledger:
            ledger.keep(b"l" * 32, ())
        self.seeds = [path.read_bytes()]

    def read(self, data: bytes) -> None:
        path = self.folder / "jass.db"
        path.write_bytes(data)
        try:
            with Ledger(path) as ledger:
                ledger.recall(b"l" * 32)
                ledger.keep(b"m" * 32, ())
                ledger.keep_only([b"m" * 32])
        except JassError:
            self.refused += 1


class Notices(Target):
    """TXT records of mDNS."""

    name = "notices"

    def __init__(self, chance: random.Random) -> None:
        super().__init__(chance)
        notice = Notice(1, 1, b"t" * 16, 1, "Znüni", "schieber", 1, 4, "lobby")
        rows = {key.encode(): value.encode() for key, value in notice.properties().items()}
        self.seeds = [msgpack.packb(rows)]

    def next(self) -> bytes:
        return mutated_tree(self.chance, self.seeds[0])

    def read(self, data: bytes) -> None:
        try:
            rows = msgpack.unpackb(data, strict_map_key=False)
        except (ValueError, TypeError, msgpack.UnpackException):
            return
        if not isinstance(rows, dict):
            return
        good = {
            key: value if isinstance(value, bytes) else None
            for key, value in rows.items()
            if isinstance(key, bytes)
        }
        found = read_notice(good)
        self.refused += found is None
        assert found is None or found.taken <= found.seats


class Texts(Target):
    """Names, names of tables and chat."""

    name = "texts"

    def __init__(self, chance: random.Random) -> None:
        super().__init__(chance)
        words = ("Ueli", "Zoë", "🂡🂡", "a\u202eb", "[/]", "e" + "\u0301" * 40, "\x1b[31m", "한국어")
        self.seeds = [word.encode() for word in words]

    def read(self, data: bytes) -> None:
        text = data.decode("utf-8", "replace")
        for clean in (clean_name, clean_table_name, clean_chat):
            cleaned = clean(text)
            assert clean(cleaned) == cleaned
            assert cleaned.isprintable()


class Greetings(Target):
    """The greeting of a link, on both sides, with one frame of it changed."""

    name = "greeting"

    HELLO = Hello("0.1.0", 1, 1, "Anna")
    ME = crypto.Identity(b"m" * 32)
    YOU = crypto.Identity(b"y" * 32)

    def __init__(self, chance: random.Random) -> None:
        super().__init__(chance)
        self.seeds = self._frames()

    def _side(self, role: Role, out: list[bytes], come: list[bytes]) -> Coroutine[Any, Any, Any]:
        async def receive() -> bytes:
            await _Pause()
            return come.pop(0)

        me = self.ME if role is Role.SERVER else self.YOU
        table = b"t" * 32 if role is Role.SERVER else ANY_TABLE
        return greet(
            role,
            me,
            self.HELLO,
            b"c" * 32,
            out.append,
            receive,
            table=table,
            purpose=Purpose.LINK,
            now=lambda: 0.0,
        )

    def _frames(self) -> list[bytes]:
        """The six frames of a good greeting."""
        heard: list[bytes] = []
        queues: dict[Role, list[bytes]] = {Role.SERVER: [], Role.CLIENT: []}

        def frame(to: Role) -> Callable[[bytes], None]:
            def sent(data: bytes) -> None:
                heard.append(data)
                queues[to].append(data)

            return sent

        outs = {Role.SERVER: _Out(frame(Role.CLIENT)), Role.CLIENT: _Out(frame(Role.SERVER))}
        sides = {role: self._side(role, outs[role], queues[role]) for role in Role}
        for side in sides.values():
            side.send(None)
        while sides:
            for role, side in list(sides.items()):
                if queues[role]:
                    try:
                        side.send(None)
                    except StopIteration:
                        del sides[role]
        return heard

    def read(self, data: bytes) -> None:
        for role in Role:
            come = [self.chance.choice(self.seeds) for _ in range(self.chance.randrange(3))]
            come.append(data)
            side = self._side(role, [], come)
            try:
                side.send(None)
                while come:
                    side.send(None)
            except JassError:
                self.refused += 1
            except StopIteration as end:
                raise AssertionError("somebody proved what it cannot be") from end
            finally:
                side.close()


class _Out(list[bytes]):
    """A list that tells what is appended."""

    def __init__(self, told: Callable[[bytes], None]) -> None:
        super().__init__()
        self._told = told

    def append(self, data: bytes) -> None:
        self._told(data)


class _Pause:
    """Something to wait for without a loop."""

    def __await__(self) -> Any:
        yield


class Lines(Target):
    """What a script writes to standard input, at a question and without one."""

    name = "lines"

    def __init__(self, chance: random.Random) -> None:
        super().__init__(chance)
        self.seeds = [
            b'{"action":"play","card":"EiA"}',
            b'{"choose":0}',
            b'{"say":"Guete Jass!"}',
            b'{"ready":true}',
            b'{"leave":true}',
            b'{"admit":true,"identity":"ab"}',
            b'{"word":["EiA","Ro6","Se7","SiK"]}',
            b'{"seat":1}',
            b'{"swap":[0,1]}',
            b'{"bot":"easy","at":1}',
            b'{"action":"predict","points":111}',
            b'{"action":"choose","contract":"Ei"}',
            b'{"action":"show_weis","weise":[["Ei6","Ei7","Ei8"]]}',
        ]
        self._turns = list(good_turns())
        self._script = self._fresh()

    def _fresh(self) -> Script:
        script = Script(speaker("de"), autoplay=False)
        if self._turns and self.chance.random() < 0.8:
            list(script.told(self.chance.choice(self._turns)))
        return script

    def read(self, data: bytes) -> None:
        if self.chance.random() < 0.05:
            self._script = self._fresh()
        try:
            self._script.read(data)
        except BadInputError:
            self.refused += 1


@cache
def good_turns() -> tuple[TurnCame, ...]:
    """Questions of several games."""
    turns: list[TurnCame] = []
    for seed, slug in enumerate(("schieber", "differenzler", "coiffeur", "hae")):
        mesh = Mesh(seed, people=2, bots=2, slug=slug, group=SMALL)
        mesh.play(1)
        turns += [u for node in mesh.nodes for u in node.updates if isinstance(u, TurnCame)]
    return tuple(turns)


# --- cores ----------------------------------------------------------------------------------------


class Cores(Target):
    """Frames into every core of a running table, from somebody who has no seat.

    The table plays on meanwhile, and everything that holds without the stranger has to hold.
    """

    name = "stranger"

    def __init__(self, chance: random.Random) -> None:
        super().__init__(chance)
        self._left = 0
        self._link = 1_000_000
        self._new_table()

    def _new_table(self) -> None:
        chance = self.chance
        slug, seats = chance.choice(sizes())
        variant = game.find_variant(slug)
        assert variant is not None
        people = min(seats, 3)
        settings = settings_of(variant, seats, chance)
        seed = chance.randrange(2**31)
        self.mesh = Mesh(
            seed, people, seats - people, slug=slug, settings=settings, group=SMALL, by_log=True
        )
        self.mesh.start()
        for _ in range(chance.randrange(300)):
            self.mesh.step()
        self._left = MESH_FRAMES
        self.seeds = self._good()

    def _good(self) -> list[bytes]:
        frames = list(self.chance.sample(good_frames(), 30))
        for node in self.mesh.nodes:
            frames.append(encode_message(Ordered(tuple(node.disk.records[-4:]))))
        frames += [
            frame for c in self.mesh.cables.values() for f in c.frames.values() for frame in f
        ]
        return frames

    def read(self, data: bytes) -> None:
        if self._left <= 0:
            self._finish()
            self._new_table()
        self._left -= 1
        if self._left % 20 == 0:
            for _ in range(5):
                self.mesh.step()
        self._strike(data)

    def _strike(self, data: bytes) -> None:
        node = self.chance.choice(self.mesh.nodes)
        self._link += 1
        enemy = crypto.Identity(self.chance.randbytes(32)).public
        dialled = self.chance.random() < 0.5
        node.peer.linked(self._link, enemy, "x", self.mesh.now, dialled=dialled)
        if self.chance.random() < 0.3:
            node.peer.receive(self._link, self.chance.choice(self.seeds), self.mesh.now)
        node.peer.receive(self._link, data, self.mesh.now)
        node.peer.unlinked(self._link, self.mesh.now)
        self.mesh.carry_out(node)

    def _finish(self) -> None:
        """The hand comes to its verdicts, and nobody is blamed."""
        hands = max(len(node.peer.replica.reports) for node in self.mesh.nodes if node.peer.replica)
        self.mesh.play_on(hands + 1)
        for node in self.mesh.nodes:
            assert node.failed is None, node.failed
            assert node.peer.replica is None or node.peer.replica.offences == []


class Members(Cores):
    """Frames from a device that has a seat, or in the host's place, under its own identity.

    Half of them say something well signed that is wrong inside. Nothing is asked of the table but
    that no core raises.
    """

    name = "member"

    def _new_table(self) -> None:
        super()._new_table()
        self._lines: dict[tuple[int, int], int] = {}

    def _strike(self, data: bytes) -> None:
        mesh, chance = self.mesh, self.chance
        if len(mesh.nodes) < 2:
            self._left = 0
            return
        node, mad = chance.sample(mesh.nodes, 2)
        link = self._line(node, mad)
        frame = data if chance.random() < 0.5 else self._signed(mad)
        node.peer.receive(link, frame, mesh.now)
        if chance.random() < 0.05:
            node.peer.tick(mesh.now)
        node.peer.drain()
        if node.peer.failed is not None:
            self._left = min(self._left, 20)

    def _line(self, node: Any, mad: Any) -> int:
        """A link on which the mad device is let in; a new one when the last was ended."""
        ends = (node.number, mad.number)
        link = self._lines.get(ends)
        if link is None or link not in node.peer._links.live:
            self._link += 1
            link = self._lines[ends] = self._link
            identity, now = mad.peer.identity.public, self.mesh.now
            node.peer.linked(link, identity, mad.name, now, dialled=False)
            replica = mad.peer.replica
            chain = replica.chain if replica is not None else None
            n, head = (chain.n, chain.head) if chain is not None else (0, bytes(32))
            epoch = chain.epoch if chain is not None else 0
            knock = Knock(mad.name, epoch, n, head, f"node:{mad.number}")
            node.peer.receive(link, encode_message(knock), now)
        return link

    def _signed(self, mad: Any) -> bytes:
        """What a body of this table may look like when its author, or the orderer, is mad."""
        chance, replica = self.chance, mad.peer.replica
        if replica is None or not replica.n:
            return chance.choice(self.seeds)
        identity, chain = mad.peer.identity, replica.chain
        old = decode_record(chance.choice(mad.disk.records))
        entry = decode_entry(old.entry) if old is not None else None
        body = mutated_tree(chance, entry.body if entry is not None else b"\x90")
        n = chance.choice((chain.n, chance.randrange(chain.n + 1)))
        signed = encode(sign_data(identity, chain.table, n, chain.head_at(n) or chain.head, body))
        if chance.random() < 0.5:
            return encode_message(Propose(signed))[:FRAME_BYTES]
        head = next_head(chain.head, signed)
        order = order_signature(identity, chain.table, chain.epoch, chain.n + 1, head)
        return encode_message(Ordered((encode(Record(chain.epoch, chain.n + 1, signed, order)),)))

    def _finish(self) -> None:
        """Whatever they told each other, they tell somebody who looks on without an exception."""
        for node in self.mesh.nodes:
            node.peer.tick(self.mesh.now + 60_000)
            node.peer.drain()


TARGETS: dict[str, type[Target]] = {
    target.name: target
    for target in (
        Frames,
        Bodies,
        Logs,
        Verified,
        Files,
        Known,
        Books,
        Notices,
        Texts,
        Greetings,
        Lines,
        Cores,
        Members,
    )
}
"""Every target by its name."""
