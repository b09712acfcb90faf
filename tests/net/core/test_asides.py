"""What nobody asked for puts the question anew that others are asked: not without end."""

from __future__ import annotations

from engine import game
from net.core.bodies import Unasked
from net.core.limits import ASIDES_PER_HAND
from net.core.log import encode, sign_entry
from net.core.wire import Propose, encode_message
from tests.mesh import Mesh, Node
from tests.mesh_watch import DoorMesh
from tests.net.core.tables import replica, run, said
from tests.small_group import SMALL

HOST, CHEAT = 0, 1


def arrive(mesh: Mesh) -> None:
    """What is on its way arrives, and no person says anything."""
    mesh._rests = True
    while mesh.step():
        pass
    mesh._rests = False


def corrects(mesh: Mesh, node: Node) -> None:
    """A device says another number than it has said, past its own rules."""
    host = mesh.nodes[HOST]
    log, identity = replica(host), node.peer.identity
    own = replica(node)
    link = host.peer._links.number_of(identity.public, member=True)
    view, hand = own.view(CHEAT), own.hand
    assert link is not None
    assert view is not None
    assert hand is not None
    body = node.peer._player.body(own, hand, CHEAT, view, game.unasked(view)[0])
    assert isinstance(body, Unasked)
    entry = sign_entry(identity, log.chain.table, log.n, log.chain.head, body)
    host.peer.receive(link, encode_message(Propose(encode(entry))), mesh.now)
    mesh.carry_out(host)
    arrive(mesh)


def test_a_number_is_corrected_a_few_times_in_a_hand() -> None:
    """Each is lawful, and the next person would never come to its turn; after them it does."""
    settings = {"ansage": "offen", "frist": "20"}
    mesh = DoorMesh(5, people=4, bots=0, slug="differenzler", settings=settings, group=SMALL)
    mesh.start()
    cheat = mesh.nodes[CHEAT]

    def open_() -> bool:
        """Whether it has said a number, and the next one has not."""
        view = replica(cheat).view(CHEAT) if replica(cheat).hand is not None else None
        return view is not None and bool(game.unasked(view))

    def is_open_for_all() -> bool:
        found = open_()
        if found:
            arrive(mesh)
        return found and open_()

    run(mesh, is_open_for_all)
    for _ in range(ASIDES_PER_HAND + 20):
        corrects(mesh, cheat)
    assert len(said(mesh.nodes[HOST], Unasked)) == ASIDES_PER_HAND
    run(mesh, lambda: all(len(node.hands) >= 1 for node in mesh.nodes))
    for node in mesh.nodes:
        assert node.failed is None
        assert replica(node).offences == []
        assert replica(node).chain.epoch == 1
