"""What games other than the Schieber bring to the screen, as text, compared with reviewed files.

Tables come from the real engine and a seed; `JASS_GOLDEN=1` writes the files anew.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from engine import game
from engine.actions import Play
from engine.cards import height_of, is_joker
from engine.faces import Faces
from engine.seats import Seat
from engine.state import HandResult, Step
from engine.view import View
from net.updates import GameFinished, HandFinished, SeatInfo, TurnCame, ViewChanged
from tests.engine.table import Table, options
from tests.tui.test_pictures import compare
from tui.present.box import draw_question
from tui.present.canvas import Canvas, width_of
from tui.present.ends import draw_game_end, draw_hand_end
from tui.present.facts import duel_of, hand_of, hidden_own, is_duel, open_of
from tui.present.known import Known
from tui.present.look import Look
from tui.present.numbers import rank_question
from tui.present.question import question_of
from tui.present.slate import draw_board
from tui.present.status import playable, turn_hint
from tui.present.table import draw_table
from tui.present.ui import TableUi
from tui.settings import Settings
from tui.texts import LANGUAGES, text

pytestmark = pytest.mark.usefixtures("still_clock")

NAMES = (
    "Lara", "Noémie", "Ueli", "Marco", "Annebäbi", "Sepp", "Trudi", "Heidi", "Hausi", "Vreneli",
)  # fmt: skip
SIZES = ((80, 24), (120, 40), (60, 18), (40, 10))
GOLDEN_SIZES = SIZES[:2]


def people(seats: int) -> tuple[SeatInfo, ...]:
    """Everybody is there, all bots but me."""
    return tuple(
        SeatInfo(
            seat=Seat(seat),
            name=NAMES[seat],
            bot=None if seat == 0 else "normal",
            device="Lara",
            connected=True,
            you=seat == 0,
            identity_hex=f"{seat:064x}",
            known=True,
            latency_ms=None,
        )
        for seat in range(seats)
    )


def known_of(table: Table) -> Known:
    """What my device was told about this moment."""
    known = Known()
    view = table.view(0)
    now = time.monotonic()
    seats = people(table.state.setup.seats)
    known.apply(ViewChanged(view, (), seats), now)
    actions = game.legal(view)
    if actions:
        known.apply(TurnCame(view, actions, game.unasked(view)), now)
    if table.state.results:
        result = table.state.results[-1]
        known.apply(HandFinished(result, True, ("ok",) * len(seats), ()), now)
    if table.state.outcome is not None:
        known.apply(GameFinished(table.state.outcome, Path("tables/znueni-3f.jass")), now)
    return known


Wanted = Callable[[View], object]


@cache
def found(
    slug: str, seats: int, wanted: Wanted, settings: tuple[tuple[str, str], ...] = (), seed: int = 1
) -> Known:
    """The first moment, from a seed on, at which my view is as wanted."""
    for number in range(seed, seed + 40):
        table = Table.start(options(None, slug, seats, **dict(settings)), number, slug, seats)
        for _ in range(3000):
            if wanted(table.view(0)):
                return known_of(table)
            if table.state.step is Step.OVER:
                break
            if game.needs_deal(table.state):
                table.deal()
            elif game.hand_over(table.state):
                table.count()
            else:
                table.step()
    raise AssertionError("this never happens")


def my(step: Step) -> Wanted:
    """I am asked in this step and everything that comes by itself is done."""

    def wanted(view: View) -> bool:
        return view.step is step and view.my_turn and game.automatic(view) is None

    return wanted


def in_trick(number: int, lying: int) -> Wanted:
    """I am asked for a card of this trick."""

    def wanted(view: View) -> bool:
        asked = my(Step.PLAY)(view) and len(view.trick) == lying
        return asked and len(view.state.tricks) + 1 == number

    return wanted


def counted(hands: int) -> Wanted:
    """So many hands are written, and the next is not dealt yet."""
    return lambda view: view.step is Step.DEAL and len(view.results) == hands


def forbidden(view: View) -> bool:
    """I am the dealer, and one of the numbers I could say would bring the sum out even."""
    if not (my(Step.BID)(view) and view.seat == view.dealer):
        return False
    return len(game.legal(view)) <= view.state.length


def blind(view: View) -> bool:
    """I am to announce with a card I may not see."""
    return my(Step.BID)(view) and bool(hidden_own(view)) and is_duel(view)


def tied(view: View) -> bool:
    """A tie is fought out and some are out of it."""
    duel = duel_of(view, view.trick)
    out = duel is not None and len(duel.rivals) < len(view.players)
    return out and view.my_turn and game.automatic(view) is None


def with_joker(view: View) -> bool:
    """I may play a joker that has to be named."""
    ranks = [one for one in game.legal(view) if isinstance(one, Play) and one.rank is not None]
    return my(Step.PLAY)(view) and bool(ranks)


def columns_used(view: View) -> bool:
    """I name, and both sides have filled some columns."""
    return my(Step.CHOOSE)(view) and len(view.results) >= 5


def over(view: View) -> bool:
    """It is all over."""
    return view.step is Step.OVER


SCENES: dict[str, tuple[str, int, Wanted, dict[str, str]]] = {
    "predict": ("differenzler", 4, my(Step.PREDICT), {}),
    "predict_open": ("differenzler", 4, my(Step.BID), {"ansage": "offen"}),
    "predicted": ("differenzler", 4, in_trick(4, 2), {}),
    "partners_predict": ("differenzler", 4, in_trick(2, 1), {"partner_differenzler": "on"}),
    "columns": ("coiffeur", 4, columns_used, {}),
    "columns_ten": ("coiffeur", 4, columns_used, {"coiffeur_profil": "coiffeur10"}),
    "trump_open": ("molotow", 6, in_trick(1, 2), {}),
    "trump_up": ("molotow", 4, in_trick(6, 1), {}),
    "twelve_cards": ("mittlere", 3, in_trick(1, 0), {}),
    "bid_forbidden": ("chappe", 4, forbidden, {}),
    "bid_forbidden_ten": ("hae", 4, forbidden, {}),
    "bid_blind": ("hae", 10, blind, {}),
    "tie": ("chappe", 4, tied, {}),
    "tie_ten": ("hae", 10, tied, {}),
    "give": ("chappe", 5, my(Step.GIVE), {"karten_tauschen": "rechts"}),
    "turned": ("sidi", 2, in_trick(3, 1), {"stock": "nachziehen"}),
    "rob": ("sidi", 2, my(Step.ROB), {"rauben": "on"}),
    "stacks": ("sidi", 2, in_trick(5, 1), {"stock": "bodensee"}),
    "six": ("sechser", 6, in_trick(3, 3), {}),
    "nine": ("chappe", 9, in_trick(1, 4), {}),
}

ENDS: dict[str, tuple[str, int, Wanted, dict[str, str]]] = {
    "predictions": ("differenzler", 4, counted(3), {}),
    "partners": ("differenzler", 4, counted(2), {"partner_differenzler": "on"}),
    "columns": ("coiffeur", 4, counted(6), {}),
    "columns_alone": ("coiffeur", 3, counted(6), {}),
    "fewest": ("molotow", 6, counted(3), {}),
    "nuller": ("mittlere", 3, counted(4), {}),
    "striche": ("plus_minus", 4, counted(3), {}),
    "bids": ("chappe", 7, counted(4), {}),
    "bids_ten": ("hae", 10, counted(2), {}),
}


def looks(lang: str = "de") -> list[tuple[tuple[int, int], Look]]:
    """Every size."""
    return [(size, Look(*size, Settings(player="Lara", lang=lang))) for size in SIZES]


def text_of(canvas: Canvas, size: tuple[int, int]) -> str:
    """The drawing as text; no line is longer than the screen."""
    lines = ["".join(text for text, _ in row) for row in canvas.rows()]
    assert len(lines) == size[1]
    assert {width_of(line) for line in lines} == {size[0]}
    text = "\n".join(lines)
    for prefix in ("table.", "panel.", "bid.", "extra.", "board.", "choose.", "question."):
        assert prefix not in text, f"{prefix} has no text"
    assert "{" not in text
    return text


def table_text(known: Known, look: Look, size: tuple[int, int]) -> str:
    """The table with its question."""
    ui = TableUi()
    canvas = draw_table(look, known, ui, (("?", "key.help"),))
    if known.turn is not None and (question := question_of(look, known, known.turn)) is not None:
        draw_question(canvas, look, known, question, ui, "")
    return text_of(canvas, size)


@pytest.mark.parametrize("scene", SCENES)
def test_picture_of_a_table(scene: str) -> None:
    """Each moment that only some games have looks as reviewed."""
    slug, seats, wanted, settings = SCENES[scene]
    known = found(slug, seats, wanted, tuple(settings.items()))
    for size, look in looks():
        text = table_text(known, look, size)
        if size in GOLDEN_SIZES:
            compare(f"game_{scene}_{size[0]}x{size[1]}", text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_question_covers_what_is_said_below_the_table(lang: str) -> None:
    """Whose turn it is, what is asked, a tip, and every answer are on the screen, in every game."""
    for name, (slug, seats, wanted, settings) in SCENES.items():
        known = found(slug, seats, wanted, tuple(settings.items()))
        assert known.turn is not None
        for size, look in looks(lang):
            question = question_of(look, known, known.turn)
            if question is None or look.compact:
                continue
            ui = TableUi(message=(look.say("table.no_hint"), "strong"))
            canvas = draw_table(look, known, ui, (("?", "key.help"),))
            draw_question(canvas, look, known, question, ui, "")
            text = text_of(canvas, size)
            hint = turn_hint(look, known, known.turn.view)
            for said in (look.say("table.your_turn"), hint, look.say("table.no_hint")):
                assert said in text, f"{name}: {said}"
            for answer in () if question.digits else question.answers:
                assert answer.label in text, f"{name}: {answer.label}"


@pytest.mark.parametrize("scene", ENDS)
def test_picture_of_an_end(scene: str) -> None:
    """The end of a hand and the board show what the game writes, seat by seat."""
    slug, seats, wanted, settings = ENDS[scene]
    known = found(slug, seats, wanted, tuple(settings.items()))
    assert known.view is not None
    assert known.hand is not None
    for size, look in looks():
        end = draw_hand_end(look, known, known.view, known.hand, False, None)
        board = draw_board(look, known, known.view, 0)
        for name, canvas in (("end", end), ("board", board)):
            text = text_of(canvas, size)
            if size in GOLDEN_SIZES:
                compare(f"game_{scene}_{name}_{size[0]}x{size[1]}", text)


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "de"])
def test_pictures_in_another_language(lang: str) -> None:
    """Every language has all texts, and they fit."""
    for slug, seats, wanted, settings in SCENES.values():
        known = found(slug, seats, wanted, tuple(settings.items()))
        for size, look in looks(lang):
            table_text(known, look, size)
    for slug, seats, wanted, settings in ENDS.values():
        known = found(slug, seats, wanted, tuple(settings.items()))
        assert known.view is not None
        assert known.hand is not None
        for size, look in looks(lang):
            text_of(draw_hand_end(look, known, known.view, known.hand, False, None), size)
            text_of(draw_board(look, known, known.view, 0), size)


def test_a_joker_is_named_when_it_is_played() -> None:
    """Thirteen ranks are offered, the Ace first, each by its digit or letter."""
    known = found("hae", 4, with_joker)
    assert known.turn is not None
    ways = next(
        ways for ways in playable(known.turn.actions).values() if any(one.rank for one in ways)
    )
    for size, look in looks():
        question = rank_question(look, ways)
        assert [answer.label for answer in question.answers][:4] == [
            "Ass",
            "König",
            "Dame",
            "Bube",
        ]
        assert len(question.answers) == 13
        ui = TableUi()
        canvas = draw_table(look, known, ui, ())
        draw_question(canvas, look, known, question, ui, "")
        text = text_of(canvas, size)
        if size in GOLDEN_SIZES:
            compare(f"game_joker_{size[0]}x{size[1]}", text)


def test_the_forbidden_number_is_shown_and_says_why() -> None:
    """The dealer sees the number that would bring the sum out even, with the reason, locked."""
    known = found("chappe", 4, forbidden)
    assert known.turn is not None
    look = looks()[0][1]
    question = question_of(look, known, known.turn)
    assert question is not None
    locked = [answer for answer in question.answers if answer.locked]
    view = known.turn.view
    others = sum(number for number in view.predictions if number is not None)
    assert [answer.label for answer in locked] == [str(view.state.length - others)]
    assert locked[0].action is None


def test_nobody_sees_another_prediction() -> None:
    """Before the last trick my number is in my line, «?» in those of the others."""
    known = found("differenzler", 4, in_trick(4, 2))
    assert known.view is not None
    assert known.view.predictions[0] is not None
    assert known.view.predictions[1:] == (None, None, None)
    text = table_text(known, looks()[0][1], SIZES[0])
    assert text.count("  ?  ") >= 3


def test_my_forehead_card_is_not_drawn() -> None:
    """Everybody's card is on my screen but my own."""
    known = found("hae", 10, blind)
    view = known.view
    assert view is not None
    assert view.hand == ()
    text = table_text(known, looks()[0][1], SIZES[0])
    skin = looks()[0][1].skin
    for seat in view.seats[1:]:
        for held in view.others_cards[seat]:
            assert skin.card(held.card) in text


def test_a_card_that_only_i_know_is_not_laid_on_the_table() -> None:
    """Cards lie open before a player if all see them or he alone does not, not because I know."""
    table = Table.start(options(None, "chappe", 4), 5, "chappe", 4)
    table.deal()
    known_all = Faces(dict(enumerate(table.deck)))
    view = game.view(table.state, known_all, Seat(0))
    assert any(view.others_cards[1:]), "as in a saved game, every hand is known"
    assert [open_of(view, seat) for seat in view.seats] == [()] * 4


@pytest.mark.parametrize("slug", ["differenzler", "mittlere", "hae"])
def test_the_end_of_a_game(slug: str) -> None:
    """Who won stands first, each name once."""
    seats = 3 if slug == "mittlere" else 4
    known = found(slug, seats, over)
    assert known.view is not None
    assert known.game is not None
    for size, look in looks():
        text = text_of(draw_game_end(look, known, known.view, known.game, False), size)
        if size in GOLDEN_SIZES:
            compare(f"game_{slug}_over_{size[0]}x{size[1]}", text)


def test_a_question_stands_while_others_answer_it() -> None:
    """All predict at once: that another has done so does not take my question away."""
    table = Table.start(options(None, "differenzler", 4), 3, "differenzler", 4)
    table.deal()
    known = known_of(table)
    assert known.turn is not None
    assert known.turn.view.step is Step.PREDICT
    other = next(seat for seat in table.state.asked if seat != 0)
    table.act(other, game.legal(table.view(other))[30])
    known.apply(ViewChanged(table.view(0), (), people(4)), time.monotonic())
    assert known.turn is not None


def test_results_have_what_the_boards_show() -> None:
    """The boards read what the engine writes into a result, by its names."""
    names = set()
    for slug, seats, wanted, settings in ENDS.values():
        view = found(slug, seats, wanted, tuple(settings.items())).view
        assert view is not None
        results: tuple[HandResult, ...] = view.results
        names |= {name for result in results for name, _ in result.extra}
    assert names >= {"prediction", "bid", "striche", "nuller", "tischweis", "column"}


def test_a_hand_without_suits_lies_by_height() -> None:
    """Where suits do not count the digits go up with the cards, the jokers last; else by suit."""
    for seed in range(1, 6):
        view = found("hae", 4, in_trick(1, 0), seed=seed).view
        hand = [held.card for held in hand_of(view)]
        heights = [99 if is_joker(card) else height_of(card) for card in hand]
        assert heights == sorted(heights)
        assert len(hand) == len(view.hand)
    view = found("schieber", 4, in_trick(1, 0)).view
    assert hand_of(view) == view.hand


def test_a_factor_stands_where_there_is_one() -> None:
    """A table at which everything counts once says nowhere that it does."""
    played = in_trick(2, 0)
    for slug, seats, settings, marked in (
        ("schieber", 4, (), False),
        ("schieber", 4, (("faktoren", "1-1-2-2-3-3"),), True),
        ("differenzler", 4, (), False),
        ("coiffeur", 4, (), True),
    ):
        known = found(slug, seats, played, settings)
        for width, height in SIZES:
            look = Look(width, height, Settings())
            assert ("×" in draw_table(look, known, TableUi(), ()).text()) is marked
        if slug == "schieber":
            board = draw_board(Look(80, 24, Settings(board="zahlen")), known, known.view, 0).text()
            assert (text("de", "board.factor") in board) is marked
        choosing = found(slug, seats, my(Step.CHOOSE), settings) if slug == "schieber" else None
        if choosing is not None and choosing.turn is not None and choosing.view is not None:
            look = Look(80, 24, Settings())
            question = question_of(look, choosing, choosing.turn)
            assert question is not None
            assert any(answer.factor for answer in question.answers) is marked
