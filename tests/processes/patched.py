"""`jass` as somebody might have patched it: `python -m tests.processes.patched CHEAT ARGUMENTS…`.

Each cheat changes one thing that the device of this player says, once; all the rest is the ordinary
program. It writes ``cheated`` and what it did to standard error, so that a test knows.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

import msgspec

from engine import game
from engine.actions import Action, Play, ShowWeis, openings
from engine.cards import Card
from engine.forms import encode_action
from engine.seats import Seat
from engine.view import View
from net import thinker
from net.core.bodies import Act, Lock, Shuffle, join, split
from net.core.log import encode, sign_entry
from net.core.peer import Peer
from net.core.player import Player
from net.core.replica import Replica
from net.core.scribe import Scribe
from net.core.wire import Message
from tests.forked import Fork
from tui.__main__ import main

JASS = [sys.executable, "-m", "tests.processes.patched"]
"""The command, to be followed by the name of a cheat."""

_done: list[str] = []


def _cheated(what: object) -> None:
    _done.append(str(what))
    print("cheated:", what, file=sys.stderr, flush=True)


def _act(replica: Replica, seat: int, action: Action) -> Act:
    """``action`` as the answer of ``seat``, whatever the rules say."""
    hand = replica.hand
    assert hand is not None
    slots = [slot for slot, _ in openings(action) if slot not in hand.deck.opened]
    keys = tuple(hand.deck.opening(seat, slot) for slot in slots)
    public, seal = hand.seal(seat, action)
    return Act(seat, hand.number, replica.turn, encode_action(public), keys, seal)


def _instead(change: Callable[[View, Play], Action | None]) -> None:
    """Plays what ``change`` makes of a card instead of it, the first time it makes anything."""
    perform = Player.perform

    @functools.wraps(perform)
    def performs(self: Player, replica: Replica, seat: int, action: Action) -> Any:
        view = replica.view(seat)
        seating = replica.lobby.seats[seat]
        mine = seating is not None and seating.bot is None
        other = None
        if mine and not _done and view is not None and isinstance(action, Play):
            other = change(view, action)
        if other is None:
            return perform(self, replica, seat, action)
        _cheated(other)
        return _act(replica, seat, other)

    Player.perform = performs  # type: ignore[method-assign]


def revoke() -> None:
    """Does not follow suit although it could."""

    def change(view: View, _: Play) -> Action | None:
        for held in view.hand:
            other = Play(held.slot, held.card)
            reason = game.check(view.state, Seat(view.seat or 0), other, view.faces)
            public = game.check(view.state, Seat(view.seat or 0), other, None)
            if reason is not None and reason.row is not None and public is None:
                return other
        return None

    _instead(change)


def another_card() -> None:
    """Says that the card it plays is another one: one that it does not hold at all."""

    def change(view: View, play: Play) -> Action | None:
        held = {one.card for one in view.hand}
        seen = {played.card for played in view.trick}
        other = next(Card(n) for n in range(36) if Card(n) not in held | seen)
        return Play(play.slot, other)

    _instead(change)


def false_weis() -> None:
    """Announces four jacks that it does not have: nobody else can have as much."""

    def change(view: View, play: Play) -> Action | None:
        offered = [one for one in game.legal(view) if isinstance(one, Play)]
        claim = Play(play.slot, play.card, weis=200, stoeck=play.stoeck)
        fits = game.check(view.state, Seat(view.seat or 0), claim, None) is None
        return claim if fits and claim not in offered else None

    _instead(change)
    perform, decide = Player.perform, thinker._decide

    def performs(self: Player, replica: Replica, seat: int, action: Action) -> Any:
        """Asked to show what it does not have, it shows nothing."""
        shows = isinstance(action, ShowWeis) and seat in replica.asked()
        return _act(replica, seat, action) if shows else perform(self, replica, seat, action)

    Player.perform = performs  # type: ignore[method-assign]
    thinker._decide = lambda think, chance: decide(think, chance) or ShowWeis(())  # type: ignore[assignment]


def second_deck() -> None:
    """Shuffles or locks once more, after everybody has seen the deck: two for one number."""
    take = Scribe._settle

    @functools.wraps(take)
    def settle(self: Scribe, fed: Any) -> None:
        take(self, fed)
        replica = self.replica
        mine = fed.author == self._identity.public and isinstance(fed.body, Shuffle | Lock)
        if _done or replica is None or not mine or replica.lobby.seats[fed.body.seat].bot:  # type: ignore[union-attr]
            return
        points = list(split(fed.body.points) or ())
        points[0], points[1] = points[1], points[0]
        other = msgspec.structs.replace(fed.body, points=join(points))
        chain = replica.chain
        entry = sign_entry(self._identity, chain.table, chain.n, chain.head, other)
        _cheated(type(other).__name__)
        if self.is_orderer:
            self.offer(entry, -1, len(self._queue) + 1)
        else:
            self._post.propose(encode(entry))

    Scribe._settle = settle  # type: ignore[method-assign]


def two_histories() -> None:
    """As host: shows the next player another card of its own than the others see.

    That guest answers a question that the others will not know.
    """
    send = Peer.send

    def choose(peer: Peer, device: bytes, _: Play) -> Play | None:
        replica = peer.replica
        assert replica is not None
        view = replica.view(replica.lobby.seat_of(peer.identity.public))
        is_next = device in {replica.device_of(seat) for seat in replica.asked()}
        if not is_next or view is None or not view.hand:
            return None
        _cheated("two histories")
        return Play(view.hand[0].slot, view.hand[0].card)

    fork = Fork(choose)

    @functools.wraps(send)
    def sends(self: Peer, link: int, message: Message) -> None:
        instead = fork.instead(self, link, message)
        if instead is not None:
            send(self, link, instead)

    Peer.send = sends  # type: ignore[method-assign]


def withhold() -> None:
    """As host: gives no number to what the second seat plays, and says nothing about it."""
    offer = Scribe.offer

    @functools.wraps(offer)
    def offers(self: Scribe, entry: Any, link: int, room: int) -> None:
        replica = self.replica
        victim = replica.lobby.seats[1] if replica is not None else None
        plays = replica is not None and replica.hand is not None and replica.asked() == (1,)
        if plays and victim is not None and entry.author == victim.identity:
            if not _done:
                _cheated("withheld an entry")
            return
        offer(self, entry, link, room)

    Scribe.offer = offers  # type: ignore[method-assign]


CHEATS = {
    cheat.__name__: cheat
    for cheat in (revoke, another_card, false_weis, second_deck, two_histories, withhold)
}

if __name__ == "__main__":
    CHEATS[sys.argv.pop(1)]()
    sys.exit(main())
