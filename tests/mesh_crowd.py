"""The mesh as a whole evening: people knock, look on, pause, are sent away, and trouble has aims.

`tests.mesh_storm` strikes whenever it likes, which is mostly while cards are played: most steps are
there. An `Aim` strikes in one moment, as short as it may be.
"""

from __future__ import annotations

import math
import time
from typing import Final

from engine.seats import Seat
from net.commands import Command, KickSeat, PauseTable, Quit, SetBot
from net.core.epoch import majority
from net.core.phases import Kind
from net.core.replica import Replica
from tests.mesh import Node
from tests.mesh_parts import Aim
from tests.mesh_watch import WatchedMesh

__all__ = ["BLOWS", "MOMENTS", "Crowd", "OutOfTime", "moment_of"]

MOMENTS: Final = (
    *(kind.value for kind in Kind if kind not in (Kind.TOSS, Kind.TOSS_OPEN)),
    "play",
    "reveal",
    "verdict",
    "over",
)
"""Phases of a deck, the play, the end of a hand, and the time between two Partien."""

BLOWS: Final = (
    "blink",
    "vanish",
    "leave",
    "out of reach",
    "orderer killed",
    "torn apart",
    "pause",
    "kick",
    "newcomer",
    "spectator",
)
"""What may happen in one of them."""

NEWCOMERS: Final = 3
"""How many new people knock at a table at most, and how many come to look on."""

_GONE_MS: Final = 10**9


def moment_of(replica: Replica) -> str:
    """The moment at which a table is, by its log; "lobby" before the first card."""
    lobby, hand, deck = replica.lobby, replica.hand, replica.next_deck
    if not lobby.playing:
        return "over" if lobby.partie else "lobby"
    if hand is not None and not hand.booked:
        if hand.finding is not None:
            return "verdict"
        if hand.deck.closed:
            return "reveal"
        return hand.deck.phase.kind.value if hand.deck.awaited else "play"
    return deck.phase.kind.value if deck is not None else "nothing"


class OutOfTime(Exception):  # it is nobody's error
    """A table was broken off."""


class Crowd(WatchedMesh):
    """A table at which people come and go; what happens follows from the seed as everywhere.

    It is broken off at ``until``, in seconds of `time.monotonic`.
    """

    def __init__(
        self, seed: int, people: int, bots: int, *, until: float = math.inf, **more: object
    ) -> None:
        self.seated = people
        self._until = until
        self._aims: list[Aim] | None = None
        self._lasted: dict[str, int] = {}
        super().__init__(seed, people, bots, **more)

    # Who counts

    def belongs(self, node: Node) -> bool:
        """Nobody who is gone for good, or has knocked and has no seat."""
        if node.parted:
            return False
        return node.number < self.seated or node.number in self.watching or self._is_seated(node)

    def plays(self, node: Node) -> bool:
        """Nobody waits for those who look on."""
        return super().plays(node) and node.number not in self.watching

    def has_ended(self, node: Node) -> bool:
        """Who is sent away, has lost the seat or found none ends for a good reason."""
        return super().has_ended(node) and not (node.parted or self._may_end(node))

    def is_deserted(self) -> bool:
        """Whether whoever is left waits for people who are gone for good.

        They were sent away, and left before everybody had heard of it.
        """
        there = {n.peer.identity.public for n in self.nodes if not n.parted}
        logs = [n.peer.replica for n in self.nodes if self.plays(n) and n.peer.replica is not None]
        return all(not majority(log.lobby.present, there) for log in logs)

    def _logs(self) -> list[Replica]:
        found = [node.peer.replica for node in self.nodes if not node.parted]
        return [replica for replica in found if replica is not None]

    def _is_seated(self, node: Node) -> bool:
        return any(self._is_in(node, replica) for replica in self._logs())

    @staticmethod
    def _is_in(node: Node, replica: Replica) -> bool:
        return node.peer.identity.public in replica.lobby.devices

    def _may_end(self, node: Node) -> bool:
        """Whether a session ends as it has to, by what some log says of its person."""
        me, code = node.peer.identity.public, node.failed.code if node.failed is not None else ""
        lobbies = [replica.lobby for replica in self._logs()]
        unseated = not lobbies or any(me not in lobby.devices for lobby in lobbies)
        match code:
            case "kicked" | "host_kicked":
                return unseated or any(me in lobby.kicked for lobby in lobbies)
            case "host_given":
                return any(lobby.has_lost_seat(me) for lobby in lobbies)
            case "host_started" | "host_full" | "host_refused":
                return unseated
            case "host_crowded":
                return node.number in self.watching
            case "host_bad_log" | "two_histories":
                # Its host has told it another story, or two.
                return node.number in self.watching and bool(self.orderers() & self.strange)
            case _:
                return False

    # What happens

    def step(self) -> bool:
        """Besides, what people do.

        Raises:
            OutOfTime: the table is broken off.
        """
        if time.monotonic() >= self._until:
            raise OutOfTime
        trouble, befalls = self.storm.trouble, self.storm.befalls
        for blow, chance in (
            ("pause", trouble.pauses),
            ("kick", trouble.kicks),
            ("newcomer", trouble.newcomers),
            ("spectator", trouble.spectators),
        ):
            if befalls(chance):
                self._strike(blow)
        if trouble.aims:
            self._take_aim(trouble.aims)
        return super().step()

    def _take_aim(self, aims: tuple[Aim, ...]) -> None:
        if self._aims is None:
            self._aims = list(aims)
        logs = self._logs() if self._aims else []
        if not logs:
            return
        now = moment_of(max(logs, key=lambda replica: (replica.chain.epoch, replica.n)))
        self._lasted[now] = self._lasted.get(now, 0) + 1
        for aim in [aim for aim in self._aims if aim.moment == now]:
            if self._lasted[now] > aim.after:
                self._aims.remove(aim)
                self.counts[f"aim: {aim.moment}: {aim.blow}"] += 1
                self._strike(aim.blow)

    def _strike(self, blow: str) -> None:
        node = self.chance.choice([node for node in self.nodes if not node.parted])
        match blow:
            case "blink":
                self.storm.vanish(node, 3_000)
            case "vanish":
                self.storm.vanish(node, 90_000)
            case "leave":
                self.storm.leave(node)
            case "out of reach":
                self.storm.out_of_reach(node, 60_000)
            case "orderer killed":
                self.storm.kill_orderer()
            case "torn apart":
                if not self.storm.apart:
                    self.storm.tear_apart()
            case "pause":
                self._say(node, PauseTable(on=True))
                self.counts["pauses"] += 1
            case "kick":
                self._kick(node)
            case "newcomer":
                self._comes()
            case "spectator":
                self._looks(node)

    def _say(self, node: Node, command: Command) -> None:
        if self.reads(node) and node.peer.replica is not None and node.leaving is None:
            self.say(node, command)

    def _kick(self, node: Node) -> None:
        """Most of the others want one of them to leave."""
        replica, me = node.peer.replica, node.peer.identity.public
        seat = replica.lobby.seat_of(me) if replica is not None else None
        if seat is None:
            return
        self.counts["kicks"] += 1
        for other in self.nodes:
            if other is not node and self.chance.random() < 0.8:
                self._say(other, KickSeat(Seat(seat)))

    def _comes(self) -> None:
        """Somebody new knocks, wherever it finds the table."""
        if len(self.nodes) - self.seated - len(self.watching) < NEWCOMERS:
            self.counts["newcomers"] += 1
            self.nodes.append(self._node(len(self.nodes)))

    def _looks(self, node: Node) -> None:
        """Somebody who looks on goes, for good or for a while; or one more comes."""
        if node.number in self.watching and node.up:
            self._say(node, Quit())
            node.parted = self.chance.random() < 0.5
            self.kill(node, _GONE_MS if node.parted else self.chance.randrange(30_000))
        elif len(self.watching) < NEWCOMERS:
            self.counts["spectators"] += 1
            self.watching.add(len(self.nodes))
            self.nodes.append(self._node(len(self.nodes)))

    def may_find(self, node: Node, other: Node) -> bool:
        """Besides, whoever has left between two Partien and is back; all see who announces it."""
        replica, announced = node.peer.replica, other.number in self.orderers()
        lost = replica is not None and (announced or not self._is_in(node, replica))
        return super().may_find(node, other) or lost

    def restart(self, node: Node) -> None:
        """Nobody comes back who is gone for good, whatever befalls a device that is off."""
        if not node.parted:
            super().restart(node)

    # Time

    def _pass(self) -> None:
        """Besides, a pause ends, an empty chair is given to a bot, and who has no place goes."""
        super()._pass()
        for node in self.nodes:
            if node.parted or not node.up:
                continue
            if node.failed is not None and self._may_end(node):
                if self._is_heard(node):
                    continue
                self.counts["parted"] += 1
                self.counts[f"parted: {node.failed.code}"] += 1
                node.parted = True
                self.kill(node, _GONE_MS)
            elif self._is_alone(node):
                # It takes the table up from its own disk.
                node.orders = True
                self.kill(node, 1)
            replica = node.peer.replica
            if self._rests or replica is None or not self.reads(node):
                continue
            if replica.paused is not None and self.chance.random() < 0.2:
                self._say(node, PauseTable(on=False))
            self._fill(node, replica)

    def _is_heard(self, node: Node) -> bool:
        """Whether something that a device has said is on its way still."""
        cables = (self.cables[number] for number in self._cables_of(node))
        return any(
            frames for cable in cables for end, frames in cable.frames.items() if end != node.number
        )

    def _is_alone(self, node: Node) -> bool:
        """Whether a device looks for a table that nobody else has any more."""
        if node.peer.replica is not None or node.disk.genesis is None:
            return False
        others = (other for other in self.nodes if other is not node and not other.parted)
        return not any(o.disk.genesis and o.number not in self.watching for o in others)

    def _fill(self, node: Node, replica: Replica) -> None:
        """Between two Partien a seat whose person does not come back is a bot's."""
        lobby, free = replica.lobby, replica.lobby.free_seat()
        if free is None or lobby.playing or not 0 < lobby.partie < self.parties:
            return
        orders = replica.chain.orderer == node.peer.identity.public
        if orders and self.chance.random() < 0.02:
            self._say(node, SetBot(Seat(free), "normal"))
