"""Duplicate deals: the same cards twice, the players changing sides, so that luck cancels out.

Every seat gets its own view and nothing else, as at a table on the network.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from engine import bots, game
from engine.actions import Action, sealed_form
from engine.bots.stream import Stream
from engine.cards import Card
from engine.faces import Faces, Slot
from engine.options import Options
from engine.phases.sealed import sealed_by
from engine.seats import Seat
from engine.state import State, Step
from engine.variant import Variant, make_options
from engine.view import View

Player = Callable[[View, bytes], Action]
"""Answers for an asked seat."""


def bot(level: str) -> Player:
    """A bot of this level."""
    return lambda view, chance: bots.choose(view, level, chance)


def random_player(view: View, chance: bytes) -> Action:
    """Any legal action, each equally likely."""
    actions = game.legal(view)
    return actions[Stream(chance, "random").below(len(actions))]


@dataclass(frozen=True, slots=True)
class Score:
    """How far the first players beat the second, in points a hand.

    Attributes:
        mean: over all deals, both ways round.
        error: standard error of the mean.
        deals: how many.
    """

    mean: float
    error: float
    deals: int


def table(slug: str, preset: str, **settings: str) -> tuple[Variant, Options]:
    """A game with the options of a preset and those that are set besides.

    Raises:
        ValueError: there is no such game or preset.
    """
    variant = game.find_variant(slug)
    options = None if variant is None else make_options(variant, 4, preset, settings)
    if variant is None or not isinstance(options, Options):
        raise ValueError(f"no game {slug!r} with preset {preset!r}")
    return variant, options


def play_hand(
    variant: Variant, options: Options, players: Sequence[Player], seed: bytes
) -> tuple[int, ...]:
    """Deal and play the first hand of a table; what each side writes."""
    start = game.start(variant, options, len(players))
    return _next_hand(start, players, seed).results[-1].written


def play_game(
    variant: Variant, options: Options, players: Sequence[Player], seed: bytes
) -> tuple[int, ...]:
    """A whole game; the score of each side."""
    state, number = game.start(variant, options, len(players)), 0
    while state.step is not Step.OVER:
        state = _next_hand(state, players, seed + b"%d" % number)
        number += 1
    return state.score


def _next_hand(state: State, players: Sequence[Player], seed: bytes) -> State:
    """Deal, play, open and count one hand."""
    state, _ = game.deal(state, sha256(seed).digest())
    deck = list(game.deck_of(state).cards)
    Stream(seed, "deck").shuffle(deck)
    numbers: list[dict[int, int]] = [{} for _ in players]
    while not game.hand_over(state):
        if state.awaited:
            slot = state.awaited[0]
            state, _ = game.opened(state, slot, deck[slot])
        elif game.needs_toss(state):
            tossed = seed + b"toss" + len(state.history).to_bytes(2, "big")
            state, _ = game.toss(state, sha256(tossed).digest())
        else:
            state = _step(state, deck, players, seed, numbers)
    return game.settle(state, game.audit(state, deck))[0]


def _step(
    state: State,
    deck: Sequence[Card],
    players: Sequence[Player],
    seed: bytes,
    numbers: Sequence[dict[int, int]],
) -> State:
    """One act; `numbers` are what each seat has sealed."""
    views = [
        game.view(state, _faces(state, deck, Seat(seat), numbers[seat]), Seat(seat))
        for seat in range(len(players))
    ]
    for number, view in enumerate(views):
        action = game.automatic(view)
        if action is not None:
            return game.apply(state, Seat(number), action)[0]
    seat = state.asked[0]
    chance = sha256(seed + bytes((seat,)) + state.turn.to_bytes(2, "big")).digest()
    action = players[seat](views[seat], chance)
    hidden = sealed_form(action)
    if hidden is not None:
        action, sealed = hidden
        numbers[seat][sealed_by(state, seat)] = sealed
    return game.apply(state, seat, action)[0]


def _faces(state: State, deck: Sequence[Card], seat: Seat, numbers: dict[int, int]) -> Faces:
    seen = {
        Slot(slot): deck[slot]
        for slot, seats in enumerate(state.sights)
        if seat in seats or state.opened[slot] is not None
    }
    return Faces(seen, numbers)


def duel(
    first: Player,
    second: Player,
    deals: int,
    *,
    start: int = 0,
    slug: str = "schieber",
    preset: str = "turnier_12",
) -> Score:
    """Play `deals` deals both ways round."""
    variant, options = table(slug, preset)
    leads = []
    for number in range(start, start + deals):
        seed = b"duplicate %d" % number
        ours, theirs = play_hand(variant, options, (first, second) * 2, seed)
        those, mine = play_hand(variant, options, (second, first) * 2, seed)
        leads.append((ours - theirs + mine - those) / 2)
    return _score(leads)


def among(
    first: Player,
    second: Player,
    deals: int,
    *,
    slug: str,
    seats: int,
    whole: bool = False,
    **settings: str,
) -> Score:
    """How much better a side of first players does than the mean of sides of second players.

    Args:
        first: on one side.
        second: on all others.
        deals: how many, each with every side in turn.
        slug: of the game.
        seats: how many play.
        whole: whole games instead of their first hands.
        settings: options.
    """
    variant = game.find_variant(slug)
    options = None if variant is None else make_options(variant, seats, None, settings)
    if variant is None or not isinstance(options, Options):
        raise ValueError(f"no game {slug!r} for {seats} with {settings}")
    sides = variant.sides(options, seats)
    sign = -1 if variant.lower_wins else 1
    play = play_game if whole else play_hand
    leads = []
    for number in range(deals):
        seed = b"among %s %d " % (slug.encode(), number)
        lead = 0.0
        for side, members in enumerate(sides):
            players = [first if seat in members else second for seat in range(seats)]
            made = play(variant, options, players, seed)
            lead += sign * (made[side] - (sum(made) - made[side]) / (len(sides) - 1))
        leads.append(lead / len(sides))
    return _score(leads)


def _score(leads: Sequence[float]) -> Score:
    deals = len(leads)
    mean = sum(leads) / deals
    spread = sum((lead - mean) ** 2 for lead in leads) / max(1, deals - 1)
    return Score(mean, math.sqrt(spread / deals), deals)
