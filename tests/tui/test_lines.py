"""Lines read from a pipe: their ends, their length, and the end of the input."""

import asyncio
import os

import pytest

from tui.lines import LINE_BYTES, read_lines

LONG = b"x" * (LINE_BYTES + 1)


async def lines_of(data: bytes) -> list[bytes]:
    """Everything that is read of these bytes."""
    source, target = os.pipe()
    reading = asyncio.create_task(_all(source))
    await asyncio.to_thread(_write, target, data)
    found = await asyncio.wait_for(reading, 10)
    os.close(source)
    return found


async def _all(source: int) -> list[bytes]:
    return [line async for line in read_lines(source)]


def _write(target: int, data: bytes) -> None:
    with os.fdopen(target, "wb") as file:
        file.write(data)


async def test_lines_come_without_their_ends_and_the_last_needs_none() -> None:
    """LF and CR LF; what stands before the end of the input is a line too."""
    assert await lines_of(b"a\r\n\nb\nc") == [b"a", b"", b"b", b"c"]


@pytest.mark.parametrize("more", [b"", b"y" * 10, b"y" * 300_000], ids=["no", "little", "much"])
async def test_the_end_of_a_line_that_is_too_long_is_no_line(more: bytes) -> None:
    """It comes once, cut, and what follows it on the same line is passed over."""
    found = await lines_of(LONG + more + b'{"leave":true}\nnext\n')

    assert found == [LONG, b"next"]
