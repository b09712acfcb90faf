"""Sending somebody away: by the host in the lobby, by more than half in a Partie; and mute."""

from __future__ import annotations

import pytest

from net.commands import KickSeat, Mute, SayText
from net.core.bodies import Kick, Leave, Sit
from net.core.lobby import NetReason
from net.core.verify import verify_bytes
from net.updates import CommandRefused, Failed, KickWished, LinkChanged, LobbyChanged, Said
from tests.mesh import Mesh, Node
from tests.mesh_watch import DoorMesh
from tests.net.core.tables import (
    GONE,
    finished,
    pass_time,
    playing,
    present,
    replica,
    run,
    said,
    say,
    table,
)


def identity(node: Node) -> bytes:
    return node.peer.identity.public


def wishes(node: Node) -> list[tuple[int, str]]:
    """The votes as a person was told of them."""
    return [(u.votes, u.done) for u in node.updates if isinstance(u, KickWished)]


def not_asked(mesh: Mesh) -> bool:
    """Whether the hand waits for somebody else than `GONE`."""
    host = replica(mesh.nodes[0])
    return bool(host.asked()) and GONE not in host.asked()


# --- the lobby


def lobby() -> DoorMesh:
    mesh = DoorMesh(4, people=4, bots=0)
    assert all(replica(node).lobby.seat_of(identity(node)) is not None for node in mesh.nodes)
    return mesh


def test_the_host_sends_somebody_away_from_the_lobby() -> None:
    """The seat is free, the person hears it, and is not let in again however often it knocks."""
    mesh = lobby()
    node = mesh.nodes[GONE]
    say(mesh, mesh.nodes[0], KickSeat(GONE))  # type: ignore[arg-type]
    run(mesh, lambda: node.failed is not None)

    host = replica(mesh.nodes[0])
    assert node.failed == Failed("host_kicked", {})
    assert host.lobby.seats[GONE] is None
    node.failed = None
    mesh.kill(node, 0)
    mesh.nodes[GONE].disk.genesis = None
    mesh.nodes[GONE].disk.records.clear()
    mesh.connect(GONE, 0)
    run(mesh, lambda: node.failed is not None)
    assert node.failed == Failed("host_refused", {})
    assert host.lobby.seat_of(identity(node)) is None


@pytest.mark.parametrize("seat", [0, 1, 2, 9])
def test_a_guest_sends_nobody_away_from_the_lobby(seat: int) -> None:
    """Not the host, not another guest, not oneself, and nobody who is not there."""
    mesh = lobby()
    before = replica(mesh.nodes[0]).lobby.seats
    say(mesh, mesh.nodes[2], KickSeat(seat))  # type: ignore[arg-type]
    pass_time(mesh, 4)

    refused = [u.code for u in mesh.nodes[2].updates if isinstance(u, CommandRefused)]
    assert refused == ["not_host" if seat < 2 else "not_a_person"]
    assert replica(mesh.nodes[0]).lobby.seats == before


# --- a Partie


def test_more_than_half_send_somebody_away_after_the_hand() -> None:
    """Nobody loses a card by it; who is sent away hears why, a bot has the seat, for good."""
    mesh = table()
    playing(mesh)
    run(mesh, lambda: not_asked(mesh))
    node, host = mesh.nodes[GONE], replica(mesh.nodes[0])
    say(mesh, mesh.nodes[2], KickSeat(GONE))  # type: ignore[arg-type]
    run(mesh, lambda: all(wishes(other) == [(1, "no")] for other in mesh.nodes))
    run(mesh, lambda: not_asked(mesh))
    say(mesh, mesh.nodes[0], KickSeat(GONE))  # type: ignore[arg-type]
    run(mesh, lambda: all(replica(other).kicked_by(identity(node)) for other in mesh.nodes))
    assert wishes(mesh.nodes[0])[1] == (2, "after_hand")
    assert identity(node) in host.lobby.present

    run(mesh, lambda: node.failed is not None)
    finished_without(mesh, 2)

    first = mesh.nodes[0].hands[0]
    assert (first.fair, first.result.note) == (True, None)
    assert node.failed == Failed("kicked", {})
    assert host.lobby.kicked == {identity(node)}
    assert host.lobby.player(GONE) == identity(mesh.nodes[2])
    again = host.refuses(identity(node), Sit(GONE, node.name, None, None))
    assert again is not None
    assert again.reason is NetReason.KICKED
    assert all(other.failed is None for other in present(mesh))
    assert all(replica(other).offences == [] for other in present(mesh))


def test_nothing_is_told_of_who_was_sent_away_and_leaves_the_program_open() -> None:
    """Nobody dials that device any more, and nobody hears that it is gone or back."""
    mesh = table()
    playing(mesh)
    run(mesh, lambda: not_asked(mesh))
    node = mesh.nodes[GONE]
    for number in (0, 2):
        say(mesh, mesh.nodes[number], KickSeat(GONE))  # type: ignore[arg-type]
    run(mesh, lambda: node.failed is not None)
    seen = {}
    for other in present(mesh):
        run(mesh, lambda: any(u.done == "now" for u in kicks(other)))  # noqa: B023
        last = max(n for n, u in enumerate(other.updates) if u in kicks(other))
        seen[other.number] = last
    pass_time(mesh, 120)
    mesh.connect(GONE, 0)  # the person tries to come back
    pass_time(mesh, 40)

    for other in present(mesh):
        after = other.updates[seen[other.number] :]
        assert [u for u in after if isinstance(u, LinkChanged) and u.name == node.name] == []


def kicks(node: Node) -> list[KickWished]:
    return [u for u in node.updates if isinstance(u, KickWished)]


def finished_without(mesh: Mesh, hands: int) -> None:
    """Everybody but `GONE` has seen so many hands booked."""
    run(mesh, lambda: all(len(node.hands) >= hands for node in present(mesh)))


def test_who_refuses_to_go_on_goes_at_once() -> None:
    """The hand waits for that person: it is lost, as it is when somebody is missing."""
    mesh = table()
    playing(mesh)
    node, host = mesh.nodes[GONE], replica(mesh.nodes[0])
    run(mesh, lambda: node.turn is not None and GONE in host.asked())
    node.turn = None
    for other in (0, 2):
        say(mesh, mesh.nodes[other], KickSeat(GONE))  # type: ignore[arg-type]
        pass_time(mesh, 2)
    run(mesh, lambda: node.failed is not None)
    finished_without(mesh, 2)

    assert node.failed == Failed("kicked", {})
    assert mesh.nodes[0].hands[0].result.note == "forfeited"
    gone = mesh.nodes[0].hands[0].gone
    assert gone is not None
    assert gone.why == "kicked"
    assert mesh.nodes[0].hands[1].fair


def test_less_than_more_than_half_send_nobody_away() -> None:
    """One of three wants it: nothing follows, and in the next hand it would have to be said again.

    Of two people neither sends the other one away.
    """
    mesh = table()
    playing(mesh)
    host, device = replica(mesh.nodes[0]), identity(mesh.nodes[GONE])
    say(mesh, mesh.nodes[2], KickSeat(GONE))  # type: ignore[arg-type]
    run(mesh, lambda: bool(host.kicked_by(device)))
    twice = host.refuses(identity(mesh.nodes[2]), Kick(GONE, host.newest_deck))
    finished(mesh, 1)
    run(mesh, lambda: not host.kicked_by(device))
    finished(mesh, 2)

    assert twice is not None
    assert twice.reason is NetReason.REPEATED
    assert host.lobby.kicked == frozenset()
    pair = table(people=2)
    playing(pair)
    say(pair, pair.nodes[0], KickSeat(GONE))  # type: ignore[arg-type]
    finished(pair, 2)
    assert replica(pair.nodes[0]).lobby.kicked == frozenset()


def test_the_host_can_be_sent_away_too() -> None:
    """Another device orders, and the Partie goes on."""
    mesh = table()
    playing(mesh)
    for other in (1, 2):
        say(mesh, mesh.nodes[other], KickSeat(0))  # type: ignore[arg-type]
    run(mesh, lambda: mesh.nodes[0].failed is not None)
    run(mesh, lambda: all(replica(node).chain.epoch > 1 for node in mesh.nodes[1:]))
    hands = [len(node.hands) for node in mesh.nodes[1:]]
    run(mesh, lambda: all(len(n.hands) > h for n, h in zip(mesh.nodes[1:], hands, strict=True)))

    assert mesh.nodes[0].failed == Failed("kicked", {})
    assert all(replica(node).offences == [] for node in mesh.nodes[1:])


def test_nobody_is_sent_away_by_who_is_not_there_and_no_bot_is() -> None:
    """Strangers, oneself, bots and empty seats."""
    mesh = table()
    playing(mesh)
    host = replica(mesh.nodes[0])
    deck, me = host.newest_deck, identity(mesh.nodes[0])
    asked = [(b"x" * 32, 1, deck), (me, 0, deck), (me, 3, deck), (me, 9, deck), (me, 1, deck + 7)]

    refusals = [host.refuses(author, Kick(seat, number)) for author, seat, number in asked]

    assert [refusal.reason for refusal in refusals if refusal is not None] == [
        NetReason.NOT_SEATED,
        NetReason.NOT_A_PERSON,
        NetReason.NOT_A_PERSON,
        NetReason.NOT_A_PERSON,
        NetReason.WRONG_HAND,
    ]
    assert not said(mesh.nodes[0], Leave)


def test_a_log_with_somebody_sent_away_is_proven() -> None:
    """`jass verify` confirms it; with the real curve."""
    settings = {"ziel": "500", "abbruch": "neu"}
    mesh = DoorMesh(5, people=3, bots=1, settings=settings)
    mesh.start()
    playing(mesh)
    for other in (0, 2):
        say(mesh, mesh.nodes[other], KickSeat(GONE))  # type: ignore[arg-type]
    run(mesh, lambda: mesh.nodes[0].over, rounds=1_000)

    report = verify_bytes(mesh.nodes[0].disk.file())
    assert (report.exit_code, report.faults) == (0, ())
    assert len(said(mesh.nodes[0], Kick)) == 2


# --- mute


def heard(node: Node) -> list[str]:
    return [update.text for update in node.updates if isinstance(update, Said)]


def test_muting_is_for_oneself_by_key_and_outlives_a_restart() -> None:
    """The others read on; who is muted is not told; nothing of it is in the log."""
    mesh = table()
    playing(mesh)
    loud, deaf, other = mesh.nodes
    entries = len(loud.disk.records)
    say(mesh, deaf, Mute(identity(loud).hex(), on=True))
    say(mesh, loud, SayText("Guete Jass!"))
    run(mesh, lambda: "Guete Jass!" in heard(other))
    pass_time(mesh, 2)
    assert heard(deaf) == []
    shown = [u for u in deaf.updates if isinstance(u, LobbyChanged)][-1]
    assert [info.muted for info in shown.seats] == [True, False, False, False]

    mesh.kill(deaf, 500)
    run(mesh, lambda: deaf.up and deaf.peer.at_table)
    say(mesh, loud, SayText("Hesch ghört?"))
    run(mesh, lambda: "Hesch ghört?" in heard(other))
    pass_time(mesh, 2)
    assert heard(deaf) == []
    say(mesh, deaf, Mute(identity(loud).hex(), on=False))
    say(mesh, loud, SayText("Jetz?"))
    run(mesh, lambda: heard(deaf) == ["Jetz?"])

    assert not any(b"mute/" in record for record in loud.disk.records[entries:])
    say(mesh, deaf, Mute("00" * 32, on=True))
    assert CommandRefused("not_a_person") in deaf.updates
