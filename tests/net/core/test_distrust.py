"""An orderer that gives one seat's entries no number loses the table, and nobody is blamed."""

from __future__ import annotations

import pytest

from engine.actions import Bid
from engine.forms import encode_action
from engine.seats import Seat
from net.commands import Command, KickSeat, PauseTable, Quit
from net.core.bodies import (
    Act,
    Body,
    Kick,
    Leave,
    Missing,
    Pause,
    Sit,
    decode_body,
    encode_body,
)
from net.core.distrust import Distrust
from net.core.guest import STANDING_MS
from net.core.limits import SILENCE_MS
from net.core.log import Entry, encode, sign_data
from net.core.outbox import body_hash
from net.core.scribe import RESEND_MS
from net.core.wire import Bye, Propose, Refuse, encode_message
from net.updates import ActionRefused, CommandRefused, Failed
from tests.judge import check
from tests.mesh import TICK_MS, Mesh, shared_checks
from tests.mesh_watch import DoorMesh
from tests.net.core.tables import (
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


# --- a host that refuses what is lawful


@pytest.mark.parametrize("reason", ["must_follow_suit", "too_fast", "repeated", "not_on_chain"])
def test_an_orderer_that_refuses_what_is_lawful_is_voted_out(reason: str) -> None:
    """Nobody hears its false reason, and the cards it would not have are said to everybody."""
    mesh = table()
    playing(mesh, 1)
    host, victim = mesh.nodes[0].peer, mesh.nodes[VICTIM].peer.identity.public
    offer = host._scribe.offer

    def offers(entry: Entry, link: int, room: int) -> None:
        if entry.author == victim and isinstance(decode_body(entry.body), Act):
            host.refuse(link, body_hash(entry.body), reason)
        else:
            offer(entry, link, room)

    host._scribe.offer = offers  # type: ignore[method-assign]
    finished(mesh, 1)

    assert not [u for u in mesh.nodes[VICTIM].updates if isinstance(u, ActionRefused)]
    for node in mesh.nodes:
        assert replica(node).chain.orderer != host.identity.public
        assert replica(node).offences == []


def test_a_person_hears_why_an_unlawful_act_is_refused() -> None:
    """What the own log confirms is told at once, and nobody is doubted for it."""
    mesh = table()
    playing(mesh, 1)
    host, guest = mesh.nodes[0], mesh.nodes[VICTIM]
    run(mesh, lambda: VICTIM in replica(guest).asked())
    hand = replica(guest).hand
    assert hand is not None
    body = Act(VICTIM, hand.number, replica(guest).turn, encode_action(Bid(1)), ())
    guest.peer._scribe.submit(body, mesh.now)
    mesh.carry_out(guest)
    at = mesh.now
    run(mesh, lambda: any(isinstance(u, ActionRefused) for u in guest.updates))

    assert mesh.now - at < RESEND_MS
    assert not guest.peer._succession.distrust.doubts(host.peer.identity.public, mesh.now)


def crossing() -> tuple[Mesh, list[tuple[int, bytes, str]]]:
    """Two guests pause at once; the host's refusal of the second one has not left yet."""
    mesh = table()
    playing(mesh)
    host, first, second = mesh.nodes
    refused: list[tuple[int, bytes, str]] = []
    host.peer.refuse = lambda *what: refused.append(what)  # type: ignore[method-assign]
    for guest in (first, second):
        say(mesh, guest, PauseTable(on=True, at_s=guest.number))
    return mesh, refused


def refuse(mesh: Mesh, what: tuple[int, bytes, str]) -> None:
    """The refusal arrives at once, whatever is on its way before it."""
    _, key, reason = what
    for guest in mesh.nodes[1:]:
        link = guest.peer._guest.to_orderer()
        assert link is not None
        guest.peer.receive(link, encode_message(Refuse(key, reason)), mesh.now)
        mesh.carry_out(guest)


def not_done(mesh: Mesh) -> list[str]:
    """What the guests' people were told that cannot be done."""
    return [u.code for n in mesh.nodes[1:] for u in n.updates if isinstance(u, CommandRefused)]


def test_a_refusal_that_comes_before_its_reason_is_heard_with_it() -> None:
    """The host's links are slow: its record comes after the refusal, which counts at once then."""
    mesh, refused = crossing()
    at, host = mesh.now, mesh.nodes[0]
    # The host alone hears of both.
    for number, cable in mesh.cables.items():
        while 0 in cable.ends and cable.frames[0]:
            host.peer.receive(number, cable.frames[0].popleft(), mesh.now)
    mesh.carry_out(host)
    (what,) = refused
    refuse(mesh, what)
    assert not_done(mesh) == []
    for _ in range(200):
        if not_done(mesh) or not mesh.step():
            break

    assert not_done(mesh) == ["paused"]
    assert mesh.now - at < TICK_MS


def test_a_refusal_that_comes_when_its_reason_is_over_is_heard_too() -> None:
    """The pause that crossed another one is not made after all when that one ends."""
    mesh, refused = crossing()
    run(mesh, lambda: refused)
    run(mesh, lambda: all(replica(node).paused is not None for node in mesh.nodes))
    say(mesh, mesh.nodes[0], PauseTable(on=False))
    run(mesh, lambda: all(replica(node).paused is None for node in mesh.nodes))
    refuse(mesh, refused[0])

    assert not_done(mesh) == ["paused"]
    pass_time(mesh, 20)
    assert replica(mesh.nodes[0]).paused is None
    assert all(replica(node).chain.epoch == 1 for node in mesh.nodes)


def test_nobody_is_doubted_who_numbers_no_more_than_a_hand_can_need(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A guest says too much, and all of it to everybody; its own program stops when it may not."""
    mesh = table()
    playing(mesh)
    host, one, other = mesh.nodes
    say(mesh, other, PauseTable(on=True))
    run(mesh, lambda: all(replica(node).paused is not None for node in mesh.nodes))
    author = one.peer.identity.public
    had = replica(host)._spoken._entries[author]
    monkeypatch.setattr("net.core.spoken.ENTRIES_PER_AUTHOR_AND_HAND", had + 5)
    sits = [Sit(VICTIM, "Person 1", None, f"node:{number}") for number in range(10)]
    one.peer._scribe.submit(sits[-1], mesh.now)
    for _ in range(20):
        for sit in sits[:-1]:
            entry = encode(one.peer._scribe._signed(replica(one), encode_body(sit)))
            for link, _ in one.peer._links.members():
                one.peer.send(link, Propose(entry))
        mesh.carry_out(one)
        pass_time(mesh, 1)
        for guest in (one, other):
            assert not guest.peer._succession.distrust.doubts(host.peer.identity.public, mesh.now)
    one.peer._scribe.submit(sits[-2], mesh.now)
    mesh.carry_out(one)
    pass_time(mesh, 1)

    assert replica(host)._spoken._entries[author] == had + 5
    assert len(one.peer._scribe.outbox) == 0
    assert all(replica(node).chain.epoch == 1 for node in mesh.nodes)


# --- a host that keeps words back


def withholds(mesh: Mesh, kind: type[Body]) -> list[Body]:
    """The host gives such bodies of others no number, and no answer either; what it kept back."""
    host = mesh.nodes[0].peer
    offer = host._scribe.offer
    kept: list[Body] = []

    def offers(entry: Entry, link: int, room: int) -> None:
        body = decode_body(entry.body)
        if isinstance(body, kind):
            kept.append(body)
        else:
            offer(entry, link, room)

    host._scribe.offer = offers  # type: ignore[method-assign]
    return kept


@pytest.mark.parametrize(
    ("kind", "command"),
    [(Pause, PauseTable(on=True)), (Kick, KickSeat(Seat(2))), (Leave, Quit())],
)
def test_an_orderer_that_withholds_what_people_say_is_voted_out(
    kind: type[Body], command: Command
) -> None:
    """A pause, a wish, a goodbye that get no number are missed like a card, and get it then."""
    mesh = table(4)
    playing(mesh)
    host, guests = mesh.nodes[0], mesh.nodes[1:]
    kept = withholds(mesh, kind)
    if kind is Kick:
        # A wish is good for one hand, which has to last.
        say(mesh, guests[2], PauseTable(on=True))
        run(mesh, lambda: all(replica(node).paused is not None for node in mesh.nodes))
    say(mesh, guests[0], command)
    run(mesh, lambda: kept)
    run(mesh, lambda: all(replica(node).chain.epoch > 1 for node in guests[1:]))
    run(mesh, lambda: any(said(node, kind) for node in guests[1:]))

    assert all(replica(node).offences == [] for node in mesh.nodes)
    trusts = [n.peer._succession.distrust.is_convicted for n in guests]
    assert not any(convicted(host.peer.identity.public) for convicted in trusts)


def test_an_orderer_that_numbers_no_missing_is_voted_out() -> None:
    """Else one friend who stays away would hold the table for ever."""
    mesh = DoorMesh(5, people=5, bots=0, slug="hae", settings={"frist": "2"}, group=SMALL)
    mesh.start()
    playing(mesh, 1)
    kept = withholds(mesh, Missing)
    vanish(mesh)
    guests = [node for node in present(mesh) if node.number]
    run(mesh, lambda: kept)
    run(mesh, lambda: all(replica(node).chain.epoch > 1 for node in guests))
    run(mesh, lambda: all(replica(node).lobby.away for node in guests))

    assert all(replica(node).offences == [] for node in guests)


def test_an_orderer_that_cuts_its_links_while_it_withholds_is_voted_out() -> None:
    """No link lasts for a silence, but what each of them begins with gets no number on any."""
    mesh = table()
    playing(mesh)
    host, guests = mesh.nodes[0], mesh.nodes[1:]
    withholds(mesh, Pause)
    say(mesh, guests[0], PauseTable(on=True))
    for _ in range(12):
        until = mesh.now + 4_000
        while mesh.now < until:
            if not mesh.step():
                mesh.time()
        if any(replica(node).chain.epoch > 1 for node in guests):
            break
        mesh.isolate(host)
        for guest in guests:
            mesh.connect(guest.number, 0)
    assert any(replica(node).chain.epoch > 1 for node in guests)
    run(mesh, lambda: all(said(node, Pause) for node in guests))


@pytest.mark.parametrize("how", ["silence", "false reason", "broken links"])
def test_a_host_that_seats_nobody_is_not_asked_for_ever(how: str) -> None:
    """Who comes in is its say; whoever is let in and gets no seat reads a sentence, once."""
    mesh = DoorMesh(4, people=2, bots=2)
    host = mesh.nodes[0].peer
    proposals = []

    def offers(entry: Entry, link: int, room: int) -> None:
        proposals.append(entry.body)
        if how == "false reason":
            host.refuse(link, body_hash(entry.body), "seat_taken")

    host._scribe.offer = offers  # type: ignore[method-assign]
    new = comes(mesh)
    for tick in range(80):
        pass_time(mesh, 1)
        if new.failed is not None:
            break
        if how == "broken links" and tick % 5 == 4:
            mesh.isolate(new)
        if not host.is_linked(new.peer.identity.public):
            mesh.connect(new.number, 0)  # as `net.road` does

    assert new.failed == Failed("host_no_seat", {})
    assert tick >= 2 * STANDING_MS // 1_000 - 4
    assert len(proposals) <= 2 + STANDING_MS // 1_000


# --- nobody is doubted without reason


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


def test_what_was_lost_with_a_link_and_is_not_said_again_is_not_withheld() -> None:
    """Somebody was missing for a moment, and that word never came to the host."""
    mesh = table()
    playing(mesh)
    host, guest = mesh.nodes[0].peer.identity.public, mesh.nodes[1].peer
    body = encode_body(Missing(2, replica(mesh.nodes[1]).newest_deck))
    entry = guest._scribe._signed(replica(mesh.nodes[1]), body)
    distrust = Distrust()
    distrust.proposed(entry, 0)
    assert distrust.doubts(host, SILENCE_MS)
    distrust.linked()

    assert not distrust.doubts(host, 10 * SILENCE_MS)
    distrust.proposed(entry, 10 * SILENCE_MS)
    assert not distrust.doubts(host, 11 * SILENCE_MS - 1)
    assert distrust.doubts(host, 11 * SILENCE_MS)
