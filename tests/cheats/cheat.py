"""Seats that cheat: each is the ordinary program, patched in one place, and cheats once.

    cheat = Cheat("revoke", device=1, seed=7)
    mesh = Mesh(7, people=3, bots=1, tamper=cheat.patch)

The patch outlives crashes: a device that comes back cheats no second time, but says again what it
said. `CHEATS` lists them all with what has to become of them; `tests.judge` looks whether it did.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import msgspec

from engine import game
from engine.actions import AnswerStoeck, MeldFact, OpenNumber, ShowWeis
from engine.forms import encode_action
from engine.seats import Seat
from net.core.bodies import (
    Act,
    Body,
    TossOpen,
    Unasked,
    encode_body,
)
from net.core.guard import guard_key
from net.core.log import (
    encode,
    sign_entry,
)
from net.core.peer import Peer
from net.core.replica import Replica
from tests.cheats.case import Case
from tests.cheats.deal import TOSSED, other_toss
from tests.cheats.kinds import CHEATS
from tests.cheats.play import illegal
from tests.cheats.words import my_seat

__all__ = ["Cheat"]


class Cheat:
    """One device that cheats once.

    Args:
        name: which of `CHEATS`.
        device: its number in the mesh.
        seed: of when it happens, and where.
        eager: how likely it takes an opportunity.

    Attributes:
        said: the bodies it has said that its program would not have said.
        done: whether it has cheated.
    """

    def __init__(self, name: str, device: int, seed: int, eager: float = 1.0) -> None:
        self.name = name
        self.kind = CHEATS[name]
        self.device = device
        self.said: list[bytes] = []
        self.done = False
        self._eager = eager
        self._chance = random.Random(f"{name} {seed}")
        self._decided: dict[object, Body | None] = {}
        self._true: set[object] = set()

    def patch(self, number: int, peer: Peer) -> None:
        """Makes the fresh core of the device the cheat's; `tests.mesh.Mesh` calls it."""
        if number != self.device:
            return
        # What it had decided is on its disk, or nobody has heard of it.
        self._decided.clear()
        self._true.clear()
        player, tick = peer._player, peer.tick
        dues, body = player.dues, player.body

        def said(replica: Replica) -> Iterator[Body]:
            for item in dues(replica):
                changed = self._decide(peer, replica, item)
                if changed is not None:
                    yield changed

        def acts(*args: object) -> Act | Unasked:
            return self._act(peer, body, *args)  # type: ignore[arg-type]

        def ticked(now: int) -> None:
            tick(now)
            self._speak(peer, now)

        player.dues, player.body = said, acts  # type: ignore[method-assign,assignment]
        peer.tick = ticked  # type: ignore[method-assign]

    def _ready(self) -> bool:
        return not self.done and self._chance.random() < self._eager

    def _did(self, body: Body) -> None:
        self.done = True
        self.said.append(encode_body(body))

    def _decide(self, peer: Peer, replica: Replica, body: Body) -> Body | None:
        """What is said instead of ``body``; whenever it is asked again, the same.

        Where it was honest it stays so: what an epoch has made of a body since is said then.
        """
        key = guard_key(body) or encode_body(body)
        if key in self._true:
            return body
        if key not in self._decided:
            self._decided[key] = self._decided_anew(peer, replica, body)
        decided = self._decided[key]
        if decided == body:
            self._true.add(key)
        return decided if decided is not None or self.kind.withholds is not None else body

    def _decided_anew(self, peer: Peer, replica: Replica, body: Body) -> Body | None:
        change, withholds = self.kind.change, self.kind.withholds
        if withholds is not None and isinstance(body, withholds) and self._ready():
            self.done = True
            return None
        if isinstance(body, TossOpen) and self.kind.change is other_toss and self.done:
            return msgspec.structs.replace(body, value=TOSSED)
        if change is not None and self._ready():
            changed = change(Case(peer, replica, body, self._chance))
            if changed is not None and changed != body:
                self._did(changed)
                return changed
        return body

    def _act(
        self,
        peer: Peer,
        make: Callable[..., Act | Unasked],
        replica: Replica,
        hand: object,
        seat: int,
        view: object,
        action: object,
    ) -> Act | Unasked:
        body = make(replica, hand, seat, view, action)
        if not isinstance(body, Act):
            return body
        key = guard_key(body)
        plays = self.kind.plays
        if plays is not None and key not in self._decided and self._ready():
            move = illegal(replica, seat, said=plays)
            if move is not None:
                # What is not lawful counts as unasked to the program: the cheat answers with it.
                other = make(replica, hand, seat, view, move)
                act = Act(seat, other.hand, replica.turn, other.action, other.keys)
                self._decided[key] = act
                self._did(act)
        decided = self._decide(peer, replica, body)
        assert decided is None or isinstance(decided, Act | Unasked)
        return decided or body

    def _speak(self, peer: Peer, now: int) -> None:
        replica, says, does = peer.replica, self.kind.says, self.kind.does
        if replica is None or not replica.lobby.playing or peer.failed is not None:
            return
        if self.done:
            self._stumble(peer, replica, now)
        if does is not None and self._ready():
            self.done = does(peer, replica, self._chance)
        if says is None or not self._ready():
            return
        bodies = says(peer, replica, self._chance)
        for body in bodies:
            self._did(body)
            self._say(peer, body, now)

    def _stumble(self, peer: Peer, replica: Replica, now: int) -> None:
        """Where its own lie leaves the program without an answer, it says what others take."""
        hand, seat = replica.hand, my_seat(peer, replica)
        view = replica.view(seat) if seat is not None else None
        if hand is None or view is None or seat not in replica.asked() or game.legal(view):
            return
        number = OpenNumber(0, 1)
        for move in (ShowWeis(()), MeldFact("size", 3), AnswerStoeck(()), number):
            if game.check(view.state, Seat(seat), move, None) is None:
                seal = bytes(32) if move is number else None
                self._say(
                    peer, Act(seat, hand.number, replica.turn, encode_action(move), (), seal), now
                )
                return

    @staticmethod
    def _say(peer: Peer, body: Body, now: int) -> None:
        """Past the own program, its guard and its rules."""
        replica = peer.replica
        assert replica is not None
        chain = replica.chain
        entry = sign_entry(peer.identity, chain.table, chain.n, chain.head, body)
        if peer._scribe.is_orderer:
            peer._scribe.offer(entry, -1, 10**6)
            peer._scribe.work(now)
        else:
            peer.propose(encode(entry))
