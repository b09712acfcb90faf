"""What goes wrong at a table of `tests.mesh`, and when: a storm follows from the mesh's seed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from net.commands import Quit
from tests.mesh_parts import QUIET, Node, Strike, Trouble

if TYPE_CHECKING:
    from tests.mesh_devices import Devices

GOODBYE_MS = 10_000
"""How long a program that is closed waits for the others, as `net.shell` does."""

EXPLAINED = frozenset({"host_quit", "host_replaced"})
"""What may end a session in a storm: the person reads it and joins again."""


class Storm:
    """The trouble of one mesh.

    Attributes:
        trouble: what happens how often, in chances out of a thousand.
        apart: the part of the network that a device is in, when it is torn.
    """

    def __init__(self, mesh: Devices) -> None:
        self.trouble = QUIET
        self.apart: dict[int, int] = {}
        self._mesh = mesh
        self._whole_at: int | None = None

    def befalls(self, chance: float) -> bool:
        """Whether something that has so many chances in a thousand happens now."""
        return chance > 0 and self._mesh.chance.random() * 1000 < chance

    def calm(self) -> None:
        """Nothing goes wrong any more, and the network is whole."""
        self.trouble = QUIET
        self._whole_at = None
        self.part()

    def strike(self, node: Node, *, write: bool) -> Strike | None:
        """What befalls a device at one effect."""
        if self.befalls(self.trouble.crashes):
            return Strike.POWER
        # The first write of all makes the table; without room for it there is none.
        if write and node.disk.records and self.befalls(self.trouble.fulls):
            return Strike.FULL
        return None

    def tear(self, frame: bytes) -> bytes:
        """What a power cut leaves of a record that was being written: some bytes, or zeros."""
        chance = self._mesh.chance
        kept = frame[: chance.randrange(len(frame))]
        self._mesh.counts["torn writes"] += bool(kept)
        return bytes(len(kept)) if chance.random() < 0.2 else kept

    def part(self, *groups: Iterable[int]) -> None:
        """The network is torn into these parts; without any it is whole again."""
        mesh = self._mesh
        self.apart = {number: part for part, group in enumerate(groups) for number in group}
        for cable, there in list(mesh.cables.items()):
            if self.apart.get(there.first, 0) != self.apart.get(there.second, 0):
                mesh.cut(cable)

    def step(self) -> None:
        """What happens now."""
        mesh, trouble, chance = self._mesh, self.trouble, self._mesh.chance
        if mesh.cables and self.befalls(trouble.cuts):
            mesh.counts["cuts"] += 1
            mesh.cut(chance.choice(sorted(mesh.cables)))
        if mesh.cables and self.befalls(trouble.delays):
            mesh.counts["delays"] += 1
            cable = mesh.cables[chance.choice(sorted(mesh.cables))]
            cable.held_until = mesh.now + chance.randrange(8_000)
        if self.befalls(trouble.kills):
            self.kill_orderer()
        if self._whole_at is not None and mesh.now >= self._whole_at:
            self._whole_at = None
            self.part()
        elif not self.apart and self.befalls(trouble.tears):
            self.tear_apart()
        self._devices()

    def _devices(self) -> None:
        mesh, trouble, chance = self._mesh, self.trouble, self._mesh.chance
        if self.befalls(trouble.sleeps):
            mesh.counts["sleeps"] += 1
            mesh.sleep(chance.choice(mesh.nodes), chance.randrange(30_000))
        if self.befalls(trouble.jumps):
            mesh.counts["clock jumps"] += 1
            chance.choice(mesh.nodes).ahead += int(10 ** chance.uniform(3, 6.5))
        if self.befalls(trouble.splits):
            self.out_of_reach(chance.choice(mesh.nodes), 10_000)
        if self.befalls(trouble.absences):
            self.vanish(chance.choice(mesh.nodes), 90_000)
        if self.befalls(trouble.leaves):
            node = chance.choice(mesh.nodes)
            replica = node.peer.replica
            if replica is not None and replica.lobby.playing:
                self.leave(node)

    # What may happen

    def kill_orderer(self) -> None:
        """Whoever orders loses its power for up to half a minute."""
        mesh = self._mesh
        for number in sorted(mesh.orderers()):
            mesh.counts["host kills"] += 1
            mesh.kill(mesh.nodes[number], mesh.chance.randrange(30_000))

    def tear_apart(self) -> None:
        """The network falls into two parts for up to half a minute."""
        mesh = self._mesh
        mesh.counts["partitions"] += 1
        self._whole_at = mesh.now + mesh.chance.randrange(30_000)
        numbers = list(range(len(mesh.nodes)))
        mesh.chance.shuffle(numbers)
        size = mesh.chance.randrange(1, len(numbers)) if len(numbers) > 1 else 1
        self.part(numbers[:size], numbers[size:])

    def out_of_reach(self, node: Node, ms: int) -> None:
        """All links of a device are cut, and none is made again for up to so long."""
        mesh = self._mesh
        mesh.counts["splits"] += 1
        node.away_until = mesh.now + mesh.chance.randrange(ms)
        mesh.isolate(node)

    def vanish(self, node: Node, ms: int) -> None:
        """A device loses its power for up to so long."""
        mesh = self._mesh
        mesh.counts["absences"] += 1
        mesh.kill(node, mesh.chance.randrange(ms))

    def leave(self, node: Node) -> None:
        """A person leaves on purpose, and is back within a minute."""
        mesh = self._mesh
        if mesh.reads(node) and node.leaving is None and node.peer.replica is not None:
            mesh.counts["leaves"] += 1
            node.leaving = mesh.now
            node.peer.command(Quit(), mesh.clock(node))
            mesh.carry_out(node)

    def pass_time(self, node: Node) -> None:
        """Ends the programs of who has left, whose disk is full, or whose session is over."""
        mesh = self._mesh
        if not mesh.reads(node):
            return
        if node.leaving is not None:
            said = node.peer.settled or mesh.now - node.leaving >= GOODBYE_MS
            if said or node.peer.failed is not None:
                mesh.kill(node, mesh.chance.randrange(60_000))
        elif node.broken:
            mesh.kill(node, mesh.chance.randrange(30_000))
        elif node.failed is not None and node.failed.code in EXPLAINED:
            mesh.counts[f"ended: {node.failed.code}"] += 1
            mesh.kill(node, mesh.chance.randrange(10_000))


__all__ = ["EXPLAINED", "Storm", "Trouble"]
