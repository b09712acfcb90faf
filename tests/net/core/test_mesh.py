"""Whole hands over cables that break and devices that lose their power (design, section 8.4).

The real curve, the real cores, disks in memory. A failing seed is a reproduction in one line.
"""

import pytest

from net.core.verify import verify_bytes
from tests.mesh import Mesh, Trouble


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("people", [1, 2, 3, 4])
def test_a_partie_without_trouble(people: int, seed: int) -> None:
    """Every peer goes through the same states, every hand is fair, the log proves it."""
    mesh = Mesh(seed, people=people, bots=4 - people, settings={"ziel": "500"})

    mesh.play(hands=99)

    check(mesh, exit_code=0)
    assert all(node.over == 1 for node in mesh.nodes)


@pytest.mark.parametrize("seed", range(50, 56))
def test_a_long_evening_of_bots(seed: int) -> None:
    """One device plays every seat, through the same core as everybody else."""
    mesh = Mesh(seed, people=1, bots=3, settings={"ziel": "1000"})

    mesh.play(hands=99)

    check(mesh, exit_code=0)


@pytest.mark.parametrize("seed", range(100, 112))
def test_cables_break(seed: int) -> None:
    """What was on its way is lost and comes again; nothing is dealt twice, nobody is blamed."""
    mesh = Mesh(seed, people=2 + seed % 2, bots=2 - seed % 2, trouble=Trouble(cuts=6))

    mesh.play(hands=3)

    check(mesh)


@pytest.mark.parametrize("seed", range(200, 214))
def test_devices_lose_their_power_between_two_effects(seed: int) -> None:
    """Whoever comes back from its disk, the host too, says the same bodies again (3.2, guard)."""
    mesh = Mesh(seed, people=2 + seed % 2, bots=2 - seed % 2, trouble=Trouble(cuts=2, crashes=4))

    mesh.play(hands=3)

    check(mesh)


@pytest.mark.campaign
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("seed", range(1_000, 1_200))
def test_a_campaign_of_trouble(seed: int) -> None:
    """The same for an hour, with more people."""
    mesh = Mesh(seed, people=2 + seed % 3, bots=2 - seed % 3, trouble=Trouble(cuts=4, crashes=3))

    mesh.play(hands=4)

    check(mesh)


def check(mesh: Mesh, exit_code: int = 3) -> None:
    """No honest seat is ever blamed, and the log proves every hand that was booked."""
    for node in mesh.nodes:
        assert node.peer.replica is not None
        assert node.peer.replica.offences == []
        assert all(hand.fair and not hand.unproven for hand in node.hands)
    files = sorted((node.disk.file() for node in mesh.nodes), key=len)
    assert all(files[-1].startswith(file) for file in files)
    report = verify_bytes(files[-1])
    assert report.exit_code in {0, exit_code}
    assert report.hands
    assert all(hand.fair for hand in report.hands)
    assert report.faults == ()
