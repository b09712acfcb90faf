"""Bots at a whole table: legal, pure, fair with what they see, and as strong as they say."""

import random
from hashlib import sha256

import pytest

from bench.duplicate import bot, duel, random_player
from engine import bots, game
from engine.actions import Action, Choose, ClaimRest, Play, Push
from engine.advice import Tip
from engine.contracts import Contract
from engine.events import WeisAnnounced
from engine.faces import Faces
from engine.rules.rest import rest_is_safe
from engine.state import Step
from engine.view import View
from tests.engine.table import Player, Table, deal_of, options

HAND = (
    "RoU Ro9 RoA RoK Ro6 SeA EiA Ei7 Si8",
    "Ro7 Ro8 EiK EiO SeK Se10 Si6 Si7 Si9",
    "Ro10 RoO EiU Ei10 SeO Se9 Si10 SiU SiA",
    "Ei6 Ei8 Ei9 Se6 Se7 Se8 SeU SiO SiK",
)


def play_as(level: str, seen: list[tuple[View, Action]] | None = None) -> Player:
    def play(view: View, offered: tuple[Action, ...]) -> Action:
        chance = sha256(repr((view.seat, view.hand_no, view.turn)).encode()).digest()
        chosen = bots.choose(view, level, chance)
        if seen is not None:
            seen.append((view, chosen))
        assert chosen in offered or chosen in game.unasked(view)
        return chosen

    return play


@pytest.mark.parametrize("level", ["easy", "normal"])
@pytest.mark.parametrize(
    "preset", ["schieber_1000", "schieber_2500", "uri_2000", "seed004_1000", "turnier_12"]
)
def test_a_whole_game_of_bots_is_legal_to_its_end(level: str, preset: str) -> None:
    """Every answer is one of those offered; the audit finds nothing."""
    table = Table.start(options(preset), seed=3)
    table.play_out(play_as(level))
    assert table.state.step is Step.OVER
    assert all(result.offence is None for result in table.state.results)


def test_bots_answer_every_question_a_table_can_ask() -> None:
    """Cut, declared card, manual Weis, «Stöck?», thanks by hand, Rest at own risk."""
    table = Table.start(
        options(
            echtes_abheben="on",
            erster_geber="rosen7_vorhand",
            weisen="manuell",
            stoeck_manuell="on",
            ende="bedanken_manuell",
            rest="riskant",
            zurueckschieben="on",
            vertraege="slalom,guschti,gumpf",
        ),
        seed=5,
    )
    asked: set[Step] = set()

    def play(view: View, offered: tuple[Action, ...]) -> Action:
        asked.add(view.step)
        return play_as("normal")(view, offered)

    table.play_out(play)
    assert {Step.CHOOSE, Step.PLAY, Step.SHOW} <= asked


def test_a_bot_takes_no_true_weis_back() -> None:
    """Who announces last may correct himself: only to more (rules 1.0.5)."""
    said: list[WeisAnnounced] = []
    for seed in range(12):
        table = Table.start(options(weisen="manuell", rest="aus"), seed=seed)
        table.play_hand(play_as("normal"))
        said += [event for event in table.events if isinstance(event, WeisAnnounced)]
    assert said
    assert not [event for event in said if event.corrected]


def test_a_strong_bot_plays_a_hand_legally() -> None:
    """Sampling and solving end in offered actions."""
    table = Table.start(options(), seed=2)
    table.play_hand(play_as("strong"))
    assert table.state.step is Step.AUDIT
    assert game.audit(table.state, table.deck) is None


@pytest.mark.parametrize("level", bots.LEVELS)
def test_equal_view_level_and_chance_give_equal_actions(level: str) -> None:
    """A bot is pure: asked again with a view built anew, it answers the same."""
    table = Table.start(options(), seed=8)
    seen: list[tuple[View, Action]] = []
    player = play_as(level, seen)
    table.deal()
    while table.state.asked and len(seen) < 12:
        table.step(player)
    for view, chosen in seen:
        again = game.view(view.state, Faces(dict(view.faces.items())), view.seat)
        chance = sha256(repr((view.seat, view.hand_no, view.turn)).encode()).digest()
        assert bots.choose(again, level, chance) == chosen


@pytest.mark.parametrize("level", bots.LEVELS)
def test_cards_of_others_change_nothing(level: str) -> None:
    """Two deals that are equal in what a seat may see: its bot plays the same card."""
    chosen = []
    for order in ((0, 1, 2, 3), (0, 3, 1, 2)):
        table = Table.start(options(), seed=4)
        hands = [HAND[at] for at in order]
        chance = next(
            bytes([n]) * 32
            for n in range(256)
            if game.deal(table.state, bytes([n]) * 32)[0].dealer == 3
        )
        table.deal(deal_of(*hands), chance)
        view = table.view(0)
        assert view.my_turn
        first = bots.choose(view, level, b"c" * 32)
        if isinstance(first, Push):
            first = next(action for action in game.legal(view) if isinstance(action, Choose))
        table.act(0, first)
        chosen.append((first, bots.choose(table.view(0), level, b"d" * 32)))
    assert chosen[0] == chosen[1]


def vorhand_with(hand: str) -> Table:
    """Seat 0 is Vorhand and holds these cards."""
    table = Table.start(options(), seed=4)
    chance = next(
        bytes([n]) * 32
        for n in range(256)
        if game.deal(table.state, bytes([n]) * 32)[0].dealer == 3
    )
    mine = hand.split()
    rest = [card for text in HAND for card in text.split() if card not in mine]
    random.Random(1).shuffle(rest)
    hands = [hand, *(" ".join(rest[at : at + 9]) for at in (0, 9, 18))]
    table.deal(deal_of(*hands), chance)
    return table


def test_names_a_strong_suit_itself() -> None:
    """S004: name a strong trump suit yourself."""
    advice = bots.hints(vorhand_with(HAND[0]).view(0))
    assert advice[0].action == Choose(Contract.ROSEN)
    assert advice[0].reason is Tip.CHOOSE_YOURSELF


def test_pushes_without_a_clear_suit() -> None:
    """S004: push only without a clear suit."""
    advice = bots.hints(vorhand_with("Ei7 Ei8 EiO Ro8 RoO Se9 SeO Si9 SiO").view(0))
    assert isinstance(advice[0].action, Push)
    assert advice[0].reason is Tip.PUSH


def test_hints_rank_every_card_that_may_be_played() -> None:
    """One piece of advice per legal card, the best first; a spectator gets none."""
    table = vorhand_with(HAND[0])
    table.act(0, bots.hints(table.view(0))[0].action)
    view = table.view(0)
    cards = [advice.action.card for advice in bots.hints(view) if isinstance(advice.action, Play)]
    assert sorted(cards) == [held.card for held in view.hand]
    assert bots.hints(game.view(table.state, Faces(), None)) == ()
    assert bots.hints(table.view(1)) == ()


def test_rest_is_claimed_only_when_it_is_safe() -> None:
    """With `rest=riskant` an unsafe Rest is offered; no level takes it."""
    claims = 0
    for seed in range(12):
        table = Table.start(options(rest="riskant"), seed=seed)

        def play(view: View, offered: tuple[Action, ...]) -> Action:
            nonlocal claims
            chosen = play_as("normal")(view, offered)
            if isinstance(chosen, ClaimRest):
                claims += 1
                own = sum(1 << card for _, card in chosen.cards)
                gone = sum(1 << play.card for trick in view.state.tricks for play in trick.plays)
                unseen = (1 << 36) - 1 & ~own & ~gone
                assert rest_is_safe(game.rules_of(view.state.setup).row(view.state), own, unseen)
            return chosen

        table.play_hand(play)
    assert claims


def test_thanks_are_said_when_certain_and_never_before() -> None:
    """`ende=bedanken_manuell`: a false claim would lose the Partie (rules 1.0.7)."""
    table = Table.start(options(ende="bedanken_manuell", ziel="500"), seed=6)
    said = False
    for _ in range(600):
        if table.state.step is Step.OVER:
            break
        if game.needs_deal(table.state):
            table.deal()
        elif game.hand_over(table.state):
            table.count()
        else:
            offers = [(seat, bots.volunteer(table.view(seat))) for seat in range(4)]
            offer = next(((seat, act) for seat, act in offers if act is not None), None)
            if offer is not None:
                said = True
                table.act(*offer)
            else:
                table.step(play_as("normal"))
    assert table.state.step is Step.OVER
    assert said
    outcome = table.state.outcome
    assert outcome is not None
    assert outcome.by != "false_bedanken"


def test_unknown_levels_and_seats_that_are_not_asked_are_refused() -> None:
    """Both are mistakes of the caller and said as such."""
    table = vorhand_with(HAND[0])
    with pytest.raises(ValueError, match="genius"):
        bots.choose(table.view(0), "genius", b"")
    with pytest.raises(ValueError, match="asks"):
        bots.choose(table.view(1), "normal", b"")


def test_normal_clearly_beats_random_and_easy() -> None:
    """Duplicate deals with fixed seeds: more than four standard errors, and by many points."""
    against_random = duel(bot("normal"), random_player, 60)
    assert against_random.mean > 40
    assert against_random.mean > 4 * against_random.error
    against_easy = duel(bot("normal"), bot("easy"), 60)
    assert against_easy.mean > 2 * against_easy.error


def test_equal_players_are_equal_in_duplicate_deals() -> None:
    """The measure itself is fair: whoever plays against itself gains exactly nothing."""
    score = duel(bot("normal"), bot("normal"), 10)
    assert (score.mean, score.error) == (0, 0)


def test_advice_without_a_seat_or_a_question_is_empty() -> None:
    """Nothing to say is said as nothing."""
    table = vorhand_with(HAND[0])
    assert bots.hints(table.view(0))
    assert bots.hints(table.view(1)) == ()
    assert bots.hints(game.view(table.state, Faces(), None)) == ()
