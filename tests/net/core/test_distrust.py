"""An orderer that gives one seat's entries no number loses the table, and nobody is blamed."""

from __future__ import annotations

import pytest

from net.commands import PauseTable
from net.core.bodies import Act, Kick, Pause, decode_body, encode_body
from net.core.log import Entry, encode, sign_data
from net.core.outbox import body_hash
from net.core.wire import Bye, Propose, encode_message
from net.updates import ActionRefused
from tests.judge import check
from tests.mesh import Mesh, shared_checks
from tests.net.core.tables import pass_time, playing, replica, run, say, table

VICTIM = 1


def test_an_orderer_that_withholds_is_voted_out() -> None:
    """The victim says its card to all, they pass it on and see that it gets no number."""
    with shared_checks():
        mesh = Mesh(11, people=3, bots=1)
        mesh.start()
        host, victim = mesh.nodes[0].peer, mesh.nodes[VICTIM].peer.identity.public
        offer = host._scribe.offer

        def offers(entry: Entry, link: int, room: int) -> None:
            hand = host.replica.hand if host.replica is not None else None
            if hand is None or entry.author != victim:
                offer(entry, link, room)

        host._scribe.offer = offers  # type: ignore[method-assign]
        mesh.play_on(1)

    check(mesh)
    for node in mesh.nodes:
        replica = node.peer.replica
        assert replica is not None
        assert replica.chain.epoch > 1
        assert replica.chain.orderer != host.identity.public
        assert replica.offences == []


def test_an_honest_orderer_keeps_the_table() -> None:
    """Void and late entries are no reason for distrust, however often they are said again."""
    with shared_checks():
        mesh = Mesh(12, people=3, bots=1)
        mesh.start()
        one = mesh.nodes[VICTIM].peer
        for turn in range(40, 44):
            one._scribe.submit(Act(VICTIM, 7, turn, ["pass"], ()), mesh.now)
        mesh.play_on(1)

    check(mesh)
    for node in mesh.nodes:
        assert node.peer.replica is not None
        assert node.peer.replica.chain.epoch == 1


@pytest.mark.parametrize("people", [2, 3])
def test_a_host_that_calls_its_own_history_false_ends_nobodys_evening(people: int) -> None:
    """Whoever it has told another one goes on with the others; of two nobody else is there."""
    mesh = table(people)
    playing(mesh)
    host, guest = mesh.nodes[0].peer, mesh.nodes[1]
    link = guest.peer._guest.to_orderer()
    assert link is not None
    guest.peer.receive(link, encode_message(Bye("bad_log")), mesh.now)
    mesh.carry_out(guest)

    assert guest.peer._succession.distrust.doubts(host.identity.public, mesh.now) == (people > 2)
    assert (guest.failed is None) == (people > 2)


def test_an_orderer_that_refuses_what_is_lawful_is_voted_out() -> None:
    """Nobody hears its false reason, and the cards it would not have are said to everybody."""
    with shared_checks():
        mesh = Mesh(11, people=3, bots=1)
        mesh.start()
        host, victim = mesh.nodes[0].peer, mesh.nodes[VICTIM].peer.identity.public
        offer = host._scribe.offer

        def offers(entry: Entry, link: int, room: int) -> None:
            if entry.author == victim and isinstance(decode_body(entry.body), Act):
                host._relay.refuse(link, body_hash(entry.body), "must_follow_suit")
            else:
                offer(entry, link, room)

        host._scribe.offer = offers  # type: ignore[method-assign]
        mesh.play_on(1)

    check(mesh)
    assert not [u for u in mesh.nodes[VICTIM].updates if isinstance(u, ActionRefused)]
    for node in mesh.nodes:
        assert replica(node).chain.orderer != host.identity.public
        assert replica(node).offences == []


def test_an_orderer_that_withholds_what_people_say_is_voted_out() -> None:
    """A pause that gets no number is missed like a card."""
    mesh = table()
    playing(mesh)
    host, guests = mesh.nodes[0].peer, mesh.nodes[1:]
    offer = host._scribe.offer

    def offers(entry: Entry, link: int, room: int) -> None:
        if not isinstance(decode_body(entry.body), Pause):
            offer(entry, link, room)

    host._scribe.offer = offers  # type: ignore[method-assign]
    say(mesh, guests[0], PauseTable(on=True))
    run(mesh, lambda: all(replica(node).chain.epoch > 1 for node in guests))
    run(mesh, lambda: all(replica(node).offences == [] for node in mesh.nodes))


def test_nobody_is_doubted_for_an_entry_that_has_no_valid_signature() -> None:
    """A guest hands one round that no orderer could number; nobody takes it for withheld."""
    mesh = table()
    playing(mesh)
    host, one, two = mesh.nodes
    chain = replica(one).chain
    link = two.peer._links.number_of(one.peer.identity.public, member=True)
    assert link is not None
    for _ in range(30):
        body = encode_body(Kick(0, replica(two).newest_deck))
        entry = sign_data(one.peer.identity, chain.table, chain.n, chain.head, body)
        forged = encode(Entry(entry.author, entry.seen, entry.head, entry.body, bytes(64)))
        two.peer.receive(link, encode_message(Propose(forged)), mesh.now)
        mesh.carry_out(two)
        pass_time(mesh, 1)
        assert not two.peer._succession.distrust.doubts(host.peer.identity.public, mesh.now)


def test_a_pause_that_was_numbered_and_is_over_is_forgotten() -> None:
    """It would be lawful again; its number was seen all the same."""
    mesh = table()
    playing(mesh)
    host, guest = mesh.nodes[0], mesh.nodes[1]
    for on in (True, False):
        say(mesh, guest, PauseTable(on=on))
        for _ in range(60):
            if not mesh.step():
                break
    pass_time(mesh, 20)
    assert not guest.peer._succession.distrust.doubts(host.peer.identity.public, mesh.now)
    assert replica(guest).chain.epoch == 1
