"""An orderer that numbers everybody's words and keeps its own part back: nobody waits for ever.

What a program says by itself is waited for as long as the table says, whoever keeps it back: the
others find it missing, as they find a guest, and a bot has its seat.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from itertools import count

import pytest

from net.core.bodies import (
    Body,
    Commit,
    HandOk,
    Keys,
    Leave,
    Lock,
    Missing,
    Reveal,
    Shuffle,
    Sit,
    Verdict,
    decode_body,
    encode_body,
)
from net.core.limits import RETURNS_PER_HAND, SILENCE_MS
from net.core.log import Entry
from net.core.replica import Replica
from net.updates import Gone
from tests.mesh import Mesh, Node
from tests.net.core.tables import FOR_EVER, pass_time, playing, replica, run, said, table

HOST = 0

PHASES = [Commit, Shuffle, Lock, Keys, HandOk, Reveal, Verdict]


def keeps_back(node: Node, kind: type[Body], until: int = FOR_EVER) -> None:
    """The program of a device says nothing of one kind, before it has seen so many hands."""
    dues = node.peer._player.dues

    def some(log: Replica) -> Iterator[Body]:
        open_ = len(log.reports) >= until
        return (body for body in dues(log) if open_ or not isinstance(body, kind))

    node.peer._player.dues = some  # type: ignore[method-assign]


@pytest.mark.parametrize("kind", PHASES)
@pytest.mark.parametrize("people", [2, 4])
def test_whoever_orders_and_keeps_its_part_back_is_missing(kind: type[Body], people: int) -> None:
    """In whichever phase: the others say so, play on without its seat, and nobody is blamed."""
    mesh = table(people)
    keeps_back(mesh.nodes[HOST], kind)
    guests = mesh.nodes[1:]

    run(mesh, lambda: all(len(replica(node).reports) >= 2 for node in guests))

    for node in guests:
        assert node.failed is None
        assert replica(node).offences == []
        assert {body.seat for body in said(node, Missing)} == {HOST}  # type: ignore[attr-defined]


def test_a_bot_that_never_answers_is_missing_with_its_device() -> None:
    """Its person may be there and think; a bot is a program, whosever device it is on."""
    mesh = table(3)
    mesh._later = Nothing()  # type: ignore[assignment]  # no bot ever comes to an end
    guests = mesh.nodes[1:]

    run(mesh, lambda: all(said(node, Missing) for node in guests))
    run(mesh, lambda: all(len(replica(node).reports) >= 1 for node in guests))

    assert guests[0].hands[0].gone == Gone(HOST, "missing")
    assert {body.seat for body in said(guests[0], Missing)} == {HOST}  # type: ignore[attr-defined]


class Nothing(deque[object]):
    """Whatever is put there is gone."""

    def append(self, item: object) -> None:
        """Forgets it."""


def test_whoever_talks_on_and_keeps_its_part_back_is_missing() -> None:
    """An orderer puts words of its own between those of the others: they take nothing back."""
    mesh = table(3)
    host = mesh.nodes[HOST]
    keeps_back(host, Keys)
    addresses = count()
    tick = host.peer.tick

    def ticks(now: int) -> None:
        tick(now)
        log = replica(host)
        if log.lobby.playing and host.peer.identity.public in log.lobby.present:
            moved = Sit(HOST, host.name, None, f"node:{next(addresses)}")
            host.peer._scribe.submit(moved, now)
            host.peer._scribe.work(now)

    host.peer.tick = ticks  # type: ignore[method-assign]
    # Both may say it at one time; the host puts its own word between them all the same.
    offer = host.peer._scribe.offer

    def offers(entry: Entry, link: int, room: int) -> None:
        offer(entry, link, room)
        host.peer._scribe.work(mesh.now)
        ticks(mesh.now)

    host.peer._scribe.offer = offers  # type: ignore[method-assign]
    run(mesh, lambda: all(len(replica(node).reports) >= 1 for node in mesh.nodes[1:]))
    assert said(mesh.nodes[1], Missing)


def test_whoever_comes_back_all_the_time_waits_for_a_hand() -> None:
    """The deck is made anew for it twice; then the others deal without it, and it may sit again."""
    mesh = table(4)
    log, node = replica(mesh.nodes[HOST]), mesh.nodes[2]
    me, back = node.peer.identity.public, Sit(2, node.name, None, None)
    dark = mesh.nodes[3]
    keeps_back(dark, Commit)  # so no hand is dealt meanwhile
    run(mesh, lambda: log.lobby.playing)
    for _ in range(RETURNS_PER_HAND):
        for body in (Leave(2), back):
            assert log.refuses(me, body) is None
            mesh.nodes[2].peer._scribe.submit(body, mesh.now)
            mesh.carry_out(node)
            run(mesh, lambda body=body: body in said(mesh.nodes[HOST], type(body))[-1:])  # type: ignore[misc]
            pass_time(mesh, 1)
    node.peer._scribe.submit(Leave(2), mesh.now)
    mesh.carry_out(node)
    run(mesh, lambda: me in log.lobby.away)
    refusal = log.refuses(me, back)
    assert refusal is not None
    assert refusal.reason == "too_early"
    run(mesh, lambda: log.hand is not None)
    assert log.refuses(me, back) is None or me in log.lobby.present


def test_a_slow_host_is_not_missing() -> None:
    """Its deal takes five seconds for each step, and the table's patience is two."""
    mesh = table(3)
    host = mesh.nodes[HOST]
    dues = host.peer._player.dues
    asked: dict[bytes, int] = {}

    def late(log: Replica) -> Iterator[Body]:
        now = mesh.now
        return (b for b in dues(log) if now - asked.setdefault(encode_body(b), now) >= 5_000)

    host.peer._player.dues = late  # type: ignore[method-assign]
    tick = host.peer.tick

    def ticks(now: int) -> None:
        tick(now)
        host.peer._scribe.react(None, now)
        host.peer._scribe.work(now)

    host.peer.tick = ticks  # type: ignore[method-assign]
    run(mesh, lambda: len(host.hands) >= 1, rounds=600)
    assert said(host, Missing) == []
    assert host.hands[0].fair


def test_nobody_blames_whom_it_did_not_hear_itself() -> None:
    """Nor for the time in which nobody ordered, or in which one's own program stood still."""
    mesh = table(3)
    host, guest = mesh.nodes[HOST], mesh.nodes[1]
    keeps_back(host, Keys)
    keys = lambda: replica(guest).hand is not None  # noqa: E731
    run(mesh, keys)
    grace, log = guest.peer._grace, replica(guest)
    link = guest.peer._guest.to_orderer()
    assert link is not None
    assert list(grace.tick(log, mesh.now + 60_000)) == []  # it slept
    now = mesh.now + 60_000
    while not list(grace.tick(log, now)):
        now += 500
    assert now - mesh.now - 60_000 >= SILENCE_MS
    there = guest.peer._links.live.pop(link)
    assert list(grace.tick(log, now)) == []  # nobody orders
    guest.peer._links.live[link + 1_000] = there
    assert list(grace.tick(log, now + 500)) == []
    later = now + 500
    while not list(grace.tick(log, later)):
        later += 500
    assert later - now - 500 >= SILENCE_MS


def cut(mesh: Mesh, guest: Node) -> None:
    """The links between the host and one guest break."""
    for number, cable in list(mesh.cables.items()):
        if set(cable.ends) == {HOST, guest.number}:
            mesh.cut(number)


def relinks(mesh: Mesh, until: Callable[[], object], every: int, away: int = 0) -> None:
    """The host cuts all its links now and then, for so many ticks each, one after the other."""
    for _ in range(40):
        for guest in mesh.nodes[1:]:
            pass_time(mesh, every)
            if until():
                return
            for _ in range(away):
                cut(mesh, guest)
                pass_time(mesh, 1)
            mesh.connect(HOST, guest.number)
    raise AssertionError("the host is never missing")


@pytest.mark.parametrize(("every", "away"), [(3, 0), (2, 1), (3, 4)])
def test_whoever_keeps_its_part_back_and_dials_anew_is_missing(every: int, away: int) -> None:
    """Each time before a grace is over: a new link begins nothing anew without end."""
    mesh = table(4, frist="8")
    guests = mesh.nodes[1:]
    keeps_back(mesh.nodes[HOST], Keys)

    relinks(mesh, lambda: all(said(node, Missing) for node in guests), every, away)
    run(mesh, lambda: all(len(replica(node).reports) >= 2 for node in guests))

    for node in guests:
        assert node.failed is None
        assert replica(node).offences == []
        assert {body.seat for body in said(node, Missing)} == {HOST}  # type: ignore[attr-defined]


def test_whoever_keeps_its_part_back_and_one_guest_out_is_missing() -> None:
    """It orders without a link to one of three, whose word it needs to be missed by most."""
    mesh = table(4)
    guests, out = mesh.nodes[1:], mesh.nodes[2]
    keeps_back(mesh.nodes[HOST], Keys)
    run(mesh, lambda: replica(out).hand is not None)
    reaches = mesh._reaches

    def reaches_others(node: Node, other: Node) -> bool:
        return {node.number, other.number} != {HOST, out.number} and reaches(node, other)

    mesh._reaches = reaches_others  # type: ignore[method-assign]
    cut(mesh, out)
    run(mesh, lambda: all(len(replica(node).reports) >= 1 for node in guests))
    for node in guests:
        assert node.failed is None
        assert len([body for body in said(node, Missing) if body.seat == HOST]) == 3  # type: ignore[attr-defined]
        assert out.peer.identity.public in replica(node).lobby.present


def test_whose_person_thinks_is_not_missing_to_who_cannot_reach_it() -> None:
    """Not even when somebody else says so: of a person only who is linked to it knows anything."""
    mesh = table(3)
    host, liar, out = mesh.nodes
    playing(mesh)
    run(mesh, lambda: HOST in replica(out).asked())
    mesh._wait = True  # the person at the host thinks
    reaches = mesh._reaches

    def reaches_others(node: Node, other: Node) -> bool:
        return {node.number, other.number} != {HOST, out.number} and reaches(node, other)

    mesh._reaches = reaches_others  # type: ignore[method-assign]
    cut(mesh, out)
    liar.peer._scribe.submit(Missing(HOST, replica(liar).newest_deck), mesh.now)
    mesh.carry_out(liar)
    pass_time(mesh, 40)
    assert len(said(host, Missing)) == 1
    assert host.peer.identity.public in replica(host).lobby.present


def test_whoever_keeps_its_part_back_and_the_words_about_it_too_loses_the_table() -> None:
    """To find it missing would be an entry like others: whoever gives it no number withholds."""
    mesh = table(3)
    host, guests = mesh.nodes[HOST], mesh.nodes[1:]
    keeps_back(host, Keys)
    offer = host.peer._scribe.offer

    def offers(entry: Entry, link: int, room: int) -> None:
        if not isinstance(decode_body(entry.body), Missing):
            offer(entry, link, room)

    host.peer._scribe.offer = offers  # type: ignore[method-assign]
    run(mesh, lambda: all(len(replica(node).reports) >= 1 for node in guests))

    for node in guests:
        assert replica(node).chain.orderer in {guest.peer.identity.public for guest in guests}
        assert {body.seat for body in said(node, Missing)} == {HOST}  # type: ignore[attr-defined]
        assert replica(node).offences == []
