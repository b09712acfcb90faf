"""Card counting draws exactly the conclusions that the rules allow."""

import random

from engine.bots.counting import CERTAIN, Count, count_cards
from engine.bots.sampling import sample_hands
from engine.bots.stream import Stream
from engine.bots.strength import legal_cards, strength_of
from engine.cards import Card, parse_card
from engine.cardset import CardSet, cards_of
from engine.contracts import SUIT_MASKS, Contract, row_of
from engine.seats import Seat
from tests.engine.hands import FULL_36

ME, NEXT, PARTNER, LAST = map(Seat, range(4))


def count(
    hand: str,
    tricks: list[list[tuple[Seat, str]]],
    left: tuple[int, ...],
    contract: Contract = Contract.EICHEL,
    shown: dict[Seat, str] | None = None,
) -> Count:
    row = row_of(contract)
    return count_cards(
        ME,
        CardSet.parse(hand).mask,
        left,
        [[(seat, parse_card(card)) for seat, card in trick] for trick in tricks],
        deck=FULL_36,
        trumps=row.trumps,
        puur=row.puur,
        shown={seat: CardSet.parse(cards).mask for seat, cards in (shown or {}).items()},
    )


def test_unseen_are_all_cards_neither_held_nor_played() -> None:
    """36 cards less the own hand and the table."""
    known = count("Ei6 Ro6", [[(NEXT, "SeA"), (PARTNER, "SeK")]], (2, 1, 1, 2))
    assert known.unseen == FULL_36 & ~CardSet.parse("Ei6 Ro6 SeA SeK").mask
    assert known.possible[ME] == CardSet.parse("Ei6 Ro6").mask


def test_not_following_a_side_suit_shows_a_void() -> None:
    """Who throws away another side suit has none of the suit led (row 7)."""
    known = count("Ei6", [[(LAST, "RoA"), (ME, "Ro7"), (NEXT, "Se6"), (PARTNER, "Ro8")]], (1,) * 4)
    assert not known.possible[NEXT] & SUIT_MASKS[1]
    assert known.possible[PARTNER] & SUIT_MASKS[1]


def test_trumping_a_side_suit_shows_nothing() -> None:
    """Trumping is allowed while one can follow (row 6)."""
    known = count("Ei6", [[(LAST, "RoA"), (ME, "Ro7"), (NEXT, "Ei7"), (PARTNER, "Ro8")]], (1,) * 4)
    assert known.possible[NEXT] & SUIT_MASKS[1]


def test_not_following_trump_leaves_the_puur_possible() -> None:
    """The Puur need not be played when trump is led (row 4)."""
    known = count("Ei6", [[(LAST, "EiA"), (ME, "Ei7"), (NEXT, "Se6"), (PARTNER, "Ei8")]], (1,) * 4)
    assert known.possible[NEXT] & SUIT_MASKS[0] == CardSet.parse("EiU").mask


def test_without_trump_not_following_shows_a_void() -> None:
    """In Obenabe every suit must be followed (rows 1, 2), a suit like Eichel too."""
    known = count(
        "Ro6",
        [[(LAST, "EiA"), (ME, "Ei7"), (NEXT, "Se6"), (PARTNER, "Ei8")]],
        (1,) * 4,
        Contract.OBENABE,
    )
    assert not known.possible[NEXT] & SUIT_MASKS[0]


def test_shown_cards_are_certain_and_nowhere_else() -> None:
    """A shown Weis is held by who showed it until it is played."""
    known = count("Ei6", [], (1, 9, 9, 9), shown={NEXT: "RoA RoK RoO"})
    weis = CardSet.parse("RoA RoK RoO").mask
    assert known.certain[NEXT] & weis == weis
    assert not known.possible[PARTNER] & weis
    assert known.chance(NEXT, weis) == CERTAIN
    assert known.chance(PARTNER, weis) == 0


def test_a_card_only_one_seat_can_hold_is_there() -> None:
    """If two seats are void, the third has what is left of the suit."""
    known = count(
        "Ei6 Ei7 Ei8 Ei9 Ei10 EiU EiO EiK",
        [[(ME, "RoA"), (NEXT, "Se6"), (PARTNER, "Se7"), (LAST, "Ro6")]],
        (8, 8, 8, 8),
    )
    left = CardSet.parse("Ro7 Ro8 Ro9 Ro10 RoU RoO RoK").mask
    assert known.certain[LAST] == left
    assert known.chance(LAST, CardSet.parse("Ro7").mask) == CERTAIN
    assert known.chance(NEXT, left) == 0


def test_chance_of_one_card_is_even_among_equal_hands() -> None:
    """Three hands of nine that may all hold it: a third each."""
    hand = "Ei6 Ei7 Ei8 Ei9 Ei10 EiU EiO EiK EiA"
    known = count(hand, [], (9, 9, 9, 9))
    assert known.chance(NEXT, CardSet.parse("RoA").mask) in {333, 334}
    two = known.chance(NEXT, CardSet.parse("RoA RoK").mask)
    assert 540 <= two <= 570  # 1 - (2/3)² = 0.556


def played_hand(seed: int) -> tuple[Count, tuple[int, ...], Contract]:
    """A random running hand: what seat 0 counts, and what everybody really holds."""
    rng = random.Random(seed)
    contract = list(Contract)[rng.randrange(6)]
    row = row_of(contract)
    strength = strength_of(row, row.direction(1))
    cards = list(range(36))
    rng.shuffle(cards)
    hands = [sum(1 << card for card in cards[at : at + 9]) for at in (0, 9, 18, 27)]
    leader, tricks = rng.randrange(4), []
    for _ in range(rng.randrange(1, 9)):
        trick: list[tuple[Seat, Card]] = []
        led, winning, winner = 0, -1, leader
        for step in range(4):
            seat = (leader + step) % 4
            card = rng.choice(cards_of(legal_cards(hands[seat], led, winning, strength)))
            hands[seat] &= ~(1 << card)
            trick.append((Seat(seat), card))
            if winning < 0 or strength.beaters[winning] >> card & 1:
                winning, winner = card, seat
            led = led or strength.suits[card]
        tricks.append(trick)
        leader = winner
    left = [hand.bit_count() for hand in hands]
    known = count_cards(ME, hands[0], left, tricks, deck=FULL_36, trumps=row.trumps, puur=row.puur)
    return known, tuple(hands), contract


def test_the_truth_is_always_possible() -> None:
    """No conclusion ever excludes what the others really hold, and certain cards are there."""
    for seed in range(150):
        known, hands, _ = played_hand(seed)
        for seat, hand in enumerate(hands):
            assert hand & ~known.possible[seat] == 0, seed
            assert known.certain[seat] & ~hand == 0 or seat == ME, seed


def test_samples_agree_with_everything_counted() -> None:
    """A sampled deal has the right sizes, no card twice, and no card where it cannot be."""
    for seed in range(60):
        known, hands, _ = played_hand(seed)
        stream = Stream(seed.to_bytes(4, "big"), "sample")
        for _ in range(5):
            sampled = sample_hands(known, stream)
            together = 0
            for seat, hand in enumerate(sampled):
                assert hand.bit_count() == hands[seat].bit_count()
                assert not hand & together
                assert not hand & ~known.possible[seat]
                together |= hand
            assert together == known.unseen | known.hand
