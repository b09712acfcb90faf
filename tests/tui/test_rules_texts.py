"""The rules people read: every game in four languages, with every option the table may set."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.game import all_variants
from engine.variant import Variant
from tui.commands.rules import rules_command
from tui.texts import LANGUAGES, Lang, speaker

ROOT = Path(__file__).parents[2]
TEXTS = files("tui") / "texts" / "rules"
GLOSSARY = "glossar"

ALL = (
    "erster_geber echtes_abheben abheben_rechts neue_partie_geber strafe abbruch frist "
    "stich_ansehen"
)
JASS = f"{ALL} richtung rest stechen_nur_ohne_farbe"
WEIS = (
    f"{JASS} weis stoeck weis_profil weis_teilen kreuzweis vier_gleiche_vor_folge "
    "weisordnung_s004 undenufe_weis_normal trumpf_ohne_vorrang weis_nur_mit_stich weisen "
    "stoeck_manuell stoeck_welsch ziel ende ausmachregel bedanken_im_stich bergpreis "
    "bergpreis_punkte schneider schneider_punkte undenufe_ass_11 uebertrumpfzwang_s004"
)
OPTIONS = {
    "differenzler": f"{JASS} laenge strafziel trumpf ansage bonus_exakt partner_differenzler "
    "geber_gutschrift",
    "coiffeur": f"{JASS} faktor_blatt undenufe_ass_11 slalom_wert uebertrumpfzwang_s004 match "
    "weis_profil weis_teilen kreuzweis weis_ohne_faktor coiffeur_profil coiffeur_weis",
    "molotow": f"{JASS} weis_profil weis_teilen kreuzweis laenge trumpf_wirkt letzte_runde_doppelt",
    "plus_minus": f"{JASS} wertung laenge trumpf_wirkt",
    "mittlere": f"{JASS} laenge trumpf_wirkt",
    "sidi": f"{WEIS} stock rauben",
    "sechser": f"{WEIS} faktoren faktor_blatt vertraege slalom_wert slalom_ansager_spielt_aus "
    "match weis_ohne_faktor kontermatch_doppelt parteien weiterschieben",
    "chappe": f"{ALL} blatt start_karten nur_abwaerts geber_gegen_uhr ansage_frei chappe_faktor "
    "ausscheiden limite karten_tauschen",
    "hae": f"{ALL} rechts_vom_geber_jeder_stich",
}
"""The options rules 2.6 lists for each game; a game's table holds these and no others."""

NOT_ATTESTED = ("Farbverrat", "Handweis", "Schneidergrenze", "Spielgeber")
"""Words nobody says at a Swiss table (head of the rules)."""

GAMES = [str(variant.slug) for variant in all_variants()]
PAGES = [(slug, lang) for slug in (*GAMES, GLOSSARY) for lang in LANGUAGES]
GAME_PAGES = [(slug, lang) for slug, lang in PAGES if slug in OPTIONS]
TRANSLATED = [(slug, lang) for slug, lang in PAGES if lang != "de"]


def page(slug: str, lang: str) -> str:
    return (TEXTS / f"{slug}.{lang}.md").read_text(encoding="utf-8")


def option_rows(text: str) -> list[str]:
    """The names in the first column of the option table, the last table of a page."""
    table = re.split(r"^\| (?:Regel|rule|Règle|Regola) \|", text, flags=re.MULTILINE)[-1]
    return re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)


@pytest.mark.parametrize(("slug", "lang"), PAGES)
def test_a_page_fits_a_terminal_and_is_swiss(slug: str, lang: str) -> None:
    """No line is longer than 100 cells, there is no ß, and no word that nobody says."""
    text = page(slug, lang)
    assert text.startswith("# ")
    assert [line for line in text.splitlines() if len(line) > 100] == []
    assert "ß" not in text
    assert [word for word in NOT_ATTESTED if word.lower() in text.lower()] == []


@pytest.mark.parametrize(("slug", "lang"), GAME_PAGES)
def test_the_table_lists_exactly_the_options_of_the_game(slug: str, lang: str) -> None:
    """Every option of rules 2.6 has one row, and no row is an option the game refuses."""
    rows = option_rows(page(slug, lang))
    assert sorted(rows) == sorted(OPTIONS[slug].split())


@pytest.mark.parametrize(("slug", "lang"), GAME_PAGES)
def test_a_page_says_what_is_ours_and_where_the_rest_is_from(slug: str, lang: str) -> None:
    """Each page has an example, its house rules and its sources."""
    heads = {line for line in page(slug, lang).splitlines() if line.startswith("## ")}
    wanted = {
        "de": {"## Beispiel", "## Hausregel", "## Tischregeln", "## Woher diese Regeln sind"},
        "en": {
            "## An example",
            "## House rules («Hausregel»)",
            "## Table rules",
            "## Where these rules come from",
        },
        "fr": {
            "## Exemple",
            "## Règles maison",
            "## Règles de table",
            "## D'où viennent ces règles",
        },
        "it": {
            "## Esempio",
            "## Regole della casa",
            "## Regole del tavolo",
            "## Da dove vengono queste regole",
        },
    }[lang]
    assert wanted <= heads


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("variant", all_variants(), ids=lambda variant: str(variant.slug))
def test_every_preset_has_the_name_that_the_screens_show(variant: Variant, lang: Lang) -> None:
    """Beside the word for `--preset` stands what the lobby calls it, in every language."""
    text = page(variant.slug, lang)
    names = [speaker(lang)(f"preset.{preset}") for preset in variant.presets]
    assert len(set(names)) == len(names)
    for preset, name in zip(variant.preset_words, names, strict=True):
        assert "_" not in name
        assert re.search(rf"{re.escape(name)}\W+`{preset}`", text), name


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("variant", all_variants(), ids=lambda variant: str(variant.slug))
def test_every_value_of_a_registered_game_is_explained(variant: Variant, lang: str) -> None:
    """What `--set` takes, each name and each choice, stands on the page of the game."""
    text = page(variant.slug, lang)
    for field in variant.fields:
        words = (field.name, *field.choices)
        assert [word for word in words if f"`{word}`" not in text] == [], field.name


def said(text: str) -> tuple[list[str], set[str], Counter[str]]:
    """What no translation may change: the headings' depths, what is typed, the numbers above ten.

    Smaller numbers may be words («Dreiblatt», «suite de 3»); addresses are left out.
    """
    depths = [line.split()[0] for line in text.splitlines() if line.startswith("#")]
    typed = {" ".join(code.split()) for code in re.findall(r"`([^`]+)`", text)}
    numbers = re.findall(r"\d+", re.sub(r"https?://\S+", "", text))
    typed = {code for code in typed if not code.startswith("--set N")}
    return depths, typed, Counter(number for number in numbers if int(number) > 10)


@pytest.mark.parametrize(("slug", "lang"), TRANSLATED)
def test_a_translation_says_what_the_german_page_says(slug: str, lang: str) -> None:
    """Headings, option names, values, sums and examples are the same in every language."""
    for german, other in zip(said(page(slug, "de")), said(page(slug, lang)), strict=True):
        assert other == german


@pytest.mark.parametrize(("slug", "lang"), PAGES)
def test_the_documentation_is_the_same_page(slug: str, lang: str) -> None:
    """`docs/rules` holds no second text that could drift."""
    shown = ROOT / "docs" / "rules" / f"{slug}.{lang}.md"
    assert shown.resolve() == (ROOT / "tui" / "texts" / "rules" / shown.name).resolve()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["glossar", "glossary", "glossaire", "glossario"])
def test_the_glossary_is_printed_like_a_game(name: str, lang: Lang) -> None:
    """`jass rules glossar` prints the words of the table in the language asked for."""
    result = CliRunner().invoke(rules_command(speaker("en")), [name, "--lang", lang])
    assert result.exit_code == 0
    assert result.output.strip() == page(GLOSSARY, lang).strip()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_a_game_is_printed_in_the_language_asked_for(slug: str, lang: Lang) -> None:
    """`jass rules GAME --lang L` is the page of that language, never that of another."""
    result = CliRunner().invoke(rules_command(speaker("en")), [slug, "--lang", lang])
    assert result.exit_code == 0
    assert result.output.strip() == page(slug, lang).strip()
