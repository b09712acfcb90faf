"""A device that comes back with its identity alone, or from an old copy of its disk, is no cheat.

What it has said before is in the log of the others. Until it has that, it says nothing; and if it
is bound to a secret that is not on its disk any more, it says so and plays no more of that hand.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from net.commands import PauseTable
from net.core.log import encode
from net.core.wire import Welcome, encode_message
from tests.mesh import Mesh, shared_checks
from tests.mesh_parts import PowerCut
from tests.net.core.tables import playing, replica, run, table
from tests.net.core.test_succession import begun, play_for, play_until
from tests.small_group import SMALL


def unblamed(mesh: Mesh) -> bool:
    """Whether nobody holds anybody to have cheated."""
    replicas = [node.peer.replica for node in mesh.nodes if node.peer.replica is not None]
    return all(not r.offences and all(one.finding.ok for one in r.reports) for r in replicas)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kept", ["nothing", "the lobby", "the hand before its deal"])
def test_a_lost_disk_convicts_nobody(seed: int, kept: str) -> None:
    """It is let in, hears what it is bound to, and stops instead of committing itself anew."""
    with shared_checks():
        mesh = Mesh(seed, people=4, bots=0, group=SMALL)
        mesh.start()
        node = mesh.nodes[1]
        wanted = {"nothing": 0, "the lobby": 5, "the hand before its deal": 7}[kept]
        assert len(node.disk.records) >= 5
        play_until(mesh, lambda: len(node.disk.records) >= 40)
        mesh.kill(node, 2_000)
        del node.disk.records[wanted:]
        node.disk.secrets.clear()
        if not wanted:
            node.disk.genesis = None
        node.orders = bool(wanted)
        mesh.one_history = False
        play_until(mesh, lambda: node.up and node.peer.lacks_secrets, 30_000)

        mesh.kill(node, 10**9)
        play_for(mesh, 20_000)

        assert unblamed(mesh)


@pytest.mark.parametrize("seed", range(4))
def test_who_comes_back_from_its_disk_speaks_once_it_has_caught_up(seed: int) -> None:
    """With all it had on its disk it plays on in the same hand."""
    with shared_checks():
        mesh = begun(seed)
        node = mesh.nodes[1]
        mesh.kill(node, 2_000)
        play_until(mesh, lambda: node.up and not node.peer._scribe.only_listens, 20_000)
        mesh.play_on(1)

        assert unblamed(mesh)
        assert all(report.finding.ok for report in node.peer.replica.reports)  # type: ignore[union-attr]


def test_a_host_that_loses_its_power_while_it_gives_way_orders_nothing_twice() -> None:
    """Its log ends where the newer epoch begins; the numbers after that it has given before."""
    struck = 0
    with shared_checks():
        for seed in range(8):
            mesh = begun(seed, 3)
            host = mesh.nodes[0]
            truncate = host.disk.truncate

            def cut_short(count: int, truncate: Callable[[int], None] = truncate) -> None:
                nonlocal struck
                host.disk.truncate = truncate  # type: ignore[method-assign]  # noqa: B023
                truncate(count)
                struck += 1
                mesh.part([0], [1, 2])  # noqa: B023
                raise PowerCut

            host.disk.truncate = cut_short  # type: ignore[method-assign]
            mesh.part([0], [1, 2])
            play_for(mesh, 15_000)
            mesh.part([0, 1, 2])
            play_for(mesh, 8_000)
            for on in (True, False):  # still alone, it would give its next numbers to this
                host.peer.command(PauseTable(on), mesh.clock(host))
                mesh.carry_out(host)
            mesh.part([0, 1, 2])
            play_for(mesh, 10_000)
            host.peer.command(PauseTable(False), mesh.clock(host))
            mesh.carry_out(host)
            mesh.play_on(1)
            mesh.agree()

            assert unblamed(mesh)
    assert struck > 2


@pytest.mark.parametrize("people", [2, 3])
def test_a_host_that_welcomes_with_less_than_it_had_ends_nobodys_evening(people: int) -> None:
    """With others the link is lost, be it a lie or an old copy; of two nothing is left."""
    mesh = table(people)
    playing(mesh)
    host, guest = mesh.nodes[0].peer, mesh.nodes[1]
    link = guest.peer._guest.to_orderer()
    log = replica(guest)
    assert link is not None
    mesh.cut(link)
    run(mesh, lambda: guest.peer._guest.to_orderer() is not None)
    link = guest.peer._guest.to_orderer()
    assert link is not None
    there = guest.peer._links.live[link]
    assert there.dialled
    assert there.had[1] > 1
    welcome = Welcome(encode(log.chain.genesis), log.chain.epoch, 1)
    guest.peer.receive(link, encode_message(welcome), mesh.now)
    mesh.carry_out(guest)

    assert link not in guest.peer._links.live or people == 2
    assert (guest.failed.code if guest.failed else "") == ("log_shorter" if people == 2 else "")
    if people > 2:
        run(mesh, lambda: len(guest.hands) >= 1)
        assert guest.hands[0].fair
        assert not guest.peer._succession.distrust.doubts(host.identity.public, mesh.now)
