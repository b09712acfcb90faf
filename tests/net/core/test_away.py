"""Somebody leaves, or does not come back: the others go on, and everything stays proven (3.7)."""

from __future__ import annotations

import pytest

from net.commands import Quit
from net.core.bodies import Keys, Missing, Reveal, Shuffle
from net.core.verify import verify_bytes
from net.updates import Gone, HandFinished, LobbyChanged, SeatInfo, ViewChanged
from tests.mesh import Mesh, Node
from tests.net.core.tables import FOR_EVER, GONE, present, replica, run, said, vanish
from tests.small_group import SMALL


def table(people: int = 3, **settings: str) -> Mesh:
    """A table whose patience is two seconds."""
    chosen = {"ziel": "1000", "frist": "2", **settings}
    mesh = Mesh(5, people=people, bots=4 - people, settings=chosen, group=SMALL)
    mesh.start()
    return mesh


def playing(mesh: Mesh, cards: int = 5) -> None:
    """Everybody has cards and some are played."""

    def dealt() -> bool:
        return all(n.peer.replica and n.peer.replica.hand for n in mesh.nodes) and (
            len(replica(mesh.nodes[0]).state.history) >= cards  # type: ignore[union-attr]
        )

    run(mesh, dealt)


def finished(mesh: Mesh, hands: int) -> None:
    """Everybody else has seen so many hands booked."""
    run(mesh, lambda: all(len(node.hands) >= hands for node in present(mesh)))


@pytest.mark.parametrize(("abbruch", "note"), [("verloren", "forfeited"), ("neu", "annulled")])
def test_who_vanishes_loses_the_hand_and_a_bot_plays_on(abbruch: str, note: str) -> None:
    """After the grace most of the others say so; the hand is opened as far as it can be."""
    mesh = table(abbruch=abbruch)
    playing(mesh)
    vanish(mesh)

    finished(mesh, 2)

    host = mesh.nodes[0]
    assert len(said(host, Missing)) == 2
    first, second = host.hands[:2]
    assert (first.result.note, first.fair, first.unproven) == (note, False, (GONE,))
    assert first.result.written[1] == 0
    assert (first.result.written[0] > 0) == (abbruch == "verloren")
    assert (second.fair, second.unproven, second.result.note) == (True, (), None)
    lobby = replica(host).lobby
    assert lobby.seat_of(mesh.nodes[GONE].peer.identity.public) == GONE
    assert lobby.player(GONE) == mesh.nodes[2].peer.identity.public
    assert replica(host).offences == []


def test_who_comes_back_has_the_seat_again_from_the_next_hand() -> None:
    """The same identity, whatever happened meanwhile; the substitute plays the hand to its end."""
    mesh = table(ziel="3000")
    host = replica(mesh.nodes[0])
    playing(mesh)
    node = vanish(mesh)
    finished(mesh, 1)
    node.away_until = mesh.now

    run(mesh, lambda: host.plays(node.peer.identity.public, GONE) and len(node.hands) >= 1)
    booked = len(mesh.nodes[0].hands)
    run(mesh, lambda: all(len(n.hands) > 1 and n.hands[-1].fair for n in mesh.nodes))
    finished(mesh, booked + 1)

    assert host.lobby.away == frozenset()
    assert all(replica(other).offences == [] for other in mesh.nodes)
    assert node.hands[-1].fair


def test_who_comes_back_in_a_hand_is_shown_as_a_bot_until_it_is_over() -> None:
    """Everybody sees that a bot plays on for the seat, and the person itself is told so too."""
    mesh = table(ziel="3000")
    host = replica(mesh.nodes[0])
    playing(mesh)
    node = vanish(mesh)
    finished(mesh, 1)
    playing(mesh, 1)
    node.away_until = mesh.now
    me = node.peer.identity.public
    run(mesh, lambda: me in host.lobby.present)
    hand = host.hand
    assert hand is not None
    assert not hand.booked

    def seen(other: Node) -> bool:
        return last_seats(other)[GONE].bot is not None

    run(mesh, lambda: node.up and node.peer.at_table and seen(node))
    assert seen(mesh.nodes[0])
    assert last_seats(node)[GONE].you
    run(mesh, lambda: host.plays(me, GONE) and hand.booked)
    run(mesh, lambda: not any(seen(other) for other in mesh.nodes))


def last_seats(node: Node) -> tuple[SeatInfo, ...]:
    """Who sits where, as a device told last."""
    told = (u.seats for u in reversed(node.updates) if isinstance(u, LobbyChanged | ViewChanged))
    return next(seats for seats in told if seats)


def test_who_left_and_is_back_before_the_next_hand_plays_it() -> None:
    """The hand was booked without a verdict of this device, and nobody waits for that any more."""
    mesh = table(people=1)
    playing(mesh)
    node = mesh.nodes[0]
    node.peer.command(Quit(), mesh.now)
    mesh.carry_out(node)
    mesh.kill(node, 0)

    run(mesh, lambda: len(replica(node).reports) == 2)

    first, second = replica(node).reports
    assert (first.result.note, first.verdicts) == ("forfeited", (None,) * 4)
    assert (second.result.note, second.fair) == (None, True)


def test_before_the_first_key_only_the_deck_is_lost() -> None:
    """Nothing is written, not even a void hand; the cards are made anew without the device."""
    mesh = table()
    run(mesh, lambda: bool(said(mesh.nodes[0], Shuffle)))
    assert not said(mesh.nodes[0], Keys)
    vanish(mesh)

    finished(mesh, 1)

    hand = mesh.nodes[0].hands[0]
    assert (hand.result.hand, hand.result.note, hand.fair) == (1, None, True)


def test_with_two_devices_the_other_one_decides() -> None:
    """Who else."""
    mesh = table(people=2)
    playing(mesh)
    vanish(mesh)

    finished(mesh, 2)

    assert [hand.result.note for hand in mesh.nodes[0].hands[:2]] == ["forfeited", None]


def test_a_person_who_thinks_is_not_missing() -> None:
    """The device is there, so the table waits as long as it likes."""
    mesh = table()
    node = mesh.nodes[GONE]
    run(mesh, lambda: node.turn is not None)
    turn = node.turn
    node.turn = None
    for _ in range(60):
        while mesh.step():
            pass
        mesh.time()

    assert said(mesh.nodes[0], Missing) == []
    node.turn = turn
    run(mesh, lambda: all(len(n.hands) >= 1 for n in mesh.nodes))
    assert node.hands[0].fair


def test_who_leaves_on_purpose_opens_the_hand_and_the_others_play_on() -> None:
    """No grace is waited for; the hand is lost and proven, the seat is kept for who left."""
    mesh = table()
    playing(mesh)
    node = mesh.nodes[GONE]
    at = mesh.now
    node.peer.command(Quit(), mesh.now)
    mesh.carry_out(node)

    run(mesh, lambda: len(mesh.nodes[0].hands) >= 1)

    assert mesh.now - at < 2_000
    assert GONE in {body.seat for body in said(mesh.nodes[0], Reveal)}  # type: ignore[union-attr]
    hand = mesh.nodes[0].hands[0]
    assert (hand.result.note, hand.unproven, hand.fair) == ("forfeited", (), True)
    assert hand.gone == Gone(GONE, "left")
    mesh.crash(node)
    node.away_until = FOR_EVER
    finished(mesh, 2)
    assert all(other.failed is None for other in present(mesh))
    assert said(mesh.nodes[0], Missing) == []


def test_a_cheat_who_leaves_before_it_is_found_out_is_not_proven() -> None:
    """It says goodbye and hides its secret: the others wait for the grace, then name it."""
    mesh = table()
    playing(mesh)
    node = mesh.nodes[GONE]
    player = node.peer._player
    dues = player.dues
    player.dues = lambda log: (b for b in dues(log) if not isinstance(b, Reveal))  # type: ignore[method-assign,assignment]
    node.peer.command(Quit(), mesh.now)
    mesh.carry_out(node)
    vanish(mesh)

    finished(mesh, 1)

    hand: HandFinished = mesh.nodes[0].hands[0]
    assert (hand.unproven, hand.fair, hand.result.note) == ((GONE,), False, "forfeited")
    assert hand.verdicts[GONE] == "missing"


def test_a_secret_that_comes_late_is_still_taken() -> None:
    """Whoever was found missing and comes back in time proves what it dealt."""
    mesh = table()
    playing(mesh)
    node = vanish(mesh)
    run(mesh, lambda: any(replica(n).lobby.away for n in present(mesh)))
    reveal = Reveal(GONE, replica(mesh.nodes[0]).hand.number, bytes(32))  # type: ignore[union-attr]

    refusal = replica(mesh.nodes[0]).refuses(node.peer.identity.public, reveal)

    assert refusal is not None
    assert refusal.reason == "wrong_reveal"


def test_a_minority_takes_nobodys_seat() -> None:
    """One of three whose own link is broken says so alone; nothing follows."""
    mesh = table()
    playing(mesh)
    host = replica(mesh.nodes[0])
    author = mesh.nodes[2].peer.identity.public
    body = Missing(GONE, host.newest_deck)

    assert host.refuses(author, body) is None
    mesh.nodes[2].peer._scribe.submit(body, mesh.now)
    mesh.carry_out(mesh.nodes[2])
    run(mesh, lambda: bool(said(mesh.nodes[0], Missing)))

    assert host.lobby.away == frozenset()
    assert host.refuses(author, body) is not None or not host.missed_by(
        mesh.nodes[GONE].peer.identity.public
    )
    finished(mesh, 1)
    assert mesh.nodes[0].hands[0].fair


def test_the_file_proves_a_hand_that_was_lost_by_missing() -> None:
    """On the curve: no fault, and only unfinished because the Partie goes on."""
    mesh = Mesh(5, people=3, bots=1, settings={"ziel": "500", "frist": "2"})
    mesh.start()
    playing(mesh)
    vanish(mesh)

    run(mesh, lambda: all(node.over for node in present(mesh)))

    report = verify_bytes(mesh.nodes[0].disk.file())
    assert report.exit_code == 0
    assert report.faults == ()
    first = report.hands[0]
    assert first.result.note == "forfeited"
    assert first.gone == Gone(GONE, "missing")
    # Its points are proven, its cards are not, and the last line says both.
    told = dict(report.sentences)
    assert told["hand_lost"]["name"] == told["hand_unproven"]["seats"] == "Person 1"
    code, facts = report.sentences[-1]
    count = len(report.hands)
    assert (code, facts["hands"], facts["proven"]) == ("partly", str(count), str(count - 1))
    assert (facts["unopened"], facts["names"]) == ("1", "Person 1")


def test_who_plays_two_seats_and_is_gone_is_named_once() -> None:
    """A device that had a bot for somebody else opens neither seat: one contribution is missing."""
    mesh = Mesh(5, people=3, bots=1, settings={"ziel": "1500", "frist": "2"})
    mesh.start()
    playing(mesh)
    vanish(mesh)
    finished(mesh, 1)
    host = mesh.nodes[0]
    run(mesh, lambda: replica(host).hand is not None and replica(host).hand.deck.released)  # type: ignore[union-attr]
    run(mesh, lambda: len(replica(host).reports) == 1 and not replica(host).hand.booked)  # type: ignore[union-attr]
    last = mesh.nodes[2]
    mesh.crash(last)
    last.away_until = FOR_EVER
    run(mesh, lambda: len(replica(host).reports) >= 2)

    told = [f for code, f in verify_bytes(host.disk.file()).sentences if code == "hand_unproven"]
    assert [facts["seats"] for facts in told] == ["Person 1", "Person 2"]
    assert replica(host).reports[1].finding.unproven == (GONE, 2)
