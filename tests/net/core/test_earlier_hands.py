"""Whoever comes in the middle is told the hands before: the score is explained from its start."""

from __future__ import annotations

from net.updates import EarlierHands, HandFinished
from tests.mesh import Mesh
from tests.net.core.tables import finished, run
from tests.small_group import SMALL


def test_a_table_that_is_taken_up_again_knows_all_its_hands() -> None:
    """The host's program is killed after two hands: it is told them once, the others never."""
    mesh = Mesh(5, people=3, bots=1, settings={"ziel": "3000"}, group=SMALL)
    mesh.start()
    finished(mesh, 2)
    host, other = mesh.nodes[0], mesh.nodes[2]
    before = list(host.hands)
    told = len(host.updates)
    mesh.kill(host, 200)
    run(mesh, lambda: len(host.hands) > len(before))

    earlier = [update for update in host.updates[told:] if isinstance(update, EarlierHands)]
    assert len(earlier) == 1
    assert list(earlier[0].hands)[: len(before)] == before
    assert all(done.people for done in earlier[0].hands)
    later = [u.result.hand for u in host.updates[told:] if isinstance(u, HandFinished)]
    assert not {done.result.hand for done in earlier[0].hands}.intersection(later)
    assert not any(isinstance(update, EarlierHands) for update in other.updates)
