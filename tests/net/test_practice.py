"""A practice game as a screen uses it: one person, bots, a log that verifies and replays."""

from pathlib import Path

import pytest

from engine.actions import Play
from net.commands import LocalConfig, Perform, Rematch
from net.errors import LocalError
from net.session import local, replay, verify
from net.updates import (
    ActionRefused,
    GameFinished,
    HandFinished,
    ReadyChanged,
    TableOpened,
    TurnCame,
)
from tests.net.sessions import SHORT, sitting


async def test_a_practice_game_is_played_to_its_end_and_its_log_verifies(tmp_path: Path) -> None:
    """Turns, hands and the end come in order; every hand is fair; the file proves it."""
    session = await local(
        LocalConfig(game="schieber", home=tmp_path, player="Lara", settings=SHORT, fast=True)
    )
    async with sitting(session) as [lara]:
        end = await lara.until(GameFinished)

    assert isinstance(end, GameFinished)
    assert isinstance(lara.told[0], TableOpened)
    hands = [update for update in lara.told if isinstance(update, HandFinished)]
    assert all(hand.fair and hand.verdicts == ("ok",) * 4 for hand in hands)
    assert max(end.outcome.score) >= 500
    report = verify(end.log)
    assert report.exit_code == 0
    assert len(report.hands) == len(hands)


async def test_the_same_seed_plays_the_same_game(tmp_path: Path) -> None:
    """All chance of a practice game can be fixed: names, cards and bots."""
    ends = []
    for number in range(2):
        home = tmp_path / str(number)
        (home).mkdir()
        (home / "identity").write_bytes(b"0" * 64)
        config = LocalConfig(
            game="schieber",
            home=home,
            player="Lara",
            settings=SHORT,
            autoplay="normal",
            fast=True,
            seed=b"seed",
        )
        async with sitting(await local(config)) as [lara]:
            end = await lara.until(GameFinished)
        assert isinstance(end, GameFinished)
        ends.append(end.outcome)

    assert ends[0] == ends[1]


async def test_a_refused_card_is_told_with_its_reason_and_offered_again(tmp_path: Path) -> None:
    """A card that is not in the hand is refused, nothing is sent, the turn comes again."""
    session = await local(
        LocalConfig(game="schieber", home=tmp_path, player="Lara", settings=SHORT, fast=True)
    )
    async with sitting(session) as [lara]:
        lara.plays = False
        while True:
            turn = await lara.until(
                TurnCame, len([u for u in lara.told if type(u) is TurnCame]) or 1
            )
            assert isinstance(turn, TurnCame)
            play = next((a for a in turn.actions if isinstance(a, Play)), None)
            if play is not None:
                break
            count = sum(isinstance(u, TurnCame) for u in lara.told)
            await session.act(Perform(turn.actions[0]))
            await lara.until(TurnCame, count + 1)
        turns = sum(isinstance(u, TurnCame) for u in lara.told)
        held = {item.card for item in turn.view.hand}
        foreign = next(card for card in range(36) if card not in held)
        await session.act(Perform(Play(play.slot, foreign)))  # type: ignore[arg-type]
        refused = await lara.until(ActionRefused)
        again = await lara.until(TurnCame, turns + 1)

    assert isinstance(refused, ActionRefused)
    assert refused.reason == "not_in_hand"
    assert isinstance(again, TurnCame)
    assert again.actions == turn.actions


async def test_the_next_hand_waits_for_ready(tmp_path: Path) -> None:
    """The deck is made while the result is read, but no card is dealt before «Bereit»."""
    session = await local(
        LocalConfig(game="schieber", home=tmp_path, player="Lara", settings=SHORT, fast=True)
    )
    async with sitting(session) as [lara]:
        await lara.until(HandFinished)
        lara.plays = False
        # The person has already said Ready once in `read`; the second hand runs to its first turn.
        await lara.until(ReadyChanged)
        changes = [u for u in lara.told if isinstance(u, ReadyChanged)]

    assert changes[0].ready.count(True) < 4


async def test_revanche_begins_another_partie_in_the_same_log(tmp_path: Path) -> None:
    """Scores start at zero, the log goes on and still verifies."""
    session = await local(
        LocalConfig(game="schieber", home=tmp_path, player="Lara", settings=SHORT, fast=True)
    )
    async with sitting(session) as [lara]:
        await lara.until(GameFinished)
        await session.act(Rematch())
        end = await lara.until(GameFinished, 2)

    assert isinstance(end, GameFinished)
    report = verify(end.log)
    assert report.exit_code == 0
    assert {hand.partie for hand in report.hands} == {1, 2}


async def test_one_home_is_one_session(tmp_path: Path) -> None:
    """A second session in the same home is refused with a sentence."""
    session = await local(LocalConfig(game="schieber", home=tmp_path, player="Lara", fast=True))
    try:
        with pytest.raises(LocalError) as refused:
            await local(LocalConfig(game="schieber", home=tmp_path, player="Lara", fast=True))
    finally:
        await session.close()

    assert refused.value.code == "home_busy"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "poker"}, "unknown_game"),
        ({"settings": {"ziel": "viel"}}, "bad_value"),
        ({"settings": {"zil": "500"}}, "unknown_option"),
        ({"player": "\x1b\x00"}, "bad_name"),
    ],
)
async def test_what_cannot_be_played_is_refused_at_once(
    tmp_path: Path, change: dict[str, object], code: str
) -> None:
    """With the code of what is wrong, and the home is free again."""
    config = {"home": tmp_path, "player": "Lara", "game": "schieber", **change}
    for _ in range(2):
        with pytest.raises(LocalError) as refused:
            await local(LocalConfig(**config))  # type: ignore[arg-type]
        assert refused.value.code == code


async def test_a_replay_shows_every_card_from_the_deal_on(tmp_path: Path) -> None:
    """When a hand is dealt in the replay, all 36 cards are known, as the log opened them."""
    config = LocalConfig(
        game="schieber", home=tmp_path, player="Lara", settings=SHORT, autoplay="normal", fast=True
    )
    async with sitting(await local(config)) as [lara]:
        end = await lara.until(GameFinished)
    assert isinstance(end, GameFinished)

    recorded = replay(end.log)

    dealt = [step for step in recorded.steps if step.view.state.contract is not None]
    assert dealt
    assert all(len(step.view.faces) == 36 for step in dealt)
    assert recorded.players[0] == "Lara"
    hands = [update for update in recorded.updates if isinstance(update, HandFinished)]
    assert len(hands) == sum(isinstance(update, HandFinished) for update in lara.told)
