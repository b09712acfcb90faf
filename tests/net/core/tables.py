"""Tables in memory for tests about people: somebody plays, vanishes, comes, goes."""

from __future__ import annotations

from collections.abc import Callable

from net.commands import Command
from net.core.bodies import Body, decode_body
from net.core.log import decode_entry, decode_record
from net.core.replica import Replica
from tests.mesh import Mesh, Node
from tests.mesh_watch import DoorMesh
from tests.small_group import SMALL

__all__ = [
    "FOR_EVER",
    "GONE",
    "comes",
    "finished",
    "pass_time",
    "playing",
    "present",
    "replica",
    "run",
    "said",
    "say",
    "table",
    "vanish",
]

GONE = 1
"""The person, and the seat, that something happens to."""

FOR_EVER = 10**9


def table(people: int = 3, seed: int = 5, **settings: str) -> Mesh:
    """A table whose patience is two seconds."""
    chosen = {"ziel": "3000", "frist": "2", **settings}
    mesh = DoorMesh(seed, people=people, bots=4 - people, settings=chosen, group=SMALL)
    mesh.start()
    return mesh


def replica(node: Node) -> Replica:
    """The log of a node that has one."""
    assert node.peer.replica is not None
    return node.peer.replica


def run(mesh: Mesh, until: Callable[[], object], rounds: int = 300) -> None:
    """Lets things happen, and time pass, until something is so."""
    for _ in range(rounds):
        for _ in range(400):
            if until():
                return
            if not mesh.step():
                break
        mesh.time()
    raise AssertionError("it never happens")


def pass_time(mesh: Mesh, ticks: int) -> None:
    """Lets so many half seconds pass, and everything happen that does in them."""
    for _ in range(ticks):
        for _ in range(400):
            if not mesh.step():
                break
        mesh.time()


def playing(mesh: Mesh, cards: int = 5) -> None:
    """Everybody has cards and some are played."""

    def dealt() -> bool:
        state = replica(mesh.nodes[0]).state
        return state is not None and len(state.history) >= cards

    run(mesh, dealt)


def say(mesh: Mesh, node: Node, command: Command) -> None:
    """The person at a device wants something."""
    node.peer.command(command, mesh.clock(node))
    mesh.carry_out(node)


def vanish(mesh: Mesh, number: int = GONE) -> Node:
    """The device loses its power and stays dark."""
    node = mesh.nodes[number]
    mesh.crash(node)
    node.away_until = FOR_EVER
    return node


def comes(mesh: Mesh) -> Node:
    """Somebody new dials the founder of the table."""
    node = mesh._node(len(mesh.nodes))
    mesh.nodes.append(node)
    mesh.connect(node.number, 0)
    return node


def present(mesh: Mesh) -> list[Node]:
    """Everybody but `GONE`."""
    return [node for node in mesh.nodes if node.number != GONE]


def finished(mesh: Mesh, hands: int) -> None:
    """Everybody who is there has seen so many hands booked."""
    run(mesh, lambda: all(len(node.hands) >= hands for node in mesh.nodes if node.up))


def said(node: Node, kind: type[Body]) -> list[Body]:
    """Everything of a kind in the log of a node."""
    found = []
    for data in node.disk.records:
        record = decode_record(data)
        entry = decode_entry(record.entry) if record is not None else None
        body = decode_body(entry.body) if entry is not None else None
        if isinstance(body, kind):
            found.append(body)
    return found
