"""Actions on the wire and for scripts: one form each, and nothing a stranger sends raises."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from engine import game
from engine.actions import (
    FACTS,
    Action,
    Give,
    GiveSealed,
    Play,
    Predict,
    PredictSealed,
    ShowWeis,
    action_key,
    openings,
    sealed_form,
)
from engine.cards import FrenchRank, parse_card
from engine.contracts import Contract
from engine.forms import FIELDS, KINDS, action_json, decode_action, encode_action
from tests.engine.table import Table, options

SAMPLES: dict[str, tuple[object, ...]] = {
    "card": (parse_card("EiA"), parse_card("Ro7"), parse_card("Jo1")),
    "cards": ((), ((3, parse_card("EiO")),), ((1, parse_card("EiA")), (0, parse_card("RoA")))),
    "column": (None, 0, 6),
    "contract": tuple(Contract),
    "count": (3, 35),
    "fact": FACTS,
    "index": (0, 1),
    "number": (0, 157),
    "owner": (0, 9),
    "points": (0, 157),
    "rank": (None, FrenchRank.TWO, FrenchRank.ACE),
    "show": ((), ((3, parse_card("EiU")),)),
    "slot": (0, 4, 71),
    "stoeck": (False, True),
    "value": (0, 9),
    "weis": (None, 50),
    "weise": ((), (((3, parse_card("EiU")), (4, parse_card("EiO"))), ((5, parse_card("SiO")),))),
}
"""Values of each field; a new field needs some."""


def acts() -> list[Action]:
    """Every action with values of its fields that differ from each other."""
    found: set[Action] = set()
    for kind, names in FIELDS.items():
        most = max((len(SAMPLES[name]) for name in names), default=1)
        for at in range(most):
            # Each value comes, and each together with the first ones of the other fields.
            found.add(make(kind, {name: SAMPLES[name][at % len(SAMPLES[name])] for name in names}))
            for name in names:
                values = {other: SAMPLES[other][0] for other in names}
                found.add(make(kind, values | {name: SAMPLES[name][at % len(SAMPLES[name])]}))
    return sorted(found, key=action_key)


def make(kind: Callable[..., Action], values: dict[str, object]) -> Action:
    """An action of these values."""
    return kind(**values)


def listed(value: object) -> object:
    """The value as a decoder of the wire gives it: lists for sequences."""
    return [listed(item) for item in value] if isinstance(value, list | tuple) else value


def test_every_action_has_one_plain_form() -> None:
    """Encoding and decoding are inverse; the form is made of ints, text and lists."""
    actions = acts()
    assert {type(action) for action in actions} == set(get_args(Action))
    for action in actions:
        plain = encode_action(action)
        assert decode_action(json.loads(json.dumps(plain))) == action
        assert decode_action(tuple(plain)) == action
        assert encode_action(decode_action(plain)) == plain


def test_keys_order_actions_and_tell_them_apart() -> None:
    """Equal keys mean equal actions."""
    actions = acts()
    assert len({action_key(action) for action in actions}) == len(actions)


PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 200)
    | st.text(max_size=4)
    | st.floats()
    | st.sampled_from([*KINDS, *FACTS, *(contract.value for contract in Contract)]),
    lambda inner: st.lists(inner, max_size=6),
    max_leaves=12,
)


@given(PLAIN)
def test_nothing_a_stranger_sends_raises(plain: object) -> None:
    """What is no action decodes to None; what decodes has exactly that form."""
    action = decode_action(plain)
    if action is not None:
        assert encode_action(action) == plain


@given(st.integers(0, 10_000), st.integers(0, 20), PLAIN)
def test_mutated_actions_do_not_raise(seed: int, place: int, value: object) -> None:
    """A real action with one part replaced decodes to an action of that very form, or None."""
    actions = SOME
    plain = encode_action(actions[seed % len(actions)])
    plain[place % len(plain)] = value  # type: ignore[call-overload]
    action = decode_action(plain)
    if action is not None:
        assert encode_action(action) == plain


SOME = acts()


def test_openings_name_each_slot_once() -> None:
    """A card in two Weise is opened once."""
    four = tuple((slot, parse_card(text)) for slot, text in enumerate(("EiU", "RoU", "SeU", "SiU")))
    run = ((0, parse_card("EiU")), (7, parse_card("EiO")), (8, parse_card("EiK")))
    assert openings(ShowWeis((four, run))) == (*four, *run[1:])


def test_a_hidden_number_stays_at_home() -> None:
    """What travels instead of it is the same whatever the number, and keeps no part of it."""
    assert sealed_form(Predict(40)) == (PredictSealed(), 40)
    assert sealed_form(Give(7, parse_card("EiA"))) == (GiveSealed(), 7)
    others = [action for action in acts() if not isinstance(action, Predict | Give)]
    assert all(sealed_form(action) is None for action in others)


def test_scripts_read_actions_without_slots() -> None:
    """The form for scripts has card texts and leaves out what is absent."""
    ace = parse_card("EiA")
    assert action_json(Play(17, ace)) == {"action": "play", "card": "EiA"}
    assert action_json(Play(17, ace, 50, True)) == {
        "action": "play",
        "card": "EiA",
        "weis": 50,
        "stoeck": True,
    }
    for action in SOME:
        assert "slot" not in json.dumps(action_json(action))


def test_random_players_offer_distinct_script_forms() -> None:
    """No two offered actions read alike, so a script can answer with the object."""
    rng = random.Random(5)
    table = Table.start(options(weisen="manuell", stoeck_manuell="on", rest="riskant"), 5)
    table.deal()
    while table.state.asked:
        offered = game.legal(table.view(table.state.asked[0]))
        forms = {json.dumps(action_json(action), sort_keys=True) for action in offered}
        assert len(forms) == len(offered)
        table.act(table.state.asked[0], rng.choice(offered))
