"""A word that whoever orders keeps, and numbers when it is wrong by now, convicts nobody honest.

The device that orders chooses the place of every entry. Its author answers for what it had seen:
that since then somebody new has its seat, its seat is played by another device or the Partie is
over is no deed of it. What was false already when it was said stays an offence.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from net.commands import Quit
from net.core import verify
from net.core.bodies import (
    Act,
    Body,
    Kick,
    Leave,
    Missing,
    Pause,
    Reveal,
    Sit,
    Unasked,
    decode_body,
)
from net.core.limits import VOID_ENTRIES_PER_HAND
from net.core.lobby import NetReason
from net.core.log import Entry, decode_entry, decode_record
from net.core.replica import Replica
from net.core.reports import Fed
from net.core.wire import Message, Propose
from tests.mesh import Mesh, Node
from tests.mesh_watch import DoorMesh
from tests.net.core.tables import comes, pass_time, playing, replica, run, say, vanish
from tests.net.core.test_void_floods import numbers_all, signed
from tests.small_group import SMALL

HOST, GUEST, OTHER, LAST = 0, 1, 2, 3


def identity(node: Node) -> bytes:
    return node.peer.identity.public


def four(**settings: str) -> Mesh:
    """A table whose host is about to lie; the others have a patience of two seconds."""
    chosen = {"frist": "2", **(settings or {"ziel": "3000"})}
    mesh = DoorMesh(5, people=4, bots=0, settings=chosen, group=SMALL)
    mesh.start()
    playing(mesh)
    return mesh


def keeps(node: Node, is_it: Callable[[Body], bool]) -> list[Entry]:
    """The first such word of a device is never numbered: whoever orders keeps it.

    What it says in those words again, after a restart, is not heard either.
    """
    kept: list[Entry] = []
    send = node.peer.send

    def sent(link: int, message: Message) -> None:
        entry = decode_entry(message.entry) if isinstance(message, Propose) else None
        body = decode_body(entry.body) if entry is not None else None
        if entry is not None and body is not None and entry.author == identity(node):
            if not kept and is_it(body):
                kept.append(entry)
            if kept and entry.body == kept[0].body:
                return
        send(link, message)

    node.peer.send = sent  # type: ignore[method-assign]
    return kept


def numbers(mesh: Mesh, entry: Entry) -> Fed:
    """The host numbers it now; what became of it, equal at everybody who is there."""
    host = mesh.nodes[HOST]
    body = decode_body(entry.body)
    found = replica(host).refuses(entry.author, body, entry.seen) if body is not None else None
    before = replica(host).n
    numbers_all(mesh, iter([entry]), 1)
    if host.peer._scribe._orderer is not None:
        del host.peer._scribe._orderer.number  # from here on it lies no more
    assert replica(host).n > before
    pass_time(mesh, 6)
    assert body is not None
    return Fed(before + 1, entry.author, body, found)


def convicted(node: Node) -> set[tuple[bytes, str]]:
    """Everybody whom the log of this device convicts, and of what."""
    return {(offence.identity, str(offence.reason)) for offence in replica(node).offences}


def blamed_by_all(mesh: Mesh, monkeypatch: pytest.MonkeyPatch) -> set[tuple[bytes, str]]:
    """Whom the devices that are there convict, all the same, and `jass verify` with them."""
    here = [n for n in mesh.nodes if n.up and n.failed is None and n.peer.replica is not None]
    assert len(here) > 1
    found = [convicted(node) for node in here]
    assert all(one == found[0] for one in found)
    monkeypatch.setattr(verify, "Replica", partial(Replica, group=SMALL))
    for node in here:
        report = verify.verify_bytes(node.disk.file())
        assert report.damage is None
        assert {fault.reason for fault in report.faults} == {reason for _, reason in found[0]}
    return found[0]


def plays_on_without(mesh: Mesh, number: int) -> None:
    """The device is gone, and the next hand is played with a bot on its seat."""
    host = replica(mesh.nodes[HOST])
    vanish(mesh, number)
    run(mesh, lambda: identity(mesh.nodes[number]) in host.lobby.away)
    booked = len(host.reports)
    run(mesh, lambda: len(host.reports) > booked and host.asked())
    assert host.hand is not None
    assert not host.hand.booked


def is_new_on(mesh: Mesh, seat: int) -> Node:
    """Somebody new has come, and has this seat."""
    run(mesh, lambda: seat in replica(mesh.nodes[HOST]).lobby.vacant_seats())
    new = comes(mesh)
    run(mesh, lambda: replica(mesh.nodes[HOST]).lobby.seat_of(identity(new)) == seat)
    return new


def test_a_goodbye_that_is_kept_until_somebody_new_has_the_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The guest wanted to go, and somebody sits there by the time the host numbers it."""
    mesh = four()
    goodbye = signed(mesh.nodes[GUEST], Leave(GUEST))
    vanish(mesh, GUEST)
    is_new_on(mesh, GUEST)
    run(mesh, lambda: len(replica(mesh.nodes[HOST]).reports) >= 3)

    fed = numbers(mesh, goodbye)

    assert fed.refusal is not None
    assert fed.refusal.reason is NetReason.NOT_YOUR_SEAT
    assert blamed_by_all(mesh, monkeypatch) == set()


def test_a_card_that_is_kept_until_somebody_new_has_the_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its hand is booked and no other one is dealt, so it is still about the newest hand."""
    mesh = four()
    host, guest = mesh.nodes[HOST], mesh.nodes[GUEST]
    kept = keeps(guest, lambda body: isinstance(body, Act))
    run(mesh, lambda: kept)
    vanish(mesh, GUEST)
    run(mesh, lambda: identity(guest) in replica(host).lobby.away)
    is_new_on(mesh, GUEST)

    fed = numbers(mesh, kept[0])

    assert fed.refusal is not None
    assert fed.refusal.reason is NetReason.NOT_YOUR_SEAT
    assert blamed_by_all(mesh, monkeypatch) == set()


def test_a_card_that_is_kept_until_the_partie_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its author was asked when it played it; the one hand of the Partie is lost since."""
    mesh = four(laenge="1", abbruch="verloren")
    host, guest = mesh.nodes[HOST], mesh.nodes[GUEST]
    kept = keeps(guest, lambda body: isinstance(body, Act))
    run(mesh, lambda: kept)
    vanish(mesh, GUEST)
    run(mesh, lambda: not replica(host).lobby.playing)

    fed = numbers(mesh, kept[0])

    assert fed.refusal is not None
    assert fed.refusal.reason is NetReason.NOT_STARTED
    assert blamed_by_all(mesh, monkeypatch) == set()


def test_a_card_for_somebody_who_is_back_by_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot of another device had played the seat in that hand; its device has done no wrong."""
    mesh = four()
    host, guest, other = (mesh.nodes[number] for number in (HOST, GUEST, OTHER))
    plays_on_without(mesh, GUEST)
    assert replica(host).plays(identity(other), GUEST)
    guest.away_until = mesh.now
    run(mesh, lambda: replica(host).lobby.player(GUEST) == identity(guest))
    kept = keeps(other, lambda body: isinstance(body, Act) and body.seat == GUEST)
    run(mesh, lambda: kept)
    say(mesh, mesh.nodes[LAST], Quit())
    run(mesh, lambda: len(replica(host).reports) >= 2)

    fed = numbers(mesh, kept[0])

    assert fed.refusal is not None
    assert fed.refusal.reason is NetReason.NOT_YOUR_SEAT
    assert blamed_by_all(mesh, monkeypatch) == set()


@pytest.mark.parametrize("later", [False, True])
@pytest.mark.parametrize("word", [Act, Unasked, Leave, Reveal])
def test_a_word_for_a_seat_of_somebody_else_convicts_whenever_it_is_numbered(
    word: type[Body], monkeypatch: pytest.MonkeyPatch, *, later: bool
) -> None:
    """Somebody new on that seat since excuses nobody who had no word for it when it spoke."""
    mesh = four()
    cheat = mesh.nodes[LAST]
    if later:
        plays_on_without(mesh, GUEST)
    log = replica(cheat)
    assert log.hand is not None
    words: dict[type[Body], Body] = {
        Act: Act(GUEST, log.hand.number, log.turn, ["push"], ()),
        Unasked: Unasked(GUEST, log.hand.number, "Thank", log.turn, ["thank"], ()),
        Leave: Leave(GUEST),
        Reveal: Reveal(GUEST, log.hand.number, bytes(32)),
    }
    false = signed(cheat, words[word])
    if later:
        is_new_on(mesh, GUEST)

    fed = numbers(mesh, false)

    assert fed.refusal is not None
    assert fed.refusal.reason is NetReason.NOT_YOUR_SEAT
    assert blamed_by_all(mesh, monkeypatch) == {(identity(cheat), "not_your_seat")}


def test_nothing_that_a_device_had_a_right_to_say_convicts_it_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of every kind, after its seat is given away: where to dial it, a pause, votes, a deal."""
    mesh = four()
    host, guest = mesh.nodes[HOST], mesh.nodes[GUEST]
    deck = replica(guest).newest_deck
    records = [decode_record(data) for data in guest.disk.records]
    entries = [decode_entry(record.entry) for record in records if record is not None]
    mine = [e for e in entries if e is not None and e.author == identity(guest)]
    bodies: list[Body] = [
        Missing(OTHER, deck),
        Kick(OTHER, deck),
        Pause(on=True, at=0),
        Sit(GUEST, guest.name, None, "node:7"),
        Leave(GUEST),
    ]
    kept = [*mine, *(signed(guest, body) for body in bodies)]
    assert len(kept) < VOID_ENTRIES_PER_HAND
    vanish(mesh, GUEST)
    is_new_on(mesh, GUEST)
    for entry in kept:
        numbers_all(mesh, iter([entry]), 1)
    pass_time(mesh, 6)

    assert {e.author for e in kept} == {identity(guest)}
    assert replica(host).spares_void
    assert blamed_by_all(mesh, monkeypatch) == set()


def test_no_goodbye_is_said_again_by_whoever_knows_that_the_seat_is_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Signed as said after the handover it would convict its author, who only wanted to go."""
    mesh = four()
    host, guest = mesh.nodes[HOST], mesh.nodes[GUEST]
    mesh.part([HOST, OTHER, LAST, 4], [GUEST])
    say(mesh, guest, Quit())
    scribe = guest.peer._scribe
    waiting = [decode_body(data) for data in scribe._unanswered(mesh.now, 0)]
    assert Leave(GUEST) in waiting
    is_new_on(mesh, GUEST)
    run(mesh, lambda: replica(host).reports and replica(host).asked())

    # Whoever lies lets it read on, instead of telling it that its seat is given.
    for data in host.disk.records[replica(guest).n :]:
        record = decode_record(data)
        assert record is not None
        assert scribe.take(record, data, mesh.now) is None
    assert replica(guest).lobby.seat_of(identity(guest)) is None
    waiting = [decode_body(data) for data in scribe._unanswered(mesh.now, 0)]

    assert Leave(GUEST) not in waiting
    # Had it been signed, it would have convicted.
    numbers(mesh, signed(guest, Leave(GUEST)))
    vanish(mesh, GUEST)
    assert blamed_by_all(mesh, monkeypatch) == {(identity(guest), "not_your_seat")}
