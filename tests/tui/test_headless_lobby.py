"""What a script may do about seats, games and words, and when: everything else is an `error`."""

import asyncio
import io
import json
import os
from collections.abc import Iterable
from pathlib import Path

import pytest

from engine.seats import Seat, Side
from engine.state import Outcome
from net import session
from net.commands import (
    Command,
    HostConfig,
    LocalConfig,
    Rematch,
    SetBot,
    StartGame,
    SwapSeats,
    TakeSeat,
)
from net.updates import (
    CommandRefused,
    Failed,
    GameFinished,
    LobbyChanged,
    SeatInfo,
    Update,
    Waiting,
    WaitingFor,
)
from tui.headless import run
from tui.lines import LINE_BYTES
from tui.script import BadInputError, Script
from tui.texts import speaker

ME, OTHER = "aa" * 32, "bb" * 32
HUGE = 99_999_999_999_999_999_999


def chair(
    seat: int, name: str = "", *, bot: str | None = None, identity: str = ME, gone: bool = False
) -> SeatInfo:
    """Somebody on a seat; the first seat is mine."""
    mine = seat == 0
    return SeatInfo(
        Seat(seat), name, bot, name, not gone, mine, identity if name else "", False, None
    )


def lobby(*, host: bool = True, started: bool = False, full: bool = False) -> LobbyChanged:
    """I, my bot, somebody else, and a free seat, or somebody who is gone."""
    seats = (
        chair(0, "Ich"),
        chair(1, "Bot", bot="easy"),
        chair(2, "Anna", identity=OTHER),
        chair(3, "Weg", identity="cc" * 32, gone=True) if full else chair(3),
    )
    return LobbyChanged(seats, "schieber", None, {}, host, started)


def after(*updates: Update) -> Script:
    """A seat that was told these."""
    script = Script(speaker("en"), autoplay=False)
    for update in updates:
        list(script.told(update))
    return script


def answer(script: Script, record: dict[str, object]) -> Command | None:
    """The command a line means."""
    return script.read(json.dumps(record).encode())


def test_in_the_lobby_seats_and_bots_can_be_changed() -> None:
    """Each documented line is its command."""
    script = after(lobby())

    assert answer(script, {"seat": 3}) == TakeSeat(Seat(3))
    assert answer(script, {"swap": [0, 2]}) == SwapSeats(Seat(0), Seat(2))
    assert answer(script, {"bot": "strong", "at": 3}) == SetBot(Seat(3), "strong")
    assert answer(script, {"bot": "strong", "at": 1}) == SetBot(Seat(1), "strong")
    assert answer(script, {"bot": None, "at": 1}) == SetBot(Seat(1), None)
    assert answer(after(lobby(full=True)), {"start": True}) == StartGame()
    assert answer(after(lobby(full=True)), {"bot": None, "at": 3}) == SetBot(Seat(3), None)


async def refused(home: Path, *lines: dict[str, object]) -> list[object]:
    """The codes that a seat at a practice game is answered with, one for each line."""
    config = LocalConfig(home=home, player="Ich", settings={"laenge": "1"}, fast=True)
    source, target = os.pipe()
    out = Out()
    running = asyncio.create_task(
        run(session.local(config), speaker("en"), autoplay=False, out=out, source=source)
    )
    codes = []
    await out.until("turn")
    for line in lines:
        os.write(target, json.dumps(line).encode() + b"\n")
        codes.append((await out.until("error"))["error"])
    os.close(target)
    assert await running == 0
    os.close(source)
    return codes


class Out(io.StringIO):
    """What a seat writes, object by object."""

    def __init__(self) -> None:
        super().__init__()
        self._records: asyncio.Queue[dict[str, object]] = asyncio.Queue()

    def write(self, text: str) -> int:
        self._records.put_nowait(json.loads(text))
        return len(text)

    async def until(self, kind: str) -> dict[str, object]:
        """The next object of a type."""
        async with asyncio.timeout(20):
            while (record := await self._records.get())["type"] != kind:
                pass
        return record


async def test_every_impossible_line_is_answered_and_the_next_is_heard(tmp_path: Path) -> None:
    """Also numbers that no machine number holds; and nothing of it ends the Partie."""
    told = await refused(
        tmp_path,
        {"seat": HUGE},
        {"seat": -1},
        {"swap": [0, HUGE]},
        {"bot": None, "at": HUGE},
        {"bot": None, "at": 3},
        {"bot": None, "at": 0},
        {"start": True},
        {"rematch": True},
        {"word": ["EiA", "Ro10", "Se6", "SiU"]},
        {"admit": True, "identity": "zz"},
        {"tanz": 1},
    )

    assert told == [
        "started",
        "started",
        "started",
        "no_such_seat",
        "started",
        "seat_taken",
        "started",
        "started",
        "no_word",
        "no_knock",
        "input_unknown",
    ]


@pytest.mark.parametrize(
    "record",
    [
        {"seat": True},
        {"seat": 1.0},
        {"swap": [True, False]},
        {"swap": [0, True]},
        {"bot": "easy", "at": True},
        {"bot": None, "at": False},
        {"kick": True},
        {"mute": False},
        {"choose": True},
    ],
)
def test_what_is_no_number_is_no_seat(record: dict[str, object]) -> None:
    """True is not 1, though Python thinks so: no entry of the log may hold it."""
    with pytest.raises(BadInputError) as caught:
        answer(after(lobby()), record)
    assert caught.value.code == "input_unknown"


async def test_odd_numbers_in_the_lobby_have_their_own_reason(tmp_path: Path) -> None:
    """Too small, too large, or larger than any machine number: there is no such seat."""
    config = HostConfig(
        home=tmp_path, player="Ich", table="Alpha", port=0, bind="127.0.0.1", mdns=False
    )
    source, target = os.pipe()
    out = Out()
    running = asyncio.create_task(
        run(session.host(config), speaker("en"), autoplay=False, out=out, source=source)
    )
    await out.until("lobby")
    told = []
    for number in (-1, 4, HUGE, 10**400):
        for line in (
            {"seat": number},
            {"swap": [0, number]},
            {"bot": "easy", "at": number},
            {"bot": None, "at": number},
            {"kick": number},
            {"mute": number},
        ):
            os.write(target, json.dumps(line).encode() + b"\n")
            told.append((await out.until("error"))["error"])
    os.close(target)

    assert await running == 0
    os.close(source)
    assert told == 4 * [*4 * ["no_such_seat"], *2 * ["not_a_person"]]


def finished(log: str = "spiel.jass") -> GameFinished:
    """The end of a Partie."""
    return GameFinished(Outcome((Seat(0), Seat(2)), (Side(0),), (0, 0)), Path(log))


def test_whoever_wants_a_rematch_stays_for_it() -> None:
    """Once the Partie is over and unless it is refused; earlier it means nothing."""
    script = after(lobby(full=True))
    assert answer(script, {"rematch": True}) == Rematch()
    asked = [script.again]
    list(script.told(finished()))
    assert answer(script, {"rematch": True}) == Rematch()
    asked.append(script.again)
    list(script.told(CommandRefused("seats_free", {})))

    assert [*asked, script.again] == [False, True, False]


def test_whoever_goes_after_the_game_does_no_harm() -> None:
    """A closed table is no error then; before the end it is one."""
    gone = Failed("host_quit", {})
    script = after(lobby(full=True), finished())

    assert list(script.told(gone)) == []
    assert script.failure is None
    assert [record["error"] for record in after(lobby()).told(gone)] == ["host_quit"]


def test_a_line_that_is_too_long_is_named_and_not_obeyed() -> None:
    """Even where it would be an object."""
    line = json.dumps({"leave": True}).encode().ljust(LINE_BYTES + 1)

    with pytest.raises(BadInputError) as caught:
        after().read(line)
    assert caught.value.code == "input_too_long"


def sinces(records: Iterable[dict[str, object]]) -> list[object]:
    """How long each says that the wait has lasted."""
    return [record["since"] for record in records if record["type"] == "waiting"]


def test_since_grows_until_the_wait_is_over() -> None:
    """Milliseconds since it began; what was waited for and came is not told again."""
    now = [100.0]
    script = Script(speaker("en"), autoplay=False, clock=lambda: now[0])

    assert sinces(script.told(Waiting((Seat(3),), 250, WaitingFor.PLAYERS))) == [250]
    now[0] += 10.0
    assert sinces(script.still_waiting()) == [10_250]
    list(script.told(lobby(full=True)))
    assert list(script.still_waiting()) == []
