"""Rules 2.6, row by row: which games have an option, its values, and what it is when nobody asks.

What excludes and requires what is in `tests/engine/test_options.py` and in the tests of each game.
"""

from __future__ import annotations

import pytest

from engine import game
from engine.options import Options
from engine.variant import Field, OptionFault, Variant, make_options
from tests.games import OWN_FACTORS, values_of, with_what_it_needs

LETTERS = {
    "S": "schieber",
    "D": "differenzler",
    "C": "coiffeur",
    "Mo": "molotow",
    "P": "plus_minus",
    "Mi": "mittlere",
    "Si": "sidi",
    "X": "sechser",
    "Ch": "chappe",
    "H": "hae",
}
"""Games as the table of rules 2.6 names them."""

JASS = "S D C Mo P Mi Si X"
WEIS = "S X Si"
ALL = f"{JASS} Ch H"

TABLE = f"""
erster_geber | hoechste_karte tiefste_karte zufall rosen7_vorhand rosen10_vorhand | \
hoechste_karte Si=tiefste_karte Ch=tiefste_karte H=zufall | {ALL}
echtes_abheben | switch | off | {ALL}
abheben_rechts | switch | off | {ALL}
richtung | gegen_uhr uhr | gegen_uhr | {JASS}
neue_partie_geber | rotation sieger verlierer | rotation | {ALL}
strafe | spiel_verloren annulliert | spiel_verloren | {ALL}
abbruch | verloren neu | verloren | {ALL}
frist | 2..600 | 60 | {ALL}
stich_ansehen | keiner letzter erster alle_eigenen | letzter D=alle_eigenen | {ALL}
rest | sicher riskant aus | sicher | {JASS}
faktoren | einfach 1-1-2-2-3-3 1-1-2-2-3-4 uri seed004 1-2-3-4 {OWN_FACTORS} | einfach | S X
faktor_blatt | deutsch franzoesisch | deutsch | S X C
vertraege | off slalom guschti gumpf slalom,guschti,gumpf | off | S X
undenufe_ass_11 | switch | off | S X C Si
slalom_wert | startrichtung je_stich | startrichtung | S X C
slalom_ansager_spielt_aus | switch | off | S X
zurueckschieben | switch | off | S
erste_karte_trumpf | switch | off | S
uebertrumpfzwang_s004 | switch | off | S X C Si
stechen_nur_ohne_farbe | switch | off | {JASS}
weis | an aus | an | {WEIS}
stoeck | an aus | an | {WEIS}
match | 100 0 | 100 | S X C
weis_profil | modern seed004 pagat vorarlberg | modern | {WEIS} C Mo
weis_teilen | switch | off | {WEIS} C Mo
kreuzweis | an aus | an | {WEIS} C Mo
vier_gleiche_vor_folge | switch | off | {WEIS}
weisordnung_s004 | switch | off | {WEIS}
undenufe_weis_normal | switch | off | {WEIS}
trumpf_ohne_vorrang | switch | off | {WEIS}
weis_nur_mit_stich | switch | off | {WEIS}
weis_ohne_faktor | switch | off | S X C
weisen | auto manuell | auto | {WEIS}
stoeck_manuell | switch | off | {WEIS}
stoeck_welsch | switch | off | {WEIS}
ziel | 500..5000 | 1000 Si=500 | {WEIS}
ende | bedanken_auto bedanken_manuell hand_zu_ende | bedanken_auto | {WEIS}
ausmachregel | stoeck_wys_stich stoeck_stich_wys sequenziell | stoeck_wys_stich | {WEIS}
bedanken_im_stich | switch | off | {WEIS}
bergpreis | switch | off | {WEIS}
bergpreis_punkte | 0..500 | 0 | {WEIS}
schneider | switch | off | {WEIS}
schneider_punkte | halb 1..500 | halb | {WEIS}
kontermatch_doppelt | switch | off | S X
wertung | punkte striche zwei_runden P=striche P=nuller | punkte P=striche | S P
schneider_striche | 1..2 | 2 | S
kontermatch_striche | 1..2 | 2 | S
partien | 1..20 | 4 | S
laenge | 1..64 S=off S=1..64 | off D=8 Mo=8 P=12 Mi=12 | S D Mo P Mi
strafziel | off 50..1000 | off | D
trumpf | zufall bodentrumpf | zufall | D
ansage | verdeckt offen | verdeckt | D
bonus_exakt | switch | off | D
partner_differenzler | switch | off | D
geber_gutschrift | switch | off | D
coiffeur_profil | coiffeur8 coiffeur10 coiffeur_einzel coiffeur6 | coiffeur8 | C
coiffeur_weis | switch | off | C
trumpf_wirkt | sofort ab_naechstem_stich | sofort | Mo P Mi
letzte_runde_doppelt | switch | off | Mo
stock | tot nachziehen bodensee | tot | Si
rauben | switch | off | Si
parteien | 3x2 2x3 | 3x2 | X
weiterschieben | switch | off | X
blatt | 36 55 2x36 | 36 | Ch
start_karten | 2..9 | 5 | Ch
nur_abwaerts | switch | off | Ch
geber_gegen_uhr | switch | off | Ch
ansage_frei | switch | off | Ch
chappe_faktor | 1..3 | 1 | Ch
ausscheiden | off 1..99 | off | Ch
limite | off 1..99 | off | Ch
karten_tauschen | off visavis rechts | off | Ch
rechts_vom_geber_jeder_stich | switch | off | H
"""
"""Option, values, default, games. `GAME=value` replaces (default) or stands alone (values)."""

TWO_DEALS_EACH = {"laenge": ("differenzler", "molotow")}
"""Two deals for each player, so that the default depends on how many they are."""

NOT_ALL_DEALT = {"rosen7_vorhand", "rosen10_vorhand"}
"""Only where every card is dealt is there surely a holder."""

ROWS = [tuple(part.strip() for part in line.split("|")) for line in TABLE.split("\n") if line]
CELLS = [
    pytest.param(LETTERS[letter], letter, name, values, default, id=f"{name}-{letter}")
    for name, values, default, games in ROWS
    for letter in games.split()
]


def variant_of(slug: str) -> Variant:
    variant = game.find_variant(slug)
    assert variant is not None
    return variant


def field_of(slug: str, name: str) -> Field:
    field = variant_of(slug).field(name)
    assert field is not None, f"{slug} has no {name}"
    return field


def expected_values(letter: str, values: str) -> list[str]:
    """The values of a row in one game, as `values_of` tells them."""
    if values == "switch":
        return ["on", "off"]
    own = [word.split("=")[1] for word in values.split() if word.startswith(f"{letter}=")]
    words = own or [word for word in values.split() if "=" not in word]
    return [end for word in words for end in word.split("..")]


@pytest.mark.parametrize(("slug", "letter", "name", "values", "default"), CELLS)
def test_2_6_row(slug: str, letter: str, name: str, values: str, default: str) -> None:
    """The game has the option with these values and no others, and this default."""
    field = field_of(slug, name)
    wanted = expected_values(letter, values)
    if letter in {"Si", "Ch", "H"}:
        wanted = [text for text in wanted if text not in NOT_ALL_DEALT]
    assert sorted(values_of(field)) == sorted(wanted)
    usual = dict(word.split("=") for word in default.split() if "=" in word)
    text = usual.get(letter, default.split()[0])
    assert field.write(field.default) == text
    for seats in variant_of(slug).seats:
        made = make_options(variant_of(slug), seats, None, {})
        assert isinstance(made, Options)
        if slug in TWO_DEALS_EACH.get(name, ()):
            assert made.get(name) == 2 * seats
        elif name in made.to_dict() and seats == variant_of(slug).seats[0]:
            assert made.to_dict()[name] == text


@pytest.mark.parametrize(("slug", "letter", "name", "values", "default"), CELLS)
def test_2_6_every_value_can_be_played(
    slug: str, letter: str, name: str, values: str, default: str
) -> None:
    """For every value there is a table that has it; tests/hands.py plays them all."""
    variant = variant_of(slug)
    for text in values_of(field_of(slug, name)):
        tables = [with_what_it_needs(variant, seats, {name: text}) for seats in variant.seats]
        made = [
            make_options(variant, seats, None, settings)
            for seats, settings in zip(variant.seats, tables, strict=True)
            if settings is not None
        ]
        assert made, text
        for options in made:
            assert isinstance(options, Options)
            assert field_of(slug, name).write(options.get(name)) == text


@pytest.mark.parametrize("slug", LETTERS.values())
def test_2_6_no_other_options(slug: str) -> None:
    """A game has the options that name it, and no others; those of others are refused."""
    letter = next(letter for letter, name in LETTERS.items() if name == slug)
    listed = {name for name, _, _, games in ROWS if letter in games.split()}
    assert {field.name for field in variant_of(slug).fields} == listed
    for name, _, _, _ in ROWS:
        if name not in listed:
            made = make_options(variant_of(slug), variant_of(slug).seats[0], None, {name: "on"})
            assert isinstance(made, OptionFault)
            assert made.code == "unknown_option"


def test_2_6_numbers_outside_their_range_are_refused() -> None:
    """One below the least and one above the greatest, in every game."""
    for variant in game.all_variants():
        for field in variant.fields:
            if field.kind in {"number", "choice_or_number"}:
                for number in (field.low - 1, field.high + 1):
                    made = make_options(variant, variant.seats[0], None, {field.name: str(number)})
                    assert isinstance(made, OptionFault)
                    assert made.code == "bad_value"
