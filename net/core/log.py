"""The log of a table: signed entries in one order, as a chain, and as a file.

    H_0     = hash of the genesis            H_{n+1} = hash of H_n and the bytes of entry n+1
    entry   = author, the head it had seen, the body's bytes, the author's signature over them
    record  = epoch, n, the entry's bytes, the orderer's signature over (epoch, n, H_n)

The head of the genesis is also the table's id, so every signature of the table covers who opened
it and which versions it runs. The file is the genesis and the records, each with its length in
4 bytes: no byte of it can change unnoticed (dealing.md 3.2).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from net.core import crypto
from net.core.bodies import Body, Count, Epoch, EpochNo, Hash, decode_body, encode_body
from net.core.coding import read_exact
from net.core.epoch import Place, fault_of, is_ordered, order_signature
from net.core.limits import BEFORE_BYTES, BODY_BYTES, ENTRY_BYTES, LOG_ENTRIES, RAW_NAME_CHARS
from net.core.pieces import split

__all__ = [
    "PROTOCOL",
    "RULES",
    "Chain",
    "Entry",
    "FaultCode",
    "Genesis",
    "LogFault",
    "LogFile",
    "Record",
    "decode_entry",
    "decode_genesis",
    "decode_record",
    "encode",
    "is_ordered",
    "is_signed",
    "next_head",
    "order_signature",
    "read_log",
    "sign_data",
    "sign_entry",
    "table_id",
]

PROTOCOL: Final = 1
"""Version of everything that travels or is stored; peers and logs need the same."""

RULES: Final = 1
"""Version of what the engine makes of a log: raised whenever it gives other results or bytes."""

_LENGTHS: Final = range(ENTRY_BYTES + 128 + 1)
"""How long a piece of a file may be: an entry, its number and a signature."""

Signature: TypeAlias = Annotated[bytes, msgspec.Meta(min_length=64, max_length=64)]
"""An Ed25519 signature, 64 bytes."""


class _Stored(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """An array of fields, nothing too many."""


class Genesis(_Stored, frozen=True):
    """Entry zero: what the table is. About 130 bytes; nobody signs it, every signature covers it.

    ``founder`` is the identity that orders epoch 1; ``nonce`` makes two tables different;
    ``before`` is what the table has from an old one (`net.core.before`), usually nothing.
    """

    jass: Literal["jass log"]
    protocol: Count
    rules: Count
    founder: Hash
    nonce: Hash
    name: Annotated[str, msgspec.Meta(max_length=4 * RAW_NAME_CHARS)]
    before: Annotated[bytes, msgspec.Meta(max_length=BEFORE_BYTES)] = b""


class Entry(_Stored, frozen=True):
    """What one device says: its body, and the head of the log it had seen when it said so."""

    author: Hash
    seen: Count
    head: Hash
    body: Annotated[bytes, msgspec.Meta(max_length=BODY_BYTES)]
    signature: Signature


class Record(_Stored, frozen=True):
    """An entry with its place in the log. ``n`` counts from 1."""

    epoch: EpochNo
    n: Annotated[int, msgspec.Meta(ge=1, lt=2**31)]
    entry: Annotated[bytes, msgspec.Meta(max_length=ENTRY_BYTES)]
    signature: Signature


_ENCODER: Final = msgspec.msgpack.Encoder(order="deterministic")
_GENESIS: Final = msgspec.msgpack.Decoder(Genesis)
_ENTRY: Final = msgspec.msgpack.Decoder(Entry)
_RECORD: Final = msgspec.msgpack.Decoder(Record)


def encode(value: Genesis | Entry | Record) -> bytes:
    """The one encoding of ``value``."""
    if isinstance(value, Genesis) and not value.before:
        return _ENCODER.encode(msgspec.structs.astuple(value)[:-1])
    return _ENCODER.encode(value)


def decode_genesis(data: bytes) -> Genesis | None:
    """The genesis that ``data`` is the encoding of, or None."""
    return read_exact(data, _GENESIS, encode)


def decode_record(data: bytes) -> Record | None:
    """The record that ``data`` is the encoding of, or None."""
    return read_exact(data, _RECORD, _ENCODER.encode)


def decode_entry(data: bytes) -> Entry | None:
    """The entry that ``data`` is the encoding of, or None."""
    return read_exact(data, _ENTRY, _ENCODER.encode)


def table_id(genesis: Genesis) -> bytes:
    """H_0, 32 bytes: the table's id and the first head of its log."""
    return crypto.digest("jass/genesis/1", encode(genesis))


def next_head(head: bytes, entry: bytes) -> bytes:
    """H_{n+1} from H_n and the bytes of entry n+1."""
    return crypto.digest("jass/log/1", head, entry)


def sign_entry(
    identity: crypto.Identity, table: bytes, seen: int, head: bytes, body: Body
) -> Entry:
    """``body`` as an entry of this device, which has seen the log up to ``seen``."""
    return sign_data(identity, table, seen, head, encode_body(body))


def sign_data(
    identity: crypto.Identity, table: bytes, seen: int, head: bytes, body: bytes
) -> Entry:
    """As `sign_entry`, for the bytes of a body that were stored."""
    signature = identity.sign("jass/entry/1", table, identity.public, seen, head, body)
    return Entry(identity.public, seen, head, body, signature)


def is_signed(entry: Entry, table: bytes) -> bool:
    """Whether the author signed this entry for this table."""
    return crypto.verify(
        entry.author,
        entry.signature,
        "jass/entry/1",
        table,
        entry.author,
        entry.seen,
        entry.head,
        entry.body,
    )


class FaultCode(StrEnum):
    """Why bytes are no log, or no next entry of one."""

    NOT_A_LOG = "not_a_log"
    TRUNCATED = "truncated"
    TOO_LONG = "too_long"
    UNREADABLE = "unreadable"
    OTHER_PROTOCOL = "other_protocol"
    OTHER_RULES = "other_rules"
    WRONG_NUMBER = "wrong_number"
    WRONG_EPOCH = "wrong_epoch"
    ORDER_SIGNATURE = "order_signature"
    ENTRY_SIGNATURE = "entry_signature"
    NOT_ON_CHAIN = "not_on_chain"
    BAD_BODY = "bad_body"


@dataclass(frozen=True, slots=True)
class LogFault:
    """What is wrong with a log and where: number of the entry (0: genesis), bytes into the file."""

    code: FaultCode
    entry: int
    offset: int | None = None


@dataclass(frozen=True, slots=True)
class Checked:
    """A record that is the next of its chain, with everything that was decoded on the way.

    ``opens``: it is the first of a new epoch.
    """

    record: Record
    entry: Entry
    body: Body
    head: bytes
    opens: bool = False


@dataclass(frozen=True, slots=True)
class _Reign:
    """From entry ``first`` on ``orderer`` orders."""

    epoch: int
    first: int
    orderer: bytes


class Chain:
    """The heads of one log, and what may come next. Not the meaning of anything in it.

    Attributes:
        genesis: what the table is.
        table: its id.
        order: the orderer's signature of the newest head, empty at the start.
    """

    __slots__ = ("_heads", "_reigns", "genesis", "order", "table")

    def __init__(self, genesis: Genesis) -> None:
        self.genesis = genesis
        self.table = table_id(genesis)
        self.order = b""
        self._heads = [self.table]
        self._reigns = [_Reign(1, 1, genesis.founder)]

    @property
    def n(self) -> int:
        """How many entries there are."""
        return len(self._heads) - 1

    @property
    def head(self) -> bytes:
        """H_n of the newest entry."""
        return self._heads[-1]

    @property
    def epoch(self) -> int:
        """The current epoch, from 1."""
        return self._reigns[-1].epoch

    @property
    def orderer(self) -> bytes:
        """Who signs the order in this epoch."""
        return self._reigns[-1].orderer

    @property
    def begun(self) -> int:
        """The number of the first entry of this epoch."""
        return self._reigns[-1].first

    def after(self, epoch: int) -> int | None:
        """The number of the first entry of a newer epoch than ``epoch``, if there is one."""
        return next((reign.first for reign in self._reigns if reign.epoch > epoch), None)

    def head_at(self, n: int) -> bytes | None:
        """H_n, or None when the log is shorter."""
        return self._heads[n] if 0 <= n < len(self._heads) else None

    def place_at(self, n: int) -> Place:
        """Entry ``n``, of those that there are, as the end of a log."""
        reign = next(r for r in reversed(self._reigns) if r.first <= n or r is self._reigns[0])
        return Place(reign.epoch, n, self._heads[n], reign.orderer)

    def check_entry(self, entry: Entry, *, trusted: bool = False) -> Body | FaultCode:
        """The body of ``entry`` if it may follow, else why not.

        ``trusted`` skips the signature, for entries this device has just signed itself.
        """
        if self.head_at(entry.seen) != entry.head:
            return FaultCode.NOT_ON_CHAIN
        if not trusted and not is_signed(entry, self.table):
            return FaultCode.ENTRY_SIGNATURE
        body = decode_body(entry.body)
        return FaultCode.BAD_BODY if body is None else body

    def check(
        self, record: Record, devices: Sequence[bytes] = (), *, trusted: bool = False
    ) -> Checked | FaultCode:
        """The decoded record if it is the next one, else what is wrong with it.

        ``devices`` are the human ones seated now: half of them and one more open an epoch.
        """
        if self.n >= LOG_ENTRIES:
            return FaultCode.TOO_LONG
        if record.n != self.n + 1:
            return FaultCode.WRONG_NUMBER
        return self._check(record, devices, trusted=trusted)

    def check_cut(self, record: Record, devices: Sequence[bytes]) -> FaultCode | None:
        """Why ``record`` opens no epoch that ends this log before its number, or None.

        It has to be newer than all of this log: whoever kept an older one would take back what came
        since, and its orderer would give its numbers anew. ``devices`` are the human ones that were
        seated there.
        """
        if not 1 <= record.n <= self.n or record.epoch <= self.epoch:
            return FaultCode.WRONG_EPOCH
        checked = self._check(record, devices, trusted=False)
        return checked if isinstance(checked, FaultCode) else None

    def contradicts(self, record: Record) -> bool:
        """Whether it is another entry for a number of this log, by who ordered that number."""
        if not 1 <= record.n <= self.n or record.epoch != self.place_at(record.n).epoch:
            return False
        checked = self._check(record, (), trusted=False)
        return isinstance(checked, Checked) and checked.head != self.head_at(record.n)

    def _check(
        self, record: Record, devices: Sequence[bytes], *, trusted: bool
    ) -> Checked | FaultCode:
        place = self.place_at(record.n - 1)
        if record.epoch < place.epoch:
            return FaultCode.WRONG_EPOCH
        opens = record.epoch > place.epoch
        entry = decode_entry(record.entry)
        if entry is None:
            return FaultCode.UNREADABLE
        if opens and not isinstance(decode_body(entry.body), Epoch):
            return FaultCode.WRONG_EPOCH
        head = next_head(place.head, record.entry)
        orderer = entry.author if opens else place.orderer
        if not trusted and not is_ordered(
            orderer, record.signature, self.table, record.epoch, record.n, head
        ):
            return FaultCode.ORDER_SIGNATURE
        if entry.seen > place.n:
            return FaultCode.NOT_ON_CHAIN
        body = self.check_entry(entry, trusted=trusted)
        if isinstance(body, FaultCode):
            return body
        if opens and not (
            isinstance(body, Epoch)
            and body.epoch == record.epoch
            and (trusted or fault_of(body, entry.author, self.table, place, devices) is None)
        ):
            return FaultCode.WRONG_EPOCH
        return Checked(record, entry, body, head, opens)

    def append(self, checked: Checked) -> None:
        """Takes the record that `check` has just passed."""
        self._heads.append(checked.head)
        self.order = checked.record.signature
        if checked.opens:
            record = checked.record
            self._reigns.append(_Reign(record.epoch, record.n, checked.entry.author))


# --- the file ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LogFile:
    """What a file holds.

    ``records`` are all that could be read before ``fault``, ``places`` where each begins in bytes;
    ``sound`` is how many bytes those take, so that a torn last write can be cut off.
    """

    genesis: Genesis | None
    records: tuple[Record, ...]
    fault: LogFault | None
    sound: int
    places: tuple[int, ...] = ()


def read_log(data: bytes, rules: int) -> LogFile:
    """Reads a file of a table, up to the first fault; signatures are not checked here."""
    genesis: Genesis | None = None
    records: list[Record] = []
    places: list[int] = []
    sound = 0
    pieces = split(data, _LENGTHS)
    fault: FaultCode | None = None
    for place, piece in pieces.found:
        if genesis is None:
            genesis = decode_genesis(piece)
            fault = _fault_of_genesis(genesis, rules)
        elif (record := decode_record(piece)) is None:
            fault = FaultCode.UNREADABLE
        else:
            records.append(record)
            places.append(place)
        if fault is not None:
            break
        sound = place + len(piece)
    else:
        place = pieces.end
        if pieces.fault is not None:
            fault = FaultCode.TRUNCATED if pieces.fault == "short" else FaultCode.TOO_LONG
        elif genesis is None:
            fault = FaultCode.TRUNCATED
    number = 0 if genesis is None else len(records) + 1
    damage = LogFault(fault, number, place) if fault is not None else None
    return LogFile(genesis, tuple(records), damage, sound, tuple(places))


def _fault_of_genesis(genesis: Genesis | None, rules: int) -> FaultCode | None:
    if genesis is None:
        return FaultCode.NOT_A_LOG
    if genesis.protocol != PROTOCOL:
        return FaultCode.OTHER_PROTOCOL
    return FaultCode.OTHER_RULES if genesis.rules != rules else None
