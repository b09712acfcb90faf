"""A new person on the seat of somebody who is away: let in, seated, playing from the next hand."""

from __future__ import annotations

import pytest

from engine.seats import Seat
from net.commands import KickSeat, Quit, Rematch
from net.core.bodies import Act, Sit
from net.core.lobby import NetReason
from net.core.replay import replay_bytes
from net.core.verify import VerifyReport, verify_bytes
from net.updates import (
    CameLate,
    Failed,
    HandFinished,
    Knocked,
    LobbyChanged,
    SeatGiven,
    ViewChanged,
    WordShown,
)
from tests.mesh import Mesh, Node
from tests.mesh_watch import DoorMesh
from tests.net.core.tables import (
    GONE,
    comes,
    finished,
    pass_time,
    playing,
    present,
    replica,
    run,
    said,
    say,
    table,
    vanish,
)
from tests.small_group import SMALL


def identity(node: Node) -> bytes:
    return node.peer.identity.public


def deserted(mesh: Mesh) -> Node:
    """A table in play whose seat `GONE` is played by a bot; who was there before."""
    playing(mesh)
    node = vanish(mesh)
    finished(mesh, 1)
    return node


def test_a_newcomer_is_let_in_and_plays_from_the_next_hand() -> None:
    """The host is asked and hears whose seat it is about; the newcomer's own key plays."""
    mesh = table()
    old = deserted(mesh)
    new = comes(mesh)
    host = replica(mesh.nodes[0])
    run(mesh, lambda: host.lobby.seat_of(identity(new)) == GONE)
    run(mesh, lambda: host.plays(identity(new), GONE))
    hands = len(mesh.nodes[0].hands)
    finished(mesh, 1)
    run(mesh, lambda: len(mesh.nodes[0].hands) > hands + 1)

    knocks = [u for u in mesh.nodes[0].updates if isinstance(u, Knocked)]
    assert [(knock.name, knock.seat) for knock in knocks if knock.seat is not None] == [
        ("Person 3", GONE)
    ]
    (handover,) = host.lobby.handovers
    assert (handover.seat, handover.before.identity) == (GONE, identity(old))
    for node in present(mesh):
        told = [u for u in node.updates if isinstance(u, SeatGiven)]
        you = node is new
        assert told == [SeatGiven(GONE, "Person 3", "Person 1", you)]  # type: ignore[arg-type]
    acts = [body for body in said(new, Act) if body.seat == GONE]  # type: ignore[attr-defined]
    assert acts
    assert new.hands[-1].fair
    assert all(replica(node).offences == [] for node in present(mesh))


def test_what_was_played_before_is_no_news_to_a_newcomer() -> None:
    """No old hand is told, no old card; the table as it is comes in one piece."""
    mesh = table()
    deserted(mesh)
    before = len(replica(mesh.nodes[0]).reports)
    new = comes(mesh)
    run(mesh, lambda: any(isinstance(u, LobbyChanged) for u in new.updates))

    first = next(u for u in new.updates if isinstance(u, LobbyChanged))
    assert first.started
    told = [u for u in new.updates if isinstance(u, HandFinished)]
    assert before >= 1
    assert len(told) <= len(replica(mesh.nodes[0]).reports) - before
    views = [u for u in new.updates if isinstance(u, ViewChanged)]
    assert views[0].events == ()


def test_nobody_takes_a_seat_whose_hand_still_runs() -> None:
    """As long as secrets of who is away are in the hand, a newcomer's `sit` is void."""
    mesh = table()
    playing(mesh)
    host = replica(mesh.nodes[0])
    device = identity(mesh.nodes[GONE])
    host.lobby.away |= {device}

    early = host.refuses(b"n" * 32, Sit(GONE, "Neu", None, None))
    host.lobby.away -= {device}
    taken = host.refuses(b"n" * 32, Sit(GONE, "Neu", None, None))
    other = host.refuses(identity(mesh.nodes[2]), Sit(GONE, "Zwei", None, None))

    assert [refusal.reason for refusal in (early, taken, other) if refusal is not None] == [
        NetReason.TOO_EARLY,
        NetReason.STARTED,
        NetReason.STARTED,
    ]


def test_a_table_without_an_empty_seat_still_says_that_it_plays() -> None:
    """Nobody is away, so nobody is asked; but who wanted to come is told, once."""
    mesh = table()
    playing(mesh)
    new = comes(mesh)
    run(mesh, lambda: new.failed is not None)
    mesh.connect(new.number, 0)
    pass_time(mesh, 2)

    assert new.failed == Failed("host_started", {})
    assert not any(isinstance(u, Knocked) and u.seat for u in mesh.nodes[0].updates)
    told = [u for u in mesh.nodes[0].updates if isinstance(u, CameLate)]
    assert told == [CameLate("Person 3", bot=True)]


def test_who_comes_back_too_late_hears_that_the_seat_is_given_away() -> None:
    """From whichever device of the table it finds, in a word of its own."""
    mesh = table()
    old = deserted(mesh)
    new = comes(mesh)
    host = replica(mesh.nodes[0])
    run(mesh, lambda: host.lobby.seat_of(identity(new)) == GONE)
    old.orders = True  # from its own disk: it knows the table
    old.away_until = mesh.now

    run(mesh, lambda: old.failed is not None)

    assert old.failed == Failed("host_given", {})
    assert identity(old) not in host.lobby.devices


def test_of_two_newcomers_one_has_the_seat_and_the_other_is_told() -> None:
    """Whoever was slower hears that the table plays."""
    mesh = table()
    deserted(mesh)
    both = [comes(mesh), comes(mesh)]
    host = replica(mesh.nodes[0])
    run(mesh, lambda: any(host.lobby.seat_of(identity(node)) == GONE for node in both))
    pass_time(mesh, 10)

    (seated,) = [node for node in both if host.lobby.seat_of(identity(node)) == GONE]
    (late,) = [node for node in both if node is not seated]
    assert late.failed == Failed("host_started", {})
    assert seated.failed is None


def test_a_newcomer_who_is_cut_off_comes_back_to_the_seat() -> None:
    """It is a person of the table like any other, also after a restart from its disk."""
    mesh = table()
    deserted(mesh)
    new = comes(mesh)
    host = replica(mesh.nodes[0])
    run(mesh, lambda: host.plays(identity(new), GONE))
    mesh.kill(new, 500)
    hands = len(host.reports)
    run(mesh, lambda: len(host.reports) > hands + 1)

    assert host.lobby.seat_of(identity(new)) == GONE
    assert identity(new) not in host.lobby.away
    assert all(report.fair for report in host.reports[1:])


def test_the_log_names_both_and_proves_the_game() -> None:
    """`jass verify` says in which hand who took whose seat; with the real curve."""
    settings = {"ziel": "1000", "frist": "2", "abbruch": "neu"}
    mesh = DoorMesh(5, people=3, bots=1, settings=settings)
    mesh.start()
    deserted(mesh)
    new = comes(mesh)
    host = mesh.nodes[0]
    run(mesh, lambda: replica(host).lobby.seat_of(identity(new)) == GONE)
    run(mesh, lambda: host.over, rounds=2_000)

    report = verify_bytes(host.disk.file())
    given = [facts for code, facts in report.sentences if code == "seat_given"]
    assert (report.exit_code, report.faults) == (0, ())
    assert [(f["seat"], f["name"], f["before"]) for f in given] == [("2", "Person 3", "Person 1")]
    first = int(given[0]["hand"])
    assert first >= 2
    # Each hand is of those who sat there then, for the check, the screens and the replay alike.
    for hand, shown in zip(report.hands, written(report), strict=True):
        name = "Person 1" if hand.number < first else "Person 3"
        assert hand.people[GONE] == name
        assert name in shown
    told = [u for u in replay_bytes(host.disk.file()).updates if isinstance(u, HandFinished)]
    assert [done.people for done in told] == [one.people for one in report.hands]


def written(report: VerifyReport) -> list[str]:
    """What a check says of the points of each hand."""
    return [f["written"] for code, f in report.sentences if "written" in f]


def test_a_newcomer_and_the_others_have_one_word_in_the_same_partie() -> None:
    """It is another one than that of before, and nobody waits for the next Partie with it."""
    mesh = table()
    playing(mesh)
    pass_time(mesh, 4)
    before = {u.cards for node in mesh.nodes for u in node.updates if isinstance(u, WordShown)}
    assert len(before) == 1
    host, old = replica(mesh.nodes[0]), vanish(mesh)
    run(mesh, lambda: identity(old) in host.lobby.away)
    new = comes(mesh)
    run(mesh, lambda: host.lobby.seat_of(identity(new)) == GONE)

    def words() -> list[object]:
        told = ([u for u in node.updates if isinstance(u, WordShown)] for node in present(mesh))
        return [one[-1].cards if one else None for one in told]

    run(mesh, lambda: len(set(words())) == 1 and None not in words())
    assert before.isdisjoint(words())
    assert host.lobby.partie == 1


def seen_words(nodes: list[Node]) -> list[object]:
    """The word that each of them shows, None before."""
    told = ([u for u in node.updates if isinstance(u, WordShown)] for node in nodes)
    return [one[-1].cards if one else None for one in told]


@pytest.mark.parametrize("goes", ["sent away", "leaves", "is missing"])
def test_who_is_gone_for_good_is_not_waited_for_with_the_word(goes: str) -> None:
    """The seat stays its person's, with a bot; somebody new takes another one, and compares.

    Only who is out of reach is waited for: whoever sits in between could keep a device away.
    """
    settings = {"laenge": "2", "frist": "2"}
    mesh = DoorMesh(5, people=3, bots=1, settings=settings, group=SMALL)
    mesh.start()
    playing(mesh)
    host, old = replica(mesh.nodes[0]), mesh.nodes[GONE]
    if goes == "sent away":
        for number in (0, 2):
            say(mesh, mesh.nodes[number], KickSeat(Seat(GONE)))
        run(mesh, lambda: identity(old) in host.lobby.kicked)
    elif goes == "leaves":
        say(mesh, old, Quit())
        run(mesh, lambda: identity(old) in host.lobby.away)
    vanish(mesh)
    run(mesh, lambda: all(node.over for node in (mesh.nodes[0], mesh.nodes[2])))
    assert identity(old) in host.lobby.away
    new = comes(mesh)
    run(mesh, lambda: host.lobby.seat_of(identity(new)) == 3)
    pass_time(mesh, 4)
    there = present(mesh)
    for node in there:
        node.updates.clear()
        say(mesh, node, Rematch())
    run(mesh, lambda: host.lobby.partie == 2)
    pass_time(mesh, 20)

    words = set(seen_words(there))
    assert len(words) == 1
    assert (None in words) is (goes == "is missing")
    if goes == "is missing":
        old.away_until = mesh.now
        run(mesh, lambda: None not in seen_words(there))
        assert len(set(seen_words([*there, old]))) == 1
