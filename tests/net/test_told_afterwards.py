"""A table with a Revanche in which people sit elsewhere: what all who read its log say of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.seats import Seat
from net import session
from net.commands import LocalConfig, Rematch, SwapSeats
from net.updates import GameFinished


@pytest.mark.timeout(120)
async def test_every_reader_of_a_log_counts_the_same_partien(tmp_path: Path) -> None:
    """The game begins anew when seats change, and its own count of Partien with it.

    A check, the list of saved games, and a replay all have two Partien, each from its first hand,
    with its own end and with those who sat there.
    """
    table = await session.local(
        LocalConfig(
            home=tmp_path, player="Lara", fast=True, autoplay="easy", settings={"laenge": "1"}
        )
    )
    ended: list[tuple[int, ...]] = []
    log = tmp_path
    async for update in table.updates():
        if isinstance(update, GameFinished):
            ended.append(update.outcome.score)
            log = update.log
            if len(ended) == 2:
                break
            await table.act(SwapSeats(Seat(0), Seat(1)))
            await table.act(Rematch())
    await table.close()

    report = session.verify(log)
    first, second = report.hands
    assert (first.result.partie, second.result.partie) == (1, 1), "the game began anew"
    assert (first.people.index("Lara"), second.people.index("Lara")) == (0, 1)
    told = [facts for code, facts in report.sentences if code == "hand_proven"]
    assert [facts["hand"] for facts in told] == ["1.1", "2.1"]
    over = [facts for code, facts in report.sentences if code == "partie_over"]
    assert [facts["partie"] for facts in over] == ["1", "2"]
    for hand, facts, score in zip(report.hands, over, ended, strict=True):
        sides = [f"{hand.people[n]}, {hand.people[n + 2]} {score[n]}" for n in (0, 1)]
        assert facts["score"] == " : ".join(sides)
    assert report.sentences[-1][1]["score"] == over[-1]["score"]
    saved = session.saved(log)
    assert [partie.score for partie in saved.partien] == ended
    assert [partie.people for partie in saved.partien] == [first.people, second.people]
    partien = [step.partie for step in session.replay(log).steps]
    assert sorted(set(partien)) == [1, 2]
    assert partien == sorted(partien)
