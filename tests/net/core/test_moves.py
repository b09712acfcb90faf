"""Who tells without end where it can be dialled now: a few are numbered in a hand, then none."""

from __future__ import annotations

from net.core.bodies import Pause, Sit, decode_body
from net.core.limits import MOVES_PER_HAND
from net.core.log import Entry, encode, sign_entry
from net.core.wire import Propose, encode_message
from tests.net.core.tables import pass_time, playing, replica, run, said, table

HOST, CHEAT, OTHER = 0, 1, 2


def test_a_seat_moves_a_few_times_in_a_hand() -> None:
    """Each word is lawful and would stand on every disk; the host gives the rest no number."""
    mesh = table(3, frist="20")
    playing(mesh)
    host, cheat = mesh.nodes[HOST], mesh.nodes[CHEAT]
    mesh._rests = True
    link = host.peer._links.number_of(cheat.peer.identity.public, member=True)
    assert link is not None
    before = replica(host).n
    for number in range(100):
        chain = replica(host).chain
        sit = Sit(CHEAT, cheat.name, None, f"node:{number}")
        entry = sign_entry(cheat.peer.identity, chain.table, chain.n, chain.head, sit)
        host.peer.receive(link, encode_message(Propose(encode(entry))), mesh.now)
        mesh.carry_out(host)
    assert replica(host).n - before == MOVES_PER_HAND
    mesh._rests = False
    run(mesh, lambda: all(len(node.hands) >= 2 for node in mesh.nodes))
    for node in mesh.nodes:
        assert node.failed is None
        assert replica(node).offences == []
        assert replica(node).chain.epoch == 1
    again = Sit(CHEAT, cheat.name, None, "node:last")
    assert replica(host).is_due(cheat.peer.identity.public, again)


def test_whose_address_changes_all_the_time_asks_no_more_than_it_may() -> None:
    """The device stops by itself, doubts nobody for it, and says the last one after the deal."""
    mesh = table(3, frist="20")
    playing(mesh)
    host, guest = mesh.nodes[HOST], mesh.nodes[OTHER]
    hand = replica(host).newest_deck
    mesh._wait = True  # everybody thinks for long
    offered: list[Entry] = []
    offer = host.peer._scribe.offer

    def offers(entry: Entry, link: int, room: int) -> None:
        if isinstance(decode_body(entry.body), Sit):
            offered.append(entry)
        offer(entry, link, room)

    host.peer._scribe.offer = offers  # type: ignore[method-assign]
    for number in range(40):
        for node in (host, guest):
            node.peer.dialable_at(f"node:{node.number}{number:03}")
        pass_time(mesh, 1)
    assert replica(host).newest_deck == hand
    assert len(offered) == MOVES_PER_HAND
    assert len(said(host, Sit)) <= 4 + 2 * MOVES_PER_HAND
    assert replica(guest).chain.epoch == 1

    mesh._wait = False
    run(mesh, lambda: all(len(node.hands) >= 2 for node in mesh.nodes))
    pass_time(mesh, 4)
    seated = replica(host).lobby.at(OTHER)
    assert seated is not None
    assert seated.address == guest.peer.address


def test_of_what_could_be_said_without_end_a_guest_hands_on_one_in_a_moment() -> None:
    """All of it is lawful by its own log, and most would be refused where it goes."""
    mesh = table(3)
    playing(mesh)
    host, cheat, guest = mesh.nodes[HOST], mesh.nodes[CHEAT], mesh.nodes[OTHER]
    link = guest.peer._links.number_of(cheat.peer.identity.public, member=True)
    assert link is not None
    cable = guest.peer._links.number_of(host.peer.identity.public, member=True)
    assert cable is not None
    waiting = mesh.cables[cable].frames[HOST]
    waiting.clear()
    chain = replica(guest).chain
    for n in range(50):
        for body in (Sit(CHEAT, cheat.name, None, f"node:{n}"), Pause(True, n)):
            entry = sign_entry(cheat.peer.identity, chain.table, chain.n, chain.head, body)
            guest.peer.receive(link, encode_message(Propose(encode(entry))), mesh.now)
    mesh.carry_out(guest)
    assert len(waiting) == 2
