"""Peers joined in memory by a seeded scheduler: delays, splits, repeats, cuts, crashes, restarts.

    mesh = Mesh(seed=7, people=3, bots=1, trouble=Trouble(cuts=2, crashes=1))
    mesh.play(hands=2)

Everything that happens follows from the seed. After every entry the states of all peers have to
be equal; a failing seed is a reproduction in one line. `python -m tests.campaign` runs many.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from engine import game
from engine.actions import Action
from net.commands import Admit, Perform, Ready, Rematch, StartGame
from net.core import crypto
from net.core.awaited import waited_for
from net.core.bodies import Options
from net.core.desk import options_body
from net.core.effects import (
    Cut,
    Dial,
    Effect,
    Emit,
    Over,
    Send,
    Think,
)
from net.core.group import CURVE, Group
from net.core.log import PROTOCOL, Genesis, decode_genesis
from net.core.peer import Peer
from net.core.replica import Fed, Replica
from net.updates import (
    Failed,
    HandFinished,
    Knocked,
    LobbyChanged,
    OrdererChanged,
    TurnCame,
    Update,
    WaitingFor,
)
from tests.mesh_parts import (
    QUIET,
    RULES,
    Cable,
    Disk,
    DiskFull,
    Node,
    NodeFiles,
    PowerCut,
    Strike,
    Trouble,
    shared_checks,
)
from tests.mesh_storm import EXPLAINED, Storm

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
        slug: the game; ``preset`` and ``settings`` its options.
        group: what decks are locked in.
        parties: how many Partien they want to play.
        unasked: how often a person does what nobody asked for, where there is such a thing.
        by_log: so many hands in everybody's log are enough, also if somebody did not see them
            booked; whoever has them waits for the others.
        tamper: does something to the fresh core of each device: a cheat's program is another one.

    Attributes:
        counts: how often what happened.
        one_history: whether all peers have to have gone through the same states.
        strange: the devices whose program is another one: what becomes of them is their business.
    """

    def __init__(
        self,
        seed: int,
        people: int = 2,
        bots: int = 2,
        *,
        trouble: Trouble = QUIET,
        slug: str = "schieber",
        preset: str | None = None,
        settings: dict[str, str] | None = None,
        group: Group = CURVE,
        parties: int = 1,
        unasked: float = 0,
        by_log: bool = False,
        tamper: Callable[[int, Peer], None] = lambda number, peer: None,
    ) -> None:
        self.chance = random.Random(seed)
        self.now = 0
        self.group = group
        self.parties = parties
        self.unasked = unasked
        self._by_log = by_log
        self.counts: Counter[str] = Counter()
        self.cables: dict[int, Cable] = {}
        self.history: dict[tuple[int, int], tuple[object, ...]] = {}
        self.one_history = True
        self._rests = False
        self._wait = False
        self.strange: set[int] = set()
        self.storm = Storm(self)
        self._tamper = tamper
        self._next_cable = 0
        self._next_tick = TICK_MS
        self._later: deque[tuple[Node, int, int, int, Action]] = deque()
        self._admits: deque[tuple[Node, str]] = deque()
        self._dials: deque[tuple[Node, int]] = deque()
        self.nodes = [self._node(number) for number in range(people)]
        options = options_body(slug, people + bots, preset, settings or {})
        assert isinstance(options, Options), options
        host = self.nodes[0]
        nonce = self.chance.randbytes(32)
        genesis = Genesis(
            "jass log", PROTOCOL, RULES, host.peer.identity.public, nonce, f"Tisch {seed}"
        )
        host.peer.found(genesis, options, ["normal"] * bots, self.now)
        self.carry_out(host)
        for number in range(1, people):
            # One after the other, so that person n sits on seat n.
            self.connect(number, 0)
            self.settle()
        self._planned = trouble

    # Devices

    def _node(self, number: int) -> Node:
        disk = Disk()
        node = Node(number, f"Person {number}", self._peer(number), disk, NodeFiles(disk))

        def strike(write: bool) -> Strike | None:
            return self.storm.strike(node, write=write)

        def rewound(before: int, n: int) -> None:
            self.counts["rewound"] += before - n
            node.seen = {at: seen for at, seen in node.seen.items() if at <= n}

        disk.strike, disk.tear = strike, self.storm.tear
        disk.written, disk.rewound = partial(self._compare, node), rewound
        return node

    def _peer(self, number: int) -> Peer:
        chance = random.Random(self.chance.getrandbits(64))
        peer = Peer(
            crypto.Identity(bytes([number + 1]) * 32),
            f"Person {number}",
            random=chance.randbytes,
            rules=RULES,
            address=f"node:{number}",
            group=self.group,
        )
        self._tamper(number, peer)
        return peer

    def clock(self, node: Node) -> int:
        """What the clock of a device shows."""
        return self.now + node.ahead

    def _hook(self, node: Node, replica: Replica) -> None:
        """Keeps what follows from every entry until that entry is on the disk."""
        if "feed" in vars(replica):
            return
        feed = replica.feed

        def checked(record: object, *, trusted: bool = False) -> object:
            fed = feed(record, trusted=trusted)  # type: ignore[arg-type]
            node.seen[replica.n] = (replica.chain.epoch, state_of(replica))
            if isinstance(fed, Fed) and fed.refusal is not None:
                self.counts["void"] += 1
            return fed

        replica.feed = checked  # type: ignore[method-assign,assignment]

    def crash(self, node: Node) -> None:
        """The device loses its power: nothing is left but its disk."""
        replica = node.peer.replica
        if replica is not None:
            node.orders = replica.chain.orderer == node.peer.identity.public
        node.up = False
        node.turn = None
        node.asleep_until = 0
        node.broken = False
        node.leaving = None
        node.unread = []
        node.away_until = self.now + self.chance.randrange(5_000)
        self.counts["crashes"] += 1
        self.isolate(node)

    def kill(self, node: Node, ms: int) -> None:
        """A device loses its power for so long."""
        self.crash(node)
        node.away_until = self.now + ms

    def isolate(self, node: Node) -> None:
        """All links of a device are cut."""
        for cable in self._cables_of(node):
            self.cut(cable)

    def restart(self, node: Node) -> None:
        """The device comes back from its disk."""
        node.up = True
        node.failed = None
        node.seen = {}
        self.counts["restarts"] += 1
        node.disk.reopen()
        node.peer = self._peer(node.number)
        node.program = self.chance.randbytes(8)
        node.files = NodeFiles(node.disk)
        # A host takes its table up again; a guest may also come as if it knew nothing of it.
        if node.disk.genesis is not None and (node.orders or self.chance.random() < 0.5):
            genesis = decode_genesis(node.disk.genesis)
            assert genesis is not None
            node.files.open(genesis)
            now = self.clock(node)
            fault = node.peer.restore(genesis, node.disk.records, node.disk.secrets, now)
            assert fault is None, fault
            self._has_secrets(node)
            assert node.peer.replica is not None
            self._compare_restored(node, node.peer.replica)
            self._hook(node, node.peer.replica)
        self.carry_out(node)

    def _has_secrets(self, node: Node) -> None:
        """No disk has lost any; a cheat may have bound itself to others, and its program ends."""
        if node.peer.lacks_secrets:
            assert node.number in self.strange
            node.failed = Failed("secrets_lost", {})

    def _compare_restored(self, node: Node, replica: Replica) -> None:
        """What a disk gives back is what the table was then."""
        n = len(node.disk.records)
        if replica.n == n and self.one_history:
            what = self.history.get((replica.chain.epoch, n))
            assert what in (None, state_of(replica)), f"restored at entry {n}, {node.name}"

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
            identity, now = other.peer.identity.public, self.clock(node)
            node.peer.linked(
                number, identity, other.name, now, dialled=dialled, program=other.program
            )
            self.carry_out(node)

    def cut(self, number: int) -> None:
        """The cable breaks; what was on its way is lost."""
        cable = self.cables.pop(number, None)
        if cable is None:
            return
        for here in cable.ends:
            node = self.nodes[here]
            if node.up and self.is_asleep(node):
                node.unread.append((number, cable.frames[here]))
            elif node.up:
                self.counts["frames lost"] += len(cable.frames[here])
                node.peer.unlinked(number, self.clock(node))
                self.carry_out(node)

    def is_asleep(self, node: Node) -> bool:
        """Whether its program stands still: it reads and says nothing."""
        return node.asleep_until > self.now

    def sleep(self, node: Node, ms: int) -> None:
        """A device's program stands still for so long; its links do not know."""
        node.asleep_until = self.now + ms

    def reads(self, node: Node) -> bool:
        """Whether its program runs."""
        return node.up and not self.is_asleep(node)

    def _wake(self, node: Node) -> None:
        """It finds what was sent before its links were cut, and that they are."""
        unread, node.unread = node.unread, []
        for number, frames in unread:
            while frames and node.up:
                node.peer.receive(number, frames.popleft(), self.clock(node))
                self.carry_out(node)
            if node.up:
                node.peer.unlinked(number, self.clock(node))
                self.carry_out(node)

    # Effects

    def carry_out(self, node: Node) -> None:
        """As `net.shell` does it: everything is written before anything is sent or told."""
        if node.broken:
            node.peer.drain()
            return
        if node.peer.replica is not None:
            self._hook(node, node.peer.replica)
        try:
            for effect in self._write(node):
                if node.disk.strike(False) is Strike.POWER:
                    raise PowerCut
                self._do(node, effect)
                if not node.up:
                    return
        except PowerCut:
            self.crash(node)
        except DiskFull:
            # The core is ahead of the disk now, and says nothing any more.
            self.counts["full disks"] += 1
            node.broken = True
            node.turn = None

    def _write(self, node: Node) -> list[Effect]:
        """Writes what has to be on the disk; what is left to do comes back."""

        def recalled(records: Sequence[bytes], secrets: Mapping[bytes, bytes]) -> None:
            fault = node.peer.recalled(records, secrets, self.clock(node))
            assert fault is None, fault
            self._has_secrets(node)
            if node.peer.replica is not None:
                self._hook(node, node.peer.replica)

        return node.files.write(node.peer.drain, recalled)

    def _do(self, node: Node, effect: Effect) -> None:
        match effect:
            case Send(link, data):
                cable = self.cables.get(link)
                if cable is not None:
                    there = cable.second if node.number == cable.first else cable.first
                    cable.frames[there].append(data)
                    self.counts["frames"] += 1
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
                actions = game.legal(view)
                self._can_answer(node, actions)
                if actions:
                    self._later.append((node, seat, hand, turn, self.chance.choice(actions)))
            case _:
                pass

    def _compare(self, node: Node, n: int) -> None:
        """An entry that is on a disk may have left: every peer has to be where this one is."""
        seen = node.seen.pop(n, None)
        if seen is not None and self.one_history and node.number not in self.strange:
            epoch, what = seen
            assert self.history.setdefault((epoch, n), what) == what, f"entry {n}, {node.name}"
            self.counts["compared"] += 1

    def _can_answer(self, node: Node, actions: Sequence[Action]) -> None:
        """Whoever is asked has an answer, unless a lie of its own device has left it without."""
        assert actions or node.number in self.strange, f"{node.name} is asked, and has no answer"

    def _told(self, node: Node, update: Update) -> None:
        node.updates.append(update)
        match update:
            case HandFinished():
                node.hands.append(update)
                node.ready = True
            case TurnCame():
                self._can_answer(node, update.actions)
                node.turn = update if update.actions else None
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
        self.storm.step()
        if self.now >= self._next_tick:
            self._pass()
        doable: list[tuple[str, object]] = []
        for number, cable in self.cables.items():
            if cable.held_until <= self.now:
                for here, waiting in cable.frames.items():
                    if waiting and not self.is_asleep(self.nodes[here]):
                        doable.append(("frame", (number, here)))
        doable += [("admit", None)] if self._admits else []
        doable += [("dial", None)] if self._dials else []
        if not self._rests and not self._wait:
            doable += self._people()
        if not doable:
            return False
        kind, what = self.chance.choice(doable)
        self._happen(kind, what)
        return True

    def _people(self) -> list[tuple[str, object]]:
        """What people and bots may do next."""
        found: list[tuple[str, object]] = []
        if self._later and not self.is_asleep(self._later[0][0]):
            found.append(("think", None))
        for node in self.nodes:
            if self.reads(node):
                found += [("act", node)] if node.turn is not None else []
                found += [("ready", node)] if node.ready else []
        return found

    def _happen(self, kind: str, what: object) -> None:
        if kind == "frame":
            number, here = what  # type: ignore[misc]
            node = self.nodes[here]
            frames = self.cables[number].frames[here]
            data = frames.popleft()
            if not node.up:
                return
            if self.storm.befalls(self.storm.trouble.repeats):
                self.counts["repeats"] += 1
                frames.insert(self.chance.randrange(len(frames) + 1), data)
            node.peer.receive(number, data, self.clock(node))
        elif kind == "think":
            node, seat, hand, turn, action = self._later.popleft()
            if not node.up:
                return
            node.peer.decide(seat, hand, turn, action, self.clock(node))
        elif kind == "dial":
            node, other = self._dials.popleft()
            if self._knows_table(node, self.nodes[other]):
                self.connect(node.number, other)
            return
        elif kind == "admit":
            node, identity = self._admits.popleft()
            node.peer.command(Admit(identity, True), self.clock(node))
        else:
            assert isinstance(what, Node)
            node = what
            if kind == "act":
                self._act(node)
            else:
                node.ready = False
                node.peer.command(Ready(), self.clock(node))
        self.carry_out(node)

    def _act(self, node: Node) -> None:
        turn, node.turn = node.turn, None
        assert turn is not None
        if self.unasked and turn.unasked and self.chance.random() < self.unasked:
            node.peer.command(Perform(self.chance.choice(turn.unasked)), self.clock(node))
            node.turn = turn
            self.counts["unasked"] += 1
        else:
            node.peer.command(Perform(self.chance.choice(turn.actions)), self.clock(node))

    def _in_reach(self, node: Node) -> bool:
        return self.reads(node) and node.away_until <= self.now

    def _reaches(self, node: Node, other: Node) -> bool:
        parts = self.storm.apart
        apart = parts.get(node.number, 0) != parts.get(other.number, 0)
        return self._in_reach(node) and self._in_reach(other) and not apart

    def part(self, *groups: Iterable[int]) -> None:
        """The network is torn into these parts; without any it is whole again."""
        self.storm.part(*groups)

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
        """Nothing goes wrong and nobody plays any more, until all have one log."""
        self.storm.calm()
        self._rests = True
        for _ in range(600):
            nodes = [node for node in self.nodes if self.belongs(node)]
            files = [node.disk.file() for node in nodes if node.up and node.disk.genesis]
            longest = max(files, key=len, default=b"")
            if len(files) == len(nodes) and all(longest.startswith(file) for file in files):
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
            if self.reads(node):
                self._rematch(node)
            if self.reads(node):
                if node.unread and self.chance.random() < 0.5:
                    self._wake(node)
                if node.up:
                    node.peer.tick(self.clock(node))
                    self.carry_out(node)
                self._wake(node)
            self.storm.pass_time(node)
        for node in self.nodes:
            lost = node.peer.replica is None and node.failed is None
            if lost and self._in_reach(node) and not self._cables_of(node):
                others = [other for other in self.nodes if self._knows_table(node, other)]
                if others:
                    self.connect(node.number, self.chance.choice(others).number)

    def _rematch(self, node: Node) -> None:
        """After a Partie that was not the last, a person wants the next."""
        replica = node.peer.replica
        if replica is None or not 0 < replica.lobby.partie < self.parties or replica.lobby.playing:
            return
        lobby, me = replica.lobby, node.peer.identity.public
        heard = me in lobby.willing and not lobby.willing.issuperset(lobby.present)
        if not heard and self.chance.random() < 0.3:
            node.peer.command(Rematch(), self.clock(node))
            self.carry_out(node)

    def _cables_of(self, node: Node) -> list[int]:
        return [c for c, there in self.cables.items() if node.number in there.ends]

    def _knows_table(self, node: Node, other: Node) -> bool:
        return other is not node and other.peer.replica is not None and self._reaches(node, other)

    def settle(self, hands: int = 1_000, steps: int = 20_000) -> None:
        """Runs until nothing is left to happen, or everybody has seen so many hands booked."""
        for _ in range(steps):
            if self.is_done(hands) or not self.step():
                return
            self._wait = self._by_log and any(self._booked(n) >= hands for n in self.nodes)
        raise AssertionError("it never settles")

    def is_done(self, hands: int) -> bool:
        """Whether everybody has seen so many hands booked, or the end of the last Partie."""
        return all(
            self._booked(node) >= hands or self._is_over(node)
            for node in self.nodes
            if self.plays(node)
        )

    def belongs(self, node: Node) -> bool:
        """Whether a device has to have the table's log in the end."""
        return True

    def plays(self, node: Node) -> bool:
        """Whether everybody waits for this device: not if the program of a cheat has ended.

        It may have taken its own void lie for true.
        """
        failed = node.failed if node.number in self.strange else None
        return self.belongs(node) and (failed is None or failed.code in EXPLAINED)

    def _booked(self, node: Node) -> int:
        replica = node.peer.replica
        if self._by_log:
            return len(replica.reports) if node.up and replica is not None else 0
        return len(node.hands)

    def _is_over(self, node: Node) -> bool:
        replica = node.peer.replica
        if not node.up or replica is None:
            return False
        return replica.lobby.partie >= self.parties and not replica.lobby.playing

    def start(self) -> None:
        """Everybody sits down, and the host starts; nothing goes wrong before that."""
        for _ in range(40):
            self.settle()
            host = self.nodes[0]
            lobby = next(u for u in reversed(host.updates) if isinstance(u, LobbyChanged))
            if all(info.name for info in lobby.seats):
                break
            self.time()
        host.peer.command(StartGame(), self.clock(host))
        self.carry_out(host)
        self.storm.trouble = self._planned

    def play(self, hands: int) -> None:
        """Plays until everybody has seen so many hands booked, or the last Partie is over."""
        with shared_checks():
            self.start()
            self.play_on(hands)

    def play_on(self, hands: int, rounds: int = 2_000) -> None:
        """Goes on playing, as `play`; in the second half of the rounds nothing goes wrong."""
        self._rests = False
        for number in range(rounds):
            if number == rounds // 2:
                self.storm.calm()
            self.settle(hands)
            if self.is_done(hands):
                return
            for node in self.nodes:
                if self.has_ended(node):
                    raise Ended(node)
            self.time()
        raise Standstill(f"the table stands still: {self.waiting()}")

    def has_ended(self, node: Node) -> bool:
        """Whether an honest person's session has ended, and for no good reason."""
        failed = node.failed if node.number not in self.strange else None
        return failed is not None and failed.code not in EXPLAINED

    def waiting(self) -> str:
        """What each device says that the table waits for."""
        found = []
        for node in self.nodes:
            replica = node.peer.replica
            waits = waited_for(replica) if node.up and replica is not None else "?"
            found.append(f"{node.name}: {waits}")
        return ", ".join(found)


class Ended(AssertionError):
    """A session ended before its time, with a code that tells its person why."""

    def __init__(self, node: Node) -> None:
        super().__init__(f"{node.name}: {node.failed}")
        self.code = node.failed.code if node.failed is not None else ""


class Standstill(AssertionError):
    """Nothing happens any more, though nobody has to wait."""


def state_of(replica: Replica) -> tuple[object, ...]:
    """What has to be equal at every device after the same entry.

    Equal states have equal digests, and are compared several times as fast. The digests themselves
    are compared by every device, in the verdicts.
    """
    decks = (replica.hand.deck if replica.hand else None, replica.next_deck)
    heads = [deck.head for deck in decks if deck is not None]
    return (replica.chain.head, heads, replica.state)


def waits_for_ready(replica: Replica, identity: bytes) -> bool:
    """Whether this device's person is one of those everybody waits for."""
    waiting = waited_for(replica)
    if waiting is None or waiting[1] is not WaitingFor.READY:
        return False
    return replica.lobby.seat_of(identity) in waiting[0]


__all__ = ["QUIET", "RULES", "Cable", "Disk", "Mesh", "Node", "Trouble", "shared_checks"]
