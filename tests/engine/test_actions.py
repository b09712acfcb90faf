"""Actions on the wire and for scripts: one form each, and nothing a stranger sends raises."""

from __future__ import annotations

import json
import random
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

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
from engine.cards import FrenchRank, parse_card
from engine.contracts import Contract
from engine.forms import action_json, decode_action, encode_action
from tests.engine.table import Table, options


def acts() -> list[Action]:
    """Every action of some games with everything done by hand, and the rare ones."""
    found: set[Action] = {
        Cut(3),
        DeclareCard(4, parse_card("Ro7")),
        Choose(Contract.GUMPF_ROSEN),
        Push(),
        Pass(),
        Play(1, parse_card("EiA"), 50, True, FrenchRank.TWO),
        CorrectWeis(None),
        CallStoeck(),
        Bedanken(),
        AnswerStoeck(()),
        ShowStoeck(((3, parse_card("EiO")),)),
        ClaimRest(((1, parse_card("EiA")), (0, parse_card("RoA")))),
        Choose(Contract.EICHEL, 6),
        Bedanken(((3, parse_card("EiU")),)),
        LayDown(((1, parse_card("EiA")),)),
        Bid(0),
        Predict(157),
        PredictSealed(),
        Give(4, parse_card("Ei6")),
        GiveSealed(),
        OpenNumber(1, 157),
        Rob(4, parse_card("Ei6")),
        PlayFor(9, 4, parse_card("Jo1")),
    }
    for seed in range(6):
        chosen = options(weisen="manuell", ende="bedanken_manuell", bergpreis="on", ziel="500")
        table = Table.start(chosen, seed)
        table.play_out(unasked=0.05)
        found |= {line.action for line in table.log if hasattr(line, "action")}
    return sorted(found, key=action_key)


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
    | st.sampled_from(
        [
            *(
                "play",
                "cut",
                "choose",
                "fact",
                "size",
                "show_weis",
                "rest",
                "Ei",
                "declare",
                "push",
            ),
            *("bid", "predict", "give", "open_number", "rob", "play_for", "lay_down", "bedanken"),
        ]
    ),
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
