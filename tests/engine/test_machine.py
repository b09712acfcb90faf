"""Random games of every variant, preset and many options: what must hold in all of them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

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
from engine.options import Options
from engine.phases.ledger import claimed_rest
from engine.seats import Seat
from engine.state import Ended, Opened, State, Step, Tossed
from engine.variant import Field, OptionFault, Variant, make_options
from tests.engine.table import Table

VARIANTS = game.all_variants()
PRESETS = [
    (variant, seats, preset)
    for variant in VARIANTS
    for preset in variant.presets or (None,)
    for seats in variant.seats
    if isinstance(make_options(variant, seats, preset, {}), Options)
]


def random_setting(item: Field, rng: random.Random) -> str:
    """Any value of an option."""
    match item.kind:
        case "switch":
            return rng.choice(["on", "off"])
        case "choice":
            return rng.choice(item.choices)
        case "number":
            return str(rng.randint(item.low, min(item.high, item.low + 12)))
        case "choice_or_number":
            return rng.choice([*item.choices, str(item.low), str(item.high)])
        case "set":
            return ",".join(word for word in item.choices if rng.random() < 0.5) or "off"
        case "text":
            return rng.choice([*item.choices, "3-1-4-1-5-9"])


def random_options(
    variant: Variant, rng: random.Random, share: float = 0.35, seats: int | None = None
) -> Options:
    """A table that people could have set up, for the usual number of players if none is given."""
    seats = seats or variant.seats[0]
    while True:
        chosen = {
            item.name: random_setting(item, rng) for item in variant.fields if rng.random() < share
        }
        made = make_options(variant, seats, rng.choice([*variant.presets, None]), chosen)
        if isinstance(made, Options):
            return made


# -- what every hand must satisfy ---------------------------------------------------------------


def check_hand(table: Table) -> None:
    """Rules 1.0.10, for a hand that is over and not yet counted."""
    state = table.state
    rules = game.rules_of(state.setup)
    acts = [entry.action for entry in state.history]
    played = [act.card for act in acts if isinstance(act, Play | PlayFor)]
    assert len(played) == len(set(played)), "no card is played twice"
    for trick in state.tricks:
        assert len(trick.plays) >= len(state.players)
        assert trick.plays[0].seat == trick.leader
    for before, after in zip(state.tricks, state.tricks[1:], strict=False):
        again = state.setup.options.get("rechts_vom_geber_jeder_stich")
        leads = state.vorhand if again else before.winner
        assert after.leader == leads, "the winner leads next"
    if state.ended is None and not claimed_rest(state):
        held = [at for at, owner in enumerate(state.owners) if owner is not None]
        assert all(state.played >> at & 1 for at in held), "all cards of the hands are played"
    if rules.own is None or rules.own.sign > 0:
        assert len({item.side for item in state.bookings if item.kind == "weis"}) <= 1
    assert sum(item.kind == "stoeck" for item in state.bookings) <= 1
    assert sum(item.kind == "match" for item in state.bookings) <= 1
    if state.ended is None and not rules.value_per_trick and state.contract is not None:
        cards = sum(item.raw for item in state.bookings if item.kind in {"trick", "rest"})
        dead = [card for at, card in enumerate(table.deck) if state.owners[at] is None]
        assert cards == 157 - sum(rules.row(state).values[card] for card in dead)
    check_replay(state)


def check_replay(state: State) -> None:
    """The history of a hand, done again, gives the same state and the same digest."""
    again = state.origin
    assert again is not None
    for entry in state.history:
        match entry.action:
            case Opened(slot, card):
                again, _ = game.opened(again, slot, card)
            case Tossed(chance):
                again, _ = game.toss(again, bytes.fromhex(chance))
            case action:
                assert decode_action(encode_action(action)) == action
                again, _ = game.apply(again, entry.seat, action)
    assert again == state
    assert game.digest(again) == game.digest(state)


def universe(table: Table, rng: random.Random) -> Iterator[Action]:
    """Much that a seat could try: what any seat may do, every card, many numbers."""
    for seat in range(table.state.setup.seats):
        view = table.view(seat)
        yield from game.legal(view)
        yield from game.unasked(view)
    for slot, card in enumerate(table.deck):
        for weis in (None, 20, rng.choice([1, 3, 50, 100, 150, 77])):
            yield Play(slot, card, weis)
            yield Play(slot, card, weis, True)
    for contract in Contract:
        yield from (Choose(contract), Choose(contract, rng.randrange(12)))
    yield from (Push(), Pass(), CallStoeck(), Bedanken(), Cut(2), Cut(3), Cut(36))
    yield from (CorrectWeis(number) for number in (None, 20, 50, 5))
    yield from (MeldFact("size", size) for size in (3, 4, 9))
    yield from (MeldFact("top", 8), MeldFact("trump", 1), ShowWeis(()), AnswerStoeck(()))
    yield from (ShowStoeck(()), ClaimRest(()), LayDown(()), GiveSealed(), PredictSealed())
    yield from (kind(number) for kind in (Bid, Predict) for number in (0, 1, 2, 157, 158))
    yield from (OpenNumber(0, number) for number in (0, 40, 157, 158))
    for slot, card in enumerate(table.deck):
        if rng.random() < 0.2:
            yield from (Give(slot, card), Rob(slot, card), PlayFor(Seat(0), slot, card))
            yield Play(slot, card, rank=FrenchRank.ACE)


def check_candidates(table: Table, rng: random.Random) -> None:
    """Not empty where asked, ascending, and exactly what `check` accepts on the own device."""
    tries = set(universe(table, rng))
    for seat in range(table.state.setup.seats):
        view = table.view(seat)
        offered, extra = game.legal(view), game.unasked(view)
        assert bool(offered) == (seat in table.state.asked)
        for actions in (offered, extra):
            keys = [action_key(action) for action in actions]
            assert keys == sorted(set(keys))
        accepted = {
            action
            for action in tries
            if game.check(table.state, Seat(seat), action, table.faces[seat]) is None
        }
        assert accepted == set(offered) | set(extra), f"seat {seat} at {table.state.step}"
        for action in accepted:
            public, _ = sealed_form(action) or (action, 0)
            assert game.check(table.state, Seat(seat), public, None) is None
            assert len({slot for slot, _ in openings(action)}) == len(openings(action))


def play_checked(table: Table, rng: random.Random, share: float) -> None:
    """One hand with the candidate check at a share of its acts, then its audit and count."""
    table.deal()
    unasked = rng.choice([0.0, 0.0, 0.03])
    while table.state.asked:
        if rng.random() < share:
            check_candidates(table, rng)
        table.step(unasked=unasked)
    if table.state.step is Step.AUDIT:
        check_hand(table)
        assert game.audit(table.state, table.deck) is None
        table.count()
    while table.state.step is Step.THANKS:
        table.step()


@pytest.mark.parametrize(
    ("variant", "seats", "preset"), PRESETS, ids=lambda item: str(getattr(item, "slug", item))
)
def test_random_games_of_every_preset(variant: Variant, seats: int, preset: str | None) -> None:
    """Some 90 hands of each preset keep every invariant of rules 1.0.10."""
    made = make_options(variant, seats, preset, {})
    assert isinstance(made, Options)
    rng = random.Random(f"{preset} {seats}")
    table = Table.start(made, rng.randrange(1 << 30), variant.slug, seats)
    for _ in range(max(20, 90 // len(variant.seats))):
        if table.state.step is Step.OVER:
            assert table.state.outcome is not None
            table.state = game.new_partie(table.state)
        play_checked(table, rng, 0.002)


@pytest.mark.parametrize("seed", range(24))
def test_random_games_of_random_options(seed: int) -> None:
    """Any options that are accepted together give hands that keep every invariant."""
    rng = random.Random(seed)
    for _ in range(5):
        variant = rng.choice(VARIANTS)
        seats = rng.choice(variant.seats)
        chosen = random_options(variant, rng, seats=seats)
        table = Table.start(chosen, rng.randrange(1 << 30), variant.slug, seats)
        for _ in range(11):
            if table.state.step is Step.OVER:
                table.state = game.new_partie(table.state)
            play_checked(table, rng, 0.008)


def test_games_end() -> None:
    """Whatever the options, a game comes to an end, and its outcome fits the score."""
    rng = random.Random(11)
    for _ in range(12):
        variant = rng.choice(VARIANTS)
        seats = rng.choice(variant.seats)
        chosen = random_options(variant, rng, 0.2, seats)
        table = Table.start(chosen, rng.randrange(1 << 30), variant.slug, seats)
        table.play_out()
        outcome = table.state.outcome
        assert outcome is not None
        assert outcome.winners == tuple(
            sorted(seat for side in outcome.sides for seat in table.state.setup.sides[side])
        )
        assert table.state.asked == ()
        assert not isinstance(outcome.by, Ended)


def test_acts_are_refused_where_nothing_runs() -> None:
    """Before the deal, at the audit and at the end no card can be played."""
    variant = VARIANTS[0]
    made = random_options(variant, random.Random(3), 0.0)
    table = Table.start(made, slug=variant.slug)
    assert game.legal(table.view(0)) == ()
    assert game.automatic(table.view(0)) is None
    table.play_hand()
    slot, card = 0, table.deck[0]
    for seat in range(variant.seats[0]):
        assert game.check(table.state, Seat(seat), Play(slot, card), None) is not None
    assert game.check(table.state, Seat(9), Pass(), None) is not None


def test_an_unknown_variant_is_none() -> None:
    """Slugs and aliases find a game in any case; anything else finds none."""
    variant = game.find_variant("SCHIEBER")
    assert variant is not None
    assert variant.slug == "schieber"
    assert game.find_variant("quartett") is None
    assert isinstance(make_options(variant, 4, None, {"quartett": "on"}), OptionFault)
