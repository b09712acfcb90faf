"""The mesh with people beside the table: they dial whoever can be reached and look on."""

from __future__ import annotations

import random

from net.commands import Command
from net.core import crypto
from net.core.effects import Cut, Effect
from net.core.peer import Peer
from net.core.replica import Replica
from net.core.wire import Message, encode_message
from net.updates import GalleryChanged, HandFinished, Update
from tests.mesh import RULES, Mesh, Node
from tests.small_group import SMALL

__all__ = [
    "DoorMesh",
    "WatchedMesh",
    "gallery_of",
    "link_to_host",
    "of_kind",
    "play_until_cards",
    "replica_of",
    "send",
    "watched_table",
]

ONE_HAND = {"laenge": "1"}


class DoorMesh(Mesh):
    """Whoever is turned away hears why, as `net.shell` does it."""

    def _do(self, node: Node, effect: Effect) -> None:
        """What waits on a link that is ended on purpose arrives first."""
        cable = self.cables.get(effect.link) if isinstance(effect, Cut) else None
        if cable is not None and isinstance(effect, Cut):
            (there,) = (self.nodes[end] for end in cable.ends if end != node.number)
            frames = cable.frames[there.number]
            while frames and self.reads(there):
                there.peer.receive(effect.link, frames.popleft(), self.clock(there))
                self.carry_out(there)
        super()._do(node, effect)


class WatchedMesh(DoorMesh):
    """A table and people who come to look on with `look_on`.

    Attributes:
        watching: the numbers of their devices.
    """

    def __init__(self, seed: int, people: int = 2, bots: int = 2, **more: object) -> None:
        self.watching: set[int] = set()
        super().__init__(seed, people, bots, **more)  # type: ignore[arg-type]

    def _peer(self, number: int) -> Peer:
        if number not in self.watching:
            return super()._peer(number)
        return Peer(
            crypto.Identity(bytes([number + 1]) * 32),
            f"Gast {number}",
            random=random.Random(self.chance.getrandbits(64)).randbytes,
            rules=RULES,
            group=self.group,
            watching=True,
        )

    def look_on(self) -> Node:
        """One more comes to look on and dials the founder; it is there after some time."""
        self.watching.add(len(self.nodes))
        node = self._node(len(self.nodes))
        self.nodes.append(node)
        self.connect(node.number, 0)
        return node

    @property
    def spectators(self) -> list[Node]:
        """Those who look on."""
        return [node for node in self.nodes if node.number in self.watching]

    def is_there(self, node: Node) -> bool:
        """Whether somebody who looks on has all that the device which orders has."""
        replica = node.peer.replica
        longest = max(len(one.disk.records) for one in self.nodes if one.up)
        return node.peer.at_table and replica is not None and replica.n == longest

    def come(self) -> None:
        """Runs until everybody who looks on is there, and not a step longer."""
        for _ in range(8_000):
            if all(map(self.is_there, self.spectators)):
                return
            if not self.step():
                self.time()
        raise AssertionError("they do not get there")

    def arrive(self) -> None:
        """Runs until everybody who looks on is there, and all know of it."""
        self.come()
        self.time()
        for _ in range(40):
            self.step()
        self.time()  # who looks on is told at the next tick

    def say(self, node: Node, command: Command) -> None:
        """The person at a device wants something."""
        node.peer.command(command, self.clock(node))
        self.carry_out(node)

    def _told(self, node: Node, update: Update) -> None:
        super()._told(node, update)
        if node.number in self.watching and isinstance(update, HandFinished):
            node.ready = False  # nobody asks them

    def _knows_table(self, node: Node, other: Node) -> bool:
        return other.number not in self.watching and super()._knows_table(node, other)

    def may_find(self, node: Node, other: Node) -> bool:
        """Whether a device that is not at the table finds that one by itself."""
        return node.number in self.watching

    def _pass(self) -> None:
        """Besides, who lost the table looks for it at everybody's address, as `net.road` does."""
        super()._pass()
        for node in self.nodes:
            if node.failed is not None or not self._in_reach(node) or node.peer.at_table:
                continue
            tried = {end for cable in self._cables_of(node) for end in self.cables[cable].ends}
            others = [
                other
                for other in self.nodes
                if other.number not in tried
                and self.may_find(node, other)
                and self._knows_table(node, other)
            ]
            if others:
                self.connect(node.number, self.chance.choice(others).number)


def gallery_of(node: Node) -> tuple[str, ...]:
    """Who looks on, as this device told its person last."""
    told = (u.names for u in reversed(node.updates) if isinstance(u, GalleryChanged))
    return next(told, ())


def watched_table(seed: int = 1, people: int = 2, **more: object) -> WatchedMesh:
    """A table of people and bots before its first card, for one hand unless told otherwise."""
    given = {"settings": ONE_HAND, "group": SMALL, **more}
    return WatchedMesh(seed, people=people, bots=4 - people, **given)


def play_until_cards(mesh: WatchedMesh, cards: int, hand: int = 1) -> None:
    """Plays until so many cards of a hand lie on the table or were taken."""
    while True:
        state = replica_of(mesh.nodes[0]).state
        if state is not None and state.hand_no == hand and state.played.bit_count() >= cards:
            return
        if not mesh.step():
            mesh.time()


def replica_of(node: Node) -> Replica:
    """What the log means at a device."""
    assert node.peer.replica is not None
    return node.peer.replica


def of_kind(node: Node, kind: type) -> list[object]:
    """What a device told its person of this kind."""
    return [update for update in node.updates if isinstance(update, kind)]


def link_to_host(mesh: WatchedMesh, node: Node) -> int:
    """The link of this device to the host."""
    return next(number for number in mesh._cables_of(node) if 0 in mesh.cables[number].ends)


def send(mesh: WatchedMesh, node: Node, *messages: Message) -> None:
    """A changed program at this device sends something on its link to the host."""
    cable = link_to_host(mesh, node)
    for message in messages:
        mesh.cables[cable].frames[0].append(encode_message(message))
    for _ in range(50):
        mesh.step()
