"""One seat cheats at a table of honest peers: it is named, with the entry, and nobody else is.

Each cheat changes what one device says; everything else is the ordinary core. Attacks inside the
deal alone are in test_deal_attacks.py and test_deal_lies.py.
"""

from __future__ import annotations

import msgspec
import pytest

from engine import game
from engine.actions import Play
from engine.seats import Seat
from net.core import crypto
from net.core.bodies import (
    Act,
    Body,
    Commit,
    Complain,
    DeckAck,
    Evidence,
    HandOk,
    Keys,
    Lock,
    Reveal,
    Shuffle,
    Swap,
    Verdict,
    join,
    split,
)
from net.core.evidence import Order, guilty, two_orders
from net.core.lobby import NetReason
from net.core.log import Record, encode, next_head, order_signature, sign_entry
from net.core.peer import Peer
from net.core.replica import Replica
from net.core.verify import verify_bytes
from net.core.wire import Ordered, Propose, encode_message
from net.updates import Offended
from tests.mesh import Mesh, Node

CHEAT = 1


class Cheat:
    """Changes the first body of one kind that a device says for its own seat."""

    def __init__(self, kind: type[Body]) -> None:
        self.kind = kind
        self.done = 0

    def __call__(self, body: Body) -> Body:
        if not isinstance(body, self.kind) or getattr(body, "seat", None) != CHEAT or self.done > 0:
            return body
        self.done += 1
        return self.change(body)

    def change(self, body: Body) -> Body:
        match body:
            case Shuffle(points=points):
                return msgspec.structs.replace(body, points=swapped(points))
            case Lock(points=points):
                return msgspec.structs.replace(body, points=swapped(points))
            case Keys(sealed=sealed):
                spoilt = bytes(len(sealed[0].sealed))
                first = msgspec.structs.replace(sealed[0], sealed=spoilt)
                return msgspec.structs.replace(body, sealed=(first, *sealed[1:]))
            case HandOk(seat=seat, deck=deck, head=head):
                return Complain(seat, deck, head, None, None)
            case Verdict():
                return msgspec.structs.replace(
                    body, ok=False, offender=0, entry=5, reason="shuffle_differs"
                )
            case Act(keys=((first, *rest),)):
                return msgspec.structs.replace(body, keys=((crypto.clamp(first), *rest[::-1]),))
            case DeckAck():
                return msgspec.structs.replace(body, chance=bytes(32))
            case Reveal():
                return msgspec.structs.replace(body, secret=bytes(32))
            case Commit():
                return msgspec.structs.replace(body, box=bytes(32))
            case _:
                raise AssertionError(body)


def swapped(points: bytes) -> bytes:
    """Two cards change places behind the back of the permutation."""
    parts = list(split(points) or ())
    parts[0], parts[1] = parts[1], parts[0]
    return join(parts)


def cheating(mesh: Mesh, kind: type[Body], cheat: Cheat | None = None) -> Cheat:
    """Makes the device of seat 1 cheat with its first body of this kind."""
    cheat = cheat or Cheat(kind)
    peer = mesh.nodes[CHEAT].peer
    player = peer._player
    dues, perform = player.dues, player.perform
    player.dues = lambda replica: map(cheat, dues(replica))  # type: ignore[method-assign]

    def acts(*args: object) -> object:
        answer = perform(*args)  # type: ignore[arg-type]
        return cheat(answer) if isinstance(answer, Act) and answer.keys else answer

    player.perform = acts  # type: ignore[method-assign,assignment]
    return cheat


def table(seed: int = 5, **settings: str) -> Mesh:
    return Mesh(seed, people=3, bots=1, settings={"ziel": "500", **settings})


def blamed(node: Node) -> set[int | None]:
    """Every seat that this device holds to have cheated."""
    replica = node.peer.replica
    assert replica is not None
    seats: set[int | None] = {offence.seat for offence in replica.offences}
    for report in replica.reports:
        if not report.finding.ok:
            seats.add(report.finding.offender)
    return seats


def is_numbered(replica: Replica, peer: Peer, body: Body) -> bool:
    """Whether this device has said just that, and it counts."""
    refusal = replica.refuses(peer.identity.public, body)
    return refusal is not None and refusal.reason is NetReason.REPEATED


def play_on(mesh: Mesh, hands: int) -> None:
    """Plays until so many hands are booked, or nothing happens any more."""
    mesh.start()
    for _ in range(30):
        mesh.settle(hands)
        if mesh.is_done(hands):
            return
        mesh.time()


@pytest.mark.parametrize("kind", [Shuffle, Lock, Keys, HandOk, Verdict])
def test_a_dishonest_deal_is_booked_against_its_author(kind: type[Body]) -> None:
    """The hand is opened, replayed, and the cheat alone is named by everybody and by the file."""
    mesh = table()
    cheat = cheating(mesh, kind)

    play_on(mesh, hands=2)

    assert cheat.done == 1
    assert [blamed(node) for node in mesh.nodes] == [{CHEAT}] * 3
    assert [node.hands[0].fair for node in mesh.nodes] == [False] * 3
    assert [node.hands[1].fair for node in mesh.nodes] == [True] * 3
    report = verify_bytes(mesh.nodes[2].disk.file())
    assert report.exit_code == 1
    assert {fault.seat for fault in report.faults} == {CHEAT}
    assert all(fault.entry and fault.hand == 1 for fault in report.faults)


@pytest.mark.parametrize("kind", [Shuffle, Lock, Keys])
def test_a_dishonest_deal_costs_the_hand(kind: type[Body]) -> None:
    """Rules 1.0.11: the side of seat 1 writes nothing, the other side the whole deck."""
    mesh = table()
    cheating(mesh, kind)

    play_on(mesh, hands=1)

    result = mesh.nodes[0].hands[0].result
    assert result.written[1] == 0
    assert result.written[0] >= 157


@pytest.mark.parametrize("kind", [Shuffle, HandOk])
def test_a_dishonest_deal_voids_the_hand_where_the_table_says_so(kind: type[Body]) -> None:
    """`strafe=annulliert` (rules 1.0.11): named all the same, but nothing is written."""
    mesh = table(strafe="annulliert")
    cheating(mesh, kind)

    play_on(mesh, hands=1)

    assert [blamed(node) for node in mesh.nodes] == [{CHEAT}] * 3
    result = mesh.nodes[0].hands[0].result
    assert (result.note, result.written) == ("annulled", (0, 0))


class OtherProgram(Cheat):
    """The device of seat 1 runs something else: its numbers are others, in good faith."""

    def change(self, body: Body) -> Body:
        match body:
            case Verdict():
                return msgspec.structs.replace(body, digest=bytes(32))
            case _:
                return msgspec.structs.replace(body, head=bytes(32))


@pytest.mark.parametrize("kind", [Commit, Verdict])
def test_two_programs_that_differ_stop_their_table_and_convict_nobody(kind: type[Body]) -> None:
    """Another D_0 or another digest is one sentence at both devices (dealing.md 3.2, 3.5)."""
    mesh = Mesh(5, people=2, bots=2, settings={"ziel": "500"})
    cheating(mesh, kind, OtherProgram(kind))

    play_on(mesh, hands=1)

    failed = [node.failed for node in mesh.nodes]
    assert [f.code if f is not None else None for f in failed] == ["programs_differ"] * 2
    assert [blamed(node) for node in mesh.nodes] == [set()] * 2
    assert not any(node.hands for node in mesh.nodes)
    report = verify_bytes(mesh.nodes[0].disk.file())
    assert (report.exit_code, report.faults) == (3, ())
    assert "programs_differ" in {code for code, _ in report.sentences}


@pytest.mark.parametrize("kind", [Commit, Verdict])
def test_one_program_that_differs_from_all_others_stops_nobody_else(kind: type[Body]) -> None:
    """One device that says so, in good faith or not, ends nobody's evening and convicts nobody."""
    mesh = table()
    cheating(mesh, kind, OtherProgram(kind))
    mesh.start()

    mesh.play_on(2)

    honest = [mesh.nodes[0], mesh.nodes[2]]
    assert [node.failed for node in honest] == [None, None]
    assert [blamed(node) for node in honest] == [set(), set()]
    assert all(len(node.hands) >= 2 for node in honest)
    report = verify_bytes(mesh.nodes[0].disk.file())
    assert report.faults == ()
    assert "programs_differ" in {code for code, _ in report.sentences}


def test_other_numbers_of_a_convicted_device_stop_nothing() -> None:
    """Whose own lie is void may come to another state than all others: they play on."""
    mesh = table()
    cheat = cheating(mesh, Verdict, OtherProgram(Verdict))
    mesh.start()
    peer = mesh.nodes[CHEAT].peer
    while peer.replica is None or peer.replica.hand is None or not peer.replica.hand.deck.dealt:
        assert mesh.step()
    # No program says an action that there is not: it proves itself false.
    propose(mesh, peer, Act(CHEAT, peer.replica.hand.number, 0, ["nonsense"], ()))

    for _ in range(30):
        mesh.settle(2)
        mesh.time()

    assert cheat.done == 1
    assert [node.failed for node in mesh.nodes] == [None] * 3
    assert [len(node.hands) for node in mesh.nodes] == [2] * 3
    assert [blamed(node) for node in mesh.nodes] == [{CHEAT}] * 3
    assert verify_bytes(mesh.nodes[0].disk.file()).exit_code == 1


@pytest.mark.parametrize("kind", [Commit, DeckAck, Reveal, Act])
def test_a_body_that_proves_itself_false_is_void_and_named_at_once(kind: type[Body]) -> None:
    """It stands in the log, void; the table waits for the right one, which cannot come."""
    mesh = table()
    cheat = cheating(mesh, kind)

    play_on(mesh, hands=1)

    assert cheat.done == 1
    assert [blamed(node) for node in mesh.nodes] == [{CHEAT}] * 3
    assert verify_bytes(mesh.nodes[0].disk.file()).exit_code == 1


def test_a_revoke_is_found_when_the_hand_is_opened() -> None:
    """A client that ignores must-follow: everybody accepts the card, the audit names it."""
    mesh = table(seed=8)
    revoked = revoking(mesh)

    play_on(mesh, hands=1)

    assert revoked
    assert [blamed(node) for node in mesh.nodes] == [{CHEAT}] * 3
    report = verify_bytes(mesh.nodes[0].disk.file())
    assert report.exit_code == 1
    [fault] = report.faults
    assert (fault.seat, fault.hand, fault.reason) == (CHEAT, 1, revoked[0])
    assert fault.entry is not None


def revoking(mesh: Mesh) -> list[str]:
    """The person of seat 1 plays one forbidden card as soon as there is one; its reason."""
    player = mesh.nodes[CHEAT].peer._player
    perform = player.perform
    revoked: list[str] = []

    def acts(replica: object, seat: int, action: object) -> object:
        view = replica.view(seat)  # type: ignore[attr-defined]
        if not revoked and isinstance(action, Play) and view is not None:
            for item in view.hand:
                other = Play(item.slot, item.card)
                reason = game.check(view.state, Seat(seat), other, view.faces)
                public = game.check(view.state, Seat(seat), other, None)
                if reason is not None and reason.row is not None and public is None:
                    revoked.append(reason.value)
                    hand = replica.hand  # type: ignore[attr-defined]
                    return player.body(replica, hand, seat, view, other)  # type: ignore[arg-type]
        return perform(replica, seat, action)  # type: ignore[arg-type]

    player.perform = acts  # type: ignore[method-assign,assignment]
    body = player.body

    def answers(replica: object, hand: object, seat: int, view: object, action: object) -> object:
        made = body(replica, hand, seat, view, action)  # type: ignore[arg-type]
        if isinstance(made, Act):
            return made
        # `body` takes what is not legal for unasked: the cheat says it as its answer.
        turn = replica.turn  # type: ignore[attr-defined]
        return Act(seat, made.hand, turn, made.action, made.keys)

    player.body = answers  # type: ignore[method-assign,assignment]
    return revoked


def test_two_cards_for_one_turn_are_two_bodies() -> None:
    """A second, different answer for an answered turn is void and convicts whoever signed both."""
    mesh = table()
    said: list[Act] = []
    peer = mesh.nodes[CHEAT].peer
    perform = peer._player.perform

    def acts(*args: object) -> object:
        answer = perform(*args)  # type: ignore[arg-type]
        if isinstance(answer, Act) and answer.keys:
            said.append(answer)
        return answer

    peer._player.perform = acts  # type: ignore[method-assign,assignment]
    mesh.start()
    host = mesh.nodes[0].peer.replica
    assert host is not None
    while not said or not is_numbered(host, peer, said[0]):
        assert mesh.step()
    propose(mesh, peer, msgspec.structs.replace(said[0], action=["push"], keys=()))
    mesh.settle()

    assert [blamed(node) for node in mesh.nodes] == [{CHEAT}] * 3
    replica = peer.replica
    assert replica is not None
    assert replica.offences[0].reason == "two_bodies"


def propose(mesh: Mesh, peer: Peer, body: Body) -> None:
    """Sends a body to the host past the own core."""
    replica = peer.replica
    assert replica is not None
    chain = replica.chain
    entry = sign_entry(peer.identity, chain.table, chain.n, chain.head, body)
    link = peer._guest.to_orderer()
    assert link is not None
    cable = mesh.cables[link]
    cable.frames[0].append(encode_message(Propose(encode(entry))))


def test_nobody_acts_for_a_seat_of_somebody_else() -> None:
    """A guest cannot play the host's card, not even at the host's turn."""
    mesh = table()
    mesh.start()
    host = mesh.nodes[0]
    while host.turn is None:
        assert mesh.step()
    peer = mesh.nodes[CHEAT].peer
    replica = peer.replica
    assert replica is not None
    assert replica.hand is not None
    assert replica.state is not None
    before = replica.n
    propose(mesh, peer, Act(0, replica.hand.number, replica.turn, ["push"], ()))
    while mesh.cables[peer._guest.to_orderer() or 0].frames[0]:
        mesh.step()

    assert all(blamed(node) <= {CHEAT} for node in mesh.nodes)
    assert host.peer.replica is not None
    assert host.peer.replica.n >= before


def test_whoever_is_only_too_late_is_not_blamed() -> None:
    """What was right in the state its author had seen is void, no more."""
    mesh = table()
    mesh.start()
    for _ in range(3):
        mesh.settle()
        mesh.time()
    peer = mesh.nodes[CHEAT].peer
    replica = peer.replica
    assert replica is not None
    propose(mesh, peer, HandOk(CHEAT, 0, b"x" * 32))
    propose(mesh, peer, DeckAck(CHEAT, 7, b"x" * 32, b"y" * 32))
    mesh.settle()

    assert [blamed(node) for node in mesh.nodes] == [set()] * 3


def test_a_host_that_tells_two_histories_is_convicted() -> None:
    """Guests compare heads over their own link: two signed ones for a place are evidence.

    They go on under another device, which logs the proof, and whoever was lied to comes over.
    """
    mesh = table()
    mesh.start()
    one, two = mesh.nodes[1], mesh.nodes[2]
    host = mesh.nodes[0].peer
    replica = host.replica
    assert replica is not None
    # The second history: the next record as guest 2 alone gets it.
    mesh.one_history = False
    chain = replica.chain
    while not same_length(mesh):
        assert mesh.step()
    entry = sign_entry(host.identity, chain.table, chain.n, chain.head, Swap(0, 1))
    data = encode(entry)
    n, head = chain.n + 1, next_head(chain.head, data)
    signature = order_signature(host.identity, chain.table, 1, n, head)
    forked = encode(Record(1, n, data, signature))
    link = next(k for k, c in mesh.cables.items() if {c.first, c.second} == {0, 2})
    two.peer.receive(link, encode_message(Ordered((forked,))), mesh.now)
    mesh.cut(link)
    assert two.peer.replica is not None
    assert two.peer.replica.n == n
    while one.peer.replica is None or one.peer.replica.n < n:
        assert mesh.step()
    for node in (one, two):
        node.peer.beat()
        mesh.carry_out(node)
    for _ in range(40):
        mesh.settle(hands=2)
        if mesh.is_done(2):
            break
        mesh.time()

    assert [node.failed for node in mesh.nodes] == [None] * 3
    for node in (one, two):
        told = [update for update in node.updates if isinstance(update, Offended)]
        assert [(update.seat, update.reason) for update in told] == [(0, "two_orders")]
        assert node.peer.replica is not None
        assert node.peer.replica.chain.epoch > 1
        assert node.hands[1].fair
    # Whoever found the proof has it on its own disk as well; the other one may have been told.
    keys = [key for node in (one, two) for key in node.disk.secrets]
    assert any(key.startswith(b"evidence/") for key in keys)
    report = verify_bytes(two.disk.file())
    assert report.exit_code == 1
    assert [(fault.seat, fault.reason) for fault in report.faults] == [(0, "two_orders")]


def same_length(mesh: Mesh) -> bool:
    """Whether all three devices have the same log at this moment, and nothing is on its way."""
    lengths = {node.peer.replica.n for node in mesh.nodes if node.peer.replica is not None}
    linked = any({c.first, c.second} == {1, 2} for c in mesh.cables.values())
    return len(lengths) == 1 and linked


def test_evidence_convicts_whoever_signed_both() -> None:
    """Two heads for one place, or two bodies for one key, are proof for anybody; less is none."""
    orderer, table = crypto.Identity(b"o" * 32), b"t" * 32
    heads = [bytes([number]) * 32 for number in (1, 2)]
    orders = [
        Order(orderer.public, 1, 7, head, order_signature(orderer, table, 1, 7, head))
        for head in heads
    ]
    entries = [
        encode(sign_entry(orderer, table, 3, b"h" * 32, Act(0, 1, 2, [word], ())))
        for word in ("push", "pass")
    ]

    assert guilty(two_orders(*orders), table) == orderer.public
    assert guilty(Evidence("entry", *entries), table) == orderer.public
    assert guilty(two_orders(*orders), b"x" * 32) is None
    assert guilty(two_orders(orders[0], orders[0]), table) is None
    assert guilty(Evidence("entry", entries[0], entries[0]), table) is None
    other = msgspec.structs.replace(orders[1], n=8)
    assert guilty(two_orders(orders[0], other), table) is None
    forged = msgspec.structs.replace(orders[1], head=b"z" * 32)
    assert guilty(two_orders(orders[0], forged), table) is None
    assert guilty(Evidence("entry", b"x", b"y"), table) is None
