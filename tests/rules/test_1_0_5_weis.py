"""Rules 1.0.5: what a Weis is, what it is worth, which is better, and who scores."""

from __future__ import annotations

import itertools
import random

import pytest

from engine.cards import CARDS_36, Card, Rank
from engine.cardset import cards_of, mask_of
from engine.contracts import Contract, ContractRow, row_of
from engine.rules.melds import (
    MeldRules,
    Weis,
    WeisProfile,
    announced,
    best_weis,
    contest,
    fact_of,
    fact_steps,
    fact_strength,
    find_weise,
    key_of,
    shown_weise,
    weis_of,
)
from tests.engine.hands import hand, texts

MODERN = MeldRules()
S004 = MeldRules(WeisProfile.SEED004, order_s004=True)
RANKS = [rank.code for rank in Rank]
EICHEL, ROSEN = row_of(Contract.EICHEL), row_of(Contract.ROSEN)
OBENABE, UNDENUFE = row_of(Contract.OBENABE), row_of(Contract.UNDENUFE)
PARTNERS = (0, 1, 0, 1)


def run(suit: str, low: str, size: int) -> str:
    first = RANKS.index(low)
    return " ".join(suit + rank for rank in RANKS[first : first + size])


def four(rank: str) -> str:
    return " ".join(suit + rank for suit in ("Ei", "Ro", "Se", "Si"))


def weis(cards: str, rules: MeldRules = MODERN) -> Weis:
    found = weis_of(hand(cards), rules)
    assert found is not None
    return found


def points(cards: str, rules: MeldRules = MODERN) -> list[int]:
    return [found.points for found in find_weise(hand(cards), rules)]


def better(one: str, other: str, row: ContractRow = OBENABE, rules: MeldRules = MODERN) -> bool:
    """Whether the first Weis beats the second, whoever sits first."""
    return key_of(weis(one, rules), row, rules) > key_of(weis(other, rules), row, rules)


def settle(
    hands: list[str],
    row: ContractRow,
    rules: MeldRules = MODERN,
    vorhand: int = 0,
    sides: tuple[int, ...] = PARTNERS,
) -> tuple[int, int, int] | None:
    """Seat, side and points of the contest."""
    held = [find_weise(hand(cards), rules, row) for cards in hands]
    order = [(vorhand + place) % len(hands) for place in range(len(hands))]
    best = contest(held, order, sides, row, rules)
    return None if best is None else (best.seat, best.side, best.points)


RUN_TABLE = {
    WeisProfile.MODERN: [20, 50, 100, 150, 200, 250, 300],
    WeisProfile.SEED004: [20, 50, 100, 100, 100, 100, 100],
    WeisProfile.PAGAT: [20, 50, 100, 100, 100, 100, 100],
    WeisProfile.VORARLBERG: [20, 50, 100, 120, 140, 160, 180],
}
FOUR_TABLE = {  # nines; then sixes, sevens, eights
    WeisProfile.MODERN: (150, 100),
    WeisProfile.SEED004: (100, None),
    WeisProfile.PAGAT: (150, None),
    WeisProfile.VORARLBERG: (150, None),
}


@pytest.mark.parametrize("profile", WeisProfile)
@pytest.mark.parametrize("size", range(3, 10))
def test_1_0_5_row_runs(profile: WeisProfile, size: int) -> None:
    """A run of 3 to 9 has the value of its column, wherever it lies in the suit."""
    for low in RANKS[: 10 - size]:
        expected = RUN_TABLE[profile][size - 3]
        assert points(run("Se", low, size), MeldRules(profile)) == [expected]


@pytest.mark.parametrize("profile", WeisProfile)
def test_1_0_5_row_fours(profile: WeisProfile) -> None:
    """Four Under 200; Ace, King, Ober and Ten 100; Nines and the three lowest by profile."""
    rules = MeldRules(profile)
    nines, low = FOUR_TABLE[profile]
    assert points(four("U"), rules) == [200]
    assert points(four("9"), rules) == [nines]
    for rank in ("A", "K", "O", "10"):
        assert points(four(rank), rules) == [100]
    for rank in ("6", "7", "8"):
        assert points(four(rank), rules) == ([] if low is None else [low])


def test_1_0_5_natural_order_in_trump_too() -> None:
    """A run is a run whatever is trump: 9 10 U is one, U 9 A is none."""
    assert points("Ei9 Ei10 EiU") == [20]
    assert points("EiU Ei9 EiA") == []


def test_1_0_5_two_of_a_suit_or_three_of_a_kind_are_none() -> None:
    """Shorter runs and incomplete fours count nothing; runs never cross a suit's end."""
    assert points("Ei6 Ei7 Ro6 Ro7 EiA RoA SeA") == []
    assert points("EiK EiA Ro6") == []


def test_1_0_5_one_maximal_run_is_one_weis() -> None:
    """A run is not split, even where the profile would pay more for the pieces."""
    assert points(run("Ro", "6", 9)) == [300]
    assert points(run("Ro", "6", 9), MeldRules(WeisProfile.PAGAT)) == [100]
    assert points("Ro6 Ro7 Ro8 Ro10 RoU RoO") == [20, 20]


@pytest.mark.parametrize("profile", [WeisProfile.SEED004, WeisProfile.PAGAT])
@pytest.mark.parametrize(
    ("size", "expected"),
    [(5, [100]), (6, [100]), (7, [100]), (8, [100, 20]), (9, [100, 50])],
)
def test_1_0_5_weis_teilen(profile: WeisProfile, size: int, expected: list[int]) -> None:
    """Where long runs count 100: nine are five and four, eight are five and three."""
    assert points(run("Ro", "6", size), MeldRules(profile, split=True)) == expected


def test_1_0_5_weis_teilen_keeps_the_strong_end_together() -> None:
    """The five lie where they compare best: at the Ace, in Undenufe at the Six."""
    rules = MeldRules(WeisProfile.PAGAT, split=True)
    nine = hand(run("Ro", "6", 9))
    assert texts(find_weise(nine, rules, OBENABE)[0].mask) == run("Ro", "10", 5)
    assert texts(find_weise(nine, rules, UNDENUFE)[0].mask) == run("Ro", "6", 5)


def test_1_0_5_kreuzweis_counts_both() -> None:
    """One card in a run and in a four of a kind counts twice."""
    assert points("EiU EiO EiK EiA RoK SeK SiK") == [100, 50]


def test_1_0_5_kreuzweis_aus_takes_the_best_choice() -> None:
    """Each card once: the four Kings and nothing else, or with a longer run what is left of it."""
    off = MeldRules(cross=False)
    assert points("EiU EiO EiK EiA RoK SeK SiK", off) == [100]
    assert points("Ei10 EiU EiO EiK RoK SeK SiK", off) == [100, 20]
    assert points(run("Ei", "6", 7) + " Ro6 Se6 Si6", off) == [150, 100]
    assert points(run("Ei", "6", 7) + " RoU SeU SiU", off) == [200, 100]
    middle = run("Ei", "9", 6) + " RoO SeO SiO"
    assert points(middle, off) == [150]


def test_1_0_5_kreuzweis_aus_without_conflict_changes_nothing() -> None:
    """Weise that share no card all count."""
    assert points("Ei6 Ei7 Ei8 " + four("A"), MeldRules(cross=False)) == [100, 20]


def test_1_0_5_step_1_points() -> None:
    """Higher points win, though the other has more cards."""
    assert better(four("9"), run("Ei", "6", 5))
    assert better(four("U"), run("Ei", "6", 6))


def test_1_0_5_step_2_more_cards() -> None:
    """At 100 points a Fünfblatt beats four of a kind, Aces too."""
    assert better(run("Ei", "6", 5), four("A"))


def test_1_0_5_step_3_top_card() -> None:
    """At equal size the higher top card wins, by natural rank and not by trump strength."""
    assert better(run("Ei", "8", 3), run("Ro", "7", 3))
    assert better(four("A"), four("K"))
    assert better("RoO RoK RoA", "Ei9 Ei10 EiU", EICHEL)


def test_1_0_5_step_3_reversed_in_undenufe() -> None:
    """In Undenufe the Dreiblatt from the Six is the best, and four Sixes beat four Aces."""
    assert better(run("Se", "6", 3), run("Ro", "O", 3), UNDENUFE)
    assert better(run("Se", "6", 3), run("Ro", "7", 3), UNDENUFE)
    assert better(four("6"), four("A"), UNDENUFE)


@pytest.mark.parametrize(
    ("contract", "reverse"),
    [
        (Contract.SLALOM_UNTEN, True),
        (Contract.GUSCHTI_UNTEN, True),
        (Contract.SLALOM_OBEN, False),
        (Contract.GUSCHTI_OBEN, False),
        (Contract.GUMPF_EICHEL, False),
    ],
)
def test_1_0_5_step_3_slalom_by_the_first_trick(contract: Contract, reverse: bool) -> None:
    """Slalom and Guschti compare by the direction of trick 1; Gumpf is a trump contract."""
    assert better(run("Se", "6", 3), run("Ro", "O", 3), row_of(contract)) == reverse


def test_1_0_5_option_undenufe_weis_normal() -> None:
    """With the option Undenufe compares like every other contract."""
    rules = MeldRules(undenufe_normal=True)
    assert better(run("Ro", "O", 3), run("Se", "6", 3), UNDENUFE, rules)


def test_1_0_5_step_4_trump_before_other_suits() -> None:
    """Equal runs: the one in trump wins, wherever it sits."""
    hands = [run("Ro", "7", 3), run("Ei", "7", 3), "", ""]
    assert settle(hands, EICHEL) == (1, 1, 20)
    assert settle(hands, ROSEN) == (0, 0, 20)


def test_1_0_5_option_trumpf_ohne_vorrang() -> None:
    """With the option only the seat decides."""
    hands = [run("Ro", "7", 3), run("Ei", "7", 3), "", ""]
    assert settle(hands, EICHEL, MeldRules(trump_first=False)) == (0, 0, 20)


def test_1_0_5_step_5_earlier_in_playing_order() -> None:
    """All equal: the earlier seat counted from Vorhand."""
    hands = [run("Ro", "7", 3), run("Se", "7", 3), "", run("Si", "7", 3)]
    assert settle(hands, EICHEL, vorhand=0) == (0, 0, 20)
    assert settle(hands, EICHEL, vorhand=1) == (1, 1, 40)
    assert settle(hands, EICHEL, vorhand=2) == (3, 1, 40)


def test_1_0_5_option_vier_gleiche_vor_folge() -> None:
    """With the option four of a kind beats the Fünfblatt at equal points, and only there."""
    rules = MeldRules(fours_first=True)
    assert better(four("10"), run("Ei", "10", 5), OBENABE, rules)
    assert better(run("Ei", "6", 6), four("A"), OBENABE, rules)


def test_1_0_5_option_weisordnung_s004() -> None:
    """Any run of five beats every four; every four beats a run of four; that a run of three."""
    ladder = [run("Ei", "6", 5), four("U"), four("10"), run("Ei", "U", 4), run("Ei", "O", 3)]
    for one, other in itertools.combinations(ladder, 2):
        assert better(one, other, OBENABE, S004)
    assert better(run("Ei", "6", 6), run("Ro", "10", 5), OBENABE, S004)
    assert better(run("Ei", "10", 5), run("Ro", "9", 5), OBENABE, S004)
    assert better(run("Ei", "9", 5), run("Ro", "9", 5), EICHEL, S004)
    assert better(four("U"), four("A"), OBENABE, S004)
    assert better(four("A"), four("K"), OBENABE, S004)


def test_1_0_5_the_side_of_the_best_scores_all_its_weise() -> None:
    """The best single Weis decides; its side scores everything, the other side nothing."""
    hands = [
        run("Ei", "6", 3),
        f"{run('Ro', '6', 4)} {run('Si', '6', 3)}",
        f"{four('A')}",
        run("Se", "6", 3),
    ]
    assert settle(hands, ROSEN) == (2, 0, 120)


def test_1_0_5_without_partners_only_the_best_player_scores() -> None:
    """Everybody for himself: the best player scores all his Weise, nobody else any."""
    hands = [f"{run('Ei', '6', 3)} {run('Ei', 'U', 4)}", run("Ro", "6", 3), run("Se", "6", 3)]
    assert settle(hands, ROSEN, sides=(0, 1, 2)) == (0, 0, 70)


def test_1_0_5_three_sides() -> None:
    """Six-handed, three teams of two: one team scores."""
    hands = [run("Ei", "6", 3), run("Ro", "8", 3), "", run("Se", "6", 3), run("Si", "6", 3), ""]
    assert settle(hands, OBENABE, sides=(0, 1, 2, 0, 1, 2)) == (1, 1, 40)


def test_1_0_5_nobody_has_a_weis() -> None:
    """No Weis, no contest."""
    assert settle(["Ei6", "Ei7", "Ei8", "Ei9"], OBENABE) is None


def test_1_0_5_fact_run_against_four_only_at_100() -> None:
    """In a deal a run and a four of a kind at 150 or 200 cannot meet: they share a card."""
    for size in (6, 7):
        runs = [weis(run("Ei", low, size)) for low in RANKS[: 10 - size]]
        fours = [weis(four(rank)) for rank in ("9", "U")]
        for one, other in itertools.product(runs, fours):
            assert one.points != other.points or one.mask & other.mask


def test_1_0_5_what_is_announced() -> None:
    """Points by default, the class with `weisordnung_s004`."""
    assert announced(weis(run("Ei", "6", 6)), MODERN) == 150
    classes = [run("Ei", "6", 3), run("Ei", "6", 4), four("U"), run("Ei", "6", 5)]
    numbers = [announced(weis(cards, S004), S004) for cards in classes]
    assert numbers == sorted(set(numbers))
    assert announced(weis(run("Ei", "6", 9), S004), S004) == numbers[-1]


def test_1_0_5_facts_told() -> None:
    """Number of cards, top card, trump; in Undenufe the lowest card is the top card."""
    one = weis(run("Ei", "7", 4))
    assert fact_of(one, "size", EICHEL, MODERN) == 4
    assert fact_of(one, "top", EICHEL, MODERN) == Rank.BANNER
    assert fact_of(one, "top", UNDENUFE, MODERN) == Rank.SIEBEN
    assert fact_of(one, "trump", EICHEL, MODERN) == 1
    assert fact_of(one, "trump", ROSEN, MODERN) == 0
    assert fact_of(weis(four("U")), "trump", ROSEN, MODERN) == 0


def test_1_0_5_trump_is_asked_only_where_it_can_decide() -> None:
    """No trump contract or `trumpf_ohne_vorrang`: two facts, then the seat."""
    assert fact_steps(EICHEL, MODERN) == ("size", "top", "trump")
    assert fact_steps(OBENABE, MODERN) == ("size", "top")
    assert fact_steps(EICHEL, MeldRules(trump_first=False)) == ("size", "top")


def at_the_table(
    held: list[tuple[Weis, ...]], order: list[int], row: ContractRow, rules: MeldRules
) -> int | None:
    """The winner's side by steps 1 and 2 of what gets said: announcements, then facts in turn."""
    highest, speakers = -1, []
    for seat in order:
        best = best_weis(held[seat], row, rules)
        if best is not None and announced(best, rules) >= highest:
            if announced(best, rules) > highest:
                highest, speakers = announced(best, rules), []
            speakers.append(seat)
    for fact in fact_steps(row, rules):
        if len({PARTNERS[seat] for seat in speakers}) < 2:
            break
        told = {}
        for seat in speakers:
            best = best_weis(held[seat], row, rules)
            assert best is not None
            told[seat] = fact_strength(highest, fact, fact_of(best, fact, row, rules), row, rules)
        speakers = [seat for seat in speakers if told[seat] == max(told.values())]
    return PARTNERS[speakers[0]] if speakers else None


def test_1_0_5_what_gets_said_finds_the_same_side() -> None:
    """Announcing and answering facts ends as if all hands were open, for all options."""
    chance = random.Random(5)
    settled = 0
    for _ in range(4_000):
        rules = MeldRules(
            profile=chance.choice(list(WeisProfile)),
            cross=chance.random() < 0.7,
            fours_first=chance.random() < 0.3,
            undenufe_normal=chance.random() < 0.3,
            trump_first=chance.random() < 0.7,
        )
        if chance.random() < 0.3:
            rules = S004
        row = row_of(chance.choice(list(Contract)))
        deck = list(CARDS_36)
        shuffle_in_packets(deck, chance)
        hands = [mask_of(deck[seat * 9 : seat * 9 + 9]) for seat in range(4)]
        held = [find_weise(cards, rules, row) for cards in hands]
        vorhand = chance.randrange(4)
        order = [(vorhand + place) % 4 for place in range(4)]
        best = contest(held, order, PARTNERS, row, rules)
        settled += best is not None
        assert at_the_table(held, order, row, rules) == (None if best is None else best.side)
    assert settled > 2_000


def shuffle_in_packets(deck: list[Card], chance: random.Random) -> None:
    """Shuffle badly, so that long runs and fours of a kind are common."""
    if chance.random() < 0.5:
        deck.sort(key=lambda card: card % 9)
    for _ in range(chance.randrange(2, 12)):
        one, other = chance.randrange(36), chance.randrange(36)
        deck[one], deck[other] = deck[other], deck[one]
    start = chance.randrange(36)
    deck[:] = deck[start:] + deck[:start]


def test_1_0_5_showing() -> None:
    """Shown sets stand when each is a Weis; a part of a longer run may be shown."""
    shown = shown_weise([hand(run("Ei", "6", 3)), hand(four("A"))], MODERN)
    assert shown is not None
    assert [one.points for one in shown] == [100, 20]
    assert shown_weise([], MODERN) == ()


@pytest.mark.parametrize(
    "sets",
    [
        ["Ei6 Ei7"],
        ["Ei6 Ei7 Ei9"],
        ["EiK EiA Ro6"],
        ["Ei6 Ei7 Ro8"],
        ["EiA RoA SeA"],
        [run("Ei", "6", 4), run("Ei", "7", 4)],
        [run("Ei", "6", 3), run("Ei", "9", 3)],
        [run("Ei", "9", 3), run("Ei", "6", 3)],
        [four("A"), four("A")],
        [""],
    ],
)
def test_1_0_5_showing_what_does_not_stand(sets: list[str]) -> None:
    """No Weis, a card in two runs, a run cut in two, the same Weis twice: refused."""
    assert shown_weise([hand(cards) for cards in sets], MODERN) is None


def test_1_0_5_showing_follows_the_options() -> None:
    """Splitting and crossing are allowed as the table agreed."""
    pieces = [hand(run("Ei", "6", 5)), hand(run("Ei", "U", 4))]
    assert shown_weise(pieces, MeldRules(WeisProfile.PAGAT)) is None
    assert shown_weise(pieces, MeldRules(WeisProfile.PAGAT, split=True)) is not None
    crossing = [hand(four("K")), hand(run("Ei", "O", 3))]
    assert shown_weise(crossing, MODERN) is not None
    assert shown_weise(crossing, MeldRules(cross=False)) is None
    assert shown_weise([hand(four("6"))], MeldRules(WeisProfile.PAGAT)) is None


def test_1_0_5_showing_pieces_with_a_gap_is_proven_by_the_hand() -> None:
    """A run cut in two by leaving a card out is refused once that card is known to be there."""
    rules = MeldRules(WeisProfile.PAGAT)
    pieces = [hand(run("Ei", "6", 5)), hand(run("Ei", "O", 3))]
    assert shown_weise(pieces, rules) is not None
    assert shown_weise(pieces, rules, hand(run("Ei", "6", 9))) is None
    assert shown_weise([*pieces, hand(four("U"))], rules) is None
    uncrossed = MeldRules(WeisProfile.PAGAT, cross=False)
    assert shown_weise([*pieces, hand(four("U"))], uncrossed) is not None


def test_found_weise_may_all_be_shown() -> None:
    """What `find_weise` finds in a hand is exactly what `shown_weise` lets stand."""
    chance = random.Random(6)
    for _ in range(3_000):
        rules = MeldRules(
            profile=chance.choice(list(WeisProfile)),
            split=chance.random() < 0.5,
            cross=chance.random() < 0.5,
        )
        deck = list(CARDS_36)
        shuffle_in_packets(deck, chance)
        found = find_weise(mask_of(deck[:12]), rules)
        masks = [one.mask for one in found]
        assert shown_weise(masks, rules) == found
        assert shown_weise(masks, rules, mask_of(deck[:12])) == found
        for one in found:
            assert weis_of(one.mask, rules) == one
            assert set(one.cards) <= set(deck[:12])


def test_no_better_choice_of_weise_exists() -> None:
    """`find_weise` finds the highest total among all sets of Weise that may stand together."""
    chance = random.Random(7)
    for _ in range(250):
        rules = MeldRules(
            profile=chance.choice(list(WeisProfile)),
            split=chance.random() < 0.5,
            cross=chance.random() < 0.5,
        )
        deck = list(CARDS_36)
        shuffle_in_packets(deck, chance)
        cards = mask_of(deck[:9])
        found = sum(one.points for one in find_weise(cards, rules))
        assert found == most_points(cards, rules)


def most_points(cards: int, rules: MeldRules) -> int:
    """The best of all sets of Weise, tried one by one."""
    possible = [
        one
        for size in range(3, 10)
        for start in range(36)
        if (one := weis_of(((1 << size) - 1) << start & (1 << 36) - 1, rules)) is not None
        and one.size == size
    ]
    possible += [one for rank in RANKS if (one := weis_of(hand(four(rank)), rules)) is not None]
    here = list(dict.fromkeys(one for one in possible if not one.mask & ~cards))

    def best(index: int, chosen: list[Weis]) -> int:
        if shown_weise([one.mask for one in chosen], rules, cards) is None:
            return 0
        total = sum(one.points for one in chosen)
        return max(
            [total, *(best(later + 1, [*chosen, here[later]]) for later in range(index, len(here)))]
        )

    return best(0, [])


def test_cards_of_a_weis_ascend() -> None:
    """A Weis names its cards in one order at every peer."""
    one = weis(run("Si", "O", 3))
    assert one.cards == cards_of(one.mask) == tuple(sorted(one.cards))
    assert (one.low, one.high, one.size) == (Rank.OBER, Rank.ASS, 3)
