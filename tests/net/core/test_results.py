"""What a log says about its Partien, told from real ones at the mesh."""

from __future__ import annotations

from collections.abc import Iterable

from engine.seats import Seat
from net.commands import KickSeat, Quit, Rematch
from net.core.bodies import Reveal, Shuffle
from net.core.log import FaultCode, decode_genesis, decode_record
from net.core.replica import Replica
from net.core.results import Partie, Player, Results
from net.core.verify import verify_bytes
from tests.mesh import Mesh, Node
from tests.net.core.tables import GONE, comes, present, replica, run, said, say, vanish
from tests.net.core.test_away import finished, playing
from tests.net.core.test_cheats import CHEAT, cheating
from tests.small_group import SMALL


def partien(mesh: Mesh, node: Node) -> list[Partie]:
    """Every Partie in the log of a node, from its bytes."""
    genesis = decode_genesis(node.disk.genesis or b"")
    assert not isinstance(genesis, FaultCode)
    assert genesis is not None
    results = Results(Replica(genesis, group=mesh.group))
    for data in node.disk.records:
        record = decode_record(data)
        assert record is not None
        assert not isinstance(results.feed(record), FaultCode)
    return results.partien


def table(hands: int) -> Mesh:
    """Three people whose patience is two seconds."""
    settings = {"laenge": f"{hands}", "frist": "2"}
    mesh = Mesh(5, people=3, bots=1, settings=settings, group=SMALL)
    mesh.start()
    return mesh


def identities(mesh: Mesh, numbers: Iterable[int]) -> tuple[bytes, ...]:
    return tuple(mesh.nodes[number].peer.identity.public for number in numbers)


def test_every_partie_of_an_evening_is_told_by_itself() -> None:
    """People by key, bots without, the score and the winners as everybody saw them; a Revanche."""
    mesh = Mesh(8, people=2, settings={"laenge": "2"}, group=SMALL, parties=2)
    mesh.play(hands=99)

    first, second = partien(mesh, mesh.nodes[1])

    seen = [hand.result for hand in mesh.nodes[0].hands]
    ends = [max(n for n, r in enumerate(seen) if r.partie == number) for number in (1, 2)]
    for partie, end in zip((first, second), ends, strict=True):
        assert (partie.game, partie.lower_wins) == ("schieber", False)
        assert [p.identity for p in partie.players[:2]] == list(identities(mesh, (0, 1)))
        assert [p.name for p in partie.players[:2]] == ["Person 0", "Person 1"]
        assert [p.identity for p in partie.players[2:]] == [None, None]
        assert [p.side for p in partie.players] == [0, 1, 0, 1]
        assert partie.score == seen[end].score
        best = max(partie.score)
        assert partie.winners == tuple(s for s, points in enumerate(partie.score) if points == best)
        assert (partie.broken, partie.unopened, partie.faults) == ((), (), ())
    assert first.hands + second.hands == len(seen)
    assert partien(mesh, mesh.nodes[0]) == [first, second]


def test_a_partie_that_is_not_over_is_none() -> None:
    """Half an evening is no result."""
    mesh = Mesh(8, people=2, settings={"laenge": "3"}, group=SMALL)
    mesh.play(hands=1)
    assert partien(mesh, mesh.nodes[0]) == []


def test_who_vanishes_has_the_broken_hand() -> None:
    """Once, not opened either, though a substitute plays the seat to the end of the Partie."""
    mesh = table(3)
    playing(mesh)
    vanish(mesh)
    run(mesh, lambda: all(node.over for node in present(mesh)))

    (partie,) = partien(mesh, mesh.nodes[0])

    assert partie.broken == identities(mesh, [GONE])
    assert (partie.unopened, partie.faults) == (identities(mesh, [GONE]), ())
    assert partie.players[GONE].identity == mesh.nodes[GONE].peer.identity.public
    assert partie.hands == 3


def test_who_leaves_on_purpose_has_the_broken_hand() -> None:
    """Though everything was opened and nothing is missing."""
    mesh = table(2)
    playing(mesh)
    node = mesh.nodes[GONE]
    node.peer.command(Quit(), mesh.now)
    mesh.carry_out(node)
    run(mesh, lambda: len(mesh.nodes[0].hands) >= 1)
    mesh.crash(node)
    node.away_until = 10**9
    run(mesh, lambda: all(other.over for other in present(mesh)))

    (partie,) = partien(mesh, mesh.nodes[0])

    assert partie.broken == identities(mesh, [GONE])
    assert (partie.unopened, partie.faults) == ((), ())


def test_before_the_keys_nobody_broke_a_hand() -> None:
    """Nobody has seen a card, so going away costs nothing and is no mark."""
    mesh = table(1)
    run(mesh, lambda: bool(said(mesh.nodes[0], Shuffle)))
    vanish(mesh)
    finished(mesh, 1)
    run(mesh, lambda: all(node.over for node in present(mesh)))

    (partie,) = partien(mesh, mesh.nodes[0])

    assert (partie.broken, partie.unopened, partie.faults) == ((), (), ())


def test_a_cheat_has_the_fault_and_nobody_else() -> None:
    """One hand, one mark, at every peer alike."""
    mesh = Mesh(5, people=3, bots=1, settings={"laenge": "2"})
    cheating(mesh, Shuffle)
    mesh.play(hands=99)

    for node in mesh.nodes:
        (partie,) = partien(mesh, node)
        assert partie.faults == identities(mesh, [CHEAT])
        assert (partie.broken, partie.unopened) == ((), ())


def test_who_never_opens_the_last_hand_is_told() -> None:
    """All cards were played, then somebody is gone for good: the hand counts, the mark stays."""
    mesh = table(1)
    playing(mesh)
    node = mesh.nodes[GONE]
    dues = node.peer._player.dues
    node.peer._player.dues = lambda log: (  # type: ignore[method-assign]
        body for body in dues(log) if not isinstance(body, Reveal)
    )
    run(mesh, lambda: len(said(mesh.nodes[0], Reveal)) >= 2)
    vanish(mesh)
    run(mesh, lambda: all(other.over for other in present(mesh)))

    (partie,) = partien(mesh, mesh.nodes[0])

    assert partie.unopened == identities(mesh, [GONE])
    assert (partie.broken, partie.faults) == ((), ())


def test_who_loses_the_seat_to_somebody_new_is_told_as_well() -> None:
    """The newcomer has the seat at the end, who was away for it is written down beside it."""
    mesh = table(4)
    playing(mesh)
    vanish(mesh)
    finished(mesh, 1)
    host = mesh.nodes[0]
    new = comes(mesh)
    (me,) = identities(mesh, [new.number])
    run(mesh, lambda: replica(host).lobby.seat_of(me) == GONE)
    run(mesh, lambda: all(node.over for node in present(mesh)))

    (partie,) = partien(mesh, host)

    assert partie.players[GONE] == Player(me, "Person 3", 1)
    assert partie.gave_up == (Player(*identities(mesh, [GONE]), "Person 1", 1),)
    assert partie.broken[:1] == identities(mesh, [GONE])


def test_a_partie_that_only_a_bot_played_for_somebody_is_not_theirs() -> None:
    """Sent away in the first Partie, and the seat kept: the Revanche is that of the others."""
    mesh = table(2)
    playing(mesh)
    host, (me,) = replica(mesh.nodes[0]), identities(mesh, [GONE])
    for number in (0, 2):
        say(mesh, mesh.nodes[number], KickSeat(Seat(GONE)))
    run(mesh, lambda: me in host.lobby.kicked)
    vanish(mesh)
    for number in (1, 2):
        run(mesh, lambda: all(node.over for node in present(mesh)))
        for node in present(mesh) if number == 1 else ():
            node.over = 0
            say(mesh, node, Rematch())
    run(mesh, lambda: host.lobby.partie == 2 and not host.lobby.playing)

    first, second = partien(mesh, mesh.nodes[0])
    others = identities(mesh, (0, 2))

    assert [p.identity for p in first.players] == [others[0], me, others[1], None]
    assert [p.identity for p in second.players] == [others[0], None, others[1], None]
    assert [p.name for p in second.players][GONE] == f"Person {GONE}"
    assert second.gave_up == ()


def test_a_check_says_in_which_hands_a_bot_played_for_somebody() -> None:
    """From the deal on; a hand that somebody was in until it was lost is their own."""
    mesh = Mesh(5, people=3, bots=1, settings={"laenge": "3", "frist": "2"})
    mesh.start()
    playing(mesh)
    vanish(mesh)
    run(mesh, lambda: all(node.over for node in present(mesh)), rounds=2_000)

    report = verify_bytes(mesh.nodes[0].disk.file())
    told = [facts for code, facts in report.sentences if code == "played_for"]

    assert told == [{"seat": str(GONE + 1), "name": f"Person {GONE}", "hands": "2-3"}]


def test_whose_part_is_missing_is_told_alike_at_every_place() -> None:
    """The part of a bot is its device's: the person is named, once, on screens and by the check."""
    mesh = Mesh(5, people=3, bots=1, settings={"laenge": "1", "frist": "2"})
    mesh.start()
    playing(mesh)
    host = mesh.nodes[0]
    dues = host.peer._player.dues
    host.peer._player.dues = lambda log: (  # type: ignore[method-assign]
        body for body in dues(log) if not isinstance(body, Reveal)
    )
    run(mesh, lambda: len(said(mesh.nodes[1], Reveal)) >= 2)
    vanish(mesh, 0)
    others = mesh.nodes[1:]
    run(mesh, lambda: all(other.over for other in others))

    assert {u.silent for other in others for u in other.hands} == {("Person 0",)}
    for other in others:
        sentences = dict(verify_bytes(other.disk.file()).sentences)
        assert sentences["hand_unproven"]["seats"] == "Person 0"
        assert sentences["unproven"]["names"] == "Person 0"
