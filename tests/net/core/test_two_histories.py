"""A guest that a lying host told another card: it answered lawfully, and it is no cheat for that.

The real cores in the mesh; the deals in the small group.
"""

from __future__ import annotations

import pytest

from engine import game
from engine.actions import Action, Play
from engine.seats import Seat
from engine.state import State
from net.commands import Perform
from net.core.peer import Peer
from net.core.wire import Message
from net.updates import Offended
from tests.forked import Fork
from tests.mesh import Mesh, Node, shared_checks
from tests.small_group import SMALL

HOST, VICTIM = 0, 1


class Lured(Mesh):
    """A table whose host leads one card for all and another for the next seat.

    That one answers with a card that would be a revoke under the card that all others see.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(seed, people=4, bots=0, settings={"ziel": "2500"}, group=SMALL)
        self.one_history = False
        self.strange = {HOST}
        self.answer: Play | None = None
        self.is_answered = False
        self._before: State | None = None
        self._fork = Fork(self._choose_card)
        host = self.nodes[HOST].peer
        self._send, host.send = host.send, self._sends  # type: ignore[method-assign]

    def _sends(self, link: int, message: Message) -> None:
        instead = self._fork.instead(self.nodes[HOST].peer, link, message)
        if instead is not None:
            self._send(link, instead)

    def step(self) -> bool:
        replica = self.nodes[HOST].peer.replica
        self._before = replica.state if replica is not None else None
        return super().step()

    def _choose_card(self, peer: Peer, device: bytes, true: Play) -> Play | None:
        replica, victim = peer.replica, self.nodes[VICTIM].peer
        assert replica is not None
        mine, theirs = replica.view(HOST), victim.replica.view(VICTIM) if victim.replica else None
        is_next = device == victim.identity.public and replica.asked() == (VICTIM,)
        if not is_next or mine is None or theirs is None or self._before is None:
            return None
        if len(mine.trick) != 1 or victim.replica is None or victim.replica.n != replica.n - 1:
            return None
        for held in mine.hand:
            other = Play(held.slot, held.card)
            if game.check(self._before, Seat(HOST), other, mine.faces) is not None:
                continue
            there, _ = game.apply(self._before, Seat(HOST), other)
            lured = game.legal(game.view(there, theirs.faces, Seat(VICTIM)))
            self.answer = self._revoke(mine.state, lured)
            if self.answer is not None:
                return other
        return None

    def _revoke(self, state: State, answers: tuple[Action, ...]) -> Play | None:
        """An answer that does not follow the card of ``state``."""
        faces = self.nodes[VICTIM].peer.replica.view(VICTIM).faces  # type: ignore[union-attr]
        for answer in answers:
            if isinstance(answer, Play):
                reason = game.check(state, Seat(VICTIM), answer, faces)
                if reason is not None and reason.row is not None:
                    return answer
        return None

    def _act(self, node: Node) -> None:
        if node.number != VICTIM or self.answer is None or self.is_answered:
            super()._act(node)
            return
        turn, node.turn = node.turn, None
        assert turn is not None
        assert self.answer in turn.actions
        node.peer.command(Perform(self.answer), self.clock(node))
        self.is_answered = True


@pytest.mark.parametrize("seed", range(6))
def test_an_answer_to_a_forked_card_is_not_said_again_as_a_revoke(seed: int) -> None:
    """Whoever follows the suit that a lying host showed it has revoked nowhere."""
    with shared_checks():
        mesh = Lured(seed)
        mesh.start()
        while not mesh.is_answered:
            if not mesh.step():
                mesh.time()
        hand = mesh.nodes[VICTIM].peer.replica.hand.number  # type: ignore[union-attr]
        mesh.play_on(hand + 1)

    for node in mesh.nodes[1:]:
        told = [update for update in node.updates if isinstance(update, Offended)]
        assert [(update.seat, update.reason) for update in told] == [(HOST, "two_orders")]
        replica = node.peer.replica
        assert replica is not None
        assert replica.chain.epoch > 1
        assert {offence.seat for offence in replica.offences} == {HOST}
        assert all(report.finding.offender in (None, HOST) for report in replica.reports)
