"""The judge of the schedules: what it must not take for a fault, and what it must not let pass."""

from __future__ import annotations

import pytest

from net.core.effects import Emit, Think
from net.updates import TurnCame
from tests.mesh import Ended, Mesh
from tests.small_group import SMALL

CHEAT = 1


def table(*, strange: bool) -> Mesh:
    """A Partie has begun; the device of seat 1 is a cheat's, if ``strange``."""
    mesh = Mesh(3, people=2, bots=2, settings={"frist": "2"}, group=SMALL, by_log=True)
    mesh.strange = {CHEAT} if strange else set()
    mesh.start()
    node = mesh.nodes[CHEAT]
    while node.peer.replica is None or node.peer.replica.state is None:
        assert mesh.step()
    while node.peer.replica.hand is None:
        assert mesh.step()
    return mesh


@pytest.mark.parametrize("asks", ["person", "bot"])
def test_whoever_is_asked_has_an_answer(asks: str) -> None:
    """A question that nothing answers stops a table: only a cheat's own lie may lead to one."""
    for strange in (True, False):
        mesh = table(strange=strange)
        node = mesh.nodes[CHEAT]
        replica = node.peer.replica
        assert replica is not None
        # Nobody who looks on has anything to answer.
        view = replica.view(None)
        assert view is not None
        of_bot = Think(1, "normal", view, 0, 0)
        question = Emit(TurnCame(view, (), ())) if asks == "person" else of_bot
        if strange:
            mesh._do(node, question)
            assert node.turn is None
            assert not [later for later in mesh._later if later[0] is node]
        else:
            with pytest.raises(AssertionError, match="has no answer"):
                mesh._do(node, question)


def test_a_cheats_program_that_has_ended_is_not_waited_for() -> None:
    """It has taken its own void lie for true; the others find it missing, and play on."""
    mesh = table(strange=True)
    mesh.nodes[CHEAT].peer.fail("programs_differ")

    mesh.play_on(hands=2)

    replica = mesh.nodes[0].peer.replica
    assert replica is not None
    assert len(replica.reports) >= 2
    assert mesh.nodes[CHEAT].failed is not None


def test_an_honest_program_that_ends_is_a_fault() -> None:
    """No seed passes in which somebody's evening ends for no reason."""
    mesh = table(strange=False)
    mesh.nodes[CHEAT].peer.fail("programs_differ")

    with pytest.raises(Ended, match="programs_differ"):
        mesh.play_on(hands=2)
