"""What a hand promises: orders that every player would give."""

import pytest

from engine.bots.estimate import estimate, gain
from engine.cardset import CardSet
from engine.contracts import Contract, row_of

SIX = tuple(Contract)[:6]


def worth(cards: str, contract: Contract, stoeck: int = 20) -> int:
    return estimate(CardSet.parse(cards).mask, row_of(contract), stoeck=stoeck)


def best(cards: str) -> Contract:
    return max(SIX, key=lambda contract: worth(cards, contract))


@pytest.mark.parametrize(
    ("cards", "contract"),
    [
        ("RoU Ro9 RoA RoK Ro6 SeA EiA Ei7 Si8", Contract.ROSEN),
        ("SiU Si9 SiA Si8 Si7 EiO Ro9 Se9 SeO", Contract.SCHILTEN),
        ("EiA EiK EiO RoA RoK SeA SiA Si6 Se7", Contract.OBENABE),
        ("Ei6 Ei7 Ei8 Ro6 Ro7 Se6 Si6 SiA SeK", Contract.UNDENUFE),
    ],
)
def test_clear_hands_are_named_clearly(cards: str, contract: Contract) -> None:
    """Long trumps with Puur and Näll, Aces from above, Sixes from below."""
    assert best(cards) is contract


def test_puur_and_nell_are_worth_more_than_ace_and_king() -> None:
    """Trump strength is not natural strength (rules 1.0.3)."""
    rest = "Ei6 Ei8 RoA Ro7 Se8 Si7 SiK"
    assert worth(f"EiU Ei9 {rest}", Contract.EICHEL) > worth(f"EiA EiK {rest}", Contract.EICHEL)


def test_stoeck_count_where_they_are_played() -> None:
    """King and Ober of trump add what the table gives for them, in trump only."""
    cards = "EiK EiO Ei6 RoA Ro7 Se8 Si7 SiK Si6"
    with_stoeck = worth(cards, Contract.EICHEL)
    assert with_stoeck == worth(cards, Contract.EICHEL, stoeck=0) + 20
    assert worth(cards, Contract.ROSEN) == worth(cards, Contract.ROSEN, stoeck=0)


def test_gumpf_values_the_sixes_of_other_suits() -> None:
    """In Gumpf side suits run from the Six (rules 1.1)."""
    cards = "EiU Ei9 Ei8 Ei7 Ro6 Se6 Si6 Si7 SeO"
    assert worth(cards, Contract.GUMPF_EICHEL) > worth(cards, Contract.EICHEL)


def test_points_beyond_the_target_are_worth_nothing() -> None:
    """With 30 points to go a factor of three does not make a bad hand better."""
    assert gain(20, 3, None) == 60
    near = (30, 600)
    assert gain(40, 1, near) > gain(-10, 3, near)


def test_who_is_about_to_lose_prefers_to_win_big() -> None:
    """The other side needs 60: keeping them below it is worth more than a factor."""
    assert gain(50, 1, (500, 60)) > gain(0, 3, (500, 60)) - 150
    assert gain(60, 3, (500, 200)) > gain(60, 1, (500, 200))
