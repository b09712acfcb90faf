"""Chat is heard once and whole, whatever happened to the device of whoever says it."""

from __future__ import annotations

import pytest

from engine.seats import Seat
from net.commands import InviteTo, Mute, SayText, StartGame
from net.core.talk import AHEAD
from net.core.wire import Say, encode_message, sign_talk
from net.updates import Invited, Said
from tests.mesh import Mesh, Node
from tests.mesh_parts import Trouble
from tests.mesh_watch import DoorMesh
from tests.net.core.tables import GONE, pass_time, playing, replica, run, say, table

DAY_MS = 24 * 60 * 60 * 1000


def heard(node: Node) -> list[str]:
    """The lines its person has seen."""
    return [update.text for update in node.updates if isinstance(update, Said)]


def says(mesh: Mesh, node: Node, *lines: str) -> None:
    """The person says it, and it has time to arrive."""
    for line in lines:
        say(mesh, node, SayText(line))
        pass_time(mesh, 1)


def restarted(mesh: Mesh, node: Node) -> None:
    """The device loses its power, and then all are at the table again."""
    mesh.kill(node, 500)
    run(mesh, lambda: node.up and all(other.peer.at_table for other in mesh.nodes))


@pytest.mark.parametrize("number", [0, GONE], ids=["host", "guest"])
@pytest.mark.parametrize("clock", [-DAY_MS, 0, DAY_MS], ids=["booted anew", "same", "later"])
def test_a_restarted_device_is_heard_whatever_its_clock_shows(number: int, clock: int) -> None:
    """A machine that was booted anew counts its time from zero; chat does not count by it."""
    mesh = table()
    playing(mesh)
    node = mesh.nodes[number]
    node.ahead = DAY_MS
    says(mesh, node, "eis")
    for line in ("zwöi", "drü"):
        node.ahead += clock
        restarted(mesh, node)
        says(mesh, node, line, f"{line} u meh")

    for other in mesh.nodes:
        assert heard(other) == ["eis", "zwöi", "zwöi u meh", "drü", "drü u meh"]


def test_a_machine_that_runs_for_months_is_heard() -> None:
    """The time since it was booted does not fit the number of a line any more after 49 days."""
    mesh = table()
    playing(mesh)
    mesh.nodes[GONE].ahead = 60 * DAY_MS
    says(mesh, mesh.nodes[GONE], "gäll")

    assert [heard(node) for node in mesh.nodes] == [["gäll"]] * 3


def test_numbers_that_were_lost_with_a_disk_are_passed_with_the_log() -> None:
    """The log comes back from the others, and no number is below its length."""
    mesh = DoorMesh(4, people=4, bots=0)
    node = mesh.nodes[GONE]
    says(mesh, node, "eis", "zwöi", "drü")
    node.disk.secrets.clear()
    restarted(mesh, node)
    say(mesh, mesh.nodes[0], StartGame())
    playing(mesh)
    says(mesh, node, "vier")

    assert [heard(other)[-1] for other in mesh.nodes] == ["vier"] * 4


def test_an_invitation_reaches_everybody_else_once() -> None:
    """Cleaned like the name of every table, never twice, and not from who is muted."""
    mesh = table()
    playing(mesh)
    guest, others = mesh.nodes[GONE], [node for node in mesh.nodes if node.number != GONE]
    say(mesh, others[0], Mute(guest.peer.identity.public.hex(), True))
    mesh.storm.trouble = Trouble(repeats=1_000)
    say(mesh, guest, InviteTo("Zn\u202eüni 2"))
    pass_time(mesh, 4)

    told = [[u for u in node.updates if isinstance(u, Invited)] for node in others]
    assert told == [[], [Invited(f"Person {GONE}", Seat(GONE), "Znüni 2")]]
    assert not [u for u in guest.updates if isinstance(u, Invited)]


def test_the_disk_is_asked_once_for_many_lines() -> None:
    """A line of chat does not wait for the disk."""
    mesh = DoorMesh(4, people=4, bots=0)
    node = mesh.nodes[1]
    says(mesh, node, *map(str, range(20)))
    kept = [key for key in node.disk.secrets if key.startswith(b"talk/")]

    assert AHEAD > 100
    assert len(kept) == 1
    assert heard(mesh.nodes[0]) == list(map(str, range(20)))


def test_an_old_line_is_not_shown_again() -> None:
    """Its author signed it; whoever sends it once more, from before a restart too, is not heard."""
    mesh = table()
    playing(mesh)
    node = mesh.nodes[GONE]
    old = sign_talk(node.peer.identity, replica(node).chain.table, Say(replica(node).n, "eis"))
    says(mesh, node, "eis")
    restarted(mesh, node)
    says(mesh, node, "zwöi")
    before = [heard(other) for other in mesh.nodes]
    for other in mesh.nodes:
        for link in tuple(other.peer._links.live):
            other.peer.receive(link, encode_message(old), mesh.clock(other))
            mesh.carry_out(other)
    pass_time(mesh, 2)

    assert before == [heard(other) for other in mesh.nodes] == [["eis", "zwöi"]] * 3
