"""The devices of a mesh: their programs and disks, the cables between them, what is done for them.

After every entry that is on a disk the states of all peers have to be equal. What happens next, and
who plays when, is decided in `tests.mesh`.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from engine import game
from engine.actions import Action
from net.core import crypto
from net.core.effects import Cut, Dial, Effect, Emit, Over, Send, Think
from net.core.group import Group
from net.core.log import decode_genesis
from net.core.peer import Peer
from net.core.replica import Fed, Replica
from net.updates import (
    Failed,
    HandFinished,
    Knocked,
    OrdererChanged,
    TurnCame,
    Update,
)
from tests.mesh_parts import (
    RULES,
    Cable,
    Disk,
    DiskFull,
    Node,
    NodeFiles,
    PowerCut,
    Strike,
)
from tests.mesh_storm import Storm

__all__ = ["Devices"]

_REFUSE = b"\xa6refuse"
"""How the tag of a refusal begins, after the array's own byte."""


class Devices:
    """Devices with people, and cables between them.

    Args:
        seed: of everything that is left to chance.
        people: devices with a person.
        group: what decks are locked in.
        tamper: does something to the fresh core of each device: a cheat's program is another one.

    Attributes:
        now: milliseconds since the beginning.
        counts: how often what happened.
        one_history: whether all peers have to have gone through the same states.
        strange: the devices whose program is another one: what becomes of them is their business.
    """

    def __init__(
        self, seed: int, people: int, group: Group, tamper: Callable[[int, Peer], None]
    ) -> None:
        self.chance = random.Random(seed)
        self.now = 0
        self.group = group
        self.counts: Counter[str] = Counter()
        self.cables: dict[int, Cable] = {}
        self.history: dict[tuple[int, int], tuple[object, ...]] = {}
        self.one_history = True
        self.strange: set[int] = set()
        self.storm = Storm(self)
        self._tamper = tamper
        self._next_cable = 0
        self._later: deque[tuple[Node, int, int, int, Action]] = deque()
        self._admits: deque[tuple[Node, str]] = deque()
        self._dials: deque[tuple[Node, int]] = deque()
        self.nodes = [self._node(number) for number in range(people)]

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

    def orderers(self) -> set[int]:
        """The devices that order by what their own logs say."""
        found = set()
        for node in self.nodes:
            replica = node.peer.replica
            if node.up and replica is not None:
                me = node.peer.identity.public
                found |= {node.number} if replica.chain.orderer == me else set()
        return found

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

    def isolate(self, node: Node) -> None:
        """All links of a device are cut."""
        for cable in self._cables_of(node):
            self.cut(cable)

    def part(self, *groups: Iterable[int]) -> None:
        """The network is torn into these parts; without any it is whole again."""
        self.storm.part(*groups)

    def _cables_of(self, node: Node) -> list[int]:
        return [c for c, there in self.cables.items() if node.number in there.ends]

    def _in_reach(self, node: Node) -> bool:
        return self.reads(node) and node.away_until <= self.now

    def _reaches(self, node: Node, other: Node) -> bool:
        parts = self.storm.apart
        apart = parts.get(node.number, 0) != parts.get(other.number, 0)
        return self._in_reach(node) and self._in_reach(other) and not apart

    def _knows_table(self, node: Node, other: Node) -> bool:
        return other is not node and other.peer.replica is not None and self._reaches(node, other)

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


def state_of(replica: Replica) -> tuple[object, ...]:
    """What has to be equal at every device after the same entry.

    Equal states have equal digests, and are compared several times as fast. The digests themselves
    are compared by every device, in the verdicts.
    """
    decks = (replica.hand.deck if replica.hand else None, replica.next_deck)
    heads = [deck.head for deck in decks if deck is not None]
    return (replica.chain.head, heads, replica.state)
