"""Options: names, values and conflicts of rules 2.6, and presets."""

from __future__ import annotations

import random
import re

import pytest

from engine import game
from engine.options import Options
from engine.variant import OptionFault, make_options
from tests.engine.table import options
from tests.games import random_options

SCHIEBER = game.find_variant("schieber")


def made(preset: str | None = None, **settings: str) -> Options | OptionFault:
    """What a table with these settings gets."""
    return make_options(SCHIEBER, 4, preset, settings)


def test_2_6_defaults() -> None:
    """The defaults of the option table."""
    chosen = options()
    expected = {
        "erster_geber": "hoechste_karte",
        "echtes_abheben": False,
        "richtung": "gegen_uhr",
        "neue_partie_geber": "rotation",
        "strafe": "spiel_verloren",
        "abbruch": "verloren",
        "frist": 60,
        "stich_ansehen": "letzter",
        "rest": "sicher",
        "faktoren": "einfach",
        "faktor_blatt": "deutsch",
        "vertraege": (),
        "slalom_wert": "startrichtung",
        "weis": "an",
        "stoeck": "an",
        "match": 100,
        "weis_profil": "modern",
        "kreuzweis": "an",
        "weisen": "auto",
        "ziel": 1000,
        "ende": "bedanken_auto",
        "ausmachregel": "stoeck_wys_stich",
        "bergpreis_punkte": 0,
        "schneider_punkte": "halb",
        "wertung": "punkte",
        "schneider_striche": 2,
        "kontermatch_striche": 2,
        "partien": 4,
        "laenge": None,
    }
    for name, value in expected.items():
        assert getattr(chosen, name) == value, name
    switches = [item.name for item in SCHIEBER.fields if item.kind == "switch"]
    assert len(switches) == 21
    assert all(getattr(chosen, name) is False for name in switches)


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"slalom_wert": "je_stich"}, "slalom_wert_requires_vertraege"),
        (
            {"slalom_wert": "je_stich", "vertraege": "gumpf"},
            "slalom_wert_requires_vertraege",
        ),
        ({"slalom_ansager_spielt_aus": "on"}, "slalom_ansager_spielt_aus_requires_vertraege"),
        ({"weis": "aus", "weis_profil": "pagat"}, "weis_profil_requires_weis"),
        ({"weis_teilen": "on"}, "weis_teilen_requires_weis_profil"),
        ({"weis": "aus", "kreuzweis": "aus"}, "kreuzweis_requires_weis"),
        (
            {"vier_gleiche_vor_folge": "on", "weisordnung_s004": "on"},
            "vier_gleiche_vor_folge_excludes_weisordnung_s004",
        ),
        ({"weis": "aus", "weisordnung_s004": "on"}, "weisordnung_s004_requires_weis"),
        ({"weis": "aus", "undenufe_weis_normal": "on"}, "undenufe_weis_normal_requires_weis"),
        ({"weis": "aus", "trumpf_ohne_vorrang": "on"}, "trumpf_ohne_vorrang_requires_weis"),
        ({"weis": "aus", "weis_nur_mit_stich": "on"}, "weis_nur_mit_stich_requires_weis"),
        ({"weis": "aus", "weis_ohne_faktor": "on"}, "weis_ohne_faktor_requires_weis"),
        ({"weis": "aus", "weisen": "manuell"}, "weisen_requires_weis"),
        ({"stoeck": "aus", "stoeck_manuell": "on"}, "stoeck_manuell_requires_stoeck"),
        ({"stoeck": "aus", "stoeck_welsch": "on"}, "stoeck_welsch_requires_stoeck"),
        ({"ziel": "1000", "laenge": "4"}, "ziel_excludes_laenge"),
        ({"ende": "bedanken_auto", "laenge": "4"}, "ende_excludes_laenge"),
        ({"ende": "hand_zu_ende", "wertung": "zwei_runden"}, "ende_excludes_wertung"),
        (
            {"ausmachregel": "sequenziell", "ende": "hand_zu_ende"},
            "ausmachregel_excludes_ende",
        ),
        ({"ausmachregel": "sequenziell", "laenge": "4"}, "ausmachregel_excludes_laenge"),
        (
            {"ausmachregel": "sequenziell", "wertung": "zwei_runden"},
            "ausmachregel_excludes_wertung",
        ),
        ({"bedanken_im_stich": "on"}, "bedanken_im_stich_requires_ende"),
        ({"bergpreis": "on", "laenge": "4"}, "bergpreis_excludes_laenge"),
        ({"bergpreis": "on", "wertung": "zwei_runden"}, "bergpreis_excludes_wertung"),
        ({"bergpreis_punkte": "50"}, "bergpreis_punkte_requires_bergpreis"),
        (
            {"bergpreis_punkte": "50", "bergpreis": "on", "wertung": "striche"},
            "bergpreis_punkte_excludes_wertung",
        ),
        ({"schneider": "on", "laenge": "4"}, "schneider_excludes_laenge"),
        ({"schneider": "on", "wertung": "zwei_runden"}, "schneider_excludes_wertung"),
        ({"schneider_punkte": "21"}, "schneider_punkte_requires_schneider"),
        ({"kontermatch_doppelt": "on", "match": "0"}, "kontermatch_doppelt_requires_match"),
        ({"schneider_striche": "1"}, "schneider_striche_requires_wertung"),
        (
            {"schneider_striche": "1", "wertung": "striche"},
            "schneider_striche_requires_schneider",
        ),
        ({"kontermatch_striche": "1"}, "kontermatch_striche_requires_wertung"),
        ({"partien": "2"}, "partien_requires_wertung"),
    ],
)
def test_2_6_conflicts_are_refused_with_their_reason(settings: dict[str, str], code: str) -> None:
    """Every entry of the last column, each with its own code."""
    fault = made(**settings)
    assert isinstance(fault, OptionFault)
    assert fault.code == code
    assert fault.option == code.split("_requires_")[0].split("_excludes_")[0]
    assert fault.facts["other"]


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"trumpf": "zufall"}, "unknown_option"),
        ({"ziel": "499"}, "bad_value"),
        ({"ziel": "5001"}, "bad_value"),
        ({"ziel": "-1"}, "bad_value"),
        ({"ziel": "viel"}, "bad_value"),
        ({"match": "50"}, "bad_value"),
        ({"weis": "on"}, "bad_value"),
        ({"bergpreis": "vielleicht"}, "bad_value"),
        ({"vertraege": "slalom,boden"}, "bad_value"),
        ({"faktoren": "1-2-3"}, "bad_value"),
        ({"faktoren": "1-2-3-4-5-11"}, "bad_value"),
        ({"laenge": "65"}, "bad_value"),
        ({"frist": "1"}, "bad_value"),
        ({"schneider_punkte": "501", "schneider": "on"}, "bad_value"),
    ],
)
def test_2_6_unknown_names_and_values(settings: dict[str, str], code: str) -> None:
    """What no option or value is called so is refused."""
    fault = made(**settings)
    assert isinstance(fault, OptionFault)
    assert fault.code == code


def test_wrong_preset_and_players() -> None:
    """An unknown preset, or a number of players the game is not for."""
    fault = made("schieber_10")
    assert isinstance(fault, OptionFault)
    assert fault.code == "unknown_preset"
    fault = make_options(SCHIEBER, 3, None, {})
    assert isinstance(fault, OptionFault)
    assert fault.code == "wrong_seats"


def test_1_1_presets() -> None:
    """Presets only set options; the first is what a table gets without a word."""
    assert options() == options("schieber_1000")
    big = options("schieber_2500")
    assert (big.ziel, big.faktoren) == (2500, "1-1-2-2-3-3")
    assert options("uri_2000").kontermatch_doppelt is True
    seed = options("seed004_2500")
    assert (seed.ziel, seed.ende, seed.weis_profil) == (2500, "hand_zu_ende", "seed004")
    assert (seed.weisordnung_s004, seed.uebertrumpfzwang_s004) == (True, True)
    assert (seed.abheben_rechts, seed.faktoren) == (True, "seed004")
    assert (options("turnier_12").laenge, options("turnier_12").rest) == (12, "aus")
    assert options("pagat_3000").faktoren == "1-1-2-2-3-4"
    assert options("fuenf_minuten").faktoren == "1-1-2-2-3-3"


def test_presets_named_after_sources_are_called_by_what_they_are() -> None:
    """People are shown and type another word; the name is understood as well."""
    variant = game.find_variant("schieber")
    assert variant is not None
    for word, name in variant.preset_words.items():
        assert not re.search("seed|pagat|s004", word)
        assert variant.preset_called(word) == variant.preset_called(name) == name
        assert options(word) == options(name)
    assert list(variant.preset_words.values()) == list(variant.presets)
    assert variant.preset_called("dorf") is None
    fault = made("dorf")
    assert isinstance(fault, OptionFault)
    assert "schieber_3000" in fault.facts["choices"]


def test_what_a_person_sets_beats_the_preset() -> None:
    """An option that only the preset set gives way; what was set by hand does not."""
    assert options("seed004_1000", weis="aus").weisordnung_s004 is False
    assert options("schieber_2500", laenge="12").to_dict()["laenge"] == "12"
    assert "ziel" not in options("schieber_2500", laenge="12").to_dict()
    fault = made("turnier_12", ziel="500")
    assert isinstance(fault, OptionFault)
    assert fault.code == "ziel_excludes_laenge"
    assert isinstance(made(laenge="4", bergpreis="off"), Options)


def test_options_can_be_written_and_set_again() -> None:
    """`to_dict` is accepted as settings and gives equal options."""
    rng = random.Random(1)
    for _ in range(150):
        chosen = random_options(SCHIEBER, rng)
        again = make_options(SCHIEBER, 4, None, chosen.to_dict())
        assert again == chosen
        assert hash(again) == hash(chosen)


def test_options_are_frozen_and_name_only_what_exists() -> None:
    """Reading an option of another game is an error, not a silent None."""
    chosen = options()
    with pytest.raises(AttributeError):
        _ = chosen.trumpf
    assert chosen.get("trumpf") is None
