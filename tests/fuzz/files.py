"""What lies in a home or comes by mDNS, and the names and words of others."""

from __future__ import annotations

import random

import msgpack
import msgspec

from net.core.clean import clean_chat, clean_name, clean_table_name
from net.errors import JassError
from net.link.ledger import Ledger
from net.link.notice import Notice, read_notice
from net.link.records import RecordFile, read_records
from net.link.store import Secrets, read_known
from tests.fuzz.target import InFolder, Target
from tests.fuzz.wires import good_mesh
from tests.mutate import mutated_tree

__all__ = ["Books", "Files", "Known", "Notices", "Texts"]


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
