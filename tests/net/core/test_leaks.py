"""What a device can know: nothing of a card it may not see.

The search looks through everything the host's device has: every object its core can reach, its
files, every byte it received. Controls plant a secret and find it.
"""

from __future__ import annotations

import gc
import random
import types
from collections.abc import Iterable, Iterator

import pytest

from engine import game
from engine.cards import Card
from engine.faces import Faces, Slot
from engine.seats import Seat
from engine.state import State
from engine.variant import OptionFault, make_options
from engine.view import View
from net.core import crypto
from net.core.bodies import Act, Body, Keys, SealedKeys, decode_body
from net.core.log import decode_entry, decode_record
from net.core.replica import Replica
from tests.mesh import Mesh, Node
from tests.mesh_watch import WatchedMesh
from tests.small_group import SMALL

HOST, GUEST = 0, 1


def in_play(seed: int = 3, cards: int = 6) -> Mesh:
    """A table of two people and two bots of the host, in the middle of the first hand."""
    mesh = Mesh(seed, people=2, bots=2)
    play_until_cards(mesh, cards)
    return mesh


def play_until_cards(mesh: Mesh, cards: int) -> None:
    """Starts, and plays until so many cards of the first hand lie on the table or were taken."""
    mesh.start()
    while True:
        assert mesh.step()
        state = replica_of(mesh.nodes[HOST]).state
        if state is not None and state.played.bit_count() >= cards:
            return


def replica_of(node: Node) -> Replica:
    assert node.peer.replica is not None
    return node.peer.replica


def reachable(root: object) -> Iterator[object]:
    """Every object that can be reached from `root`, without classes, modules and code."""
    seen: set[int] = set()
    todo: list[object] = [root]
    skipped = (type, types.ModuleType, types.FunctionType, types.CodeType, types.FrameType)
    while todo:
        item = todo.pop()
        if id(item) in seen or isinstance(item, skipped):
            continue
        seen.add(id(item))
        yield item
        if isinstance(item, types.MethodType):
            todo.append(item.__self__)
        else:
            todo.extend(gc.get_referents(item))


def holds(root: object, secrets: Iterable[bytes]) -> bool:
    """Whether any bytes reachable from `root` contain one of the secrets."""
    wanted = tuple(secrets)
    for item in reachable(root):
        data = bytes(item) if isinstance(item, bytes | bytearray | memoryview) else b""
        if data and any(secret in data for secret in wanted):
            return True
        if isinstance(item, crypto.Box) and item.public in wanted:
            return True
    return False


def kept(node: Node) -> tuple[object, ...]:
    """What is on the disk of a device."""
    return node.disk.genesis, node.disk.records, node.disk.secrets


def secrets_of(node: Node, seat: int) -> tuple[bytes, tuple[bytes, ...]]:
    """S of a seat, and its keys of the slots that only it may see and has not played."""
    hand = replica_of(node).hand
    assert hand is not None
    deck = hand.deck
    state = replica_of(node).state
    assert state is not None
    secret = node.disk.secrets[f"secret/{hand.number}/{seat}".encode()]
    hidden = [
        slot
        for slot, owner in enumerate(state.owners)
        if owner == Seat(seat) and slot not in deck.opened
    ]
    keys = tuple(deck.opening(seat, slot)[seat] for slot in hidden)
    return secret, keys


def test_the_host_holds_no_secret_of_a_guest() -> None:
    """Neither S nor an unopened key of the guest is in the host's memory, files or frames."""
    mesh = in_play()
    host, guest = mesh.nodes[HOST], mesh.nodes[GUEST]
    secret, keys = secrets_of(guest, GUEST)
    assert keys

    wanted = (secret, *keys)

    assert not holds(host.peer, wanted)
    assert not any(part in host.disk.file() for part in wanted)
    assert not holds(kept(host), wanted)
    assert not holds(replica_of(host), wanted)


def test_the_search_finds_what_is_there() -> None:
    """Controls: the guest itself holds its secrets, and a planted copy is found at the host."""
    mesh = in_play()
    host, guest = mesh.nodes[HOST], mesh.nodes[GUEST]
    secret, keys = secrets_of(guest, GUEST)

    assert holds(guest.peer, (secret,))
    assert holds(guest.peer, keys[:1])
    assert holds(kept(guest), (secret,))
    host.peer._scribe._vault._items[b"planted"] = b"..." + keys[0]
    assert holds(host.peer, keys[:1])


@pytest.mark.parametrize("slug", [variant.slug for variant in game.all_variants()])
def test_beside_no_table_is_anything_that_is_not_open(slug: str) -> None:
    """In every game: S of all seats, and each seat's keys of all slots that do not lie open.

    Foreheads, the stock and what somebody has drawn included: what all but one may see is not what
    everybody may see.
    """
    variant = game.find_variant(slug)
    assert variant is not None
    mesh = WatchedMesh(4, people=2, bots=min(variant.seats) - 2, slug=slug)
    spectator = mesh.look_on()
    frames = frames_of(spectator)
    mesh.arrive()
    play_until_cards(mesh, 2)
    mesh.come()
    public = replica_of(spectator).hand
    assert public is not None
    wanted = []
    for node in mesh.nodes[:2]:
        hand = replica_of(node).hand
        assert hand is not None
        for own in hand.deck._own.values():
            hidden = [key for slot, key in enumerate(own.locks) if slot not in public.deck.opened]
            wanted += [own.secret, *map(bytes, hidden)]
    assert len(wanted) > len(mesh.nodes)

    assert not holds(spectator.peer, wanted)
    assert not holds(kept(spectator), wanted)
    assert not any(part in frame for frame in frames for part in wanted)


def test_nobody_beside_the_table_holds_a_secret_of_a_seat() -> None:
    """No S and no unopened key of any seat is in what a spectator has, has kept or was ever sent.

    One looks on from the lobby on, the other came in the middle of the hand. A control finds what
    lies open, and what is planted.
    """
    mesh = WatchedMesh(3, people=2, bots=2)
    spectators = [mesh.look_on()]
    received = [frames_of(spectators[0])]
    mesh.arrive()
    play_until_cards(mesh, 3)
    spectators.append(mesh.look_on())
    received.append(frames_of(spectators[1]))
    mesh.come()
    hidden = [secrets_of(mesh.nodes[HOST if seat != GUEST else GUEST], seat) for seat in range(4)]
    wanted = tuple(part for secret, keys in hidden for part in (secret, *keys))
    assert len(wanted) > 4

    for node, frames in zip(spectators, received, strict=True):
        assert replica_of(node).n == replica_of(mesh.nodes[HOST]).n
        assert not holds(node.peer, wanted)
        assert not holds(kept(node), wanted)
        assert not any(part in node.disk.file() for part in wanted)
        assert not any(part in frame for frame in frames for part in wanted)
        assert not node.disk.secrets
        assert replica_of(node).faces(None) == replica_of(mesh.nodes[HOST]).faces(None)
        opened = opened_key(mesh.nodes[HOST])
        assert holds(node.peer, (opened,))
        assert any(opened in frame for frame in frames)
        node.peer._scribe._vault._items[b"planted"] = b"..." + wanted[-1]
        assert holds(node.peer, wanted)


def frames_of(node: Node) -> list[bytes]:
    """Every frame that a device is sent from here on."""
    frames: list[bytes] = []
    receive = node.peer.receive

    def listening(link: int, data: bytes, now: int) -> None:
        frames.append(data)
        receive(link, data, now)

    node.peer.receive = listening  # type: ignore[method-assign]
    return frames


def opened_key(node: Node) -> bytes:
    """A key of a card that was played, as it stands in a log."""
    bodies = map(body_of, node.disk.records)
    return next(body.keys[0][0] for body in bodies if isinstance(body, Act) and body.keys)


def body_of(data: bytes) -> Body | None:
    """The body of a record."""
    record = decode_record(data)
    entry = decode_entry(record.entry) if record is not None else None
    return decode_body(entry.body) if entry is not None else None


def test_secrets_are_gone_when_the_next_hand_is_proven() -> None:
    """S and bodies of a deck leave memory and disk when no epoch can cut off its verdicts."""
    mesh = Mesh(3, people=2, bots=2, settings={"ziel": "5000"}, group=SMALL)
    mesh.play(hands=1)
    assert all(knows_of(node, replica_of(node).reports[0].deck) for node in mesh.nodes)
    mesh.play_on(2)
    mesh.settle(hands=2)
    for node in mesh.nodes:
        first, *_, last = (report.deck for report in replica_of(node).reports)

        assert not knows_of(node, first)
        assert knows_of(node, last)


def knows_of(node: Node, deck: int) -> bool:
    """Whether there is anything of a deck on the disk that only this device knows."""
    prefix = (f"secret/{deck}/".encode(), f"body/{deck}/".encode())
    return any(key.startswith(prefix) for key in node.disk.secrets)


def test_every_seal_is_for_one_receiver_and_one_slot_list() -> None:
    """What the host relays to the guest about other seats' cards stays sealed to those seats."""
    mesh = in_play()
    sealed: list[tuple[int, SealedKeys]] = []
    for body in map(body_of, mesh.nodes[HOST].disk.records):
        if isinstance(body, Keys):
            sealed += [(body.seat, bundle) for bundle in body.sealed]

    state = replica_of(mesh.nodes[HOST]).state
    assert state is not None
    assert sealed
    for sender, bundle in sealed:
        assert bundle.receiver != sender
        owners = {state.owners[slot] for slot in bundle.slots}
        assert owners == {Seat(bundle.receiver)}


def test_views_hold_only_cards_their_seat_may_know() -> None:
    """Rules 1.0.10 (5): own cards, and what lies open; the guest's device knows nothing more."""
    mesh = in_play()
    for node, seat in ((mesh.nodes[HOST], HOST), (mesh.nodes[GUEST], GUEST)):
        view = replica_of(node).view(seat)
        assert isinstance(view, View)
        owners = view.state.owners
        for slot, _ in view.faces.items():
            opened = view.state.opened[slot] is not None
            assert opened or owners[slot] == Seat(seat)


@pytest.mark.parametrize("seed", range(20))
def test_what_others_hold_reaches_no_view(seed: int) -> None:
    """Two deals equal in what a seat may see, the same entries: equal views, equal choices.

    The deals differ in every card that the others still hold, which no rule may have looked at.
    """
    chance = random.Random(seed)
    variant = game.find_variant("schieber")
    assert variant is not None
    options = make_options(variant, 4, None, {})
    assert not isinstance(options, OptionFault)
    state, _ = game.deal(game.start(variant, options, 4), chance.randbytes(32))
    cards = list(game.deck_of(state).cards)
    chance.shuffle(cards)
    for _ in range(chance.randrange(1, 40)):
        if not game.asked(state):
            break
        seat = game.asked(state)[0]
        view = game.view(state, faces(state, cards, seat), seat)
        action = game.automatic(view) or chance.choice(game.legal(view))
        state, _ = game.apply(state, seat, action)
    viewer = Seat(chance.randrange(4))
    hidden = [
        slot
        for slot, owner in enumerate(state.owners)
        if owner != viewer and state.opened[slot] is None
    ]
    others = list(cards)
    for slot, other in zip(hidden, hidden[1:] + hidden[:1], strict=True):
        others[slot] = cards[other]

    here = game.view(state, faces(state, cards, viewer), viewer)
    there = game.view(state, faces(state, others, viewer), viewer)

    assert here == there
    assert repr(here) == repr(there)
    assert game.legal(here) == game.legal(there)
    assert game.unasked(here) == game.unasked(there)
    assert game.automatic(here) == game.automatic(there)


def faces(state: State, cards: list[Card], seat: Seat) -> Faces:
    """What a seat knows of a deal."""
    sights = game.sights(state)
    known = {Slot(slot): cards[slot] for slot, sight in enumerate(sights) if seat in sight}
    opened = {Slot(slot): card for slot, card in enumerate(state.opened) if card is not None}
    return Faces({**known, **opened})
