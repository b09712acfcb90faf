"""The host goes, the Partie stays: kills, torn networks and old hosts that come back.

The real cores in the mesh; the deals in the small group. Each schedule follows from its seed.
"""

from collections.abc import Callable

import pytest

from net.commands import Quit
from net.core.bodies import Act, Epoch, decode_body
from net.core.epoch import Vote, encode_vote, number_of, sign_vote, turn_of
from net.core.limits import SEATS, TURNS_AHEAD
from net.core.log import Entry, decode_entry, decode_record
from net.core.promises import Promises
from net.core.succession import FAR, RENEW_AGAIN_MS, RENEW_MS
from net.core.wire import Ballot, encode_message
from net.updates import LobbyChanged, OrdererChanged
from tests.campaign import check
from tests.mesh import Mesh, Node, Trouble, shared_checks
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


def test_whoever_has_voted_in_a_turn_votes_in_no_earlier_one() -> None:
    """Two could order otherwise, each with a majority that has this device in it."""
    me, other = bytes([1]) * 32, bytes([2]) * 32

    for votes, may in (
        ([(3, me)], True),
        ([(2, other), (3, me)], True),
        ([], True),
        ([(2, other)], True),
        ([(3, other)], False),
        ([(3, me), (4, other)], False),
        ([(3, me), (4, me)], False),
    ):
        promises = Promises(lambda effect: None)
        for turn, candidate in votes:
            promises.give(turn, candidate)
        assert promises.may_give(3, me) is may, votes


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


@pytest.mark.parametrize("seconds", [1, 60])
def test_votes_that_were_kept_take_nothing_back(seconds: int) -> None:
    """A candidate could wait until a hand goes badly; its voters have gone on with the host.

    Here they have, which no honest device does after its vote. The others begin a newer epoch, so
    that whoever follows that one, and may have been misled, comes back.
    """
    mesh = table(ziel="5000")
    playing(mesh)
    votes, end = votes_for_the_guest(mesh), mesh.now + 1_000 * seconds
    run(mesh, lambda: mesh.now >= end)
    host, _, other = mesh.nodes
    hands = len(other.hands)
    opens(mesh, votes)
    run(mesh, lambda: len({replica(node).chain.epoch for node in mesh.nodes}) == 1)
    finished(mesh, hands + 2)

    assert mesh.orderers() == {0}
    assert replica(host).chain.epoch > votes[0].epoch
    assert [node.failed for node in mesh.nodes] == [None] * 3
    assert all(replica(node).offences == [] for node in mesh.nodes)
    mesh.agree()


def test_whoever_has_voted_says_nothing_more_in_the_old_epoch() -> None:
    """And asks the old orderer, which it hears again, for a newer one: then it goes on."""
    mesh = table(ziel="5000")
    playing(mesh)
    host, guest, other = mesh.nodes
    turn = turn_of(replica(other).chain.epoch) + 1
    before, end = replica(host).n, mesh.now + RENEW_MS
    other.peer._succession._promises.give(turn, guest.peer.identity.public)
    voted = other.peer.identity.public
    run(mesh, lambda: mesh.now >= end)
    said = [entry for entry in entries(host, before) if entry.author == voted]
    assert [entry.seen for entry in said if entry.seen > before] == []

    run(mesh, lambda: replica(other).chain.epoch > number_of(guest.peer.identity.public, turn))
    finished(mesh, len(other.hands) + 2)
    assert mesh.orderers() == {0}
    told = [u for node in mesh.nodes for u in node.updates if isinstance(u, OrdererChanged)]
    assert told == [], "to people nothing has changed"


def entries(node: Node, after: int) -> list[Entry]:
    """The entries on this device's disk after the first so many."""
    records = [decode_record(data) for data in node.disk.records[after:]]
    found = [decode_entry(record.entry) for record in records if record is not None]
    return [entry for entry in found if entry is not None]


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_promise_outlives_its_program(number: int) -> None:
    """Also of whoever orders: it was started again, voted for another one, and hears of none."""
    mesh = table(ziel="5000")
    playing(mesh)
    node = mesh.nodes[number]
    candidate = mesh.nodes[number - 1].peer.identity.public
    node.peer._succession._promises.give(1, candidate)
    mesh.carry_out(node)
    mesh.crash(node)
    mesh.restart(node)
    run(mesh, lambda: node.up and node.peer.replica is not None)
    assert node.peer._succession._promises.candidate == candidate
    run(mesh, lambda: all(turn_of(replica(one).chain.epoch) >= 1 for one in mesh.nodes))
    finished(mesh, max(len(one.hands) for one in mesh.nodes) + 1)
    mesh.agree()


def test_whoever_misses_the_orderer_alone_does_not_vote() -> None:
    """Its link alone is broken; it plays on by the others, and is bound to nothing."""
    mesh = begun(4)
    play_until(mesh, lambda: trick_lies(mesh))
    guest = mesh.nodes[2]
    miss = guest.peer._succession.is_missing
    guest.peer._succession.is_missing = lambda now: True  # type: ignore[method-assign]
    end = mesh.now + 20_000
    play_until(mesh, lambda: mesh.now >= end)
    guest.peer._succession.is_missing = miss  # type: ignore[method-assign]

    assert guest.peer._succession._promises.turn == 0
    assert {replica(node).chain.epoch for node in mesh.nodes} == {1}


def vote_for(voter: Node, candidate: bytes, turn: int) -> Ballot:
    """What this device would send if it voted so."""
    chain = replica(voter).chain
    place, number = chain.place_at(chain.n), number_of(candidate, turn)
    vote = sign_vote(voter.peer.identity, chain.table, number, candidate, place, chain.order)
    return Ballot(encode_vote(vote))


def tells(mesh: Mesh, voter: Node, others: list[Node], ballot: Ballot) -> None:
    for node in others:
        link = node.peer._links.number_of(voter.peer.identity.public, member=True)
        if link is not None:
            node.peer.receive(link, encode_message(ballot), mesh.now)
            mesh.carry_out(node)


def test_one_device_alone_has_others_renew_an_epoch_now_and_then_only() -> None:
    """Each drops the deck in the making: at any time a patched device could hold all up."""
    mesh = table(ziel="5000")
    playing(mesh, cards=1)
    host, guest, other = mesh.nodes
    orderer, begun = host.peer.identity.public, mesh.now
    while mesh.now < begun + 4 * RENEW_AGAIN_MS:
        turn = turn_of(replica(host).chain.epoch) + 1
        tells(mesh, other, [host, guest], vote_for(other, orderer, turn))
        for _ in range(60):
            mesh.step()
        mesh.time()

    assert 2 <= turn_of(replica(host).chain.epoch) <= 5
    finished(mesh, len(guest.hands) + 2)


@pytest.mark.parametrize("ahead", [FAR + 1, TURNS_AHEAD])
def test_nobody_is_bound_to_a_turn_after_which_few_are_left(ahead: int) -> None:
    """The host votes for itself so far ahead, and goes: the others could vote for nobody else."""
    mesh = begun(5)
    playing(mesh)
    host, *guests = mesh.nodes
    tells(mesh, host, guests, vote_for(host, host.peer.identity.public, ahead))
    assert [node.peer._succession._promises.turn for node in guests] == [0] * 3
    mesh.kill(host, 600_000)
    run(mesh, lambda: mesh.orderers() - {0})


def test_who_is_alone_with_what_it_knows_follows_the_others() -> None:
    """One has lost the end of its log, and voted where that ends; whoever knows more refuses it.

    When most have signed in the newer epoch, that one goes over: alone nobody plays on.
    """
    mesh = table(ziel="5000", frist="60")
    playing(mesh)
    host, guest, other = mesh.nodes
    mesh.part([0, 2], [1])
    end = mesh.now + 3_000
    run(mesh, lambda: mesh.now >= end)
    n = replica(guest).n
    assert replica(host).n > n
    refused: list[bool] = []
    forks = host.peer._exchange._forks
    takes_back = forks._takes_back

    def watched(*args: object) -> bool:
        refused.append(takes_back(*args))  # type: ignore[arg-type]
        return refused[-1]

    forks._takes_back = watched  # type: ignore[method-assign]
    mesh.crash(other)
    del other.disk.records[n:]
    mesh.one_history = False
    mesh.part([0], [1, 2])
    run(mesh, lambda: replica(guest).chain.epoch > 1 and other.up)
    run(mesh, lambda: replica(other).chain.epoch == replica(guest).chain.epoch)
    mesh.part()
    run(mesh, lambda: len({replica(node).chain.epoch for node in mesh.nodes}) == 1)
    finished(mesh, len(host.hands) + 2)

    assert True in refused
    assert [node.failed for node in mesh.nodes] == [None] * 3
    assert all(replica(node).offences == [] for node in mesh.nodes)


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
    succession._first = turn_of(log.chain.epoch) + 1

    turns = list(succession._turns(log, 30 * 24 * 3_600_000))

    assert {candidate for _, candidate in turns} == set(order[-reached:])
    assert turns[-1][0] - turn_of(log.chain.epoch) < TURNS_AHEAD
