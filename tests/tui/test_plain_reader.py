"""What is typed in the line mode, and what it answers: letters, numbers, cards by their names."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from engine import game
from engine.actions import Action, Choose, Play
from engine.cards import Card, FrenchRank, card_text, parse_card
from engine.contracts import Contract
from engine.game import unasked
from engine.seats import Seat
from engine.state import Step
from engine.view import View
from net.commands import (
    Admit,
    GiveWord,
    Perform,
    Quit,
    Ready,
    Rematch,
    SetBot,
    StartGame,
    SwapSeats,
    TakeSeat,
)
from net.updates import TurnCame
from tests.engine.table import Table, options
from tests.games import sizes
from tests.processes.keyboard import RAW
from tests.tui.scenes import Partie, choosing, find, lobby, my_turn, my_turn_with, others_turn
from tests.tui.test_plain_teller import at, reader_of
from tui.present.choices import choices_of, numbers_of
from tui.present.look import Look
from tui.reader import Reader
from tui.settings import Settings
from tui.skins.decks import DECK_LOOKS, DeckLook, Skin
from tui.teller import Teller
from tui.texts import LANGUAGES, Lang
from tui.typed import cards_of_words, named_card

LETTERS = tuple("kdlwhtopicmz?")


def in_lobby() -> Reader:
    """A host whose table is not full."""
    teller = Teller(Settings(player="Lara"))
    teller.known = lobby()
    return reader_of(teller)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whatever_the_screen_has_can_be_looked_up(lang: Lang) -> None:
    """Each letter asks nothing of the session and answers in words of that language."""
    for partie in (find(partial(my_turn_with, trick=3, lying=2)), find(others_turn)):
        _, typed = at(partie, lang=lang)
        for letter in LETTERS:
            command, lines = typed.read(letter)
            assert command is None
            assert lines, letter
            for line in lines:
                assert line.isprintable()
                assert RAW.search(line.replace("s.v.p.", "")) is None, line
                assert "   " not in line


def test_the_help_lists_every_letter() -> None:
    """Whoever cannot see the foot of the screen has only this."""
    _, typed = at(find(my_turn))
    told = " ".join(typed.read("?")[1])
    for letter in (*LETTERS, "f", "q", "a, x", "Enter"):
        assert f"{letter}: " in told or f"{letter} allein" in told, letter


def test_the_last_trick_is_told_as_far_as_the_table_allows() -> None:
    """Its four cards and who has it; where nobody may look, that."""
    partie = find(partial(my_turn_with, trick=3, lying=1))
    trick = partie.state.tricks[-1]
    (line,) = at(partie)[1].read("l")[1]
    skin = Skin("german", "de", spoken=True)
    assert line.startswith("Stich 2 an ")
    assert all(skin.card(play.card) in line for play in trick.plays)
    hidden = find(my_turn_with_two, settings={"stich_ansehen": "keiner"})
    assert at(hidden)[1].read("l")[1] == ("An diesem Tisch wird jetzt kein Stich angesehen.",)


def my_turn_with_two(partie: Partie) -> bool:
    """I am asked after two tricks."""
    return my_turn(partie) and len(partie.state.tricks) == 2


def test_a_tip_says_what_and_why() -> None:
    """It is one of the cards that may be played; without a question there is none."""
    partie = find(partial(my_turn_with, trick=3, lying=1))
    (tip,) = at(partie)[1].read("d")[1]
    skin = Skin("german", "de", spoken=True)
    cards = {skin.card(one.card) for one in partie.known.turn.actions if isinstance(one, Play)}
    assert tip.startswith("Tipp: ")
    assert any(card in tip for card in cards)
    assert at(find(others_turn))[1].read("d")[1] == ("Jetzt gibt es keinen Tipp.",)


def test_the_history_is_that_of_a_hand() -> None:
    """Of this one without a number, of another with it; turned tricks stay turned."""
    partie = find(lambda p: my_turn(p) and len(p.state.results) == 1)
    _, typed = at(partie)
    now, before = typed.read("h")[1], typed.read("h 1")[1]
    assert any(line.startswith("Runde 2, ") for line in now)
    assert any(line.startswith("Runde 1, ") for line in before)
    assert not any(line.startswith("Runde 1, ") for line in now)


def test_enter_says_the_question_again_or_whom_the_table_waits_for() -> None:
    """Nothing is sent by it while cards are played."""
    command, lines = at(find(my_turn))[1].read("")
    assert command is None
    assert any(line.startswith("Du bist dran: ") for line in lines)
    command, lines = at(find(others_turn))[1].read("")
    assert command is None
    assert lines[0].endswith("ist dran")


def test_enter_is_ready_after_a_hand_and_leaves_after_the_last() -> None:
    """What the line before said it would do; a letter plays on with the same people."""
    done = find(lambda p: bool(p.known.hands) and p.state.step is Step.DEAL)
    assert at(done)[1].read("") == (Ready(), ())
    over = Partie(1, settings={"laenge": "1"})
    over.until(lambda p: p.known.game is not None)
    _, typed = at(over)
    assert typed.read("n") == (Rematch(), ())
    assert typed.read("") == (Quit(), ())


def test_leaving_says_what_it_costs_and_asks() -> None:
    """Anything else than a second `q` stays."""
    _, typed = at(find(my_turn))
    command, (costs, ask) = typed.read("q")
    assert command is None
    assert "kostet" in costs
    assert "q" in ask
    assert typed.read("k")[0] is None
    assert typed.read("q")[0] is None
    assert typed.read("q") == (Quit(), ())


def test_a_lobby_by_lines() -> None:
    """Sitting elsewhere, bots, swapping, starting, and who knocks; Enter says who sits where."""
    typed = in_lobby()
    assert typed.read("3") == (TakeSeat(Seat(2)), ())
    assert typed.read("9") == (None, ("Diesen Platz gibt es nicht.",))
    assert typed.read("b") == (SetBot(Seat(2), "normal"), ())
    assert typed.read("b 4") == (SetBot(Seat(3), None), ())
    assert typed.read("t 1 2") == (SwapSeats(Seat(0), Seat(1)), ())
    assert typed.read("s") == (StartGame(), ())
    assert [line[:8] for line in typed.read("")[1]] == [f"Platz {n}:" for n in (1, 2, 3, 4)]
    assert typed.read("a") == (Admit("cd" * 32, yes=True), ())
    assert typed.read("x") == (None, ("Niemand klopft an.",))


def test_the_word_is_typed_in_words_or_as_scripts_write_it() -> None:
    """As it is heard, from somebody with another deck or language too; my own is told again."""
    typed = in_lobby()
    wanted = tuple(map(parse_card, ("RoU", "Se6", "EiA", "Si10")))
    for line in (
        "i RoU Se6 EiA Si10",
        "i Rose Under, Schälle Sechs, Eichle Ass, Schilte Banner",
        "i rose und schälle 6 eich as schil ba",
        "i herz bube, kreuz sechs, ecken ass, schaufel zehn",
        "i hearts jack, grelot six, ghiande asso, schilte banner",
    ):
        assert typed.read(line) == (GiveWord(wanted), ()), line
    for line in ("i RoU Se6 EiA", "i rose, schälle, eichle, schilte", "i RoU Se6 EiA nichts"):
        assert typed.read(line) == (None, ("Das sind nicht vier Karten.",)), line
    (own,) = typed.read("i")[1]
    assert "Rose Under, Schälle Sechs, Eichle Ass, Schilte Banner" in own


@pytest.mark.parametrize("deck", DECK_LOOKS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_is_known_by_its_name(deck: DeckLook, lang: Lang) -> None:
    """As it is told, in every language and deck."""
    look = Look(80, 24, Settings(lang=lang, deck=deck), spoken=True)
    for card in map(Card, range(36)):
        assert named_card(look, look.skin.card(card)) == card
    assert cards_of_words(look, ", ".join(map(look.skin.card, map(Card, range(4))))) == list(
        map(Card, range(4))
    )


def test_a_name_that_may_be_two_cards_is_none() -> None:
    """Nothing is played by guessing."""
    look = Look(80, 24, Settings(), spoken=True)
    assert named_card(look, "sch as") is None
    assert named_card(look, "eichle s") is None
    assert named_card(look, "eichle sie") == parse_card("Ei7")
    assert named_card(look, "") is None


def test_a_card_is_played_by_its_name() -> None:
    """One that is not allowed too: the rules answer; one I do not hold is no answer."""
    partie = find(partial(my_turn_with, trick=2, lying=1))
    view = partie.known.view
    skin = Skin("german", "de", spoken=True)
    turn = partie.known.turn
    for held in view.hand:
        command, _ = at(partie)[1].read(skin.card(held.card).lower())
        partie.known.turn = turn  # it was answered
        assert isinstance(command, Perform)
        assert command.action.card == held.card  # type: ignore[union-attr]
    assert len({one.slot for one in turn.actions if isinstance(one, Play)}) < len(view.hand)
    missing = next(card for card in map(Card, range(36)) if card not in [h.card for h in view.hand])
    for name in (skin.card(missing), card_text(missing)):
        command, (answer,) = at(partie)[1].read(name)
        assert command is None
        assert "Zahl" in answer


def test_a_number_that_is_not_offered_gets_one_sentence() -> None:
    """The range where there is a choice, the only one where there is none, or whose turn it is."""
    _, typed = at(find(partial(choosing, pushed=False)))
    assert typed.read("7") == (None, ("Bitte eine Zahl von 0 bis 6, oder ? für Hilfe.",))
    alone = find(lambda p: my_turn(p) and len(p.known.turn.actions) == 1)
    assert at(alone)[1].read("2") == (None, ("Es gibt nur die 1; ? für Hilfe.",))
    command, lines = at(find(others_turn))[1].read("1")
    assert command is None
    assert lines[0] == "Du bist nicht dran."
    assert lines[1].endswith("ist dran")


def knowing(view: View, offered: tuple[Action, ...]) -> Reader:
    """Somebody who was asked this and nothing else."""
    teller = Teller(Settings(player="Lara"))
    teller.known.view = view
    teller.known.turn = TurnCame(view, offered, unasked(view))
    return reader_of(teller)


@pytest.mark.parametrize(("slug", "count"), sizes())
def test_every_answer_of_every_game_can_be_typed(slug: str, count: int) -> None:
    """What stands in the list does what it says, and nothing that is offered is missing."""
    table = Table.start(options(None, slug, count), 5, slug, count)
    random = Random(3)

    def answer(view: View, offered: tuple[Action, ...]) -> Action:
        if not numbers_of(offered):
            listed = choices_of(Look(80, 24, Settings(), spoken=True), view, offered)
            typed = [
                line
                for choice in listed
                for line in [f"{choice.number} {word}" for word in choice.ways]
                or [str(choice.number)]
            ]
            reached = [knowing(view, offered).read(line)[0] for line in typed]
            assert {one.action for one in reached if isinstance(one, Perform)} == set(offered)
            assert len(reached) == len(offered)
        return random.choice(offered)

    for _ in range(2000):
        if table.state.results or table.state.step is Step.OVER:
            break
        if game.needs_deal(table.state):
            table.deal()
        elif game.hand_over(table.state):
            table.count()
        else:
            table.step(answer)
    assert table.state.results


def test_what_a_joker_is_has_to_be_said() -> None:
    """Its number alone, and the beginning of two words, ask; the word decides, also as drawn."""
    table = Table.start(options(None, "hae"), 1, "hae")
    found: list[tuple[View, tuple[Action, ...]]] = []

    def answer(view: View, offered: tuple[Action, ...]) -> Action:
        if any(isinstance(one, Play) and one.rank is not None for one in offered):
            found.append((view, offered))
        return offered[-1]

    while not found:
        table.deal() if game.needs_deal(table.state) else table.step(answer)
    view, offered = found[0]
    joker = next(
        one for one in choices_of(Look(80, 24, Settings(), spoken=True), view, offered) if one.ways
    )
    assert list(joker.ways)[-1] in joker.text
    for line in (f"{joker.number}", f"{joker.number} d", "joker"):
        command, (answer_,) = knowing(view, offered).read(line)
        assert command is None
        assert answer_
    for word, rank in (("dame", FrenchRank.QUEEN), ("10", FrenchRank.TEN), ("kö", FrenchRank.KING)):
        command, _ = knowing(view, offered).read(f"{joker.number} {word}")
        assert isinstance(command, Perform)
        assert command.action.rank is rank  # type: ignore[union-attr]


def test_a_column_has_the_number_of_the_board() -> None:
    """Also when those before it are written; a free one asks what it is to be."""
    table = Table.start(options(None, "coiffeur"), 1, "coiffeur")
    table.deal()
    seen: list[tuple[View, tuple[Action, ...]]] = []

    def answer(view: View, offered: tuple[Action, ...]) -> Action:
        if any(isinstance(one, Choose) for one in offered):
            seen.append((view, tuple(one for one in offered if getattr(one, "column", 9) != 0)))
        return offered[0]

    while not seen:
        table.step(answer)
    view, offered = seen[0]
    command, _ = knowing(view, offered).read("2")
    assert isinstance(command, Perform)
    assert command.action == Choose(Contract.ROSEN, 1)
    assert knowing(view, offered).read("7")[0] is None
    command, _ = knowing(view, offered).read("7 unden")
    assert isinstance(command, Perform)
    assert command.action == Choose(Contract.UNDENUFE, 6)
