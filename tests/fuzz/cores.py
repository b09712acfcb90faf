"""Frames into the cores of a running table, from a stranger and from a seat."""

from __future__ import annotations

import random
from typing import Any

from engine import game
from net.core import crypto
from net.core.limits import FRAME_BYTES
from net.core.log import (
    Record,
    decode_entry,
    decode_record,
    encode,
    next_head,
    order_signature,
    sign_data,
)
from net.core.wire import (
    Knock,
    Ordered,
    Propose,
    encode_message,
)
from tests.fuzz.target import Target
from tests.fuzz.wires import good_frames
from tests.games import settings_of, sizes
from tests.mesh import Mesh
from tests.mutate import mutated_tree
from tests.small_group import SMALL

__all__ = ["Cores", "Members"]


MESH_FRAMES = 2_000
"""Frames that one table gets before it is laid aside."""


class Cores(Target):
    """Frames into every core of a running table, from somebody who has no seat.

    The table plays on meanwhile, and everything that holds without the stranger has to hold.
    """

    name = "stranger"

    def __init__(self, chance: random.Random) -> None:
        super().__init__(chance)
        self._left = 0
        self._link = 1_000_000
        self._new_table()

    def _new_table(self) -> None:
        chance = self.chance
        slug, seats = chance.choice(sizes())
        variant = game.find_variant(slug)
        assert variant is not None
        people = min(seats, 3)
        settings = settings_of(variant, seats, chance)
        seed = chance.randrange(2**31)
        self.mesh = Mesh(
            seed, people, seats - people, slug=slug, settings=settings, group=SMALL, by_log=True
        )
        self.mesh.start()
        for _ in range(chance.randrange(300)):
            self.mesh.step()
        self._left = MESH_FRAMES
        self.seeds = self._good()

    def _good(self) -> list[bytes]:
        frames = list(self.chance.sample(good_frames(), 30))
        for node in self.mesh.nodes:
            frames.append(encode_message(Ordered(tuple(node.disk.records[-4:]))))
        frames += [
            frame for c in self.mesh.cables.values() for f in c.frames.values() for frame in f
        ]
        return frames

    def read(self, data: bytes) -> None:
        if self._left <= 0:
            self._finish()
            self._new_table()
        self._left -= 1
        if self._left % 20 == 0:
            for _ in range(5):
                self.mesh.step()
        self._strike(data)

    def _strike(self, data: bytes) -> None:
        node = self.chance.choice(self.mesh.nodes)
        self._link += 1
        enemy = crypto.Identity(self.chance.randbytes(32)).public
        dialled = self.chance.random() < 0.5
        node.peer.linked(self._link, enemy, "x", self.mesh.now, dialled=dialled)
        if self.chance.random() < 0.3:
            node.peer.receive(self._link, self.chance.choice(self.seeds), self.mesh.now)
        node.peer.receive(self._link, data, self.mesh.now)
        node.peer.unlinked(self._link, self.mesh.now)
        self.mesh.carry_out(node)

    def _finish(self) -> None:
        """The hand comes to its verdicts, and nobody is blamed."""
        hands = max(len(node.peer.replica.reports) for node in self.mesh.nodes if node.peer.replica)
        self.mesh.play_on(hands + 1)
        for node in self.mesh.nodes:
            assert node.failed is None, node.failed
            assert node.peer.replica is None or node.peer.replica.offences == []


class Members(Cores):
    """Frames from a device that has a seat, or in the host's place, under its own identity.

    Half of them say something well signed that is wrong inside. Nothing is asked of the table but
    that no core raises.
    """

    name = "member"

    def _new_table(self) -> None:
        super()._new_table()
        self._lines: dict[tuple[int, int], int] = {}

    def _strike(self, data: bytes) -> None:
        mesh, chance = self.mesh, self.chance
        if len(mesh.nodes) < 2:
            self._left = 0
            return
        node, mad = chance.sample(mesh.nodes, 2)
        link = self._line(node, mad)
        frame = data if chance.random() < 0.5 else self._signed(mad)
        node.peer.receive(link, frame, mesh.now)
        if chance.random() < 0.05:
            node.peer.tick(mesh.now)
        node.peer.drain()
        if node.peer.failed is not None:
            self._left = min(self._left, 20)

    def _line(self, node: Any, mad: Any) -> int:
        """A link on which the mad device is let in; a new one when the last was ended."""
        ends = (node.number, mad.number)
        link = self._lines.get(ends)
        if link is None or link not in node.peer._links.live:
            self._link += 1
            link = self._lines[ends] = self._link
            identity, now = mad.peer.identity.public, self.mesh.now
            node.peer.linked(link, identity, mad.name, now, dialled=False)
            replica = mad.peer.replica
            chain = replica.chain if replica is not None else None
            n, head = (chain.n, chain.head) if chain is not None else (0, bytes(32))
            epoch = chain.epoch if chain is not None else 0
            knock = Knock(mad.name, epoch, n, head, f"node:{mad.number}")
            node.peer.receive(link, encode_message(knock), now)
        return link

    def _signed(self, mad: Any) -> bytes:
        """What a body of this table may look like when its author, or the orderer, is mad."""
        chance, replica = self.chance, mad.peer.replica
        if replica is None or not replica.n:
            return chance.choice(self.seeds)
        identity, chain = mad.peer.identity, replica.chain
        old = decode_record(chance.choice(mad.disk.records))
        entry = decode_entry(old.entry) if old is not None else None
        body = mutated_tree(chance, entry.body if entry is not None else b"\x90")
        n = chance.choice((chain.n, chance.randrange(chain.n + 1)))
        signed = encode(sign_data(identity, chain.table, n, chain.head_at(n) or chain.head, body))
        if chance.random() < 0.5:
            return encode_message(Propose(signed))[:FRAME_BYTES]
        head = next_head(chain.head, signed)
        order = order_signature(identity, chain.table, chain.epoch, chain.n + 1, head)
        return encode_message(Ordered((encode(Record(chain.epoch, chain.n + 1, signed, order)),)))

    def _finish(self) -> None:
        """Whatever they told each other, they tell somebody who looks on without an exception."""
        for node in self.mesh.nodes:
            node.peer.tick(self.mesh.now + 60_000)
            node.peer.drain()
