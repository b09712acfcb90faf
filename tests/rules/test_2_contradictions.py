"""Where the sources differ: what is played when nobody asks, and what can be set.

What an option does is tested with the paragraph it changes, and its values in the table of 2.6.
"""

from __future__ import annotations

import pytest

from engine import game
from engine.options import Options
from engine.variant import make_options
from tests.games import with_what_it_needs

WEIS_AND_STOECK = """
run of 6 to 9, four 9, four 6 7 8 | schieber | weis_profil=modern | seed004 pagat vorarlberg
best Weis by class | schieber | weisordnung_s004=off | on
Fünfblatt against four of a kind | schieber | vier_gleiche_vor_folge=off | on
rank in Undenufe reversed | schieber | undenufe_weis_normal=off | on
trump Weis before position | schieber | trumpf_ohne_vorrang=off | on
Kreuzweis | schieber | kreuzweis=an | aus
splitting a long run | schieber | weis_teilen=off | on
Weis needs no trick | schieber | weis_nur_mit_stich=off | on
Weis times factor | schieber | weis_ohne_faktor=off | on
how Weis is announced | schieber | weisen=auto | manuell
Stöck with the second card | schieber | stoeck_welsch=off | on
Stöck called by the device | schieber | stoeck_manuell=off | on
"""

PLAYING = """
no duty to go over | schieber | uebertrumpfzwang_s004=off | on
trumping while able to follow | schieber | stechen_nur_ohne_farbe=off | on
Undenufe, six 11 | schieber | undenufe_ass_11=off | on
six contracts | schieber | vertraege=off | slalom guschti gumpf
Vorhand leads after a push | schieber | slalom_ansager_spielt_aus=off | on
the partner must choose | schieber | zurueckschieben=off | on
announcement forced | schieber | erste_karte_trumpf=off | on
the last trick may be seen | schieber | stich_ansehen=letzter | keiner erster alle_eigenen
own tricks in the Differenzler | differenzler | stich_ansehen=alle_eigenen | letzter
an offence loses the hand | schieber | strafe=spiel_verloren | annulliert
Slalom by its first direction | schieber | slalom_wert=startrichtung | je_stich
"""

DEAL_AND_SEATS = """
direction | schieber | richtung=gegen_uhr | uhr
cut by the player behind the dealer | schieber | abheben_rechts=off | on
cut by toss | schieber | echtes_abheben=off | on
first dealer | schieber | erster_geber=hoechste_karte | zufall rosen7_vorhand rosen10_vorhand
first dealer of Chappe | chappe | erster_geber=tiefste_karte | hoechste_karte zufall
first dealer of Sidi | sidi | erster_geber=tiefste_karte | hoechste_karte zufall
first dealer of HAE | hae | erster_geber=zufall | hoechste_karte tiefste_karte
dealer of a new Partie | schieber | neue_partie_geber=rotation | sieger verlierer
factors belong to engine suits | schieber | faktor_blatt=deutsch | franzoesisch
"""

SCORING_AND_END = """
factors | schieber | faktoren=einfach | 1-1-2-2-3-3 1-1-2-2-3-4 uri seed004 1-2-3-4
Kontermatch like a match | schieber | kontermatch_doppelt=off | on
target | schieber | ziel=1000 | 500 1500 2500 5000
wertung | schieber | wertung=punkte | striche zwei_runden
both over the target | schieber | ende=bedanken_auto | bedanken_manuell hand_zu_ende
order at the end | schieber | ausmachregel=stoeck_wys_stich | stoeck_stich_wys sequenziell
complete tricks only | schieber | bedanken_im_stich=off | on
Bergpreis | schieber | bergpreis=off | on
Bergpreis in points | schieber | bergpreis_punkte=0 | 100
Schneider | schieber | schneider=off | on
Schneider below half | schieber | schneider_punkte=halb | 21
Strich values | schieber | schneider_striche=2 | 1
Strich values of the Kontermatch | schieber | kontermatch_striche=2 | 1
Partien | schieber | partien=4 | 1 20
"""

GAMES = """
Differenzler alone | differenzler | partner_differenzler=off | on
Differenzler, two deals each | differenzler | laenge=8 | 4 12 16
Differenzler, no target | differenzler | strafziel=off | 200
prediction hidden | differenzler | ansage=verdeckt | offen
trump by toss | differenzler | trumpf=zufall | bodentrumpf
exact hit | differenzler | bonus_exakt=off | on
Coiffeur columns | coiffeur | coiffeur_profil=coiffeur8 | coiffeur10 coiffeur_einzel coiffeur6
Weis in the Coiffeur | coiffeur | coiffeur_weis=off | on
Molotow, trump acts at once | molotow | trumpf_wirkt=sofort | ab_naechstem_stich
Sidi-Jass, dead stock | sidi | stock=tot | nachziehen bodensee
Sidi-Jass, robbing | sidi | rauben=off | on
six-handed | sechser | parteien=3x2 | 2x3
Plus-Minus to seven Striche | plus_minus | wertung=striche | nuller
Chappe, first hand | chappe | start_karten=5 | 6 9
Chappe, dealer | chappe | geber_gegen_uhr=off | on
Chappe, jokers | chappe | blatt=36 | 55 2x36
HAE, who leads | hae | rechts_vom_geber_jeder_stich=off | on
"""


def rows(table: str) -> list[object]:
    """The rows of a table as parameters, each with its topic as id."""
    parts = [[part.strip() for part in line.split("|")] for line in table.strip().splitlines()]
    return [pytest.param(*row[1:], id=row[0]) for row in parts]


def holds(slug: str, default: str, others: str) -> None:
    """Without a word the game has the default, and each other value can be set."""
    variant = game.find_variant(slug)
    assert variant is not None
    name, text = default.split("=")
    field = variant.field(name)
    assert field is not None
    usual = make_options(variant, variant.seats[0], None, {})
    assert isinstance(usual, Options)
    assert field.write(usual.get(name)) == text
    for other in others.split():
        assert other != text
        tables = (with_what_it_needs(variant, seats, {name: other}) for seats in variant.seats)
        assert any(settings is not None for settings in tables), other


@pytest.mark.parametrize(("slug", "default", "others"), rows(WEIS_AND_STOECK))
def test_2_1_weis_and_stoeck(slug: str, default: str, others: str) -> None:
    """Default and options of each topic."""
    holds(slug, default, others)


@pytest.mark.parametrize(("slug", "default", "others"), rows(PLAYING))
def test_2_2_playing(slug: str, default: str, others: str) -> None:
    """Default and options of each topic."""
    holds(slug, default, others)


@pytest.mark.parametrize(("slug", "default", "others"), rows(DEAL_AND_SEATS))
def test_2_3_deal_and_seats(slug: str, default: str, others: str) -> None:
    """Default and options of each topic."""
    holds(slug, default, others)


@pytest.mark.parametrize(("slug", "default", "others"), rows(SCORING_AND_END))
def test_2_4_scoring_and_end(slug: str, default: str, others: str) -> None:
    """Default and options of each topic."""
    holds(slug, default, others)


@pytest.mark.parametrize(("slug", "default", "others"), rows(GAMES))
def test_2_5_games(slug: str, default: str, others: str) -> None:
    """Default and options of each topic."""
    holds(slug, default, others)
