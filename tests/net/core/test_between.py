"""Between two Partien: who comes, who is gone, and how the next one begins all the same."""

from __future__ import annotations

from net.commands import Quit, Rematch, SetBot
from net.updates import GameFinished, Knocked, LobbyChanged, ReadyChanged
from tests.mesh import Mesh, Node
from tests.mesh_watch import DoorMesh, of_kind
from tests.net.core.tables import GONE, comes, pass_time, replica, run, say, vanish
from tests.small_group import SMALL


def over(people: int = 3) -> Mesh:
    """A Partie of one hand is over; everybody is still there."""
    settings = {"laenge": "1"}
    mesh = DoorMesh(5, people=people, bots=4 - people, settings=settings, group=SMALL)
    mesh.start()
    run(mesh, lambda: all(node.over for node in mesh.nodes))
    pass_time(mesh, 2)
    return mesh


def wants(mesh: Mesh, *numbers: int) -> None:
    """These people want the Revanche."""
    for number in numbers:
        say(mesh, mesh.nodes[number], Rematch())
    pass_time(mesh, 2)


def willing(node: Node) -> list[bool]:
    """Who wants the next Partie, as this device was told last."""
    return list(of_kind(node, ReadyChanged)[-1].ready)  # type: ignore[attr-defined]


def test_everybody_sees_who_wants_the_revanche() -> None:
    """Bots always do, people once they have said so."""
    mesh = over()
    assert [willing(node) for node in mesh.nodes] == [[False, False, False, True]] * 3
    wants(mesh, 1)
    assert [willing(node) for node in mesh.nodes] == [[False, True, False, True]] * 3


def test_a_bot_gives_way_to_who_knocks_between_two_partien() -> None:
    """Whoever orders is asked, hears whose seat it is, and the newcomer plays the next one."""
    mesh = over()
    new = comes(mesh)
    me, host = new.peer.identity.public, replica(mesh.nodes[0])
    run(mesh, lambda: host.lobby.seat_of(me) == 3)
    assert [u.seat for u in of_kind(mesh.nodes[0], Knocked)][-1] == 3  # type: ignore[attr-defined]
    pass_time(mesh, 2)
    assert new.over == 1  # it hears that a Partie is over, so that it can want the next
    wants(mesh, 0, 1, 2)
    assert not host.lobby.playing
    wants(mesh, 3)
    run(mesh, lambda: host.lobby.partie == 2 and host.plays(me, 3))


def test_a_bot_on_the_seat_of_who_left_begins_the_revanche_that_all_wanted() -> None:
    """Nobody has to say it a second time."""
    mesh = over()
    wants(mesh, 0, 2)
    say(mesh, mesh.nodes[GONE], Quit())
    pass_time(mesh, 4)
    host = replica(mesh.nodes[0])
    assert host.lobby.at(GONE) is None
    assert host.lobby.partie == 1
    say(mesh, mesh.nodes[2], SetBot(GONE, "normal"))
    run(mesh, lambda: host.lobby.partie == 2)


def test_who_hosts_may_seat_a_bot_for_somebody_who_is_gone() -> None:
    """For somebody who is there nobody may; only who orders decides that one is gone for good."""
    mesh = over()
    host = replica(mesh.nodes[0])
    say(mesh, mesh.nodes[0], SetBot(GONE, "normal"))
    pass_time(mesh, 2)
    assert host.lobby.at(GONE).bot is None  # type: ignore[union-attr]
    dark = vanish(mesh)
    wants(mesh, 0, 2)
    say(mesh, mesh.nodes[2], SetBot(GONE, "normal"))
    pass_time(mesh, 2)
    assert host.lobby.seat_of(dark.peer.identity.public) == GONE
    say(mesh, mesh.nodes[0], SetBot(GONE, "normal"))
    run(mesh, lambda: host.lobby.partie == 2)
    assert host.lobby.at(GONE).bot == "normal"  # type: ignore[union-attr]


def test_who_comes_back_between_two_partien_hears_that_the_last_one_is_over() -> None:
    """Its screen can offer the Revanche: the end itself it has seen before, or never."""
    mesh = over()
    node = vanish(mesh)
    pass_time(mesh, 2)
    node.over, node.away_until = 0, mesh.now
    node.updates.clear()
    mesh.restart(node)
    run(mesh, lambda: node.peer.at_table and of_kind(node, LobbyChanged) and node.over)
    assert not of_kind(node, GameFinished)  # that one is told by the shell, with the file
    wants(mesh, 0, 1, 2)
    run(mesh, lambda: replica(mesh.nodes[0]).lobby.partie == 2)
