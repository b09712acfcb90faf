"""Whole tables over cables that break and devices that lose their power.

The real cores, disks in memory; some tables on the real curve, the many in the small group. Every
game is played in `test_games.py`. A failing seed is a reproduction in one line.
"""

import time
from collections import Counter

import pytest

from net.core import crypto
from tests import campaign
from tests.campaign import check
from tests.mesh import Mesh, Trouble
from tests.schedule import ANY
from tests.small_group import SMALL


@pytest.mark.parametrize("people", [1, 2, 3, 4])
def test_a_partie_without_trouble(people: int) -> None:
    """Every peer goes through the same states, every hand is fair, the log proves it."""
    mesh = Mesh(7, people=people, bots=4 - people, settings={"ziel": "500"})

    mesh.play(hands=99)

    check(mesh, exit_code=0)
    assert all(node.over == 1 for node in mesh.nodes)


@pytest.mark.parametrize("seed", range(10))
def test_two_hundred_hands_of_schieber(seed: int) -> None:
    """Twenty at each of ten tables, of one to four devices: whole hands, equal digests, fair."""
    people = 1 + seed % 4
    settings = {"ziel": "5000", "rest": "aus"}
    mesh = Mesh(seed, people=people, bots=4 - people, settings=settings, group=SMALL)

    mesh.play(hands=20)

    check(mesh)
    assert all(len(node.hands) >= 20 for node in mesh.nodes)


@pytest.mark.parametrize("seed", range(100, 106))
def test_cables_break(seed: int) -> None:
    """What was on its way is lost and comes again; nothing is dealt twice, nobody is blamed."""
    mesh = Mesh(seed, people=2 + seed % 2, bots=2 - seed % 2, trouble=Trouble(cuts=12))

    mesh.play(hands=3)
    mesh.agree()

    check(mesh)
    assert mesh.counts["cuts"]


@pytest.mark.parametrize("seed", range(200, 207))
def test_devices_lose_their_power_between_two_effects(seed: int) -> None:
    """Whoever comes back from its disk, the host too, says the same bodies again (3.2, guard)."""
    trouble = Trouble(cuts=2, crashes=4)
    mesh = Mesh(seed, people=2 + seed % 2, bots=2 - seed % 2, trouble=trouble)

    mesh.play(hands=3)
    mesh.agree()

    check(mesh)
    assert mesh.counts["restarts"]


@pytest.mark.parametrize("first", range(0, 60, 10))
def test_schedules(first: int) -> None:
    """Ten tables of any game and size, with trouble of every kind and now and then a cheat."""
    for seed in range(first, first + 10):
        try:
            campaign.run(seed, slug=ANY)
        except Exception as error:
            raise AssertionError(f"python -m tests.campaign --seed {seed} --game any") from error


@pytest.mark.parametrize("seed", range(5))
def test_schedules_on_the_curve(seed: int) -> None:
    """The same tables in the group that people play in, judged by `jass verify` too."""
    counts = campaign.run(seed, real=True, slug=ANY)

    assert counts["verified"] == 1


def test_a_signature_is_checked_once_at_each_device(monkeypatch: pytest.MonkeyPatch) -> None:
    """Verifying is dear: whoever gets an entry checks its author and its order, once.

    The author hears its own entry again with its number, so of an entry's signature there are as
    many checks as devices, of an order's as many as guests.
    """
    devices = 3
    checks: Counter[tuple[object, bytes]] = Counter()
    check = crypto.verify

    def counted(public: bytes, signature: bytes, *parts: bytes | int | str) -> bool:
        checks[parts[0], signature] += 1
        return check(public, signature, *parts)

    monkeypatch.setattr(crypto, "verify", counted)
    mesh = Mesh(1, people=devices, bots=1, group=SMALL)
    mesh.start()
    mesh.play_on(1)

    entries = [count for (kind, _), count in checks.items() if kind == "jass/entry/1"]
    orders = [count for (kind, _), count in checks.items() if kind == "jass/order/1"]
    assert len(orders) >= len(mesh.nodes[1].disk.records)
    assert max(entries) <= devices
    assert max(orders) == devices - 1


def test_a_schedule_follows_from_its_seed() -> None:
    """Twice the same seed is twice the same table, to the last frame."""
    assert campaign.run(3) == campaign.run(3)


def test_the_campaign_says_how_to_see_a_failure_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line replays a failing seed alone, and the exit code tells."""
    healthy = campaign.run

    def run(seed: int, **how: object) -> object:
        assert seed != 8, "it broke"
        return healthy(seed, **how)

    monkeypatch.setattr(campaign, "run", run)
    results = [campaign.attempt(seed, real=False) for seed in (7, 8)]
    text = campaign.report(results, 1, real=False)

    assert [result.failure for result in results] == [None, "AssertionError: it broke"]
    assert "2 schedules" in text
    assert "1 failed" in text
    assert "  python -m tests.campaign --seed 8" in text.splitlines()
    with pytest.raises(AssertionError, match="it broke"):
        campaign.main(["--seed", "8"])
    assert campaign.main(["--seed", "7"]) == 0
    assert "1 schedules" in capsys.readouterr().out


def test_what_a_campaign_breaks_off_has_neither_passed_nor_failed() -> None:
    """It ends in time whatever is being played, and says which tables it did not see to the end."""
    result = campaign.attempt(7, real=False, until=time.monotonic())
    text = campaign.report([result], 1, real=False)

    assert (result.failure, result.finished) == (None, False)
    assert text.startswith("0 schedules")
    assert "0 failed, 1 not finished" in text
    assert text.endswith("NOT FINISHED\n  python -m tests.campaign --seed 7")

    seeds, soon = range(10**6), time.monotonic() + 4
    results = list(campaign.campaign(seeds, real=False, workers=1, until=soon))
    assert [result.seed for result in results] == list(seeds[: len(results)])
    assert all(result.finished for result in results[:-1])


@pytest.mark.campaign
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("real", [False, True])
def test_a_campaign_of_trouble(real: bool) -> None:
    """The same for an hour."""
    seeds = range(100_000, 100_500 if real else 110_000)
    results = list(campaign.campaign(seeds, real=real, workers=2, slug=ANY))

    assert [result for result in results if result.failure is not None] == []
