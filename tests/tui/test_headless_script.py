"""A seat for scripts against a real session: what comes out, and what lines mean."""

import asyncio
import io
import json
import os
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from net import session
from net.commands import LocalConfig, Perform, SayText
from net.errors import LocalError
from net.session import Session
from net.updates import GameFinished, TurnCame
from tui.headless import run
from tui.script import BadInputError, Script
from tui.texts import speaker

SAY = speaker("de")


def practice(home: Path, **settings: str) -> LocalConfig:
    """A practice game of one hand, always the same one."""
    return LocalConfig(
        home=home,
        player="Skript",
        game="schieber",
        settings={"laenge": "1", **settings},
        bot_level="easy",
        fast=True,
        seed=b"headless",
    )


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Session]:
    """A practice game at its first question."""
    there = await session.local(practice(tmp_path))
    yield there
    await there.close()


async def first_turn(there: Session, script: Script) -> tuple[list[dict[str, object]], TurnCame]:
    """Everything told up to the first turn, and that turn."""
    told: list[dict[str, object]] = []
    async for update in there.updates():
        told += script.told(update)
        if isinstance(update, TurnCame):
            return told, update
    raise AssertionError("no turn came")


async def test_the_table_comes_first_and_everything_is_json(opened: Session) -> None:
    """Objects are plain JSON with a type; `table` is the first of them."""
    script = Script(SAY, autoplay=False)
    told, _ = await first_turn(opened, script)

    assert told[0]["type"] == "table"
    assert told[-1]["type"] == "turn"
    assert {"lobby", "event"} <= {record["type"] for record in told}
    assert json.loads(json.dumps(told)) == told


async def test_a_turn_shows_own_cards_and_nobody_elses(opened: Session) -> None:
    """Nine own cards by name; no other card text anywhere before one is played."""
    script = Script(SAY, autoplay=False)
    told, turn = await first_turn(opened, script)
    record: Any = told[-1]

    assert len(record["view"]["hand"]) == 9
    assert record["seat"] == turn.view.seat
    assert record["actions"][0]["action"] in {"choose", "play", "push"}
    assert not any("slot" in json.dumps(each) for each in told)


async def test_an_offered_object_or_enough_of_it_or_its_index_is_the_action(
    opened: Session,
) -> None:
    """The three ways to answer mean the same action."""
    script = Script(SAY, autoplay=False)
    told, turn = await first_turn(opened, script)
    offered: Any = told[-1]["actions"]

    assert script.read(json.dumps(offered[0]).encode()) == Perform(turn.actions[0])
    list(script.told(turn))
    assert script.read(b'{"choose":0}') == Perform(turn.actions[0])
    list(script.told(turn))
    with pytest.raises(BadInputError) as caught:
        script.read(b'{"choose":99}')
    assert caught.value.code == "input_not_offered"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"{", "input_not_json"),
        (b"\xff\xfe", "input_not_json"),
        (b"[" * 60_000, "input_not_json"),
        (b"[]", "input_unknown"),
        (b"null", "input_unknown"),
        (b'{"tanz":1}', "input_unknown"),
        (b'{"choose":true}', "input_unknown"),
        (b'{"choose":0}', "input_no_turn"),
        (b'{"action":"play","card":"EiA"}', "input_no_turn"),
        (b'{"admit":true}', "input_no_knock"),
        (b'{"word":["EiA","Ro6","Se7","Xx1"]}', "input_no_card"),
    ],
)
def test_lines_that_mean_nothing_are_named(line: bytes, code: str) -> None:
    """A bad line is an error with a stable code, and nothing else happens."""
    with pytest.raises(BadInputError) as caught:
        Script(SAY, autoplay=False).read(line)

    assert caught.value.code == code


def test_chat_is_a_command() -> None:
    """`say` may come at any time."""
    assert Script(SAY, autoplay=False).read(b'{"say":"Guete Jass!"}') == SayText("Guete Jass!")


class Pipe:
    """Standard input of a script, as a pipe that stays open until it is closed."""

    def __init__(self) -> None:
        self.source, self._target = os.pipe()

    def write(self, record: dict[str, object]) -> None:
        os.write(self._target, json.dumps(record).encode() + b"\n")

    def close(self) -> None:
        os.close(self._target)


async def test_an_illegal_card_is_refused_with_its_reason_and_offered_again(tmp_path: Path) -> None:
    """A card in hand that the rules forbid: `refused` with reason and row, then the same turn."""
    pipe, out = Pipe(), Watched()
    running = asyncio.create_task(
        run(session.local(practice(tmp_path)), SAY, autoplay=False, out=out, source=pipe.source)
    )
    refused: list[dict[str, Any]] = []
    turn: dict[str, Any] = {}
    while not running.done():
        record = await out.next()
        if record["type"] == "turn":
            if refused and refused[-1].get("turn") is not None:
                assert record["view"]["hand"] == refused[-1]["turn"]["view"]["hand"]
                refused[-1]["turn"] = None
            turn = record
            offered = {each.get("card") for each in record["actions"]}
            forbidden = [card for card in record["view"]["hand"] if card not in offered]
            if forbidden and record["actions"][0]["action"] == "play" and not refused:
                pipe.write({"action": "play", "card": forbidden[0]})
            else:
                pipe.write({"choose": 0})
        if record["type"] == "refused":
            refused.append({**record, "turn": turn})
        if record["type"] == "game":
            break
    assert await running == 0
    assert refused
    assert refused[0]["reason"]
    assert refused[0]["row"] in (1, 3, 6, 9, 10)
    assert refused[0]["text"] != f"reason.{refused[0]['reason']}"
    pipe.close()


class Watched(io.StringIO):
    """Standard output of a seat, read line by line while it is written."""

    def __init__(self) -> None:
        super().__init__()
        self._records: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def write(self, text: str) -> int:
        for line in text.splitlines():
            self._records.put_nowait(json.loads(line))
        return len(text)

    async def next(self) -> dict[str, Any]:
        """The next object."""
        return await asyncio.wait_for(self._records.get(), 60)

    def rest(self) -> list[dict[str, Any]]:
        """Everything not read yet."""
        return [self._records.get_nowait() for _ in range(self._records.qsize())]


async def test_end_of_input_without_autoplay_leaves(tmp_path: Path) -> None:
    """No more commands will come: the seat leaves, and that is a good end."""
    pipe, out = Pipe(), Watched()
    pipe.close()
    opening = session.local(practice(tmp_path))

    assert await run(opening, SAY, autoplay=False, out=out, source=pipe.source) == 0
    assert "game" not in {record["type"] for record in out.rest()}


async def test_autoplay_needs_no_input(tmp_path: Path) -> None:
    """A bot answers everything; input that ended means nothing."""
    pipe, out = Pipe(), Watched()
    pipe.close()
    config = LocalConfig(
        home=tmp_path,
        player="Bot",
        game="schieber",
        settings={"laenge": "2"},
        autoplay="normal",
        fast=True,
    )

    assert await run(session.local(config), SAY, autoplay=True, out=out, source=pipe.source) == 0
    records = out.rest()
    hands = [record for record in records if record["type"] == "hand"]
    assert [hand["hand"] for hand in hands] == [1, 2]
    assert records[-1]["type"] == "game"
    for side in (0, 1):
        assert sum(hand["points"][side] for hand in hands) == records[-1]["score"][side]


async def test_an_error_on_opening_is_an_object_too(tmp_path: Path) -> None:
    """A script learns why, in its own way, before the command line says it for people."""
    out = Watched()
    holder = await session.local(practice(tmp_path))
    try:
        with pytest.raises(LocalError) as caught:
            await run(session.local(practice(tmp_path)), SAY, autoplay=True, out=out, source=-1)
    finally:
        await holder.close()

    assert caught.value.code == "home_busy"
    (record,) = out.rest()
    assert (record["type"], record["error"]) == ("error", "home_busy")
    assert "--home" in record["text"]


async def whole_game(home: Path) -> list[dict[str, object]]:
    """Everything told of a game that a bot plays."""
    config = replace(practice(home), autoplay="easy")
    there = await session.local(config)
    script, told = Script(SAY, autoplay=True), []
    async for update in there.updates():
        told += script.told(update)
        if isinstance(update, GameFinished):
            break
    await there.close()
    return told


def test_the_game_names_its_log(tmp_path: Path) -> None:
    """`log` is a file that is there."""
    told = asyncio.run(whole_game(tmp_path))

    assert Path(str(told[-1]["log"])).is_file()
