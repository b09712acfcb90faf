"""Rules of thumb: situations with one answer that every player would give."""

from engine.advice import Tip
from engine.bots.counting import count_cards
from engine.bots.judgement import Judged, Table, judge
from engine.bots.strength import strength_of
from engine.cards import Card, card_text, parse_card
from engine.cardset import CardSet, cards_of
from engine.contracts import Contract, row_of
from engine.rules.follow import legal
from engine.seats import Seat
from tests.engine.hands import FULL_36

ME, NEXT, PARTNER, LAST = map(Seat, range(4))
Plays = list[tuple[Seat, str]]


def judged(
    hand: str,
    trick: Plays,
    contract: Contract,
    announcer: Seat = ME,
    earlier: list[Plays] | None = None,
) -> tuple[Judged, ...]:
    """Seat 0 to play; seats that have played in the running trick hold one card less."""
    row = row_of(contract)
    mask = CardSet.parse(hand).mask
    lying = [(seat, parse_card(card)) for seat, card in trick]
    tricks = [[(seat, parse_card(card)) for seat, card in one] for one in earlier or []]
    size = mask.bit_count()
    left = [size] * 4
    for seat, _ in lying:
        left[seat] -= 1
    known = count_cards(
        ME, mask, left, [*tricks, lying], deck=FULL_36, trumps=row.trumps, puur=row.puur
    )
    table = Table(
        known,
        (True, False, True, False),
        announcer,
        tuple(lying),
        strength_of(row, row.direction(1)),
    )
    return judge(table, cards_of(legal(row, mask, [card for _, card in lying])))


def best(*arguments: object, **named: object) -> str:
    return card_text(judged(*arguments, **named)[0].card)  # type: ignore[arg-type]


def test_smears_to_the_sure_trick_of_the_partner() -> None:
    """Last to play, the partner's Ace wins: throw in the Ten, not the Eight."""
    answer = judged(
        "Ro10 Ro8 SeK Se6 Si7 SiO Ei6 Ei7 EiO",
        [(NEXT, "Ro6"), (PARTNER, "RoA"), (LAST, "Ro7")],
        Contract.SCHILTEN,
    )[0]
    assert card_text(answer.card) == "Ro10"
    assert answer.tip is Tip.SMEAR


def test_gives_no_ten_to_the_others() -> None:
    """The others' Ace wins: the Eight, not the Ten."""
    assert (
        best(
            "Ro10 Ro8 SeK Se6 Si7 SiO Ei6 Ei7 EiO",
            [(NEXT, "RoA"), (PARTNER, "Ro6"), (LAST, "Ro7")],
            Contract.OBENABE,
        )
        == "Ro8"
    )


def test_trumps_a_rich_trick_with_a_low_trump() -> None:
    """Last, void in the suit led, the others win 21 points: the lowest trump takes them."""
    answer = judged(
        "Si6 SiU SeK Se6 Se7 Ei6 Ei7 Ei8 EiO",
        [(NEXT, "RoA"), (PARTNER, "Ro6"), (LAST, "Ro10")],
        Contract.SCHILTEN,
    )[0]
    assert card_text(answer.card) == "Si6"
    assert answer.tip is Tip.RUFF


def test_does_not_trump_the_partner() -> None:
    """The partner's Ace wins surely: no trump is spent on it."""
    assert not best(
        "Si6 SiU SeK Se6 Se7 Ei6 Ei7 Ei8 EiO",
        [(NEXT, "Ro6"), (PARTNER, "RoA"), (LAST, "Ro10")],
        Contract.SCHILTEN,
    ).startswith("Si")


def test_draws_trumps_low_first_with_puur_and_nell() -> None:
    """S004: holding Puur and Näll, draw trumps with the low ones first."""
    answer = judged("SiU Si9 Si8 Si7 RoA Ro6 Se7 EiK Ei8", [], Contract.SCHILTEN)[0]
    assert card_text(answer.card) in {"Si7", "Si8"}
    assert answer.tip is Tip.LOW_TRUMP


def test_leads_the_ace_to_bring_the_ten_home() -> None:
    """S004, without trump: the Ace of a suit whose Ten one holds."""
    answer = judged("RoA Ro10 Ro7 Se7 Se8 Ei8 Ei9 Si7 SiU", [], Contract.OBENABE)[0]
    assert card_text(answer.card) == "RoA"
    assert answer.tip is Tip.ACE_FOR_TEN


def test_takes_cheaply_when_last() -> None:
    """Last to play with King and Ober above the Under: the lowest that wins, if any wins."""
    ranked = judged(
        "RoK RoO Ro7 Se7 Se8 Ei8 Ei9 Si7 SiU",
        [(NEXT, "RoU"), (PARTNER, "Ro6"), (LAST, "Ro10")],
        Contract.OBENABE,
    )
    assert card_text(ranked[0].card) in {"RoO", "RoK"}
    assert card_text(ranked[-1].card) == "Ro7"


def test_cashes_a_bock_that_counting_made() -> None:
    """Ace and King of Rosen are gone, trumps too: the Ober is Bock and beats leading a Seven."""
    earlier: list[Plays] = [
        [(ME, "RoA"), (NEXT, "Ro6"), (PARTNER, "Ro7"), (LAST, "RoK")],
        [(ME, "SiU"), (NEXT, "Si9"), (PARTNER, "SiA"), (LAST, "SiK")],
        [(ME, "SiO"), (NEXT, "Si10"), (PARTNER, "Si8"), (LAST, "Si7")],
        [(ME, "Si6"), (NEXT, "Se6"), (PARTNER, "Se9"), (LAST, "Ei6")],
    ]
    answer = judged("RoO Ro9 Se7 Se8 Ei8", [], Contract.SCHILTEN, earlier=earlier)[0]
    assert card_text(answer.card) == "RoO"
    assert answer.tip is Tip.BOCK


def test_every_legal_card_is_judged_once_best_first() -> None:
    """The ranking holds all legal cards; scores never rise."""
    ranked = judged("Ro10 Ro8 SeK Se6 Si7 SiO Ei6 Ei7 EiO", [(LAST, "Ro7")], Contract.SCHILTEN)
    cards = [one.card for one in ranked]
    expected = CardSet.parse("Ro10 Ro8 Si7 SiO")
    assert sorted(cards) == list(expected)
    scores = [one.score for one in ranked]
    assert scores == sorted(scores, reverse=True)
    assert all(isinstance(card, int) for card in map(Card, cards))
