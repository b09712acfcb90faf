"""What cannot be done is said, and ends nothing: commands, bots that fail, seats that leave."""

from pathlib import Path

import pytest

from engine.bots import choose
from engine.cards import Card
from net import thinker
from net.commands import (
    Admit,
    Command,
    GiveWord,
    LocalConfig,
    Quit,
    Rematch,
    SetBot,
    SetGame,
    StartGame,
    SwapSeats,
    TakeSeat,
)
from net.core import player
from net.session import Session, local
from net.updates import CommandRefused, Failed, GameFinished, HandFinished, LobbyChanged, TurnCame
from tests.net.sessions import SHORT, Person, guest, opened, sitting


async def practice(home: Path) -> Session:
    return await local(
        LocalConfig(game="schieber", home=home, player="Lara", settings=SHORT, fast=True)
    )


async def refusals(person: Person, *commands: Command) -> list[str]:
    """The codes with which these commands are refused, one each."""
    codes = []
    for command in commands:
        before = sum(isinstance(update, CommandRefused) for update in person.told)
        await person.session.act(command)
        told = await person.until(CommandRefused, before + 1, seconds=5)
        assert isinstance(told, CommandRefused)
        codes.append(told.code)
    return codes


async def test_a_command_that_cannot_be_done_is_refused_with_a_reason(tmp_path: Path) -> None:
    """In the lobby: seats that are none, levels nobody plays, people who are not bots, others."""
    lara, address = await opened(tmp_path)
    anna = await guest(tmp_path, "Anna", address)
    async with sitting(lara, anna) as [one, two]:
        await one.lobby("Lara", "Anna", "", "")
        host = await refusals(
            one,
            TakeSeat(99),  # type: ignore[arg-type]
            TakeSeat(2**70),  # type: ignore[arg-type]
            SwapSeats(0, 99),  # type: ignore[arg-type]
            SetBot(2, "foo"),  # type: ignore[arg-type]
            SetBot(-1, "easy"),  # type: ignore[arg-type]
            SetBot(0, None),  # type: ignore[arg-type]
            SetBot(1, None),  # type: ignore[arg-type]
            StartGame(),
            Rematch(),
            SetGame("nonsense", None, {}),
            Admit("zz", yes=True),
            Admit("ab" * 32, yes=True),
        )
        other = await refusals(
            two,
            TakeSeat(0),  # type: ignore[arg-type]
            SwapSeats(0, 1),  # type: ignore[arg-type]
            StartGame(),
        )
        assert [info.name for info in two.last(LobbyChanged).seats] == ["Lara", "Anna", "", ""]

    assert host == [
        "no_such_seat",
        "no_such_seat",
        "no_such_seat",
        "unknown_level",
        "no_such_seat",
        "seat_taken",
        "seat_taken",
        "seats_free",
        "seats_free",
        "unknown_game",
        "no_knock",
        "no_knock",
    ]
    assert other == ["seat_taken", "not_host", "seats_free"]


async def test_seats_stay_as_they_are_while_a_partie_runs(tmp_path: Path) -> None:
    """A bot that is sent away, a seat that is taken: refused, and the Partie is played on."""
    async with sitting(await practice(tmp_path)) as [lara]:
        await lara.until(TurnCame)
        codes = await refusals(
            lara,
            SetBot(3, None),  # type: ignore[arg-type]
            SetBot(0, None),  # type: ignore[arg-type]
            SetBot(2, "easy"),  # type: ignore[arg-type]
            TakeSeat(2),  # type: ignore[arg-type]
            StartGame(),
            GiveWord((Card(0), Card(1), Card(2), Card(3))),
        )
        await lara.until(GameFinished)

    assert codes == ["started", "seat_taken", "started", "started", "started", "no_word"]


async def test_a_bot_that_fails_ends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever goes wrong in a bot, its seat does something legal and the others play on."""
    calls = 0

    def failing(view: object, level: str, chance: bytes) -> object:
        nonlocal calls
        calls += 1
        if calls % 3 == 0:
            raise RuntimeError("a bot's fault")
        return choose(view, level, chance)  # type: ignore[arg-type]

    def offering(view: object) -> object:
        raise RuntimeError("another fault")

    monkeypatch.setattr(thinker, "choose", failing)
    monkeypatch.setattr(player, "volunteer", offering)
    async with sitting(await practice(tmp_path)) as [lara]:
        await lara.until(GameFinished)

    assert calls > 30
    assert not [update for update in lara.told if isinstance(update, Failed)]


@pytest.mark.parametrize("leaves", ["Lara", "Anna"])
async def test_who_leaves_costs_the_hand_and_a_bot_has_the_seat(
    tmp_path: Path, leaves: str
) -> None:
    """The seat keeps its name; the other plays on, also when it was the host who left."""
    lara, address = await opened(tmp_path, bots=2, start_full=True)
    anna = await guest(tmp_path, "Anna", address)
    async with sitting(lara, anna) as people:
        gone, stays = people if leaves == "Lara" else reversed(people)
        await gone.until(TurnCame)
        await gone.session.act(Quit())
        lost = await stays.until(HandFinished)
        played = await stays.until(HandFinished, 2)

    assert isinstance(lost, HandFinished)
    assert isinstance(played, HandFinished)
    assert (lost.result.note, lost.unproven, lost.fair) == ("forfeited", (), True)
    assert (played.result.note, played.fair) == (None, True)
    seats = stays.last(LobbyChanged).seats
    [seat] = [info for info in seats if info.name == leaves]
    assert (seat.bot, seat.device) == ("normal", "Anna" if leaves == "Lara" else "Lara")
