"""Peers joined in memory by a seeded scheduler: delays, splits, repeats, cuts, crashes, restarts.

    mesh = Mesh(seed=7, people=3, bots=1, trouble=Trouble(cuts=2, crashes=1))
    mesh.play(hands=2)

Everything that happens follows from the seed. After every entry the states of all peers have to
be equal; a failing seed is a reproduction in one line. `python -m tests.campaign` runs many.
"""

from __future__ import annotations

from collections.abc import Callable

from net.commands import Admit, Perform, Ready, Rematch, StartGame
from net.core.awaited import waited_for
from net.core.bodies import Options
from net.core.desk import options_body
from net.core.group import CURVE, Group
from net.core.log import PROTOCOL, Genesis
from net.core.peer import Peer
from net.core.replica import Replica
from net.updates import LobbyChanged, WaitingFor
from tests.mesh_devices import Devices
from tests.mesh_parts import QUIET, RULES, Cable, Disk, Node, Trouble, shared_checks
from tests.mesh_storm import EXPLAINED

TICK_MS = 500
"""How often time passes for a device."""


class Mesh(Devices):
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
        super().__init__(seed, people, group, tamper)
        self.parties = parties
        self.unasked = unasked
        self._by_log = by_log
        self._rests = False
        self._wait = False
        self._next_tick = TICK_MS
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

    # The table

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

    def agree(self) -> None:
        """Nothing goes wrong and nobody plays any more, until all have one log.

        Raises:
            Ended: a session ended instead.
            Standstill: they never agree.
        """
        self.storm.calm()
        self._rests = True
        for _ in range(600):
            nodes = [node for node in self.nodes if self.belongs(node)]
            files = [node.disk.file() for node in nodes if node.up and node.disk.genesis]
            longest = max(files, key=len, default=b"")
            if len(files) == len(nodes) and all(longest.startswith(file) for file in files):
                return
            for node in self.nodes:
                if self.has_ended(node):
                    raise Ended(node)
            self.time()
            for _ in range(100):
                if not self.step():
                    break
        raise Standstill("they never agree")


class Ended(AssertionError):
    """A session ended before its time, with a code that tells its person why."""

    def __init__(self, node: Node) -> None:
        super().__init__(f"{node.name}: {node.failed}")
        self.code = node.failed.code if node.failed is not None else ""


class Standstill(AssertionError):
    """Nothing happens any more, though nobody has to wait."""


def waits_for_ready(replica: Replica, identity: bytes) -> bool:
    """Whether this device's person is one of those everybody waits for."""
    waiting = waited_for(replica)
    if waiting is None or waiting[1] is not WaitingFor.READY:
        return False
    return replica.lobby.seat_of(identity) in waiting[0]


__all__ = ["QUIET", "RULES", "Cable", "Disk", "Mesh", "Node", "Trouble", "shared_checks"]
