"""Which of two links goes on, who is believed about it, and who is let in a moment later."""

from __future__ import annotations

import msgspec
import pytest

from net.commands import Quit
from net.core.links import Links, LiveLink
from net.core.log import encode
from net.core.wire import Bye, Welcome, encode_message
from net.updates import Failed
from tests.mesh import Mesh, shared_checks
from tests.net.core.test_succession import begun, play_until
from tests.small_group import SMALL

SMALLER, GREATER = b"\x01" * 32, b"\x02" * 32
ONE, OTHER = b"p" * 16, b"q" * 16


def up(links: Links, number: int, identity: bytes, program: bytes = ONE) -> tuple[int, ...]:
    """A link comes up; which older ones this end has to end."""
    return links.add(number, LiveLink(identity, "x", dialled=False, program=program, member=True))


@pytest.mark.parametrize("first", [1, 2])
def test_of_two_links_between_two_programs_the_same_one_goes_on_at_both_ends(first: int) -> None:
    """Whatever order each end sees them come up in, only one end ends one of them."""
    second = 3 - first
    decides, follows = Links(SMALLER), Links(GREATER)
    ended = [up(decides, first, GREATER), up(decides, second, GREATER)]
    kept = [up(follows, second, SMALLER), up(follows, first, SMALLER)]

    assert ended == [(), (first,)]
    assert kept == [(), ()]
    assert follows.number_of(SMALLER) == first, "the newest that it knows of is spoken on"
    follows.remove(first, 0)
    assert follows.number_of(SMALLER) == second
    assert [number for number, _ in follows.members()] == [second]


@pytest.mark.parametrize(("me", "it"), [(SMALLER, GREATER), (GREATER, SMALLER)])
def test_a_link_of_another_program_ends_at_both_ends(me: bytes, it: bytes) -> None:
    """The older window did not answer, or the newer one would not have been let in at all."""
    links = Links(me)
    up(links, 1, it)

    assert up(links, 2, it, OTHER) == (1,)


def to(mesh: Mesh, number: int, sender: int) -> int:
    """The link on which a device is spoken to by another one."""
    identity = mesh.nodes[sender].peer.identity.public
    link = mesh.nodes[number].peer._links.number_of(identity)
    assert link is not None
    return link


def said_replaced(mesh: Mesh, sender: int) -> Failed | None:
    """What becomes of device 1 when that device says that another window has its seat."""
    node = mesh.nodes[1]
    node.peer.receive(to(mesh, 1, sender), encode_message(Bye("replaced")), mesh.now)
    mesh.carry_out(node)
    return node.failed


def failures(mesh: Mesh) -> list[Failed]:
    """What ended programs."""
    return [u for node in mesh.nodes for u in node.updates if isinstance(u, Failed)]


def test_who_does_not_order_sends_no_program_away() -> None:
    """Another guest says that a second window has the seat: the link ends, the program plays on."""
    with shared_checks():
        mesh = begun(1)
        assert said_replaced(mesh, sender=2) is None
        mesh.play_on(2)
    assert failures(mesh) == []


def test_a_second_window_goes_once_nobody_lets_it_in_any_more() -> None:
    """Who orders says so, and the others do: by then another program really has the seat."""
    with shared_checks():
        mesh = begun(1)
        assert said_replaced(mesh, sender=0) is None
        assert said_replaced(mesh, sender=2) is None
        failed = said_replaced(mesh, sender=3)
    assert failed is not None
    assert failed.code == "host_replaced"


SENT_AWAY = (
    Bye("kicked"),
    Bye("given"),
    Bye("over"),
    Bye("full"),
    Bye("refused"),
    Bye("started"),
    Bye("replaced"),
)


@pytest.mark.parametrize("bye", SENT_AWAY, ids=lambda bye: bye.code)
def test_a_host_alone_sends_nobody_away_from_a_running_hand(bye: Bye) -> None:
    """By the log everybody has a seat and plays: such a word is worth as much as its leaving."""
    with shared_checks():
        mesh = begun(1)
        for number in (1, 2, 3):
            node = mesh.nodes[number]
            node.peer.receive(to(mesh, number, 0), encode_message(bye), mesh.now)
            mesh.carry_out(node)
        assert failures(mesh) == []
        play_until(mesh, lambda: bool(mesh.orderers() & {1, 2, 3}))
        mesh.play_on(2)
    assert failures(mesh) == []


@pytest.mark.parametrize("bye", SENT_AWAY[:2], ids=lambda bye: bye.code)
def test_a_guest_sends_nobody_away_when_the_host_is_gone(bye: Bye) -> None:
    """Only the log can say that a seat is lost, whoever else is there."""
    with shared_checks():
        mesh = begun(1)
        mesh.kill(mesh.nodes[0], 600_000)
        play_until(mesh, lambda: mesh.nodes[1].peer._guest.to_orderer() is None)
        node = mesh.nodes[1]
        node.peer.receive(to(mesh, 1, 2), encode_message(bye), mesh.now)
        mesh.carry_out(node)
        assert failures(mesh) == []
        play_until(mesh, lambda: bool(mesh.orderers() & {1, 2, 3}))
    assert failures(mesh) == []


def test_the_welcome_to_another_table_ends_no_evening() -> None:
    """Whoever is dialled at the address of a seat may answer with any table: its link ends."""
    with shared_checks():
        mesh = begun(1)
        node = mesh.nodes[1]
        link = to(mesh, 1, 2)
        node.peer._links.live[link].dialled = True
        assert node.peer.replica is not None
        other = msgspec.structs.replace(node.peer.replica.chain.genesis, name="Anderer Tisch")
        node.peer.receive(link, encode_message(Welcome(encode(other), 1, 5)), mesh.now)
        mesh.carry_out(node)
        assert failures(mesh) == []
        assert link not in node.peer._links.live
        mesh.play_on(2)
    assert failures(mesh) == []


def test_whoever_knocks_before_its_seat_is_known_is_let_in_once_it_is() -> None:
    """Of two guests that sit down at once one may dial the other before that has heard of it."""
    with shared_checks():
        mesh = Mesh(4, people=2, bots=2, group=SMALL)
        mesh.nodes.append(mesh._node(2))
        [slow] = mesh.cables.values()
        slow.held_until = mesh.now + 60_000
        mesh.connect(2, 0)
        play_until(mesh, lambda: knows_seat(mesh, 0, 2) and knows_seat(mesh, 2, 2), 5_000)
        if cable_of(mesh, 1, 2) is None:
            mesh.connect(2, 1)
        mesh.settle(steps=200)
        assert not knows_seat(mesh, 1, 2), "the slow one has not heard of it"
        assert not is_let_in(mesh, 1, 2)
        slow.held_until = 0
        play_until(mesh, lambda: is_let_in(mesh, 1, 2) and is_let_in(mesh, 2, 1), 2_000)


def knows_seat(mesh: Mesh, here: int, there: int) -> bool:
    """Whether a device has heard that another one has a seat."""
    replica = mesh.nodes[here].peer.replica
    return replica is not None and mesh.nodes[there].peer.identity.public in replica.lobby.devices


def cable_of(mesh: Mesh, one: int, other: int) -> int | None:
    """The number of the cable between two devices."""
    return next((n for n, c in mesh.cables.items() if set(c.ends) == {one, other}), None)


def is_let_in(mesh: Mesh, here: int, there: int) -> bool:
    """Whether a device has let another one in."""
    identity = mesh.nodes[there].peer.identity.public
    return mesh.nodes[here].peer._links.number_of(identity, member=True) is not None


def test_guests_that_are_not_linked_when_the_host_leaves_wait_for_each_other() -> None:
    """They are enough to go on: a link that is missing for a moment costs nobody the game."""
    with shared_checks():
        mesh = begun(3, people=3)
        host = mesh.nodes[0]
        host.peer.command(Quit(), mesh.now)
        mesh.carry_out(host)
        play_until(mesh, lambda: has_heard(mesh))
        mesh.kill(host, 600_000)
        play_until(mesh, lambda: bool(mesh.orderers() & {1, 2}), 20_000)
        assert failures(mesh) == []


def has_heard(mesh: Mesh) -> bool:
    """Whether both guests have read the goodbye; until then there is no link between them."""
    number = cable_of(mesh, 1, 2)
    if number is not None:
        mesh.cut(number)
    return not any(
        node.peer._links.number_of(mesh.nodes[0].peer.identity.public) is not None
        for node in mesh.nodes[1:]
    )


@pytest.mark.parametrize("seed", range(3))
def test_a_host_that_has_left_orders_nothing_more_while_its_program_still_runs(seed: int) -> None:
    """Its last words may take ten seconds: nobody runs after it, and the others go on.

    They are not linked to each other when it leaves, so they would have time to come back to it.
    """
    with shared_checks():
        mesh = begun(seed, people=3)
        number = cable_of(mesh, 1, 2)
        assert number is not None
        mesh.cut(number)
        host = mesh.nodes[0]
        host.peer.command(Quit(), mesh.now)
        mesh.carry_out(host)
        play_until(mesh, lambda: bool(mesh.orderers() & {1, 2}), 15_000)
    assert failures(mesh) == []
