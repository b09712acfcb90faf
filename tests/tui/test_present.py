"""The parts of the drawings that are no screen: canvas, board, decks, what is known, settings."""

from __future__ import annotations

import importlib
import re
import string
import subprocess
import sys
import unicodedata
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import get_character_cell_size

from engine.cards import CARDS_36, Suit, parse_card
from engine.contracts import Contract
from engine.errors import Reason
from engine.events import Played
from engine.seats import Seat
from net.updates import LinkChanged, ReadyChanged, Said, Waiting, WaitingFor
from tests.tui.scenes import find, my_turn, my_turn_with, others_turn
from tui.present.board import Strokes, draw_z, strokes_of
from tui.present.canvas import BOXES, Canvas, fit, width_of
from tui.present.known import Known
from tui.present.look import Look, foot
from tui.present.question import factor_of
from tui.present.status import playable, refusal, status_line
from tui.present.told import history_lines
from tui.present.ui import TableUi
from tui.present.words import event_text, weis_name
from tui.settings import Settings
from tui.skins.decks import DECK_LOOKS, SIGNS, Skin
from tui.skins.palette import ink_style
from tui.texts import LANGUAGES, catalogue, has_text, text

# --- canvas ---


@given(st.lists(st.tuples(st.integers(-5, 25), st.integers(-2, 6), st.text(max_size=12))))
def test_every_line_is_as_wide_as_the_canvas(puts: list[tuple[int, int, str]]) -> None:
    """Whatever is written wherever, no line grows, shrinks or holds a control character."""
    canvas = Canvas(20, 4)
    for x, y, said in puts:
        canvas.put(x, y, said, "dim")
    for row in canvas.rows():
        line = "".join(part for part, _ in row)
        assert width_of(line) == 20
        assert not any(unicodedata.category(char) == "Cc" for char in line)


@given(st.text(max_size=30), st.integers(0, 20))
def test_fit_fits(said: str, width: int) -> None:
    """A cut text is never wider than its room, and an uncut one is left alone."""
    assert width_of(fit(said, width)) <= max(width, 0)
    if width_of(said) <= width:
        assert fit(said, width) == said


def test_wide_characters_are_never_halved() -> None:
    """Writing over one half of a wide character blanks the other."""
    canvas = Canvas(6, 1)
    canvas.put(0, 0, "日本")
    canvas.put(1, 0, "x")
    assert canvas.text() == " x本  "


@pytest.mark.parametrize(
    ("before", "after", "span"),
    [
        ("abcdef", "abcdef", None),
        ("abcdef", "abXdYf", (2, 5)),
        ("日本", "日x", (2, 4)),
        ("a日b", "ab日", (1, 4)),
        ("xx日", "x日x", (1, 4)),
    ],
)
def test_a_change_is_known_to_the_cell(
    before: str, after: str, span: tuple[int, int] | None
) -> None:
    """What is painted again begins and ends with whole characters, wide ones too."""
    canvases = [Canvas(6, 1), Canvas(6, 1)]
    for canvas, said in zip(canvases, (before, after), strict=True):
        canvas.put(0, 0, said)
    assert canvases[1].changed(canvases[0], 0) == span


def test_another_ink_is_a_change() -> None:
    """The same letters in another ink are painted again."""
    plain, strong = Canvas(6, 1), Canvas(6, 1)
    plain.put(0, 0, "abcdef")
    strong.put(0, 0, "abcdef")
    strong.put(3, 0, "d", "strong")
    assert strong.changed(plain, 0) == (3, 4)


def test_ascii_canvas_has_ascii_lines() -> None:
    """With the ASCII deck boxes and signs become ASCII of the same width."""
    canvas = Canvas(12, 5, ascii_only=True)
    for kind in BOXES:
        canvas.box(0, 0, 6, 4, kind)
        canvas.put(0, 4, "▶ ♠♥♦♣ ×↺╱│…")
        assert canvas.text().isascii()


def test_blanks_do_not_cost_a_run() -> None:
    """A blank between two words of one ink does not break their run."""
    canvas = Canvas(12, 1)
    canvas.put(2, 0, "ab", "suit.1")
    canvas.put(6, 0, "cd", "suit.1")
    assert len(canvas.rows()[0]) == 1


def test_help_stays_in_the_footer() -> None:
    """When keys do not fit, others give way: the last one, help, is always shown."""
    for width in (20, 40, 80):
        look = Look(width, 24, Settings())
        canvas = look.canvas()
        foot(canvas, look, [("Enter", "key.play")] * 9 + [("?", "key.help")])
        assert canvas.text().split("\n")[-1].rstrip().endswith("? Hilfe")


# --- board ---


@pytest.mark.parametrize(
    ("points", "width", "drawn"),
    [(900, 36, "||||/ ||||"), (900, 17, "||||/ ||||"), (1300, 17, "VV |||"), (9000, 8, "90×|")],
)
def test_many_hundreds_take_less_room(points: int, width: int, drawn: str) -> None:
    """Strokes in fives while they fit, then a V for five hundreds, in the end their number."""
    canvas = Canvas(width, 7)
    draw_z(canvas, 0, 0, width, strokes_of((points,)))
    assert canvas.text().split("\n")[1].replace("╱", "").strip() == drawn


def test_the_board_after_four_hands() -> None:
    """465: three hundreds, a crossed pair of fifties, three twenties, and 5 are left over."""
    assert strokes_of((112, 82, 121, 150)) == Strokes(hundreds=3, fifties=2, twenties=3, rest=5)


@given(st.lists(st.integers(0, 800), max_size=20))
def test_strokes_are_only_added(written: list[int]) -> None:
    """The board always shows the sum, and no stroke is ever rubbed out (rules 1.0.7)."""
    before = strokes_of(())
    for count in range(len(written) + 1):
        board = strokes_of(written[:count])
        assert board.total == sum(written[:count])
        assert 0 <= board.rest < 20
        assert board.hundreds >= before.hundreds
        assert board.fifties >= before.fifties
        assert board.twenties >= before.twenties
        before = board


# --- decks and colours ---


def test_signs_keep_the_factor() -> None:
    """Eichel is ♦, Rosen ♥, Schellen ♣, Schilten ♠ (rules 1.0.1): single stays single."""
    assert dict(zip((suit.code for suit in Suit), SIGNS, strict=True)) == {
        "Ei": "♦",
        "Ro": "♥",
        "Se": "♣",
        "Si": "♠",
    }


@pytest.mark.parametrize("look", DECK_LOOKS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_faces_fit_their_cards(look: str, lang: str) -> None:
    """A suit takes at most four cells and a rank two, in every deck and language; all differ."""
    skin = Skin(look, lang)
    shorts = [skin.suit_short(suit) for suit in Suit]
    assert max(map(width_of, shorts)) <= 4
    assert len(set(shorts)) == 4
    ranks = [skin.rank(card) for card in CARDS_36[:9]]
    assert max(map(width_of, ranks)) <= 2
    assert len(set(ranks)) == 9
    assert "B" not in ranks, "a lone B is the ten in one deck and the Jack in the other"


def test_no_glyph_is_wider_than_it_says() -> None:
    """No text and no drawing uses a variation selector, a joiner or a wide emoji."""
    sources = [*Path("tui/texts").glob("*.py"), *Path("tui").glob("[psw]*/*.py")]
    assert sources
    for path in sources:
        for char in path.read_text(encoding="utf-8"):
            assert char not in "\ufe0e\ufe0f\u200d", path
            assert char < " " or get_character_cell_size(char) == 1, (path, char)


def test_without_colour_suits_are_written_like_everything_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With ``NO_COLOR`` no suit becomes a grey that is hard to read."""
    monkeypatch.setattr("tui.skins.palette.COLOURLESS", True)
    ink_style.cache_clear()
    plain = ink_style("", dark=True, four_colours=True)
    assert {ink_style(f"suit.{n}", dark=True, four_colours=True) for n in range(4)} == {plain}
    ink_style.cache_clear()


@pytest.mark.parametrize("dark", [True, False])
def test_suit_colours_are_readable(dark: bool) -> None:
    """Each of the four suit colours has a contrast of 4.5:1 to the ground, as text needs it."""

    def light(colour: object) -> float:
        parts = [value / 255 for value in colour.triplet]
        lin = [v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
        return 0.2126 * lin[0] + 0.7152 * lin[1] + 0.0722 * lin[2]

    seen = set()
    for suit in Suit:
        style = ink_style(f"suit.{int(suit)}", dark=dark, four_colours=True)
        high, low = sorted((light(style.color), light(style.bgcolor)), reverse=True)
        assert (high + 0.05) / (low + 0.05) >= 4.5
        seen.add(style.color.triplet)
    assert len(seen) == 4


# --- texts ---


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "de"])
def test_every_language_is_complete(lang: str) -> None:
    """Every German text exists in every language, with the same facts in it; none has more."""
    german, other = catalogue("de"), catalogue(lang)
    assert sorted(set(german) - set(other)) == []
    assert sorted(set(other) - set(german)) == []
    fields = string.Formatter()
    for code, said in german.items():
        wanted = {name for _, name, _, _ in fields.parse(said) if name}
        found = {name for _, name, _, _ in fields.parse(other[code]) if name}
        assert found == wanted, code
        assert other[code].strip() or not said.strip(), code


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_stands_in_two_places(lang: str) -> None:
    """What the screens say and what the command line says are two sets of codes."""
    screens = importlib.import_module(f"tui.texts.{lang}").TEXTS
    commands = importlib.import_module(f"tui.texts.commands_{lang}").TEXTS
    assert sorted(set(screens) & set(commands)) == []


@pytest.mark.parametrize("lang", ["fr", "it"])
def test_other_languages_are_no_copy(lang: str) -> None:
    """French and Italian say hardly anything as German does; the words of Jass are the rest."""
    german, other = catalogue("de"), catalogue(lang)
    fact = re.compile(r"\{[^}]*\}|\W")
    same = [code for code, said in other.items() if said == german.get(code)]
    long = [code for code in same if len(fact.sub("", german[code])) > 12]
    assert [code for code in long if not code.startswith("preset.")] == []


def test_every_reason_has_its_sentence() -> None:
    """Whatever the rules refuse, there is a sentence for it (rules section 4, row 7)."""
    for reason in Reason:
        assert has_text(f"reason.{reason.value}"), reason


def test_every_option_and_value_has_its_words() -> None:
    """Every option of every game has a label; so have presets and closed choices of words."""
    from engine.game import all_variants

    for variant in all_variants():
        assert has_text(f"game.{variant.slug}")
        for preset in variant.presets:
            assert has_text(f"preset.{preset}"), preset
        for field in variant.fields:
            assert has_text(f"option.{field.name}"), field.name
            for choice in field.choices:
                plain = choice.replace("-", "").isdigit()
                own = has_text(f"option_value.{field.name}.{choice}")
                assert plain or own or has_text(f"option_value.{choice}"), choice


def test_facts_are_ordinary_text() -> None:
    """Braces in a name stay what they are."""
    assert text("de", "event.pushed", name="{name}") == "{name} schiebt"


# --- what is known ---


def test_history_obeys_the_table() -> None:
    """Of the running hand only the running and the allowed tricks are told card by card."""
    partie = find(lambda p: my_turn_with(p, trick=4, lying=1) and p.state.hand_no == 1)
    known, view = partie.known, partie.known.view
    look = Look(80, 24, Settings())
    lines = [line for line, _ in history_lines(look, known)]
    hand = view.hand_no
    played = [event for number, event in known.events if number == hand]
    played = [event for event in played if isinstance(event, Played)]
    told = [event_text(look, known, view, event) in lines for event in played]
    assert told == [False] * 8 + [True] * 5


def test_my_turn_ends_with_my_act_and_with_others() -> None:
    """A turn is kept until it is answered or the table went on."""
    partie = find(my_turn)
    known = partie.known
    known.answered()
    assert known.turn is None
    assert find(others_turn).known.turn is None


def test_waiting_counts_from_what_the_table_says() -> None:
    """«Since when» is the table's own count, not the moment this screen heard of it."""
    known = Known()
    known.apply(Waiting((Seat(1),), 5_000, WaitingFor.READY), now=100.0)
    assert known.waited(102.0) == 7


def test_a_seat_that_is_gone_is_named() -> None:
    """When the seat that is asked lost its link, the status line says so, not «ist dran»."""
    known = find(others_turn).known
    look, ui = Look(120, 40, Settings()), TableUi()
    asked = known.view.asked[0]
    assert status_line(look, known, known.view, ui)[0] == f"{known.name(asked)} ist dran"
    known.seats = tuple(replace(one, connected=one.seat != asked) for one in known.seats)
    text = status_line(look, known, known.view, ui)[0]
    side = ", ".join(map(known.name, next(s for s in known.view.sides if asked in s)))
    assert text == f"{known.name(asked)} ist weg: in 60 s Runde für {side} verloren"


def test_small_news() -> None:
    """Links, «Bereit» and chat are kept; chat is bounded."""
    known = Known()
    known.apply(LinkChanged("Ueli", "down", None), 0.0)
    known.apply(ReadyChanged((True, False)), 0.0)
    for number in range(500):
        known.apply(Said("Ueli", Seat(2), str(number)), 0.0)
    assert known.links["Ueli"].state == "down"
    assert known.ready == (True, False)
    assert len(known.chat) == 200
    assert known.chat[-1].text == "499"


def test_refusals_are_those_of_the_engine() -> None:
    """A card is dotted exactly when the engine refuses it."""
    partie = find(partial(my_turn_with, trick=5, lying=3))
    view, turn = partie.known.view, partie.known.turn
    ways = playable(turn.actions)
    for held in view.hand:
        assert (held.slot in ways) == (refusal(view, held.slot, held.card) is None)


def test_factors_beside_the_suits() -> None:
    """With 1-1-2-2-3-3 Schellen and Schilten count double, Obenabe and Undenufe triple."""
    view = find(my_turn, preset="schieber_2500").known.view
    wanted = {"Ei": 1, "Ro": 1, "Se": 2, "Si": 2, "obenabe": 3, "undenufe": 3}
    for contract, factor in wanted.items():
        assert factor_of(view, Contract(contract)) == factor


def test_weis_in_words() -> None:
    """Runs by length and top card, four of a kind by rank."""
    look = Look(80, 24, Settings())
    run = [parse_card(code) for code in ("Se6", "Se7", "Se8")]
    four = [parse_card(code) for code in ("EiO", "RoO", "SeO", "SiO")]
    assert weis_name(look, run) == "Dreiblatt Schälle Acht"
    assert weis_name(look, four) == "Vier Ober"


# --- start ---


def test_first_screen_imports_nothing_heavy() -> None:
    """Before the first paint neither click, msgspec, cryptography nor zeroconf is imported."""
    code = (
        "import sys, tui.app, tui.screens.title\n"
        "heavy = {'click', 'msgspec', 'cryptography', 'zeroconf', 'net.session'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_screens_know_no_session() -> None:
    """Screens and widgets reach the network by the bridge and by ``net.session`` alone."""
    for path in [*Path("tui/present").glob("*.py"), *Path("tui/widgets").glob("*.py")]:
        assert "net.session" not in path.read_text(encoding="utf-8"), path
    assert importlib.import_module("tui.bridge")
