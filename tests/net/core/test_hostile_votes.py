"""Votes of a cheat, when the host is gone: they hold nobody up, and leave the table as it was.

At a table of five the three honest devices that are left are enough. Of fewer devices than five one
that gives no honest vote may be one too many: nobody can make it vote.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from net.core.bodies import Epoch
from net.core.epoch import Place, encode_vote, number_of, sign_vote, turn_of
from net.core.limits import TURNS_AHEAD
from net.core.peer import Peer
from net.core.wire import Ballot, Misses
from tests.judge import check
from tests.mesh import Mesh, shared_checks
from tests.net.core.tables import pass_time, playing, replica, run, said, vanish
from tests.small_group import SMALL

HOST, NEXT = 0, 1
"""Who orders first, and whose turn to be voted for comes first after it."""

Votes = Callable[[int, Place], Iterator[tuple[int, Place]]]
"""What a cheat votes with in a tick: turns, and how far it says that its log goes."""


def far_turns(_tick: int, place: Place) -> Iterator[tuple[int, Place]]:
    """As many as a device ever kept, all of them such as never come."""
    for number in range(48):
        yield 1_000_000 + number, place


def near_turns(tick: int, place: Place) -> Iterator[tuple[int, Place]]:
    """As many of those that may come, the first ones never."""
    if tick % 8 == 0:
        for number in range(48):
            yield turn_of(place.epoch) + TURNS_AHEAD - number, place


def longer_logs(tick: int, place: Place) -> Iterator[tuple[int, Place]]:
    """For every turn a log of a newer epoch, each time one entry longer."""
    for number in range(1, 13):
        claim = Place(place.epoch + 1, 10**6 + 12 * tick + number, bytes(32), place.orderer)
        yield turn_of(place.epoch) + number, claim


def last_turn(_tick: int, place: Place) -> Iterator[tuple[int, Place]]:
    """The last one that has a number."""
    yield turn_of(2**53 - 1), place


def farthest_turn(_tick: int, place: Place) -> Iterator[tuple[int, Place]]:
    """The last one that there may be next."""
    yield turn_of(place.epoch) + TURNS_AHEAD, place


def cheats(peer: Peer, votes: Votes) -> None:
    """From now on this device's votes are these and no others, and it takes nothing over."""
    tick, ticks = peer.tick, iter(range(10**9))
    succession = peer._succession
    succession._open = lambda *_: None  # type: ignore[method-assign]
    succession._send = lambda *_: None  # type: ignore[method-assign]

    def ticks_and_votes(now: int) -> None:
        tick(now)
        log = peer.replica
        if log is None or not log.lobby.partie or peer.failed is not None:
            return
        chain, count = log.chain, next(ticks)
        for link, there in list(peer._links.members()):
            if there.identity == chain.orderer:
                continue
            for turn, place in votes(count, chain.place_at(chain.n)):
                number = number_of(there.identity, turn)
                vote = sign_vote(
                    peer.identity, chain.table, number, there.identity, place, chain.order
                )
                peer.send(link, Ballot(encode_vote(vote)))

    peer.tick = ticks_and_votes  # type: ignore[method-assign]


@pytest.mark.parametrize("votes", [far_turns, near_turns, longer_logs])
def test_no_votes_of_a_cheat_hold_up_the_next_orderer(votes: Votes) -> None:
    """The others are enough: when it is past the cheat's turn one of them orders."""
    cheat = NEXT
    mesh = Mesh(3, people=5, bots=0, slug="hae", group=SMALL)
    mesh.strange = {cheat}
    with shared_checks():
        mesh.start()
        playing(mesh)
        cheats(mesh.nodes[cheat].peer, votes)
        pass_time(mesh, 6)
        before = mesh.now
        vanish(mesh, HOST)
        run(mesh, lambda: mesh.orderers() - {HOST, cheat}, 60)

        assert mesh.now - before < 12_000

        pass_time(mesh, 20)
    assert len(mesh.orderers()) == 1
    for node in mesh.nodes[cheat + 1 :]:
        # By its votes for whoever orders the cheat may have had it begin one more, 12 turns on.
        assert turn_of(replica(node).chain.epoch) <= 5 + 12
        assert len(replica(node).lobby.present) >= 4
        assert not replica(node).offences


def test_nobody_is_led_from_turn_to_turn() -> None:
    """The host is gone; the cheat tells one after the other, at every tick, that it is further."""
    cheat = NEXT
    mesh = Mesh(3, people=5, bots=0, slug="hae", group=SMALL)
    mesh.strange = {cheat}
    mesh.start()
    playing(mesh)
    peer = mesh.nodes[cheat].peer
    cheats(peer, lambda *_: iter(()))
    tick, turns = peer.tick, iter(range(1, 10**6))

    def ticks_and_misses(now: int) -> None:
        tick(now)
        log = peer.replica
        if log is not None:
            turn = next(turns)
            links = [link for link, there in peer._links.members() if there.identity in honest]
            for place, link in enumerate(links):
                if turn % len(links) == place:
                    peer.send(link, Misses(log.chain.epoch, turn))

    honest = {node.peer.identity.public for node in mesh.nodes[cheat + 1 :]}
    peer.tick = ticks_and_misses  # type: ignore[method-assign]
    before = mesh.now
    vanish(mesh, HOST)
    run(mesh, lambda: mesh.orderers() - {HOST, cheat}, 60)

    assert mesh.now - before < 20_000
    for node in mesh.nodes[cheat + 1 :]:
        assert turn_of(replica(node).chain.epoch) <= TURNS_AHEAD // 4 + 5


@pytest.mark.parametrize("votes", [last_turn, farthest_turn])
def test_no_vote_leaves_a_table_without_its_next_orderer(votes: Votes) -> None:
    """The next device opens an epoch by it only if there are others left after that one."""
    cheat = 2
    mesh = Mesh(4, people=3, bots=1, group=SMALL)
    with shared_checks():
        mesh.start()
        playing(mesh)
        succession, tick = mesh.nodes[cheat].peer._succession, mesh.nodes[cheat].peer.tick
        cheats(mesh.nodes[cheat].peer, votes)
        mesh.sleep(mesh.nodes[HOST], 30_000)
        pass_time(mesh, 60)
        mesh.nodes[cheat].peer.tick = tick  # type: ignore[method-assign]
        del succession._open, succession._send
        for _ in range(2):
            run(mesh, lambda: len(mesh.orderers()) == 1, 60)
            (orderer,) = mesh.orderers()
            pass_time(mesh, 10)
            vanish(mesh, orderer)
            run(mesh, mesh.orderers, 60)
            mesh.nodes[orderer].away_until = 0
            pass_time(mesh, 40)
        mesh.play_on(1)
        mesh.agree()
        check(mesh)
    epochs = [body.epoch for body in said(mesh.nodes[HOST], Epoch) if isinstance(body, Epoch)]
    assert len(epochs) >= 2
    assert turn_of(epochs[0]) <= TURNS_AHEAD
