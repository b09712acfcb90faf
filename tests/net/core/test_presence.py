"""Who is here follows from links, one's own or those of who orders; never from a log."""

from __future__ import annotations

import dataclasses

from net.commands import Ready
from net.core.wire import Here
from net.updates import LobbyChanged, ReadyChanged, ViewChanged, Waiting, WaitingFor
from tests.mesh import Mesh, Node
from tests.mesh_watch import WatchedMesh, of_kind, watched_table
from tests.net.core.tables import (
    FOR_EVER,
    finished,
    pass_time,
    playing,
    run,
    say,
    table,
    vanish,
)

PATIENT = {"frist": "600"}


def here(node: Node) -> list[bool]:
    """Whom a device shows as being there, by seat."""
    told = next(u for u in reversed(node.updates) if isinstance(u, LobbyChanged | ViewChanged))
    return [info.connected for info in told.seats]


def waits(node: Node) -> Waiting:
    """Whom a device said last that the table waits for, without the time."""
    return dataclasses.replace(of_kind(node, Waiting)[-1], since_ms=0)  # type: ignore[type-var]


def comes_back(mesh: Mesh, node: Node) -> None:
    """A device whose program has just been started: it has met nobody yet."""
    node.updates.clear()
    node.away_until = mesh.now
    mesh.restart(node)


def test_who_comes_back_shows_nobody_as_there_who_is_not() -> None:
    """Of those that this program was never linked to the log says nothing: two are dark."""
    mesh = table(people=4, **PATIENT)
    playing(mesh)
    for number in (1, 2, 3):
        vanish(mesh, number)
    comes_back(mesh, mesh.nodes[3])
    run(mesh, lambda: mesh.nodes[3].peer.at_table)
    pass_time(mesh, 6)
    for number in (0, 3):
        assert here(mesh.nodes[number]) == [True, False, False, True]


def test_a_guest_whom_only_the_orderer_hears_is_there() -> None:
    """Two guests without a link to each other are not gone while who orders hears both."""
    mesh = table(people=3, **PATIENT)
    playing(mesh)
    first, second = (mesh.nodes[number].peer.identity.public for number in (1, 2))
    for node, other in ((mesh.nodes[1], second), (mesh.nodes[2], first)):
        node.peer._links._alone.clear()
        node.peer._links.to_dial = lambda *more: iter(())  # type: ignore[method-assign]
        assert node.peer.is_linked(other)
    for number, cable in list(mesh.cables.items()):
        if set(cable.ends) == {1, 2}:
            mesh.cut(number)
    pass_time(mesh, 4)
    assert not mesh.nodes[1].peer.is_linked(second)
    assert here(mesh.nodes[1])[2]
    assert here(mesh.nodes[2])[1]


def watched() -> tuple[WatchedMesh, Node]:
    """Three people play with a bot, and somebody looks on."""
    mesh = watched_table(people=3, settings={"ziel": "3000", **PATIENT})
    guest = mesh.look_on()
    mesh.arrive()
    mesh.start()
    playing(mesh)
    mesh.come()
    return mesh, guest


def test_whoever_looks_on_sees_who_is_gone_and_waited_for() -> None:
    """It has a link to nobody but the one that orders, and is told what that one knows."""
    mesh, guest = watched()
    assert here(guest) == [True] * 4
    vanish(mesh, 1)

    def asked() -> bool:
        return waits(mesh.nodes[0]) == Waiting((1,), 0, WaitingFor.RECONNECT)  # type: ignore[arg-type]

    run(mesh, asked)
    pass_time(mesh, 4)
    assert here(guest) == [True, False, True, True]
    assert waits(guest) == waits(mesh.nodes[0])


def ready(node: Node) -> tuple[bool, ...]:
    """Who is ready for the next hand, as this device was told last."""
    return of_kind(node, ReadyChanged)[-1].ready  # type: ignore[attr-defined,no-any-return]


def test_who_is_ready_is_seen_while_somebody_is_gone() -> None:
    """Without the host no next deck is made; that others are ready is seen of them at once."""
    mesh = table(people=3, **PATIENT)
    people = mesh._people
    mesh._people = lambda: [one for one in people() if one[0] != "ready"]  # type: ignore[method-assign]
    finished(mesh, 1)
    vanish(mesh, 0)
    pass_time(mesh, 20)
    one, other = mesh.nodes[1], mesh.nodes[2]
    assert [ready(node)[:3] for node in (one, other)] == [(False, False, False)] * 2
    say(mesh, other, Ready())
    pass_time(mesh, 2)
    assert [ready(node)[:3] for node in (one, other)] == [(False, False, True)] * 2
    assert waits(one) == Waiting((0, 3), 0, WaitingFor.RECONNECT)  # type: ignore[arg-type]


def test_what_anybody_says_of_others_is_taken_from_the_orderer_alone() -> None:
    """A guest that names a dark device as linked brings it back on nobody's screen."""
    mesh = table(people=4, **PATIENT)
    playing(mesh)
    dark = vanish(mesh, 2)
    dark.away_until = FOR_EVER
    pass_time(mesh, 4)
    liar, fooled = mesh.nodes[1], mesh.nodes[3]
    number = next(
        n for n, cable in mesh.cables.items() if set(cable.ends) == {liar.number, fooled.number}
    )
    liar.peer.send(number, Here((dark.peer.identity.public,), None))
    mesh.carry_out(liar)
    pass_time(mesh, 2)
    assert here(fooled) == [True, True, False, True]


def waited(node: Node) -> tuple[tuple[int, ...], int]:
    """Whom the table waits for, and since when by the clock of the mesh."""
    last = node.peer._reporter
    assert last._waiting is not None
    return last._waiting[0], last._since


def test_the_clock_of_who_is_gone_is_that_of_the_grace() -> None:
    """It runs on while another one goes too, and begins anew at every device when the log moves."""
    mesh = table(people=4, **PATIENT)
    people = mesh._people
    mesh._people = lambda: [one for one in people() if one[0] != "ready"]  # type: ignore[method-assign]
    finished(mesh, 1)
    first, third = mesh.nodes[0], mesh.nodes[3]
    vanish(mesh, 1)
    run(mesh, lambda: waits(third).why is WaitingFor.RECONNECT)
    began = waited(third)[1]
    pass_time(mesh, 20)
    vanish(mesh, 2)
    run(mesh, lambda: waits(third).why is WaitingFor.MAJORITY)
    assert here(third) == [True, False, False, True]
    assert waited(third) == ((1, 2), began)
    pass_time(mesh, 20)
    mesh.nodes[2].away_until = mesh.now
    run(mesh, lambda: waits(third) == waits(first) and waits(third).why is WaitingFor.RECONNECT)
    pass_time(mesh, 2)
    assert waited(third)[0] == waited(first)[0] == (1,)
    assert abs(waited(third)[1] - waited(first)[1]) < 2_000


def test_everybody_is_told_where_the_table_can_be_joined_now() -> None:
    """After a takeover the way leads to the device that orders, whoever opened the table."""
    mesh, guest = watched()
    for node in (*mesh.nodes[:3], guest):
        assert of_kind(node, LobbyChanged)[-1].address == "node:0"  # type: ignore[attr-defined]
    vanish(mesh, 0)
    run(mesh, lambda: bool(mesh.orderers() & {1, 2}))
    pass_time(mesh, 6)
    (host,) = mesh.orderers() & {1, 2}
    for node in (mesh.nodes[1], mesh.nodes[2]):
        assert of_kind(node, LobbyChanged)[-1].address == f"node:{host}"  # type: ignore[attr-defined]
