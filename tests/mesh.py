"""Peers joined in memory by a seeded scheduler: delays, splits, repeats, cuts, crashes, restarts.

    mesh = Mesh(seed=7, people=3, bots=1, trouble=Trouble(cuts=2, crashes=1))
    mesh.play(hands=2)

Everything that happens follows from the seed. After every entry the states of all peers have to
be equal; a failing seed is a reproduction in one line. `python -m tests.campaign` runs many.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Iterable

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
    Rewind,
    Secret,
    Send,
    Think,
)
from net.core.group import CURVE, Group
from net.core.log import PROTOCOL, Genesis, decode_genesis
from net.core.peer import Peer
from net.core.replica import Fed, Replica
from net.core.reporter import waited_for
from net.updates import (
    Admit,
    Failed,
    HandFinished,
    Knocked,
    LobbyChanged,
    OrdererChanged,
    Perform,
    Ready,
    StartGame,
    TurnCame,
    Update,
    WaitingFor,
)
from tests.mesh_parts import QUIET, RULES, Cable, Disk, Node, Trouble, shared_checks

TICK_MS = 500
"""How often time passes for a device."""


_REFUSE = b"\xa6refuse"
"""How the tag of a refusal begins, after the array's own byte."""


class Mesh:
    """People and bots at one table.

    Args:
        seed: of everything that is left to chance.
        people: devices with a person.
        bots: seats the host gives to bots.
        trouble: what goes wrong, from the start of the Partie on.
        slug: the game; `settings` its options.
        group: what decks are locked in.

    Attributes:
        counts: how often what happened.
        one_history: whether all peers have to have gone through the same states.
    """

    def __init__(
        self,
        seed: int,
        people: int = 2,
        bots: int = 2,
        *,
        trouble: Trouble = QUIET,
        slug: str = "schieber",
        settings: dict[str, str] | None = None,
        group: Group = CURVE,
    ) -> None:
        self.chance = random.Random(seed)
        self.now = 0
        self.trouble = QUIET
        self.group = group
        self.counts: Counter[str] = Counter()
        self.cables: dict[int, Cable] = {}
        self.history: dict[tuple[int, int], tuple[object, ...]] = {}
        self.one_history = True
        self.apart: dict[int, int] = {}
        self._whole_at: int | None = None
        self._next_cable = 0
        self._next_tick = TICK_MS
        self._later: deque[tuple[Node, int, int, int, Action]] = deque()
        self._admits: deque[tuple[Node, str]] = deque()
        self._dials: deque[tuple[Node, int]] = deque()
        self.nodes = [self._node(number) for number in range(people)]
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
        self._planned = trouble

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
            group=self.group,
        )

    def _hook(self, node: Node, replica: Replica) -> None:
        """Keeps what follows from every entry until that entry is on the disk."""
        if "feed" in vars(replica):
            return
        feed = replica.feed

        def checked(record: object, *, trusted: bool = False) -> object:
            fed = feed(record, trusted=trusted)  # type: ignore[arg-type]
            decks = (replica.hand.deck if replica.hand else None, replica.next_deck)
            heads = [deck.head for deck in decks if deck is not None]
            # Equal states have equal digests, and are compared several times as fast. The digests
            # themselves are compared by every device, in the verdicts.
            what = (replica.chain.head, heads, replica.state)
            node.seen[replica.n] = (replica.chain.epoch, what)
            if isinstance(fed, Fed) and fed.refusal is not None:
                self.counts["void"] += 1
            return fed

        replica.feed = checked  # type: ignore[method-assign,assignment]

    def crash(self, node: Node) -> None:
        """The device loses its power: nothing is left but its disk."""
        node.up = False
        node.turn = None
        node.asleep_until = 0
        node.unread = []
        node.away_until = self.now + self.chance.randrange(5_000)
        self.counts["crashes"] += 1
        self._isolate(node)

    def _isolate(self, node: Node) -> None:
        for cable in self._cables_of(node):
            self.cut(cable)

    def restart(self, node: Node) -> None:
        """The device comes back from its disk."""
        node.up = True
        node.failed = None
        node.seen = {}
        self.counts["restarts"] += 1
        node.peer = self._peer(node.number)
        # A host takes its table up again; a guest may also come as if it knew nothing of it.
        if node.disk.genesis is not None and (node.number == 0 or self.chance.random() < 0.5):
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
            if node.up and self.is_asleep(node):
                node.unread.append((number, cable.frames[here]))
            elif node.up:
                node.peer.unlinked(number, self.now)
                self._carry_out(node)

    def is_asleep(self, node: Node) -> bool:
        """Whether its program stands still: it reads and says nothing."""
        return node.asleep_until > self.now

    def sleep(self, node: Node, ms: int) -> None:
        """A device's program stands still for so long; its links do not know."""
        node.asleep_until = self.now + ms

    def _wake(self, node: Node) -> None:
        """It finds what was sent before its links were cut, and that they are."""
        unread, node.unread = node.unread, []
        for number, frames in unread:
            while frames and node.up:
                node.peer.receive(number, frames.popleft(), self.now)
                self._carry_out(node)
            if node.up:
                node.peer.unlinked(number, self.now)
                self._carry_out(node)

    # Effects

    def _carry_out(self, node: Node) -> None:
        if node.peer.replica is not None:
            self._hook(node, node.peer.replica)
        for effect in node.peer.drain():
            if self._befalls(self.trouble.crashes):
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
            case Rewind(n):
                assert n < len(node.disk.records)
                self.counts["rewound"] += len(node.disk.records) - n
                del node.disk.records[n:]
                node.seen = {at: seen for at, seen in node.seen.items() if at <= n}
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
                    self.counts["refused"] += data[1 : 1 + len(_REFUSE)] == _REFUSE
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
        seen = node.seen.pop(n, None)
        if seen is not None and self.one_history:
            epoch, what = seen
            assert self.history.setdefault((epoch, n), what) == what, f"entry {n}, {node.name}"
            self.counts["compared"] += 1

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
            case OrdererChanged(you=True):
                self.counts["epochs"] += 1
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
        self._trouble()
        if self.now >= self._next_tick:
            self._pass()
        doable: list[tuple[str, object]] = []
        for number, cable in self.cables.items():
            if cable.held_until <= self.now:
                for here, waiting in cable.frames.items():
                    if waiting and not self.is_asleep(self.nodes[here]):
                        doable.append(("frame", (number, here)))
        doable += [("think", None)] if self._later and not self.is_asleep(self._later[0][0]) else []
        doable += [("admit", None)] if self._admits else []
        doable += [("dial", None)] if self._dials else []
        for node in self.nodes:
            if self.is_asleep(node):
                continue
            if node.up and node.turn is not None:
                doable.append(("act", node))
            if node.up and node.ready:
                doable.append(("ready", node))
        if not doable:
            return False
        kind, what = self.chance.choice(doable)
        self._happen(kind, what)
        return True

    def _befalls(self, chance: float) -> bool:
        return chance > 0 and self.chance.random() * 1000 < chance

    def _trouble(self) -> None:
        trouble = self.trouble
        if self.cables and self._befalls(trouble.cuts):
            self.counts["cuts"] += 1
            self.cut(self.chance.choice(sorted(self.cables)))
        if self.cables and self._befalls(trouble.delays):
            self.counts["delays"] += 1
            cable = self.cables[self.chance.choice(sorted(self.cables))]
            cable.held_until = self.now + self.chance.randrange(8_000)
        if self._befalls(trouble.kills):
            for number in sorted(self.orderers()):
                self.counts["kills"] += 1
                self.kill(self.nodes[number], self.chance.randrange(30_000))
        if self._befalls(trouble.sleeps):
            self.counts["sleeps"] += 1
            self.sleep(self.chance.choice(self.nodes), self.chance.randrange(30_000))
        if self._whole_at is not None and self.now >= self._whole_at:
            self._whole_at = None
            self.part()
        elif not self.apart and self._befalls(trouble.tears):
            self.counts["tears"] += 1
            self._whole_at = self.now + self.chance.randrange(30_000)
            numbers = list(range(len(self.nodes)))
            self.chance.shuffle(numbers)
            size = self.chance.randrange(1, len(numbers)) if len(numbers) > 1 else 1
            self.part(numbers[:size], numbers[size:])
        if self._befalls(trouble.splits):
            self.counts["splits"] += 1
            node = self.chance.choice(self.nodes)
            node.away_until = self.now + self.chance.randrange(10_000)
            self._isolate(node)

    def _happen(self, kind: str, what: object) -> None:
        if kind == "frame":
            number, here = what  # type: ignore[misc]
            node = self.nodes[here]
            frames = self.cables[number].frames[here]
            data = frames.popleft()
            if not node.up:
                return
            if self._befalls(self.trouble.repeats):
                self.counts["repeats"] += 1
                frames.insert(self.chance.randrange(len(frames) + 1), data)
            node.peer.receive(number, data, self.now)
        elif kind == "think":
            node, seat, hand, turn, action = self._later.popleft()
            if not node.up:
                return
            node.peer.decide(seat, hand, turn, action, self.now)
        elif kind == "dial":
            node, other = self._dials.popleft()
            if self._knows_table(node, self.nodes[other]):
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

    def _in_reach(self, node: Node) -> bool:
        return node.up and node.away_until <= self.now and not self.is_asleep(node)

    def _reaches(self, node: Node, other: Node) -> bool:
        apart = self.apart.get(node.number, 0) != self.apart.get(other.number, 0)
        return self._in_reach(node) and self._in_reach(other) and not apart

    def part(self, *groups: Iterable[int]) -> None:
        """The network is torn into these parts; without any it is whole again."""
        self.apart = {number: part for part, group in enumerate(groups) for number in group}
        for cable, there in list(self.cables.items()):
            if self.apart.get(there.first, 0) != self.apart.get(there.second, 0):
                self.cut(cable)

    def kill(self, node: Node, ms: int) -> None:
        """A device loses its power for so long."""
        self.crash(node)
        node.away_until = self.now + ms

    def orderers(self) -> set[int]:
        """The devices that order by what their own logs say."""
        found = set()
        for node in self.nodes:
            replica = node.peer.replica
            if node.up and replica is not None:
                me = node.peer.identity.public
                found |= {node.number} if replica.chain.orderer == me else set()
        return found

    def agree(self) -> None:
        """Nothing goes wrong any more, until all have one log."""
        self.trouble = QUIET
        self.part()
        for _ in range(400):
            files = [node.disk.file() for node in self.nodes if node.up]
            longest = max(files, key=len, default=b"")
            if len(files) == len(self.nodes) and all(longest.startswith(file) for file in files):
                return
            self.time()
            for _ in range(100):
                if not self.step():
                    break
        raise AssertionError("they never agree")

    def time(self, ms: int = TICK_MS) -> None:
        """Nothing happens for a while."""
        self.now += ms
        self._pass()

    def _pass(self) -> None:
        """Time has passed; broken links are made again, dead devices come back."""
        self._next_tick = self.now + TICK_MS
        for node in self.nodes:
            if not node.up and node.away_until <= self.now:
                self.restart(node)
            replica = node.peer.replica
            if replica is not None and waits_for_ready(replica, node.peer.identity.public):
                node.ready = True
            if node.up and not self.is_asleep(node):
                if node.unread and self.chance.random() < 0.5:
                    self._wake(node)
                if node.up:
                    node.peer.tick(self.now)
                    self._carry_out(node)
                self._wake(node)
        for node in self.nodes:
            if node.peer.replica is None and self._in_reach(node) and not self._cables_of(node):
                others = [other for other in self.nodes if self._knows_table(node, other)]
                if others:
                    self.connect(node.number, self.chance.choice(others).number)

    def _cables_of(self, node: Node) -> list[int]:
        return [c for c, there in self.cables.items() if node.number in vars_of(there)]

    def _knows_table(self, node: Node, other: Node) -> bool:
        return other is not node and other.peer.replica is not None and self._reaches(node, other)

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
        """Everybody sits down, and the host starts; nothing goes wrong before that."""
        for _ in range(40):
            self.settle()
            host = self.nodes[0]
            lobby = next(u for u in reversed(host.updates) if isinstance(u, LobbyChanged))
            if all(info.name for info in lobby.seats):
                break
            self.time()
        host.peer.command(StartGame(), self.now)
        self._carry_out(host)
        self.trouble = self._planned

    def play(self, hands: int) -> None:
        """Plays until everybody has seen so many hands booked, or the Partie is over."""
        with shared_checks():
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


__all__ = ["QUIET", "RULES", "Cable", "Disk", "Mesh", "Node", "Trouble", "shared_checks"]
