"""The log: one chain, one encoding, and a file in which no byte can change unnoticed."""

import random

import msgspec
import pytest

from net.core import crypto
from net.core.bodies import Body, Pause, Start, encode_body
from net.core.log import (
    PROTOCOL,
    Chain,
    Checked,
    Entry,
    FaultCode,
    Genesis,
    Record,
    decode_entry,
    decode_genesis,
    decode_record,
    encode,
    next_head,
    order_signature,
    read_log,
    sign_entry,
    table_id,
)
from net.core.pieces import framed

HOST = crypto.Identity(b"h" * 32)
GUEST = crypto.Identity(b"g" * 32)
GENESIS = Genesis("jass log", PROTOCOL, 7, HOST.public, b"n" * 32, "Znüni")


def ordered(chain: Chain, entry: Entry, orderer: crypto.Identity = HOST) -> Record:
    data = encode(entry)
    n, head = chain.n + 1, next_head(chain.head, data)
    signature = order_signature(orderer, chain.table, chain.epoch, n, head)
    return Record(chain.epoch, n, data, signature)


def said(chain: Chain, body: Body, who: crypto.Identity = GUEST) -> Entry:
    return sign_entry(who, chain.table, chain.n, chain.head, body)


def grow(count: int) -> tuple[Chain, list[bytes]]:
    chain, records = Chain(GENESIS), []
    for number in range(count):
        record = ordered(chain, said(chain, Start(number)))
        checked = chain.check(record)
        assert isinstance(checked, Checked)
        chain.append(checked)
        records.append(encode(record))
    return chain, records


def test_a_chain_takes_what_was_signed_and_ordered() -> None:
    """Signed by its author, ordered by the founder, on the chain: the body comes out."""
    chain, _ = grow(3)

    assert chain.n == 3
    assert chain.head_at(0) == table_id(GENESIS)
    assert chain.head_at(4) is None


def test_the_tables_id_covers_every_field_of_the_genesis() -> None:
    """Another protocol, rules version, founder, nonce or name is another table."""
    others = [
        Genesis("jass log", PROTOCOL + 1, 7, HOST.public, b"n" * 32, "Znüni"),
        Genesis("jass log", PROTOCOL, 8, HOST.public, b"n" * 32, "Znüni"),
        Genesis("jass log", PROTOCOL, 7, GUEST.public, b"n" * 32, "Znüni"),
        Genesis("jass log", PROTOCOL, 7, HOST.public, b"m" * 32, "Znüni"),
        Genesis("jass log", PROTOCOL, 7, HOST.public, b"n" * 32, "Zvieri"),
    ]

    assert len({table_id(genesis) for genesis in (GENESIS, *others)}) == 6


def test_an_older_head_may_be_seen_but_it_has_to_be_on_the_chain() -> None:
    """`seen` need not be the newest head; one that is on no chain of ours is refused (3.2)."""
    chain, _ = grow(3)
    old = sign_entry(GUEST, chain.table, 1, chain.head_at(1) or b"", Pause(on=True))
    foreign = sign_entry(GUEST, chain.table, 1, b"x" * 32, Pause(on=True))

    assert isinstance(chain.check(ordered(chain, old)), Checked)
    assert chain.check(ordered(chain, foreign)) is FaultCode.NOT_ON_CHAIN


@pytest.mark.parametrize(
    ("orderer", "author", "fault"),
    [
        (GUEST, GUEST, FaultCode.ORDER_SIGNATURE),
        (HOST, HOST, FaultCode.ENTRY_SIGNATURE),
    ],
)
def test_nobody_can_forge(
    orderer: crypto.Identity, author: crypto.Identity, fault: FaultCode
) -> None:
    """A guest cannot order, and the host cannot speak for a guest."""
    chain, _ = grow(1)
    entry = said(chain, Pause(on=True), author)
    forged = Entry(GUEST.public, entry.seen, entry.head, entry.body, entry.signature)

    assert chain.check(ordered(chain, forged, orderer)) is fault


def test_an_entry_belongs_to_one_table() -> None:
    """What was signed at one table is nothing at another, though the heads were equal."""
    chain = Chain(GENESIS)
    entry = sign_entry(GUEST, b"t" * 32, 0, chain.head, Pause(on=True))

    assert chain.check(ordered(chain, entry)) is FaultCode.ENTRY_SIGNATURE


def test_gaps_repeats_and_other_epochs_are_no_next_entry() -> None:
    """Exactly the next number of this epoch follows."""
    chain, _ = grow(2)
    record = ordered(chain, said(chain, Pause(on=True)))

    assert chain.check(Record(1, 2, record.entry, record.signature)) is FaultCode.WRONG_NUMBER
    assert chain.check(Record(1, 4, record.entry, record.signature)) is FaultCode.WRONG_NUMBER
    assert chain.check(Record(2, 3, record.entry, record.signature)) is FaultCode.WRONG_EPOCH


def test_a_body_that_is_not_canonical_is_refused() -> None:
    """A longer spelling of the same number is another body for the same key: no entry at all."""
    chain = Chain(GENESIS)
    body = encode_body(Start(1))
    spelled = body[:-1] + b"\xcc\x01"
    signature = GUEST.sign("jass/entry/1", chain.table, GUEST.public, 0, chain.head, spelled)
    entry = Entry(GUEST.public, 0, chain.head, spelled, signature)

    assert chain.check(ordered(chain, entry)) is FaultCode.BAD_BODY


def test_a_file_comes_back_as_it_was_written() -> None:
    """Genesis and records, in order, and where they end."""
    _, records = grow(3)
    data = b"".join(map(framed, (encode(GENESIS), *records)))

    file = read_log(data, rules=7)

    assert file.fault is None
    assert file.genesis == GENESIS
    assert [encode(record) for record in file.records] == records
    assert file.sound == len(data)


def test_every_changed_byte_of_a_file_is_noticed() -> None:
    """Whatever byte is changed, reading or the chain finds it, at or before that entry."""
    _, records = grow(3)
    pieces = [framed(piece) for piece in (encode(GENESIS), *records)]
    data = b"".join(pieces)
    chance = random.Random(1)
    for place in range(len(data)):
        changed = bytearray(data)
        changed[place] ^= 1 << chance.randrange(8)
        entry = next(n for n in range(4) if place < sum(map(len, pieces[: n + 1])))

        assert first_fault(bytes(changed)) in range(entry + 1), place


def first_fault(data: bytes) -> int | None:
    """Number of the entry at which a file stops to be sound; None: it is sound."""
    file = read_log(data, rules=7)
    if file.genesis is None or file.genesis != GENESIS:
        return 0
    chain = Chain(file.genesis)
    for record in file.records:
        checked = chain.check(record)
        if not isinstance(checked, Checked):
            return chain.n + 1
        chain.append(checked)
    return None if file.fault is None else file.fault.entry


def test_a_torn_last_write_ends_the_sound_part() -> None:
    """A file cut anywhere names the place, and what was whole before it is still there."""
    _, records = grow(2)
    whole = b"".join(map(framed, (encode(GENESIS), records[0])))
    data = whole + framed(records[1])
    for length in range(len(whole) + 1, len(data)):
        file = read_log(data[:length], rules=7)

        assert file.fault is not None
        assert (file.fault.code, file.fault.entry) == (FaultCode.TRUNCATED, 2)
        assert file.sound == len(whole)
        assert len(file.records) == 1


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", FaultCode.TRUNCATED),
        (b"\x7fELF" + bytes(60), FaultCode.TOO_LONG),
        (framed(b"not a log"), FaultCode.NOT_A_LOG),
    ],
)
def test_other_files_are_no_logs(data: bytes, fault: FaultCode) -> None:
    """An empty file, a program, a record of something else."""
    file = read_log(data, rules=7)

    assert file.genesis is None
    assert file.fault is not None
    assert file.fault.code is fault


def test_a_log_of_other_versions_says_so() -> None:
    """The genesis is readable, so that the sentence can name both versions."""
    data = framed(encode(GENESIS))

    fault = read_log(data, rules=8).fault

    assert fault is not None
    assert fault.code is FaultCode.OTHER_RULES


def test_random_bytes_decode_to_nothing_and_never_raise() -> None:
    """Decoders of everything stored answer None to whatever they are given."""
    chance = random.Random(2)
    _, records = grow(1)
    for _ in range(3_000):
        data = bytearray(chance.choice(records) if chance.random() < 0.7 else b"")
        for _ in range(chance.randrange(1, 4)):
            at = chance.randrange(len(data) + 1)
            data[at : at + chance.randrange(3)] = chance.randbytes(chance.randrange(4))

        for decode in (decode_genesis, decode_record, decode_entry):
            value = decode(bytes(data))
            assert value is None or encode(value) == bytes(data)


def test_no_record_stands_before_the_first() -> None:
    """Its devices would be those of a place that is not in the log."""
    record = Record(1, 1, b"x", b"s" * 64)

    assert decode_record(encode(record)) == record
    assert decode_record(encode(msgspec.structs.replace(record, n=0))) is None
