"""The TXT record of a table: what we write is read back, what anybody else writes does no harm."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.core.clean import cells
from net.link.interfaces import local_addresses, near_first, private_v4_addresses
from net.link.notice import Notice, read_notice

NOTICE = Notice(1, 2, b"\x07" * 16, 3, "Znüni", "plus_minus", 3, 4, "lobby")
KEYS = st.sampled_from([key.encode() for key in NOTICE.properties()])


def record(notice: Notice) -> dict[bytes, bytes | None]:
    return {key.encode(): value.encode() for key, value in notice.properties().items()}


def test_a_notice_is_read_as_it_was_written() -> None:
    """Keys a later release may add change nothing."""
    assert read_notice(record(NOTICE)) == NOTICE
    assert read_notice(record(NOTICE) | {b"colour": b"red", b"flag": None}) == NOTICE


@given(
    st.dictionaries(KEYS | st.binary(max_size=9), st.none() | st.binary(max_size=300), max_size=10)
)
def test_any_record_ends_in_a_notice_or_in_none(properties: dict[bytes, bytes | None]) -> None:
    """It never raises, and what it lets through is short and clean."""
    for change in (properties, record(NOTICE) | properties):
        notice = read_notice(change)
        if notice is not None:
            assert cells(notice.name) <= 24
            assert notice.name.isprintable()
            assert 0 <= notice.taken <= notice.seats <= 99


@pytest.mark.parametrize(
    ("key", "value"),
    [
        (b"protocol", b"-1"),
        (b"protocol", b"1" * 10),
        (b"rules", "٣".encode()),
        (b"table", b"07"),
        (b"table", b"07" * 33),
        (b"table", b"0A" * 16),
        (b"epoch", b""),
        (b"game", b"Schieber"),
        (b"game", b"a/../b"),
        (b"seats", b"5/4"),
        (b"seats", b"4"),
        (b"state", b"lobby\n"),
        (b"name", b"x" * 1100),
    ],
)
def test_a_value_without_its_form_is_no_table(key: bytes, value: bytes) -> None:
    """Numbers, ids and words have one form each; a record has a bounded length."""
    assert read_notice(record(NOTICE) | {key: value}) is None


def test_a_missing_value_is_no_table_but_a_missing_name_is_a_question_mark() -> None:
    """The name is display only."""
    for key in record(NOTICE):
        less = record(NOTICE)
        del less[key]
        assert read_notice(less) == (replace(NOTICE, name="?") if key == b"name" else None)


def test_loopback_stays_on_loopback_and_one_address_is_taken_as_it_is() -> None:
    """`--bind` decides; without it there is at least one address, and no loopback beside others."""
    assert private_v4_addresses("127.0.0.1") == ["127.0.0.1"]
    assert private_v4_addresses("10.1.2.3") == ["10.1.2.3"]
    used = local_addresses().used
    assert used
    assert used == ("127.0.0.1",) or not any(address.startswith("127.") for address in used)


def test_our_own_subnets_come_first() -> None:
    """An address on a network of ours answers soonest; each is kept once, else in their order."""
    assert near_first(["203.0.113.9", "127.0.0.9", "198.51.100.1", "203.0.113.9"]) == [
        "127.0.0.9",
        "203.0.113.9",
        "198.51.100.1",
    ]
