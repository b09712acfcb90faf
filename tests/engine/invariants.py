"""What every hand of every game must satisfy: rules 1.0.10, and one truth for what may be done."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Final

from engine import game
from engine.actions import (
    Action,
    AnswerStoeck,
    Bedanken,
    Bid,
    CallStoeck,
    Choose,
    ClaimRest,
    CorrectWeis,
    Cut,
    DeclareCard,
    Give,
    GiveSealed,
    LayDown,
    MeldFact,
    OpenNumber,
    Pass,
    Play,
    PlayFor,
    Predict,
    PredictSealed,
    Push,
    Rob,
    ShowStoeck,
    ShowWeis,
    action_key,
    openings,
    sealed_form,
)
from engine.cards import FrenchRank
from engine.contracts import Contract
from engine.forms import decode_action, encode_action
from engine.notation import Settled
from engine.seats import Seat
from engine.state import Done, Opened, State, Step, Tossed
from engine.view import View
from tests.engine.table import Table

__all__ = ["check_candidates", "check_hand", "play_checked"]


# -- a hand that is over ------------------------------------------------------------------------


def check_hand(table: Table) -> None:
    """Rules 1.0.10, for a hand that is over and not yet counted."""
    state = table.state
    acts = [done.action for done in state.history]
    played = [act.slot for act in acts if isinstance(act, Play | PlayFor)]
    assert len(played) == len(set(played)), "no card is played twice"
    check_tricks(state)
    if state.ended is None and not any(isinstance(act, ClaimRest) for act in acts):
        held = [at for at, owner in enumerate(state.owners) if owner is not None]
        assert all(state.played >> at & 1 for at in held), "all cards of the hands are played"
        check_round(state)
    check_bookings(table)
    check_replay(state)


def check_tricks(state: State) -> None:
    """Everybody plays to a trick, its winner is one of them and leads the next."""
    for trick in state.tricks:
        assert {play.seat for play in trick.plays} == set(state.players)
        assert trick.plays[0].seat == trick.leader
        assert trick.winner in state.players
    for before, after in zip(state.tricks, state.tricks[1:], strict=False):
        again = state.setup.options.get("rechts_vom_geber_jeder_stich")
        leads = state.vorhand if again else before.winner
        assert after.leader == leads, "the winner leads next"


def check_round(state: State) -> None:
    """Invariant 7: as many tricks as cards, and one more for each round of draws."""
    acts = [done.action for done in state.history]
    laid = sum(isinstance(act, Play | PlayFor) for act in acts)
    rounds, rest = divmod(laid, len(state.players))
    assert (rounds, rest) == (state.length, 0)
    tricks = sum(trick.counts for trick in state.tricks)
    draws = sum(len(trick.plays) for trick in state.tricks) - laid
    assert bool(draws) + rounds <= tricks <= rounds + draws // 2
    assert draws == 0 or state.setup.slug == "chappe"
    said = [act.number for act in acts if isinstance(act, Bid)]
    last = state.setup.slug == "hae" and state.length == 1
    if state.setup.slug in {"chappe", "hae"} and not last:
        assert sum(said) != state.length, "the dealer's bid never makes the sum"


def check_bookings(table: Table) -> None:
    """Invariants 1, 4 and 8: one side has Weis, Stöck come once, all cards are worth 157."""
    state = table.state
    rules = game.rules_of(state.setup)
    if rules.own is None or rules.own.sign > 0:
        assert len({item.side for item in state.bookings if item.kind == "weis"}) <= 1
    assert sum(item.kind == "stoeck" for item in state.bookings) <= 1
    assert sum(item.kind == "match" for item in state.bookings) <= 1
    if state.ended is None and not rules.value_per_trick and state.contract is not None:
        cards = sum(item.raw for item in state.bookings if item.kind in {"trick", "rest"})
        dead = [card for at, card in enumerate(table.deck) if state.owners[at] is None]
        assert cards == 157 - sum(rules.row(state).values[card] for card in dead)


def check_replay(state: State) -> None:
    """Invariant 6: the history of a hand, done again, gives the same state and the same digest."""
    again = state.origin
    assert again is not None
    for done in state.history:
        match done.action:
            case Opened(slot, card):
                again, _ = game.opened(again, slot, card)
            case Tossed(chance):
                again, _ = game.toss(again, bytes.fromhex(chance))
            case action:
                assert decode_action(encode_action(action)) == action
                again, _ = game.apply(again, done.seat, action)
    assert again == state
    assert game.digest(again) == game.digest(state)


# -- what may be done ---------------------------------------------------------------------------


WITHOUT_CARDS: Final[tuple[Action, ...]] = (
    *(Choose(contract) for contract in Contract),
    *(Choose(contract, column) for contract in Contract for column in range(12)),
    *(Push(), Pass(), CallStoeck(), Bedanken(), Cut(2), Cut(3), Cut(36)),
    *(CorrectWeis(number) for number in (None, 20, 50, 5)),
    *(MeldFact("size", size) for size in (3, 4, 9)),
    *(MeldFact("top", 8), MeldFact("trump", 1), ShowWeis(()), AnswerStoeck(())),
    *(ShowStoeck(()), ClaimRest(()), LayDown(()), GiveSealed(), PredictSealed()),
    *(kind(number) for kind in (Bid, Predict) for number in (0, 1, 2, 3, 4, 5, 157, 158)),
    *(OpenNumber(0, number) for number in (0, 40, 157, 158)),
)
"""What can be tried with any hand."""


def universe(table: Table, rng: random.Random) -> Iterator[Action]:
    """Much that a seat could try: every card, some in all ways, and a part of all the rest."""
    yield from rng.sample(WITHOUT_CARDS, 40)
    for slot, card in enumerate(table.deck):
        yield Play(slot, card)
        if rng.random() < 0.1:
            yield Play(slot, card, rng.choice([1, 3, 20, 50, 100, 150, 77]))
            yield Play(slot, card, rng.choice([None, 20, 50]), True)
            yield Play(slot, card, rank=rng.choice(list(FrenchRank)))
            yield from (Give(slot, card), Rob(slot, card), DeclareCard(slot, card))
            yield PlayFor(Seat(rng.randrange(table.state.setup.seats)), slot, card)
            yield Play(slot, table.deck[slot - 1])


def check_candidates(table: Table, rng: random.Random, seen: Counter[str] | None = None) -> None:
    """Not empty where asked, ascending, and exactly what `check` accepts on the own device.

    Every reason of a refusal is counted in `seen`. Now and then a seat that is not asked tries too.
    """
    state = table.state
    others = [rng.randrange(state.setup.seats)] if rng.random() < 0.2 else []
    views = {seat: table.view(seat) for seat in (*state.asked, *others)}
    offers = {seat: (game.legal(view), game.unasked(view)) for seat, view in views.items()}
    tries = set(universe(table, rng)).union(
        *(set(both) for pair in offers.values() for both in pair)
    )
    for seat, (offered, extra) in offers.items():
        assert bool(offered) == (seat in state.asked)
        for actions in (offered, extra):
            keys = [action_key(action) for action in actions]
            assert keys == sorted(set(keys))
        reasons = {a: game.check(state, Seat(seat), a, table.faces[seat]) for a in tries}
        accepted = {action for action, reason in reasons.items() if reason is None}
        assert accepted == {*offered, *extra}, f"seat {seat} at {state.step}"
        if seen is not None:
            seen.update(f"reason {reason}" for reason in reasons.values() if reason is not None)
        for action in accepted:
            check_offer(views[seat], action)


def check_offer(view: View, action: Action) -> None:
    """What is offered passes everywhere, opens each slot once, and plays a card of the hand."""
    assert view.seat is not None
    public, _ = sealed_form(action) or (action, 0)
    assert game.check(view.state, view.seat, public, None) is None
    assert len({slot for slot, _ in openings(action)}) == len(openings(action))
    if isinstance(action, Play):
        assert action.card in {item.card for item in view.hand}


# -- playing ------------------------------------------------------------------------------------


def play_checked(
    table: Table,
    rng: random.Random,
    check: float,
    unasked: float = 0.0,
    seen: Counter[str] | None = None,
) -> None:
    """One hand to its count, its audit and all that must hold.

    At the share `check` of its acts everything that could be tried is; `unasked` is how often
    somebody acts without being asked. Actions, steps and reasons are counted in `seen`.
    """
    step = partial(table.step, unasked=unasked)
    table.deal()
    while table.state.asked:
        if check and rng.random() < check:
            check_candidates(table, rng, seen)
        if seen is not None:
            seen[f"step {table.state.step}"] += 1
        step()
    if table.state.step is Step.AUDIT:
        check_hand(table)
        if seen is not None:
            seen.update(map(_named, table.state.history))
        table.count()
        assert table.log[-1] == Settled(None), "who plays by the rules is not accused"
    while table.state.step is Step.THANKS:
        if seen is not None:
            seen[f"step {table.state.step}"] += 1
        step()


def _named(done: Done) -> str:
    return f"action {type(done.action).__name__}"
