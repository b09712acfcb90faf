"""What the table says at the moments that decide: trump comes up, a trick lies, a rest is not."""

from __future__ import annotations

from dataclasses import replace

from engine.cards import suit_of
from engine.state import Booking, Step
from engine.view import View
from tests.tui.test_games_pictures import found, in_trick, my
from tui.present.facts import makes_trump, scores, trump_comes_up
from tui.present.look import Look
from tui.present.panel import taken_words
from tui.present.status import hand_words, status_line, turn_hint, ways_now, why_no_rest
from tui.present.table import draw_table
from tui.present.ui import TableUi, lying_of
from tui.present.words import contract_name
from tui.settings import Settings

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


def test_every_game_in_which_trump_comes_up_says_so_until_it_does() -> None:
    """The panel has it from the first card on."""
    for slug, seats in (("plus_minus", 4), ("mittlere", 3), ("molotow", 4)):
        known = found(slug, seats, in_trick(1, 0))
        assert known.view is not None
        assert trump_comes_up(known.view)
        assert contract_name(LOOK, known.view.contract) == LOOK.say("contract.none")
