"""What the table says at the moments that decide: trump comes up, a trick lies, a rest is not."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from engine.cards import suit_of
from engine.events import DealerDrawn, Drawn
from engine.seats import Seat
from engine.state import Booking, Step
from engine.view import View
from net.updates import LobbyChanged
from tests.engine.table import options
from tests.games import sizes
from tests.tui.scenes import choosing, find, my_turn_with
from tests.tui.test_games_pictures import found, in_trick, my, people
from tui.present.facts import hand_of, makes_trump, open_of, pile_of, scores, trump_comes_up
from tui.present.known import Known
from tui.present.layout import lines_of
from tui.present.lobby import draw_lobby
from tui.present.look import Look
from tui.present.panel import taken_words
from tui.present.status import hand_words, status_line, turn_hint, ways_now, why_no_rest
from tui.present.table import draw_table
from tui.present.told import hint_text
from tui.present.ui import TableUi, lying_of
from tui.present.words import contract_name, notice_of
from tui.settings import Settings
from tui.texts import LANGUAGES, catalogue

LOOK = Look(80, 24, Settings(player="Lara", lang="de"))


def cannot_follow(view: View) -> bool:
    """I have none of the suit that was led, and nobody knows trump yet."""
    asked = my(Step.PLAY)(view) and view.contract is None and bool(view.trick)
    return asked and all(makes_trump(view, held.card) for held in view.hand)


def test_who_cannot_follow_is_told_that_this_card_makes_trump() -> None:
    """Before a card is chosen, and of the chosen one which suit it will be."""
    known = found("plus_minus", 4, cannot_follow)
    assert known.turn is not None
    view = known.turn.view
    assert turn_hint(LOOK, known, view) == "was du spielst, wird Trumpf"
    for held in view.hand:
        ((text, _),) = hand_words(LOOK, view, TableUi(selected=held.slot), known)
        assert f"macht {LOOK.skin.suit(suit_of(held.card))} zu Trumpf" in text


def test_where_trump_is_known_nothing_makes_it() -> None:
    """The same games once trump is up, and games in which it is named: not a word of it."""
    for known in (found("plus_minus", 4, in_trick(7, 1)), found("coiffeur", 4, in_trick(2, 1))):
        assert known.turn is not None
        view = known.turn.view
        assert view.contract is not None
        for held in view.hand:
            ((text, _),) = hand_words(LOOK, view, TableUi(selected=held.slot), known)
            assert "zu Trumpf" not in text


def test_a_weis_that_lay_in_a_trick_is_told_with_the_trick() -> None:
    """Who takes it is told what it costs beside the points, as it is written."""
    known = found("molotow", 4, in_trick(6, 1))
    assert known.view is not None
    view = known.view
    trick = view.state.tricks[-1]
    lying = Booking(view.side_of(trick.winner), "tischweis", 20, 20, trick.number)
    told = replace(view, state=replace(view.state, bookings=(*view.state.bookings, lying)))
    before = taken_words(LOOK, known, view, trick.winner, trick)
    after = taken_words(LOOK, known, told, trick.winner, trick)
    assert "Tischweis" not in before
    assert after.endswith(f"{trick.points} + 20 Tischweis")
    panel = draw_table(LOOK, replace(known, view=told), TableUi(), ()).text()
    assert f"{trick.points} + 20" in panel
    assert "Tischweis" in panel


def test_of_columns_only_who_named_one_has_points() -> None:
    """The other side writes nothing, so the running hand shows nothing for it."""
    known = found("coiffeur", 4, in_trick(4, 0))
    assert known.view is not None
    view = known.view
    assert view.announcer is not None
    other = 1 - view.side_of(view.announcer)
    assert not scores(view, other)
    assert scores(view, view.side_of(view.announcer))
    text = draw_table(LOOK, known, TableUi(), ()).text()
    (line,) = [line for line in text.split("\n") if "Punkte Wir" in line]
    assert line.rstrip().endswith("–") if view.side_of(0) != other else "Wir –" in line


def test_while_a_trick_lies_nothing_is_asked() -> None:
    """Who took it stands there; whose turn it is, and which cards, only when it is gone."""
    known = found("coiffeur", 4, in_trick(4, 0))
    assert known.view is not None
    trick = known.view.state.tricks[-1]
    ui = TableUi(lying=lying_of(trick))
    text, _ = status_line(LOOK, known, known.view, ui)
    assert text == taken_words(LOOK, known, known.view, trick.winner, trick)
    assert not ways_now(known, ui)
    drawn = draw_table(LOOK, known, ui, ()).text()
    assert LOOK.say("table.your_turn") not in drawn
    assert LOOK.say("table.your_turn") in draw_table(LOOK, known, TableUi(), ()).text()


def test_a_rest_that_is_refused_has_a_reason() -> None:
    """Not safe, not on lead, not at this table: which one it is."""
    leading = found("coiffeur", 4, in_trick(2, 0), (("rest", "sicher"),))
    following = found("coiffeur", 4, in_trick(2, 1), (("rest", "sicher"),))
    without = found("coiffeur", 4, in_trick(2, 0), (("rest", "aus"),))
    told = [why_no_rest(LOOK, one.view) for one in (leading, following, without) if one.view]
    assert told == [
        "«Rest» geht nicht: der Rest ist nicht sicher.",
        "«Rest» sagt nur, wer ausspielt.",
        "An diesem Tisch sagt man nicht «Rest».",
    ]


@pytest.mark.parametrize("seats", range(5, 11))
def test_who_led_is_said_however_many_sit_there(seats: int) -> None:
    """At 80 cells the number of cards gives way, not who led the trick."""
    known = found("hae", seats, in_trick(1, 2))
    assert LOOK.say("table.leads") in draw_table(LOOK, known, TableUi(), ()).text()


def test_cards_of_the_hand_come_before_those_that_lie_open() -> None:
    """With stacks both are played from: the row says where the open ones begin."""
    known = found("sidi", 2, in_trick(5, 1), (("stock", "bodensee"),))
    assert known.view is not None
    view = known.view
    pile = pile_of(view)
    assert 0 < len(pile) < len(view.hand)
    lies = [held.slot in pile for held in hand_of(view)]
    assert lies == sorted(lies)
    assert {held.slot for held in open_of(view, Seat(0))} == pile
    rule = draw_table(LOOK, known, TableUi(), ()).text().split("\n")[17]
    assert rule[1 + 7 * lies.index(True) :].startswith(" Offen ")


def test_a_tip_after_a_push_does_not_praise_choosing_oneself() -> None:
    """Who was pushed to has to choose: the reason is the suit."""
    partie = find(partial(choosing, pushed=True), 3)
    for number in range(3, 40):
        partie = find(partial(choosing, pushed=True), number)
        told = hint_text(LOOK, partie.known)
        assert "sagt man selber an" not in told
        if "stärkste Farbe" in told:
            return
    raise AssertionError("no suit is strong")


def test_of_six_the_lobby_says_who_plays_with_whom() -> None:
    """Three sides of two, two of three: the other seats of each side stand beside it."""
    for parteien, said in (("3x2", "mit Platz 4"), ("2x3", "mit Platz 3, 5")):
        agreed = options(None, "sechser", 6, parteien=parteien)
        known = Known(seats=people(6))
        known.lobby = LobbyChanged(people(6), "sechser", None, agreed.to_dict(), True, False)
        lines = draw_lobby(LOOK, known, 0, None).text().split("\n")
        assert said in lines[3]


def test_every_game_in_which_trump_comes_up_says_so_until_it_does() -> None:
    """The panel has it from the first card on."""
    for slug, seats in (("plus_minus", 4), ("mittlere", 3), ("molotow", 4)):
        known = found(slug, seats, in_trick(1, 0))
        assert known.view is not None
        assert trump_comes_up(known.view)
        assert contract_name(LOOK, known.view.contract) == LOOK.say("contract.none")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
@pytest.mark.parametrize(("slug", "seats"), sizes())
def test_the_last_trick_is_told_whole(slug: str, seats: int, size: tuple[int, int]) -> None:
    """Who took it stands beside the table, uncut, however little room is left for it."""
    known = found(slug, seats, in_trick(2, 0))
    assert known.view is not None
    view = known.view
    look = Look(*size, Settings(player="Lara", lang="de"))
    trick = view.state.tricks[-1]
    lines = draw_table(look, known, TableUi(), ()).text().split("\n")[2 : lines_of(look).message]
    panel = [line.split("│", 1)[1] for line in lines if "│" in line]
    (told,) = [line for line in panel if f"→ {known.name(trick.winner)}" in line]
    assert "…" not in told
    assert "Stich" not in told.replace("Letzter Stich", "")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_refusal_has_one_colon(lang: str) -> None:
    """A reason stands after «geht nicht:», and has none itself."""
    words = catalogue(lang)
    reasons = {code: text for code, text in words.items() if code.startswith("reason.")}
    assert len(reasons) > 40
    assert not [code for code, text in reasons.items() if ":" in text]


def test_what_is_drawn_in_a_tie_is_told_and_what_comes_from_the_stock_is_not() -> None:
    """Whose last card ties draws another for all to see, also if it is I."""
    known = found("chappe", 4, in_trick(1, 1))
    assert known.view is not None
    card = known.view.hand[0].card
    told = [notice_of(LOOK, known, known.view, Drawn(Seat(seat), card)) for seat in (0, 1)]
    assert told == [f"{name} zieht {LOOK.skin.card(card)}" for name in ("Lara", "Noémie")]
    assert notice_of(LOOK, known, known.view, Drawn(Seat(1), None)) == ""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_of_two_who_play_alone_each_has_a_line(lang: str) -> None:
    """Long names and their numbers stand in the panel uncut, also with cards that lie open."""
    for stock in ("tot", "nachziehen", "bodensee"):
        known = found("sidi", 2, in_trick(5, 1), (("stock", stock),))
        assert known.view is not None
        named = ("Annemarie", "Maximilian")
        known = replace(
            known, seats=tuple(replace(one, name=named[one.seat]) for one in known.seats)
        )
        look = Look(80, 24, Settings(player="Lara", lang=lang))  # type: ignore[arg-type]
        text = draw_table(look, known, TableUi(), ()).text()
        for seat, name in enumerate(named):
            made = sum(trick.counts for trick in known.view.state.tricks if trick.winner == seat)
            assert any(
                line.split("│")[1].split()[:2] == [name, str(made)]
                for line in text.split("\n")
                if "│" in line and name in line.split("│")[-1]
            )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_that_it_was_pushed_is_never_cut_off(lang: str) -> None:
    """A long name gives way to the word."""
    partie = find(partial(my_turn_with, trick=2, lying=1), 3)
    for number in range(3, 60):
        partie = find(partial(my_turn_with, trick=2, lying=1), number)
        if partie.known.view is not None and partie.known.view.pushed_by:
            break
    known = partie.known
    assert known.view is not None
    known.seats = tuple(replace(one, name=f"Maximilian {one.seat}") for one in known.seats)
    look = Look(80, 24, Settings(player="Lara", lang=lang))  # type: ignore[arg-type]
    word = look.say("table.from_pushed", name="").split(",")[-1].strip()
    assert word in draw_table(look, known, TableUi(), ()).text()


@pytest.mark.parametrize("width", [60, 80, 120])
def test_who_deals_first_is_told_with_the_card_that_decided(width: int) -> None:
    """With long names only that card is named; what is said fits into its line."""
    known = found("coiffeur", 4, my(Step.CHOOSE))
    assert known.view is not None
    known.seats = tuple(replace(one, name=f"Maximilian {one.seat}") for one in known.seats)
    cards = [held.card for held in known.view.hand[:4]]
    drawn = tuple((Seat(seat), card) for seat, card in enumerate(cards))
    look = Look(width, 24, Settings(player="Lara", lang="de"))
    told = notice_of(look, known, known.view, DealerDrawn(Seat(2), (drawn,)))
    assert told.startswith("Maximilian 2 gibt zuerst: ")
    assert look.skin.card(cards[2]) in told
    assert len(told) <= width - 3
