"""How the line mode tells: one spelling of a card, seats in order, whole words, marked chat."""

from __future__ import annotations

import io
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from engine.cards import Card, card_text
from engine.state import Step
from net.updates import LobbyChanged, Said, TableOpened, Waiting, WaitingFor, WordResult
from tests.engine.table import Table, options
from tests.tui.scenes import NAMES, Partie, find, my_turn, seats
from tests.tui.test_plain_teller import at
from tui.lines import broken, readable
from tui.present.facts import hidden_own
from tui.present.spoken import aloud
from tui.settings import Settings
from tui.skins.decks import DECK_LOOKS, SIGNS, DeckLook, Skin
from tui.teller import Teller
from tui.texts import LANGUAGES, Lang


def a_partie(settings: Settings, seed: int = 2) -> list[str]:
    """Every line of a Partie of two hands."""
    teller, lines = Teller(settings), list[str]()
    partie = Partie(seed, settings={"laenge": "2"})
    partie.known.table = None
    tell = partie.tell

    def told(update: object) -> None:
        tell(update)
        lines.extend(teller.told(update, 0.0))  # type: ignore[arg-type]

    partie.tell = told  # type: ignore[method-assign]
    partie.until(lambda p: p.state.step is Step.OVER)
    return lines


@pytest.mark.parametrize("deck", DECK_LOOKS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_has_one_spelling(deck: DeckLook, lang: Lang) -> None:
    """Its words: neither signs nor what stands in the cells of a screen, nor what scripts write."""
    text = "\n".join(a_partie(Settings(player="Lara", lang=lang, deck=deck)))
    spoken, drawn = Skin(deck, lang, spoken=True), Skin(deck, lang)

    assert not set(text) & set(SIGNS)
    for card in map(Card, range(36)):
        assert spoken.card(card) in text
        short = drawn.card(card)
        assert short == spoken.card(card) or not re.search(rf"{re.escape(short)}\b", text)
        assert card_text(card) not in text.split()


def test_nothing_is_set_apart_by_blanks_alone() -> None:
    """They are not heard."""
    assert not any("  " in line for line in a_partie(Settings(player="Lara")))
    assert aloud("Trumpf machen   du bist Vorhand") == "Trumpf machen, du bist Vorhand"
    assert aloud("  selber prüfen:  jass verify") == "selber prüfen: jass verify"
    assert aloud("Köbi «20»   Rösli «50»") == "Köbi «20», Rösli «50»"


def test_a_line_is_broken_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the width of the terminal, 80 in a pipe; what is copied stays whole."""
    monkeypatch.delenv("COLUMNS", raising=False)
    words = [f"wort{number}" for number in range(40)]
    assert " ".join(broken(" ".join(words))).split() == words
    assert max(map(len, broken(" ".join(words)))) <= 80
    monkeypatch.setenv("COLUMNS", "40")
    assert max(map(len, broken(" ".join(words)))) <= 40
    assert readable(" ".join(words), io.StringIO()) == " ".join(words), "a script reads one line"
    path = "/" + "x" * 90
    assert path in broken(f"Aufgezeichnet in {path}")


def test_seats_are_told_in_their_order() -> None:
    """However bots sit down: from the last seat, and whose machine plays them is told later."""
    teller = Teller(Settings(player="Lara"))
    full = seats()
    lines = list(teller.told(TableOpened("T", "10.0.0.1:1", (), "schieber", {}, ""), 0.0))
    empty = [replace(info, name="", bot=None, device="", you=False) for info in full]
    for taken in ([0], [0, 3], [0, 2, 3], [0, 1, 2, 3]):
        for device in (False, True):
            now = tuple(
                (info if device else replace(info, device="")) if info.seat in taken else free
                for info, free in zip(full, empty, strict=True)
            )
            lobby = LobbyChanged(now, "schieber", None, {}, host=True, started=False)
            lines += list(teller.told(lobby, 0.0))
    assert [line[:8] for line in lines[1:5]] == [f"Platz {n}:" for n in (1, 2, 3, 4)]
    assert all(name in line for name, line in zip(NAMES, lines[1:5], strict=True))
    assert len(lines) == 6, "each is told of once, then that one may begin"


def test_who_waits_in_a_lobby_is_told_what_is_free() -> None:
    """After a while without news; a second while says nothing new."""
    teller = Teller(Settings(player="Lara"))
    lobby = LobbyChanged(seats(free=2), "schieber", None, {}, host=True, started=False)
    assert list(teller.told(lobby, 0.0)) == []
    *_, last = teller.settled()
    assert last == "Freie Plätze: 3"
    assert list(teller.settled()) == []
    list(teller.told(replace(lobby, seats=seats(free=1)), 0.0))
    assert [line[:8] for line in teller.settled()] == ["Platz 2:", "Platz 3:", "Freie Pl"]


def test_what_people_say_is_marked_from_end_to_end() -> None:
    """Nobody can speak with the voice of the program."""
    teller = Teller(Settings(player="Lara"))
    text = "hm»   Du bist dran: 1:\nEichle Ass «"
    (line,) = teller.told(Said("Köbi", None, text), 0.0)
    assert line == "Köbi schreibt: «hm› Du bist dran: 1: Eichle Ass ‹»"


def test_the_only_answer_says_what_it_is_about() -> None:
    """A card that must be played, and any other question with one answer."""
    partie = find(lambda p: my_turn(p) and len(p.known.turn.actions) == 1)
    teller, _ = at(partie)
    lines = list(teller.told(partie.known.turn, 0.0))
    assert any(line.startswith("Du bist dran: ") for line in lines)
    assert lines[-1].startswith("Du musst ")
    assert lines[-1].endswith(" spielen: 1")


def test_every_question_says_what_is_asked() -> None:
    """By hand announced Weise, «Stöck?», cutting, declaring: never bare numbers."""
    chosen = options(
        echtes_abheben="on",
        erster_geber="rosen7_vorhand",
        weisen="manuell",
        stoeck_manuell="on",
        ende="bedanken_manuell",
    )
    table, rng = Table.start(chosen, 5), random.Random(1)
    asked: set[Step] = set()

    def answer(view, offered):  # type: ignore[no-untyped-def]
        teller = Teller(Settings(player="Lara"))
        teller.known.view = view
        lines = list(teller.told(turn_of(view, offered), 0.0))
        (ask,) = [line for line in lines if line.startswith("Du bist dran")]
        assert len(ask) > len("Du bist dran: "), view.step
        asked.add(view.step)
        return rng.choice(offered)

    table.play_out(answer)
    assert {Step.CHOOSE, Step.PLAY, Step.SHOW} <= asked


def turn_of(view, offered):  # type: ignore[no-untyped-def]
    """The question as a session asks it."""
    from net.updates import TurnCame

    return TurnCame(view, offered, ())


def test_a_hand_says_what_it_brought() -> None:
    """Tricks, points, what is written, and that it was fair."""
    lines = a_partie(Settings(player="Lara"))
    for begin in ("Stiche: ", "Kartenpunkte: ", "Letzter Stich: ", "Runde 2 fertig. ", "Geprüft"):
        assert any(line.startswith(begin) for line in lines), begin
    assert any("Partie fertig. Gewonnen: " in line for line in lines)


def test_a_card_at_the_forehead_is_not_told_as_nothing() -> None:
    """Whose card only the others see hears that, and what the others hold."""
    table = Table.start(options(None, "chappe", start_karten="2"), 1, "chappe")
    heard: list[str] = []

    def answer(view, offered):  # type: ignore[no-untyped-def]
        if hidden_own(view):
            teller = Teller(Settings(player="Lara"))
            teller.known.view = view
            heard.extend(teller.told(turn_of(view, offered), 0.0))
        return offered[0]

    for _ in range(2):
        table.play_hand(answer)
        table.count()
    assert "Deine Karte sehen alle ausser dir." in heard
    assert not any(line.startswith("Deine Karten: ") for line in heard)


def test_ready_is_asked_only_when_another_hand_follows() -> None:
    """After the last one Enter leaves the table: nobody is told to press it for something else."""
    lines = a_partie(Settings(player="Lara"))
    assert lines.count("Enter, wenn du bereit bist; von selbst in 30 s.") == 1
    assert lines[-1] == "n und Enter: Revanche. Enter allein: aufhören."


def test_my_cards_are_told_when_they_are_dealt() -> None:
    """Once, before anybody asks for one."""
    lines = a_partie(Settings(player="Lara"))
    first = next(at for at, line in enumerate(lines) if line.startswith("Deine Karten: "))
    asked = next(at for at, line in enumerate(lines) if line.startswith("Du bist dran"))
    assert first < asked


def test_a_table_without_a_majority_says_once_how_to_go_on() -> None:
    """However often it is told."""
    partie = find(my_turn)
    teller, _ = at(partie)
    waiting = Waiting((partie.me,), 0, WaitingFor.MAJORITY)
    lines = [line for _ in range(3) for line in teller.told(waiting, 0.0)]
    assert len(lines) == 2
    assert "jass host --score-of" in lines[1]


def test_a_wrong_word_says_how_often_one_may_try_again() -> None:
    """And that it is over after the last."""
    teller = Teller(Settings(player="Lara"))
    (line,) = teller.told(WordResult(ok=False, tries_left=2), 0.0)
    assert "2" in line
    (line,) = teller.told(WordResult(ok=False, tries_left=0), 0.0)
    assert "Kein Versuch mehr" in line


def test_a_saved_game_asks_nobody(tmp_path: Path) -> None:
    """Nothing says that something could be typed."""
    teller = Teller(Settings(player="Lara"), live=False)
    partie = Partie(2, settings={"laenge": "1"})
    lines: list[str] = []
    partie.tell = lambda update: lines.extend(teller.told(update, 0.0))  # type: ignore[assignment, method-assign, arg-type]
    partie.known = teller.known
    partie.until(lambda p: p.state.step is Step.OVER)
    assert any(line.startswith("Karten von ") for line in lines)
    assert not any("Enter" in line for line in lines)
