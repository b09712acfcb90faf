"""Rules 1.0.4: the decision table, one test or more per row, with the reason of a refusal."""

from __future__ import annotations

import pytest

from engine.cards import parse_card
from engine.contracts import Contract, row_of
from engine.errors import Reason
from engine.rules.follow import FORWARD, HINDERSI, FollowRules, legal, refusal
from tests.engine.hands import SUIT_CONTRACTS, hand, texts, trick

S004 = FollowRules(overtrump_s004=True)
VOID_ONLY = FollowRules(trump_only_when_void=True)


def allowed(
    contract: Contract | None,
    lying: str,
    held: str,
    rules: FollowRules = FORWARD,
    *,
    partner_wins: bool = False,
) -> str:
    """The cards allowed, as text, ascending."""
    mask = legal(row_of(contract), hand(held), trick(lying), rules, partner_wins=partner_wins)
    return texts(mask)


def reason(
    contract: Contract | None,
    lying: str,
    held: str,
    card: str,
    rules: FollowRules = FORWARD,
) -> Reason | None:
    """Why the card is refused."""
    return refusal(row_of(contract), hand(held), trick(lying), parse_card(card), rules)


@pytest.mark.parametrize("contract", [None, *Contract])
def test_1_0_4_row_0_you_lead(contract: Contract | None) -> None:
    """On lead any card is legal, in every contract."""
    assert allowed(contract, "", "Ei6 EiU Ro9 SiA") == "Ei6 EiU Ro9 SiA"


@pytest.mark.parametrize(
    "contract",
    [
        None,
        Contract.OBENABE,
        Contract.UNDENUFE,
        Contract.SLALOM_OBEN,
        Contract.SLALOM_UNTEN,
        Contract.GUSCHTI_OBEN,
        Contract.GUSCHTI_UNTEN,
    ],
)
def test_1_0_4_row_1_no_trump_follow(contract: Contract | None) -> None:
    """Without trump, and before trump is known, the suit led must be followed."""
    assert allowed(contract, "RoK", "Ei6 EiU Ro9 RoA SiA") == "Ro9 RoA"
    refused = reason(contract, "RoK", "Ei6 EiU Ro9 RoA SiA", "Ei6")
    assert refused is Reason.MUST_FOLLOW_WITHOUT_TRUMP
    assert refused.row == 1


@pytest.mark.parametrize("contract", [None, Contract.OBENABE, Contract.SLALOM_UNTEN])
def test_1_0_4_row_2_no_trump_void(contract: Contract | None) -> None:
    """Without trump and without the suit led any card is legal."""
    assert allowed(contract, "RoK", "Ei6 EiU SiA") == "Ei6 EiU SiA"


def test_1_0_4_row_3_trump_led() -> None:
    """Trump led: any trump, a lower one and the Puur included, and nothing else."""
    assert allowed(Contract.ROSEN, "RoA", "Ro6 RoU SiA") == "Ro6 RoU"
    refused = reason(Contract.ROSEN, "RoA", "Ro6 RoU SiA", "SiA")
    assert refused is Reason.MUST_PLAY_TRUMP
    assert refused.row == 3


def test_1_0_4_row_3_lower_trump_is_no_undertrump() -> None:
    """Under a led trump that another has beaten, the lowest trump is still following suit."""
    assert reason(Contract.ROSEN, "RoA RoU", "Ro6 RoK SiA", "Ro6") is None


def test_1_0_4_row_4_puur_alone() -> None:
    """Trump led and the Puur is the only trump: any card."""
    assert allowed(Contract.ROSEN, "RoA", "RoU Ei7 SiA") == "Ei7 RoU SiA"


def test_1_0_4_row_4_nell_is_not_exempt() -> None:
    """The Nell alone must be played."""
    assert allowed(Contract.ROSEN, "RoA", "Ro9 Ei7 SiA") == "Ro9"


def test_1_0_4_row_4_only_when_trump_is_led() -> None:
    """The exemption of the Puur belongs to led trumps: another suit is followed or trumped."""
    assert allowed(Contract.ROSEN, "SiK", "RoU Ei7 SiA") == "RoU SiA"


def test_1_0_4_row_5_trump_led_no_trump() -> None:
    """Trump led and none in hand: any card."""
    assert allowed(Contract.ROSEN, "RoA", "Ei7 SiA") == "Ei7 SiA"


def test_1_0_4_row_6_follow_or_trump() -> None:
    """A side suit led and in hand, no trump in the trick: the suit or any trump."""
    assert allowed(Contract.ROSEN, "SiK Si6", "Si7 Ro6 RoU EiA") == "Ro6 RoU Si7"
    refused = reason(Contract.ROSEN, "SiK Si6", "Si7 Ro6 RoU EiA", "EiA")
    assert refused is Reason.MUST_FOLLOW_SUIT
    assert refused.row == 6


def test_1_0_4_row_6_option_stechen_nur_ohne_farbe() -> None:
    """With the option nobody trumps who can follow."""
    held = "Si7 Ro6 RoU EiA"
    assert allowed(Contract.ROSEN, "SiK", held, VOID_ONLY) == "Si7"
    assert reason(Contract.ROSEN, "SiK", held, "RoU", VOID_ONLY) is Reason.TRUMP_ONLY_WHEN_VOID
    assert reason(Contract.ROSEN, "SiK", held, "EiA", VOID_ONLY) is Reason.MUST_FOLLOW_SUIT


def test_1_0_4_row_7_no_duty_to_trump() -> None:
    """Void in the suit led, no trump in the trick: any card."""
    assert allowed(Contract.ROSEN, "SiK Ei7", "Ro6 RoU EiA") == "EiA Ro6 RoU"


def test_1_0_4_row_8_only_trumps() -> None:
    """Nothing but trumps over a trumped trick: any of them, lower ones included."""
    assert allowed(Contract.ROSEN, "SiK RoA", "Ro6 Ro9 RoU") == "Ro6 Ro9 RoU"


@pytest.mark.parametrize("rules", [FORWARD, HINDERSI])
def test_1_0_4_row_9_follow_or_overtrump(rules: FollowRules) -> None:
    """The suit led in hand, trump lies: the suit or a higher trump, in every game."""
    held = "Si7 SiA Ro6 Ro9 EiA"
    assert allowed(Contract.ROSEN, "SiK RoA", held, rules) == "Ro9 Si7 SiA"
    low = reason(Contract.ROSEN, "SiK RoA", held, "Ro6", rules)
    assert low is Reason.UNDERTRUMP_WHILE_FOLLOWING
    assert low.row == 9
    other = reason(Contract.ROSEN, "SiK RoA", held, "EiA", rules)
    assert other is Reason.MUST_FOLLOW_OR_OVERTRUMP
    assert other.row == 9


def test_1_0_4_row_9_height_is_trump_rank() -> None:
    """Over the trump Ace the Nell is higher, though its index is lower; over the Nell only Puur."""
    assert allowed(Contract.ROSEN, "SiK RoA", "Si7 Ro9 RoK") == "Ro9 Si7"
    assert allowed(Contract.ROSEN, "SiK Ro9", "Si7 RoA RoU") == "RoU Si7"


def test_1_0_4_row_9_highest_of_several_trumps() -> None:
    """The trump to beat is the highest that lies, not the last."""
    assert allowed(Contract.ROSEN, "SiK RoA Ro6", "Si7 Ro8 Ro9") == "Ro9 Si7"


def test_1_0_4_row_9_option_stechen_nur_ohne_farbe() -> None:
    """With the option only the suit led."""
    held = "Si7 Ro9 EiA"
    assert allowed(Contract.ROSEN, "SiK RoA", held, VOID_ONLY) == "Si7"
    for card in ("Ro9", "EiA"):
        refused = reason(Contract.ROSEN, "SiK RoA", held, card, VOID_ONLY)
        assert refused is Reason.FOLLOW_TRUMPED_SUIT
        assert refused.row == 9


def test_1_0_4_row_10_no_undertrump() -> None:
    """Void, trump lies, another card in hand, vorwärts: no lower trump."""
    assert allowed(Contract.ROSEN, "SiK RoA", "Ro6 Ro9 EiA Se7") == "EiA Ro9 Se7"
    refused = reason(Contract.ROSEN, "SiK RoA", "Ro6 Ro9 EiA Se7", "Ro6")
    assert refused is Reason.UNDERTRUMP
    assert refused.row == 10


def test_1_0_4_row_11_hindersi_may_undertrump() -> None:
    """The same in a hindersi game: any card."""
    assert allowed(Contract.ROSEN, "SiK RoA", "Ro6 Ro9 EiA", HINDERSI) == "EiA Ro6 Ro9"


@pytest.mark.parametrize("contract", SUIT_CONTRACTS)
def test_1_0_4_only_the_trump_suit_trumps(contract: Contract) -> None:
    """The table holds for each trump suit: void, one side card, one low trump."""
    others = [suit for suit in ("Ei", "Ro", "Se", "Si") if suit != contract.value]
    lying = f"{others[0]}K {contract.value}A"
    held = f"{contract.value}6 {contract.value}U {others[1]}7"
    expected = texts(hand(f"{contract.value}U {others[1]}7"))
    assert allowed(contract, lying, held) == expected


def test_1_0_4_gumpf_follows_as_trump() -> None:
    """Gumpf is a trump contract: stechen, Puur and Nell as usual."""
    assert allowed(Contract.GUMPF_ROSEN, "SiK RoA", "Si7 Ro6 Ro9 EiA") == "Ro9 Si7"
    assert allowed(Contract.GUMPF_ROSEN, "RoA", "RoU Ei7") == "Ei7 RoU"


def test_1_0_4_uebertrumpfzwang_s004_row_7() -> None:
    """Option: void and no trump lies: a trump is due, the Puur may serve but is not due."""
    assert allowed(Contract.ROSEN, "SiK", "Ro6 RoU EiA", S004) == "Ro6 RoU"
    assert reason(Contract.ROSEN, "SiK", "Ro6 RoU EiA", "EiA", S004) is Reason.MUST_TRUMP_S004
    assert allowed(Contract.ROSEN, "SiK", "RoU EiA", S004) == "EiA RoU"


def test_1_0_4_uebertrumpfzwang_s004_row_8() -> None:
    """Option: only trumps in hand: a higher one is due, the Puur if it is higher."""
    assert allowed(Contract.ROSEN, "SiK RoK", "Ro6 RoA RoU", S004) == "RoU RoA"
    refused = reason(Contract.ROSEN, "SiK RoK", "Ro6 RoA RoU", "Ro6", S004)
    assert refused is Reason.MUST_OVERTRUMP_ONLY_TRUMPS_S004
    assert refused.row == 8
    assert allowed(Contract.ROSEN, "SiK Ro9", "Ro6 RoA RoU", S004) == "Ro6 RoU RoA"


def test_1_0_4_uebertrumpfzwang_s004_row_10() -> None:
    """Option: void over a trump: a higher trump is due; without one row 10 stands as it is."""
    assert allowed(Contract.ROSEN, "SiK RoK", "Ro6 RoA EiA", S004) == "RoA"
    for card in ("Ro6", "EiA"):
        refused = reason(Contract.ROSEN, "SiK RoK", "Ro6 RoA EiA", card, S004)
        assert refused is Reason.MUST_OVERTRUMP_S004
        assert refused.row == 10
    assert allowed(Contract.ROSEN, "SiK RoA", "Ro6 RoK EiA", S004) == "EiA"
    assert reason(Contract.ROSEN, "SiK RoA", "Ro6 RoK EiA", "Ro6", S004) is Reason.UNDERTRUMP


def test_1_0_4_uebertrumpfzwang_s004_rests_while_the_partner_wins() -> None:
    """Option: over the partner's winning card the ordinary rows hold."""
    held = "Ro6 RoA EiA"
    assert allowed(Contract.ROSEN, "SiK", held, S004, partner_wins=True) == "EiA Ro6 RoA"
    assert allowed(Contract.ROSEN, "SiK RoK", held, S004, partner_wins=True) == "EiA RoA"


def test_1_0_4_uebertrumpfzwang_s004_leaves_rows_6_and_9() -> None:
    """Option: who can follow the suit led is under no compulsion."""
    assert allowed(Contract.ROSEN, "SiK", "Si7 Ro6 EiA", S004) == "Ro6 Si7"
    assert allowed(Contract.ROSEN, "SiK RoK", "Si7 RoA EiA", S004) == "RoA Si7"


def test_1_0_4_a_card_not_held_is_no_row() -> None:
    """A card that is not in the hand is refused for that, whatever the table says."""
    refused = reason(Contract.ROSEN, "SiK", "Si7 EiA", "Si8")
    assert refused is Reason.NOT_IN_HAND
    assert refused.row is None
