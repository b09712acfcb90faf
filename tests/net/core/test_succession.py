"""The host goes, the Partie stays: kills, torn networks and old hosts that come back.

The real cores in the mesh; the deals in the small group. Each schedule follows from its seed.
"""

from collections.abc import Callable

import pytest

from net.commands import Quit
from net.core.bodies import Act, Epoch, decode_body
from net.core.epoch import Vote, encode_vote, number_of, sign_vote, turn_of
from net.core.late_votes import VOTED_MS, late
from net.core.limits import SEATS, TURNS_AHEAD
from net.core.log import decode_entry, decode_record
from net.core.tape import Tape
from net.updates import LobbyChanged, OrdererChanged
from tests.campaign import check
from tests.mesh import Mesh, Trouble, shared_checks
from tests.net.core.tables import finished, playing, replica, run, table
from tests.small_group import SMALL


def begun(seed: int, people: int = 4, trouble: Trouble = Trouble(), **more: int) -> Mesh:  # noqa: B008
    """A table at which the first cards have been played."""
    mesh = Mesh(seed, people=people, bots=4 - people, trouble=trouble, group=SMALL, **more)
    mesh.start()
    play_until(mesh, lambda: trick_lies(mesh))
    return mesh


def trick_lies(mesh: Mesh) -> bool:
    """Whether some cards of the first hand are on the table."""
    replica = mesh.nodes[0].peer.replica
    return replica is not None and replica.state is not None and len(replica.state.history) >= 7


def play_until(mesh: Mesh, done: Callable[[], bool], ms: int = 60_000) -> None:
    """Lets things happen until it is so."""
    end = mesh.now + ms
    while not done():
        assert mesh.now < end, "it does not happen"
        if not mesh.step():
            mesh.time()


def play_for(mesh: Mesh, ms: int) -> None:
    """So much time passes."""
    end = mesh.now + ms
    while mesh.now < end:
        if not mesh.step():
            mesh.time()


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("people", [3, 4])
def test_a_killed_host_is_replaced_within_ten_seconds(seed: int, people: int) -> None:
    """The next device orders; the host comes back as a guest, and nobody is blamed for anything."""
    with shared_checks():
        mesh = begun(seed, people)
        host, before = mesh.nodes[0], mesh.now
        mesh.kill(host, 45_000)
        play_until(mesh, lambda: mesh.orderers() == {1})

        assert mesh.now - before < 10_000

        mesh.play_on(2)
        mesh.agree()
        check(mesh)
    assert mesh.orderers() == {1}
    for node in mesh.nodes[1:]:
        told = [update for update in node.updates if isinstance(update, OrdererChanged)]
        assert [(update.seat, update.you) for update in told] == [(1, node.number == 1)]


@pytest.mark.parametrize("seed", range(6))
def test_two_and_two_wait_and_then_go_on(seed: int) -> None:
    """Neither half has a majority: nobody else orders, and after that all is as before."""
    with shared_checks():
        mesh = begun(seed)
        mesh.part([0, 1], [2, 3])
        play_for(mesh, 60_000)

        assert mesh.orderers() == {0}
        assert not mesh.counts["epochs"]
        assert not any(node.hands for node in mesh.nodes)

        mesh.part()
        mesh.play_on(1)
        mesh.agree()
        check(mesh)
    assert not mesh.counts["epochs"]


@pytest.mark.parametrize("seed", range(6))
def test_three_go_on_without_the_one(seed: int) -> None:
    """The three have a new orderer; what the old one numbered alone is cut off and said again."""
    with shared_checks():
        mesh = begun(seed, 3)
        mesh.part([0], [1, 2])
        play_for(mesh, 30_000)

        assert mesh.orderers() == {0, 1}

        mesh.part()
        mesh.play_on(1)
        mesh.agree()
        check(mesh)
    assert mesh.orderers() == {1}


@pytest.mark.parametrize("seed", range(6))
def test_one_guest_alone_changes_nothing(seed: int) -> None:
    """Who is cut off from all others waits, and finds its seat again."""
    with shared_checks():
        mesh = begun(seed)
        mesh.part([0, 1, 2], [3])
        play_for(mesh, 40_000)
        mesh.part()
        mesh.play_on(1)
        mesh.agree()
        check(mesh)
    assert not mesh.counts["epochs"]


@pytest.mark.parametrize("seed", range(6))
def test_of_two_devices_the_other_waits(seed: int) -> None:
    """No takeover with two; the host that comes back goes on ordering."""
    with shared_checks():
        mesh = begun(seed, 2)
        mesh.kill(mesh.nodes[0], 60_000)
        play_for(mesh, 50_000)

        assert mesh.orderers() == set()

        mesh.play_on(1)
        mesh.agree()
        check(mesh)
    assert not mesh.counts["epochs"]


@pytest.mark.parametrize("seed", range(8))
def test_one_orderer_after_the_other_is_killed(seed: int) -> None:
    """Four times in one Partie; every hand is fair and every device has the same log."""
    with shared_checks():
        mesh = begun(seed, trouble=Trouble(cuts=1, delays=5))
        for _ in range(4):
            (orderer,) = mesh.orderers()
            mesh.kill(mesh.nodes[orderer], 15_000 + mesh.chance.randrange(10_000))
            play_until(mesh, lambda: bool(mesh.orderers()))
            play_for(mesh, 30_000)
            mesh.agree()
        mesh.play_on(1)
        mesh.agree()
        check(mesh)
    assert mesh.counts["epochs"] >= 3


@pytest.mark.parametrize("seed", range(6))
def test_all_lose_their_power_at_once(seed: int) -> None:
    """Everybody comes back from disk, one after the other, and plays on."""
    with shared_checks():
        mesh = begun(seed)
        for node in mesh.nodes:
            mesh.kill(node, 2_000 + mesh.chance.randrange(30_000))
        mesh.play_on(1)
        mesh.agree()
        check(mesh)


@pytest.mark.parametrize("seed", range(8))
def test_what_is_cut_off_is_said_again_in_the_same_words(seed: int) -> None:
    """A bot and its host play on alone in their part of the network: the same cards come again."""
    with shared_checks():
        mesh = begun(seed, 3)
        mesh.part([0], [1, 2])
        host = mesh.nodes[0]
        play_for(mesh, 20_000)
        alone = acts(host.disk.records)
        mesh.part()
        mesh.agree()
        mesh.play_on(1)
        mesh.agree()
        check(mesh)
    # Whoever answered a question alone gave no other answer to it afterwards.
    after = acts(host.disk.records)
    assert alone
    assert all(after.get(question, body) == body for question, body in alone.items())


def acts(records: list[bytes]) -> dict[tuple[int, int, int], bytes]:
    """The bodies of all acts in a log, by hand, seat and question."""
    found = {}
    for data in records:
        record = decode(data)
        body = decode_body(record)
        if isinstance(body, Act):
            found[body.hand, body.seat, body.turn] = record
    return found


def decode(data: bytes) -> bytes:
    """The body's bytes in a record."""
    record = decode_record(data)
    entry = decode_entry(record.entry) if record is not None else None
    assert entry is not None
    return entry.body


@pytest.mark.parametrize("seed", range(4))
def test_a_hand_is_told_once(seed: int) -> None:
    """A hand that is booked, cut off and booked again is no second hand for whoever looks on."""
    with shared_checks():
        mesh = begun(seed, 3, Trouble(kills=2, tears=2))
        mesh.play_on(3)
        mesh.agree()
    for node in mesh.nodes[1:]:
        assert node.peer.replica is not None
        booked = [report.result for report in node.peer.replica.reports]
        assert [hand.result for hand in node.hands][-3:] == booked[-3:]


@pytest.mark.parametrize("seed", range(4))
def test_who_comes_back_is_sent_every_record_at_once(seed: int) -> None:
    """Also when it was the new orderer that dialled: nobody plays on with two seconds' delay."""
    with shared_checks():
        mesh = begun(seed)
        mesh.sleep(mesh.nodes[0], 20_000)
        play_for(mesh, 30_000)
        mesh.play_on(1)
        mesh.agree()
        play_for(mesh, 5_000)
    (number,) = mesh.orderers()
    orderer = mesh.nodes[number].peer
    sent = [there.sent for _, there in orderer._links.members()]
    assert sent == [orderer.replica.n if orderer.replica else 0] * 3


def test_epochs_stand_in_the_log() -> None:
    """Whoever reads the log later finds who ordered from where on, with the votes."""
    with shared_checks():
        mesh = begun(1)
        mesh.kill(mesh.nodes[0], 20_000)
        mesh.play_on(1)
        mesh.agree()
    bodies = [decode_body(decode(data)) for data in mesh.nodes[0].disk.records]
    (epoch,) = [body for body in bodies if isinstance(body, Epoch)]
    assert len(epoch.votes) == 3


@pytest.mark.parametrize("seed", range(4))
def test_a_host_that_leaves_between_two_partien_hands_over_at_once(seed: int) -> None:
    """Nobody waits for six seconds of silence after a goodbye; who stays hosts the table."""
    with shared_checks():
        mesh = Mesh(seed, people=3, bots=1, settings={"ziel": "500"}, group=SMALL)
        mesh.play(99)
        mesh.agree()
        host, before = mesh.nodes[0], mesh.now
        host.peer.command(Quit(), mesh.now)
        mesh.carry_out(host)
        play_until(mesh, lambda: 1 in mesh.orderers(), 5_000)

    assert mesh.now - before < 2_000
    assert all(node.failed is None for node in mesh.nodes[1:])
    lobbies = [u for u in mesh.nodes[1].updates if isinstance(u, LobbyChanged)]
    assert lobbies[-1].host
    assert not lobbies[-1].seats[0].name


def test_a_vote_for_another_device_ends_ones_own_older_candidature() -> None:
    """Both could order otherwise, each with a majority that has this device in it."""
    node = begun(3).nodes[2]
    me, other = node.peer.identity.public, bytes(32)
    succession = node.peer._succession

    for votes, may in (
        ({3: me}, True),
        ({3: me, 4: me}, True),
        ({}, True),
        ({2: other}, True),
        ({3: other}, False),
        ({3: me, 4: other}, False),
        ({4: other, 5: me}, False),
    ):
        succession._given = dict(votes)
        assert succession._may_open(3) is may, votes


def test_a_vote_that_is_slow_takes_a_hand_back_with_all_its_cards() -> None:
    """It was given just before the link to the host was there again; a hand was booked since."""
    mesh = table()
    playing(mesh)
    votes = votes_for_the_guest(mesh)
    finished(mesh, 2)
    opens(mesh, votes)
    run(mesh, lambda: all(replica(node).chain.epoch == votes[0].epoch for node in mesh.nodes))
    finished(mesh, 4)

    assert [node.failed for node in mesh.nodes] == [None] * 3
    assert all(replica(node).offences == [] for node in mesh.nodes)


def votes_for_the_guest(mesh: Mesh) -> list[Vote]:
    """What both guests would vote now, if they missed the host."""
    candidate = mesh.nodes[1].peer.identity.public
    signed = []
    for node in mesh.nodes[1:]:
        log = replica(node)
        place, order = log.chain.place_at(log.n), log.chain.order
        number = number_of(candidate, turn_of(log.chain.epoch) + 1)
        signed.append(
            sign_vote(node.peer.identity, log.chain.table, number, candidate, place, order)
        )
    return sorted(signed, key=lambda vote: vote.voter)


def opens(mesh: Mesh, votes: list[Vote]) -> None:
    """The guest opens its epoch where the longest log among these votes ends."""
    guest = mesh.nodes[1]
    longest = max(votes, key=lambda vote: vote.n)
    body = Epoch(longest.epoch, longest.n, longest.head, tuple(map(encode_vote, votes)))
    guest.peer._scribe.rewind(longest.n, mesh.now)
    assert guest.peer._scribe.open_epoch(body, mesh.now)
    mesh.carry_out(guest)


def test_votes_that_were_kept_take_nothing_back() -> None:
    """A candidate could wait until a hand goes badly; its voters have long gone on with the host.

    The others go on without it, since its part of every hand is missing.
    """
    mesh = table(ziel="5000")
    playing(mesh)
    votes, end = votes_for_the_guest(mesh), mesh.now + VOTED_MS + 5_000
    run(mesh, lambda: mesh.now >= end)
    host, guest, other = mesh.nodes
    hands = len(other.hands)
    assert hands >= 2
    opens(mesh, votes)
    run(mesh, lambda: guest.peer.identity.public in replica(host).lobby.away)
    run(mesh, lambda: min(len(host.hands), len(other.hands)) > hands + 2)

    assert replica(guest).chain.epoch == votes[0].epoch
    assert replica(host).chain.epoch == replica(other).chain.epoch == 1
    # It may have been honest, and the network torn: it comes back to the others, for good.
    run(mesh, lambda: replica(guest).chain.epoch == 1)
    run(mesh, lambda: guest.peer.identity.public not in replica(host).lobby.away)
    run(mesh, lambda: replica(guest).chain.head == replica(host).chain.head)
    assert [node.failed for node in mesh.nodes] == [None] * 3
    assert all(replica(node).offences == [] for node in mesh.nodes)


def test_whoever_has_its_log_from_the_disk_counts_hands() -> None:
    """When the others said it is not known then; of one hand each seat of a device may judge it."""
    mesh = table(ziel="5000")
    playing(mesh)
    log = replica(mesh.nodes[0])
    place, order = log.chain.place_at(log.n), log.chain.order
    keys = [node.peer.identity for node in mesh.nodes]  # the host has a bot besides
    votes = [sign_vote(key, log.chain.table, 2, keys[1].public, place, order) for key in keys]
    found = []
    for hands in (1, 2, 3):
        finished(mesh, hands)
        tape = Tape()
        for data in mesh.nodes[0].disk.records:
            tape.keep(data, b"", None)
        found.append(late(votes, tape, place.n + 1))

    assert found == [set(), {key.public for key in keys}, {key.public for key in keys}]


def test_whom_most_have_followed_is_followed_all_the_same() -> None:
    """In a network that is torn just then it may be honest: nobody is left behind."""
    mesh = table(ziel="5000")
    playing(mesh)
    votes, end = votes_for_the_guest(mesh), mesh.now + VOTED_MS + 5_000
    run(mesh, lambda: mesh.now >= end)
    host, _, other = mesh.nodes
    other.peer._exchange._forks._comes_late = lambda *_: False  # type: ignore[method-assign]
    opens(mesh, votes)
    run(mesh, lambda: all(replica(node).chain.epoch == votes[0].epoch for node in mesh.nodes))

    assert host.failed is None


def test_turns_that_are_given_away_leave_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """In an epoch before, other candidates had other turns; whoever voted then is not stuck now."""
    node = begun(3).nodes[2]
    succession, log = node.peer._succession, node.peer.replica
    assert log is not None
    first, second, me = (bytes([number]) * 32 for number in range(3))
    monkeypatch.setattr("net.core.succession.candidates", lambda *_: [second, me])
    monkeypatch.setattr(succession, "_can_reach", lambda candidate: candidate == me)
    now = turn_of(log.chain.epoch)
    succession._given = {now + 1: me, now + 2: first, now + 4: second}

    assert [turn for turn, _ in succession._turns(log, 3_000)][:1] == [now + 6]


@pytest.mark.parametrize("reached", [1, 11])
def test_a_device_that_waits_for_a_month_has_turns_left(
    reached: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also at the largest table, and when of all candidates only one can be reached."""
    node = begun(3).nodes[2]
    succession, log = node.peer._succession, node.peer.replica
    assert log is not None
    order = [bytes([number]) * 32 for number in range(SEATS - 1)]
    monkeypatch.setattr("net.core.succession.candidates", lambda *_: order)
    monkeypatch.setattr(succession, "_can_reach", lambda candidate: candidate in order[-reached:])

    turns = list(succession._turns(log, 30 * 24 * 3_600_000))

    assert {candidate for _, candidate in turns} == set(order[-reached:])
    assert turns[-1][0] - turn_of(log.chain.epoch) < TURNS_AHEAD
