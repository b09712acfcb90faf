"""Peers joined in memory by a seeded scheduler: delays, cuts, crashes, restarts from disk.

    mesh = Mesh(seed=7, people=3, bots=1)
    mesh.play(hands=2)

Everything that happens follows from the seed. After every entry the digests of all peers have to
be equal; a failing seed is a reproduction in one line.
"""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass, field

from engine import game
from engine.actions import Action
from net.core import crypto
from net.core.bodies import Options
from net.core.desk import options_body
from net.core.effects import (
    Append,
    Cut,
    Dial,
    Effect,
    Emit,
    Forget,
    Open,
    Over,
    Recall,
    Secret,
    Send,
    Think,
)
from net.core.log import PROTOCOL, Genesis, LogFile, decode_genesis, encode, framed, read_log
from net.core.peer import Peer
from net.core.replica import Replica
from net.core.reporter import waited_for
from net.updates import (
    Failed,
    HandFinished,
    Knocked,
    LobbyChanged,
    Perform,
    Ready,
    StartGame,
    TurnCame,
    Update,
    WaitingFor,
)

RULES = 1


class Disk:
    """What is on one device's disk. Written by effects, in their order."""

    def __init__(self) -> None:
        self.genesis: bytes | None = None
        self.records: list[bytes] = []
        self.secrets: dict[bytes, bytes] = {}

    def file(self) -> bytes:
        """The bytes of the log file."""
        assert self.genesis is not None
        return b"".join(framed(piece) for piece in (self.genesis, *self.records))

    def read(self) -> LogFile:
        """The log file as `net.core.log` reads it."""
        return read_log(self.file(), RULES)


@dataclass
class Node:
    """One device: its core, its disk and what it told its person."""

    number: int
    name: str
    peer: Peer
    disk: Disk
    up: bool = True
    updates: list[Update] = field(default_factory=list)
    hands: list[HandFinished] = field(default_factory=list)
    over: int = 0
    ready: bool = False
    turn: TurnCame | None = None
    failed: Failed | None = None
    digests: dict[int, bytes] = field(default_factory=dict)


@dataclass
class Cable:
    """A connection between two nodes; frames in each direction keep their order."""

    first: int
    second: int
    frames: dict[int, deque[bytes]]


class Mesh:
    """People and bots at one table.

    Args:
        seed: of everything that is left to chance.
        people: devices with a person.
        bots: seats the host gives to bots.
        cuts: chance in a thousand steps that a cable breaks.
        crashes: chance in a thousand effects that a device loses its power right there.
        slug: the game; `settings` its options.
    """

    def __init__(
        self,
        seed: int,
        people: int = 2,
        bots: int = 2,
        *,
        cuts: float = 0,
        crashes: float = 0,
        slug: str = "schieber",
        settings: dict[str, str] | None = None,
    ) -> None:
        self.chance = random.Random(seed)
        self.now = 0
        self.cuts = cuts
        self.cables: dict[int, Cable] = {}
        self.digests: dict[int, bytes] = {}
        self.one_history = True
        self._next_cable = 0
        self._later: deque[tuple[Node, int, int, int, Action]] = deque()
        self._admits: deque[tuple[Node, str]] = deque()
        self._dials: deque[tuple[Node, int]] = deque()
        self.nodes = [self._node(number) for number in range(people)]
        self.crashes = 0.0
        options = options_body(slug, people + bots, None, settings or {})
        assert isinstance(options, Options), options
        host = self.nodes[0]
        nonce = self.chance.randbytes(32)
        genesis = Genesis(
            "jass log", PROTOCOL, RULES, host.peer.identity.public, nonce, f"Tisch {seed}"
        )
        host.peer.found(genesis, options, ["normal"] * bots, self.now)
        self._carry_out(host)
        for number in range(1, people):
            # One after the other, so that person n sits on seat n.
            self.connect(number, 0)
            self.settle()
        self.crashes = crashes

    # Devices

    def _node(self, number: int) -> Node:
        disk = Disk()
        return Node(number, f"Person {number}", self._peer(number), disk)

    def _peer(self, number: int) -> Peer:
        chance = random.Random(self.chance.getrandbits(64))
        return Peer(
            crypto.Identity(bytes([number + 1]) * 32),
            f"Person {number}",
            random=chance.randbytes,
            rules=RULES,
            address=f"node:{number}",
        )

    def _hook(self, node: Node, replica: Replica) -> None:
        """Keeps the digest after every entry until that entry is on the disk."""
        if "feed" in vars(replica):
            return
        feed = replica.feed

        def checked(record: object, *, trusted: bool = False) -> object:
            fed = feed(record, trusted=trusted)  # type: ignore[arg-type]
            node.digests[replica.n] = replica.digest()
            return fed

        replica.feed = checked  # type: ignore[method-assign,assignment]

    def crash(self, node: Node) -> None:
        """The device loses its power: nothing is left but its disk."""
        node.up = False
        node.turn = None
        for cable in [c for c, there in self.cables.items() if node.number in vars_of(there)]:
            self.cut(cable)

    def restart(self, node: Node) -> None:
        """The device comes back from its disk."""
        node.up = True
        node.failed = None
        node.digests = {}
        node.peer = self._peer(node.number)
        if node.disk.genesis is not None and node.number == 0:
            genesis = decode_genesis(node.disk.genesis)
            assert genesis is not None
            assert (
                node.peer.restore(genesis, node.disk.records, node.disk.secrets, self.now) is None
            )
            assert node.peer.replica is not None
            self._hook(node, node.peer.replica)
        self._carry_out(node)

    # Cables

    def connect(self, first: int, second: int) -> None:
        """`first` dials `second`."""
        number = self._next_cable
        self._next_cable += 1
        frames: dict[int, deque[bytes]] = {first: deque(), second: deque()}
        self.cables[number] = Cable(first, second, frames)
        for here, there, dialled in ((second, first, False), (first, second, True)):
            if number not in self.cables:
                return
            node, other = self.nodes[here], self.nodes[there]
            node.peer.linked(
                number, other.peer.identity.public, other.name, self.now, dialled=dialled
            )
            self._carry_out(node)

    def cut(self, number: int) -> None:
        """The cable breaks; what was on its way is lost."""
        cable = self.cables.pop(number, None)
        if cable is None:
            return
        for here in vars_of(cable):
            node = self.nodes[here]
            if node.up:
                node.peer.unlinked(number, self.now)
                self._carry_out(node)

    # Effects

    def _carry_out(self, node: Node) -> None:
        if node.peer.replica is not None:
            self._hook(node, node.peer.replica)
        for effect in node.peer.drain():
            if self.crashes and self.chance.random() * 1000 < self.crashes:
                self.crash(node)
                return
            self._do(node, effect)
            if not node.up:
                return

    def _do(self, node: Node, effect: Effect) -> None:
        match effect:
            case Open(genesis):
                assert node.disk.genesis in (None, genesis)
                node.disk.genesis = genesis
            case Recall(genesis):
                assert node.disk.genesis in (None, genesis)
                node.disk.genesis = genesis
                fault = node.peer.recalled(node.disk.records, node.disk.secrets, self.now)
                assert fault is None, fault
                self._carry_out(node)
            case Append(record):
                node.disk.records.append(record)
                self._compare(node, len(node.disk.records))
            case Secret(key, value):
                assert node.disk.secrets.setdefault(key, value) == value
            case Forget(prefixes):
                kept = node.disk.secrets.items()
                node.disk.secrets = {k: v for k, v in kept if not k.startswith(prefixes)}
            case Send(link, data):
                cable = self.cables.get(link)
                if cable is not None:
                    there = cable.second if node.number == cable.first else cable.first
                    cable.frames[there].append(data)
            case Cut(link):
                self.cut(link)
            case Dial(_, address):
                self._dials.append((node, int(address.removeprefix("node:"))))
            case Emit(update):
                self._told(node, update)
            case Over():
                node.over += 1
            case Think(seat, _, view, hand, turn):
                self._later.append((node, seat, hand, turn, self._choose(view)))
            case _:
                pass

    def _compare(self, node: Node, n: int) -> None:
        """An entry that is on a disk may have left: every peer has to be where this one is."""
        digest = node.digests.get(n)
        if digest is not None and self.one_history:
            assert self.digests.setdefault(n, digest) == digest, f"entry {n}, {node.name}"

    def _choose(self, view: object) -> Action:
        actions = game.legal(view)  # type: ignore[arg-type]
        return self.chance.choice(actions)

    def _told(self, node: Node, update: Update) -> None:
        node.updates.append(update)
        match update:
            case HandFinished():
                node.hands.append(update)
                node.ready = True
            case TurnCame() if update.actions:
                node.turn = update
            case Knocked():
                self._admits.append((node, update.identity_hex))
            case Failed():
                node.failed = update
            case _:
                pass

    # Running

    def step(self) -> bool:
        """One thing happens; False when nothing is left to happen but time."""
        self.now += self.chance.randrange(1, 20)
        if self.cuts and self.cables and self.chance.random() * 1000 < self.cuts:
            self.cut(self.chance.choice(sorted(self.cables)))
        doable: list[tuple[str, object]] = []
        for number, cable in self.cables.items():
            doable += [("frame", (number, here)) for here, q in cable.frames.items() if q]
        doable += [("think", None)] if self._later else []
        doable += [("admit", None)] if self._admits else []
        doable += [("dial", None)] if self._dials else []
        for node in self.nodes:
            if node.up and node.turn is not None:
                doable.append(("act", node))
            if node.up and node.ready:
                doable.append(("ready", node))
        if not doable:
            return False
        kind, what = self.chance.choice(doable)
        self._happen(kind, what)
        return True

    def _happen(self, kind: str, what: object) -> None:
        from net.updates import Admit

        if kind == "frame":
            number, here = what  # type: ignore[misc]
            node = self.nodes[here]
            data = self.cables[number].frames[here].popleft()
            if not node.up:
                return
            node.peer.receive(number, data, self.now)
        elif kind == "think":
            node, seat, hand, turn, action = self._later.popleft()
            if not node.up:
                return
            node.peer.decide(seat, hand, turn, action, self.now)
        elif kind == "dial":
            node, other = self._dials.popleft()
            if node.up and self.nodes[other].up:
                self.connect(node.number, other)
            return
        elif kind == "admit":
            node, identity = self._admits.popleft()
            node.peer.command(Admit(identity, True), self.now)
        else:
            assert isinstance(what, Node)
            node = what
            if kind == "act":
                turn, node.turn = node.turn, None
                assert turn is not None
                action = self.chance.choice(turn.actions)
                node.peer.command(Perform(action), self.now)
            else:
                node.ready = False
                node.peer.command(Ready(), self.now)
        self._carry_out(node)

    def time(self, ms: int = 500) -> None:
        """Time passes; broken links are made again, dead devices come back."""
        self.now += ms
        for node in self.nodes:
            if not node.up:
                self.restart(node)
            replica = node.peer.replica
            if replica is not None and waits_for_ready(replica, node.peer.identity.public):
                node.ready = True
            if node.up:
                node.peer.tick(self.now)
                self._carry_out(node)
        for number in range(1, len(self.nodes)):
            linked = any(0 in vars_of(c) and number in vars_of(c) for c in self.cables.values())
            if not linked and self.nodes[number].up and self.nodes[0].up:
                self.connect(number, 0)

    def settle(self, hands: int = 1_000, steps: int = 20_000) -> None:
        """Runs until nothing is left to happen, or everybody has seen so many hands booked."""
        for _ in range(steps):
            if self.is_done(hands) or not self.step():
                return
        raise AssertionError("it never settles")

    def is_done(self, hands: int) -> bool:
        """Whether everybody has seen so many hands booked, or the end of the Partie."""
        return all(len(node.hands) >= hands or node.over for node in self.nodes)

    def start(self) -> None:
        """Everybody sits down, and the host starts; nobody loses power before that."""
        crashes, self.crashes = self.crashes, 0.0
        for _ in range(40):
            self.settle()
            host = self.nodes[0]
            lobby = next(u for u in reversed(host.updates) if isinstance(u, LobbyChanged))
            if all(info.name for info in lobby.seats):
                break
            self.time()
        host.peer.command(StartGame(), self.now)
        self._carry_out(host)
        self.crashes = crashes

    def play(self, hands: int) -> None:
        """Plays until everybody has seen so many hands booked, or the Partie is over."""
        self.start()
        self.play_on(hands)

    def play_on(self, hands: int) -> None:
        """Goes on playing, as `play`."""
        for _ in range(2_000):
            self.settle(hands)
            if self.is_done(hands):
                return
            for node in self.nodes:
                assert node.failed is None, node.failed
            self.time()
        raise AssertionError("the table stands still")


def waits_for_ready(replica: Replica, identity: bytes) -> bool:
    """Whether this device's person is one of those everybody waits for."""
    waiting = waited_for(replica)
    if waiting is None or waiting[1] is not WaitingFor.READY:
        return False
    return replica.lobby.seat_of(identity) in waiting[0]


def vars_of(cable: Cable) -> tuple[int, int]:
    """Both ends."""
    return cable.first, cable.second


__all__ = ["Cable", "Disk", "Mesh", "Node", "encode"]
