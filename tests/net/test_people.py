"""Over real links and disks: a pause, a new person on an empty seat, somebody sent away."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from net.commands import KickSeat, PauseTable, Perform, Quit, Ready, StartGame
from net.session import verify
from net.updates import (
    Failed,
    GameFinished,
    HandFinished,
    Knocked,
    LobbyChanged,
    Paused,
    SeatGiven,
    TurnCame,
    Waiting,
    WaitingFor,
)
from tests.net.sessions import Person, guest, opened, sitting

LONG = 60.0
"""Seconds for what takes a moment on a machine that has nothing else to do."""


async def test_a_pause_stops_the_table_and_is_told_with_the_time_of_day(tmp_path: Path) -> None:
    """Nobody plays while it lasts, the status says why, and the log of the game is proven."""
    lara, address = await opened(tmp_path, bots=2, open=True)
    anna = await guest(tmp_path, "Anna", address)
    async with sitting(lara, anna) as [host, other]:
        await host.lobby("Anna", "Lara", "Köbi", "Vreneli")
        await lara.act(StartGame())
        await other.until(TurnCame, seconds=LONG)
        before = time.time()
        await anna.act(PauseTable(on=True))
        paused = await host.until(Paused, seconds=LONG)
        await other.until(Paused, seconds=LONG)
        await asyncio.sleep(1)  # what was on its way has arrived
        entries = [person.session._peer.replica.n for person in (host, other)]  # type: ignore[attr-defined]
        await asyncio.sleep(2)
        after = [person.session._peer.replica.n for person in (host, other)]  # type: ignore[attr-defined]
        waits = [u.why for u in host.told if isinstance(u, Waiting)]
        await lara.act(PauseTable(on=False))
        resumed = await other.until(Paused, 2, seconds=LONG)
        end = await host.until(GameFinished, seconds=LONG)
        await other.until(GameFinished, seconds=LONG)

    assert isinstance(paused, Paused)
    assert isinstance(resumed, Paused)
    assert isinstance(end, GameFinished)
    assert (paused.on, paused.name, resumed.on, resumed.name) == (True, "Anna", False, "Lara")
    assert int(before) <= paused.at_s <= time.time()
    assert entries == after
    assert WaitingFor.PAUSE in waits
    assert verify(end.log).exit_code == 0


async def test_somebody_new_plays_on_for_who_left(tmp_path: Path) -> None:
    """The host says yes, the newcomer plays to the end, who left hears what became of the seat."""
    lara, address = await opened(tmp_path, bots=2, settings={"ziel": "1500"})
    anna = await guest(tmp_path, "Anna", address)
    async with sitting(lara, anna) as [host, one]:
        await host.lobby("Anna", "Lara", "Köbi", "Vreneli")
        await lara.act(StartGame())
        await one.until(TurnCame, seconds=LONG)
        await anna.act(Quit())
        await anna.close()
        await host.until(HandFinished, seconds=LONG)
        host.plays = False  # so that the Partie is not over before they come
        marco = await guest(tmp_path, "Marco", address)
        async with sitting(marco) as [two]:
            given = await two.until(SeatGiven, seconds=LONG)
            knock = next(u for u in host.told if isinstance(u, Knocked) and u.seat is not None)
            late = await guest(tmp_path, "Anna", address)
            async with sitting(late) as [again]:
                failed = await again.until(Failed, seconds=LONG)
            host.plays = True
            await lara.act(Ready())
            await lara.act(Perform(host.last_turn().actions[0]))
            # Whoever came between two hands has seen no hand end, and says «Bereit» all the same.
            await two.until(Waiting, seconds=LONG)
            await marco.act(Ready())
            await two.until(TurnCame, seconds=LONG)
            end = await host.until(GameFinished, seconds=2 * LONG)
            await two.until(GameFinished, seconds=LONG)

    assert isinstance(given, SeatGiven)
    assert isinstance(failed, Failed)
    assert isinstance(end, GameFinished)
    assert (given.name, given.before, given.you) == ("Marco", "Anna", True)
    assert (knock.name, knock.seat) == ("Marco", given.seat)
    assert failed.code == "host_given"
    report = verify(end.log)
    assert (report.exit_code, report.faults) == (0, ())
    (facts,) = [facts for code, facts in report.sentences if code == "seat_given"]
    assert (facts["name"], facts["before"]) == ("Marco", "Anna")


async def test_the_host_sends_somebody_away_from_the_lobby(tmp_path: Path) -> None:
    """Whoever was sent away is told so, and does not come in again through an open door."""
    lara, address = await opened(tmp_path, bots=2, open=True)
    anna = await guest(tmp_path, "Anna", address)
    async with sitting(lara, anna) as [host, one]:
        await host.lobby("Anna", "Lara", "Köbi", "Vreneli")
        seat = next(i.seat for i in host.last(LobbyChanged).seats if i.name == "Anna")
        await lara.act(KickSeat(seat))
        failed = await one.until(Failed, seconds=LONG)
        await anna.close()
        await host.lobby("", "Lara", "Köbi", "Vreneli")
        again = await guest(tmp_path, "Anna", address)
        async with sitting(again) as [two]:
            refused = await two.until(Failed, seconds=LONG)

    assert isinstance(failed, Failed)
    assert isinstance(refused, Failed)
    assert (failed.code, refused.code) == ("host_kicked", "host_refused")


async def test_a_person_who_is_let_in_gets_the_seat_of_a_bot(tmp_path: Path) -> None:
    """A table full of bots: the host hears the knock and whose seat it is about."""
    lara, address = await opened(tmp_path, bots=3)
    one = Person(lara)
    async with sitting(await guest(tmp_path, "Anna", address)):
        knock = await one.until(Knocked)
        assert isinstance(knock, Knocked)
        assert (knock.name, knock.seat) == ("Anna", 3)
        async with asyncio.timeout(15):
            while "Anna" not in [info.name for info in one.last(LobbyChanged).seats]:
                one.new.clear()
                await one.new.wait()
        seats = one.last(LobbyChanged).seats
        assert [info.bot is not None for info in seats] == [False, True, True, False]
        await lara.close()
        await one.task
