"""Rules 1.1 and 1.0.8: naming the contract, pushing, who leads, factors."""

from __future__ import annotations

import pytest

from engine import game
from engine.actions import Choose, Play, Push
from engine.contracts import Contract, Direction
from engine.errors import Reason
from engine.state import Step
from tests.engine.table import Table, hands_with, options

SIX = ("Ei", "Ro", "Se", "Si", "obenabe", "undenufe")


def named(table: Table) -> list[str]:
    """The contracts the asked seat may name."""
    offered = game.legal(table.view(table.state.asked[0]))
    return [action.contract.value for action in offered if isinstance(action, Choose)]


def test_1_1_vorhand_names_one_of_six_or_pushes_and_the_partner_must() -> None:
    """Only Vorhand is asked; after a push the partner must choose, and Vorhand leads."""
    table = Table.seated(options(), hands_with(), contract=None)
    assert table.state.asked == (0,)
    assert tuple(named(table)) == SIX
    assert table.refused(1, Choose(Contract.EICHEL)) is Reason.NOT_YOUR_TURN
    table.act(0, Push())
    assert table.state.asked == (2,)
    assert Push() not in game.legal(table.view(2))
    assert table.refused(2, Push()) is Reason.MUST_CHOOSE
    table.act(2, Choose(Contract.OBENABE))
    assert table.state.announcer == 2
    assert table.state.asked == (0,)
    assert table.state.step is Step.PLAY


def test_1_1_zurueckschieben_once() -> None:
    """The partner may push back once, then Vorhand must choose."""
    table = Table.seated(options(zurueckschieben="on"), hands_with(), contract=None)
    table.act(0, Push())
    table.act(2, Push())
    assert table.state.asked == (0,)
    assert table.refused(0, Push()) is Reason.MUST_CHOOSE
    table.act(0, Choose(Contract.SCHELLEN))
    assert table.view(1).pushed_by == (0, 2)
    assert table.state.announcer == 0


def test_1_1_vertraege_adds_contracts() -> None:
    """Slalom, Guschti and Gumpf only where the table has them."""
    table = Table.seated(options(vertraege="slalom,gumpf"), hands_with(), contract=None)
    added = ("slalom_oben", "slalom_unten", "gumpf_Ei", "gumpf_Ro", "gumpf_Se", "gumpf_Si")
    assert tuple(named(table)) == SIX + added
    assert table.refused(0, Choose(Contract.GUSCHTI_OBEN)) is Reason.CONTRACT_NOT_OFFERED
    table.act(0, Choose(Contract.SLALOM_UNTEN))
    assert table.view(0).directions[:4] == (
        Direction.UNTEN,
        Direction.OBEN,
        Direction.UNTEN,
        Direction.OBEN,
    )


@pytest.mark.parametrize(("option", "leader"), [("off", 0), ("on", 2)])
def test_1_1_slalom_ansager_spielt_aus(option: str, leader: int) -> None:
    """With the option who named Slalom leads after a push; otherwise Vorhand does."""
    chosen = options(vertraege="slalom", slalom_ansager_spielt_aus=option)
    table = Table.seated(chosen, hands_with(), contract=None)
    table.act(0, Push())
    table.act(2, Choose(Contract.SLALOM_OBEN))
    assert table.state.asked == (leader,)


def test_1_1_slalom_ansager_leads_only_slalom_and_guschti() -> None:
    """Any other contract is led by Vorhand with the option too."""
    chosen = options(vertraege="slalom", slalom_ansager_spielt_aus="on")
    table = Table.seated(chosen, hands_with(), contract=None)
    table.act(0, Push())
    table.act(2, Choose(Contract.EICHEL))
    assert table.state.asked == (0,)


def test_1_1_erste_karte_trumpf() -> None:
    """Vorhand may lead without a word: the suit led is trump, and Vorhand named it."""
    table = Table.seated(options(erste_karte_trumpf="on", weis="aus"), hands_with("Ro7"), None)
    assert len(game.legal(table.view(0))) == len(SIX) + 1 + 9
    table.play("Ro7")
    assert table.state.contract is Contract.ROSEN
    assert table.state.announcer == 0
    assert table.state.asked == (1,)
    assert [play.seat for play in table.state.trick] == [0]
    pushed = Table.seated(options(erste_karte_trumpf="on"), hands_with(), contract=None)
    pushed.act(0, Push())
    assert not any(isinstance(item, Play) for item in game.legal(pushed.view(2)))
    off = Table.seated(options(), hands_with("Ro7"), contract=None)
    slot, card = off.opening("Ro7")[0]
    assert off.refused(0, Play(slot, card)) is Reason.MUST_CHOOSE


@pytest.mark.parametrize(
    ("settings", "contract", "factor"),
    [
        ({}, "undenufe", 1),
        ({"faktoren": "1-1-2-2-3-3"}, "Ro", 1),
        ({"faktoren": "1-1-2-2-3-3"}, "Si", 2),
        ({"faktoren": "1-1-2-2-3-4"}, "undenufe", 4),
        ({"faktoren": "uri"}, "obenabe", 2),
        ({"faktoren": "seed004"}, "Ei", 1),
        ({"faktoren": "seed004", "faktor_blatt": "franzoesisch"}, "Ei", 3),
        ({"faktoren": "1-2-3-4"}, "Se", 4),
        ({"faktoren": "1-2-3-4", "faktor_blatt": "franzoesisch"}, "Se", 2),
        ({"faktoren": "7-1-9-2-3-10"}, "Si", 9),
        ({"faktoren": "7-1-9-2-3-10", "vertraege": "guschti"}, "guschti_oben", 10),
    ],
)
def test_1_0_8_factor_multiplies_everything_written(
    settings: dict[str, str], contract: str, factor: int
) -> None:
    """Cards, last trick, match, Weis and Stöck of both sides are multiplied."""
    table = Table.seated(
        options(ende="hand_zu_ende", ziel="5000", **settings), hands_with(), contract
    )
    table.play_hand()
    assert table.state.factor == factor
    table.count()
    result = table.state.results[-1]
    for side in range(2):
        raw = (
            result.cards[side]
            + result.last_trick[side]
            + result.match[side]
            + result.weis[side]
            + result.stoeck[side]
        )
        assert result.written[side] == raw * factor
    assert sum(result.cards) + sum(result.last_trick) == 157


def test_1_0_8_weis_ohne_faktor() -> None:
    """The option takes the Weis out."""
    chosen = options(faktoren="3-3-3-3-3-3", weis_ohne_faktor="on", ziel="5000")
    table = Table.seated(chosen, hands_with("EiO EiK EiA"))
    table.play_hand()
    table.count()
    result = table.state.results[-1]
    assert sum(result.weis) == 20
    # Stöck of Eichel lie in the same hand.
    assert sum(result.written) == (157 + 20 + sum(result.match)) * 3 + 20
