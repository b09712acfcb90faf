"""A device that comes back with its identity alone, or from an old copy of its disk, is no cheat.

What it has said before is in the log of the others. Until it has that, it says nothing; and if it
is bound to a secret that is not on its disk any more, it says so and plays no more of that hand.
"""

from __future__ import annotations

import pytest

from tests.mesh import Mesh, shared_checks
from tests.net.core.test_succession import begun, play_for, play_until
from tests.small_group import SMALL


def unblamed(mesh: Mesh) -> bool:
    """Whether nobody holds anybody to have cheated."""
    replicas = [node.peer.replica for node in mesh.nodes if node.peer.replica is not None]
    return all(not r.offences and all(one.finding.ok for one in r.reports) for r in replicas)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kept", ["nothing", "the lobby", "the hand before its deal"])
def test_a_lost_disk_convicts_nobody(seed: int, kept: str) -> None:
    """It is let in, hears what it is bound to, and stops instead of committing itself anew."""
    with shared_checks():
        mesh = Mesh(seed, people=4, bots=0, group=SMALL)
        mesh.start()
        node = mesh.nodes[1]
        wanted = {"nothing": 0, "the lobby": 5, "the hand before its deal": 7}[kept]
        assert len(node.disk.records) >= 5
        play_until(mesh, lambda: len(node.disk.records) >= 40)
        mesh.kill(node, 2_000)
        del node.disk.records[wanted:]
        node.disk.secrets.clear()
        if not wanted:
            node.disk.genesis = None
        node.orders = bool(wanted)
        mesh.one_history = False
        play_until(mesh, lambda: node.up and node.peer.lacks_secrets, 30_000)

        mesh.kill(node, 10**9)
        play_for(mesh, 20_000)

        assert unblamed(mesh)


@pytest.mark.parametrize("seed", range(4))
def test_who_comes_back_from_its_disk_speaks_once_it_has_caught_up(seed: int) -> None:
    """With all it had on its disk it plays on in the same hand."""
    with shared_checks():
        mesh = begun(seed)
        node = mesh.nodes[1]
        mesh.kill(node, 2_000)
        play_until(mesh, lambda: node.up and not node.peer._scribe.is_behind, 20_000)
        mesh.play_on(1)

        assert unblamed(mesh)
        assert all(report.finding.ok for report in node.peer.replica.reports)  # type: ignore[union-attr]
