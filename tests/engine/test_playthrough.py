"""Golden playthroughs: whole hands as text, with every candidate, event and digest.

They freeze not only results but the order of candidates, on which replicated machines depend.
Written anew with `JASS_GOLDEN=write`, and then read before they are committed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from engine import game
from engine.actions import OpenNumber
from engine.faces import Faces, Slot
from engine.forms import action_json, event_json
from engine.notation import Game, Given, Line, read_game, replay, write_game
from engine.state import TABLE, Done
from tests.engine.table import Table, options

FOLDER = Path(__file__).parents[1] / "golden" / "playthrough"


class Recording(NamedTuple):
    """How a file was made; its name begins with the game's slug.

    Attributes:
        preset: None for the usual rules.
        settings: options.
        seed: of everything that is left to chance.
        hands: how many.
        seats: how many, None for the usual number.
    """

    preset: str | None
    settings: dict[str, str]
    seed: int
    hands: int
    seats: int | None = None


TABLES: dict[str, Recording] = {
    "schieber-1000": Recording("schieber_1000", {}, 1, 2),
    "schieber-manuell": Recording(
        "schieber_2500",
        {"weisen": "manuell", "stoeck_manuell": "on", "ende": "bedanken_manuell"},
        4,
        1,
    ),
    "schieber-seed004": Recording("seed004_1000", {}, 3, 1),
    "schieber-slalom": Recording(
        "schieber_1000",
        {
            "vertraege": "slalom,guschti,gumpf",
            "echtes_abheben": "on",
            "erster_geber": "rosen7_vorhand",
            "zurueckschieben": "on",
        },
        5,
        2,
    ),
    "schieber-striche": Recording(
        "schieber_1000",
        {
            "wertung": "striche",
            "partien": "2",
            "ziel": "500",
            "bergpreis": "on",
            "schneider": "on",
            "rest": "riskant",
        },
        6,
        99,
    ),
    "differenzler-verdeckt": Recording(None, {}, 1, 2),
    "differenzler-bodentrumpf": Recording(
        None, {"trumpf": "bodentrumpf", "partner_differenzler": "on", "strafziel": "50"}, 2, 9
    ),
    "differenzler-dreier": Recording(
        None, {"ansage": "offen", "geber_gutschrift": "on", "laenge": "2"}, 3, 2, 3
    ),
    "differenzler-zweier": Recording(
        None, {"bonus_exakt": "on", "rest": "riskant", "echtes_abheben": "on"}, 4, 2, 2
    ),
    "differenzler-fuenf": Recording(None, {"erster_geber": "rosen7_vorhand"}, 5, 1, 5),
    "chappe-vier": Recording(None, {"chappe_faktor": "2"}, 1, 99),
    "chappe-joker": Recording(
        "neun_karten", {"geber_gegen_uhr": "on", "ansage_frei": "on"}, 2, 1, 3
    ),
    "chappe-ausscheiden": Recording(
        None, {"ausscheiden": "5", "karten_tauschen": "visavis", "start_karten": "6"}, 3, 99, 5
    ),
    "chappe-lose": Recording(None, {}, 2, 1, 7),
    "chappe-limite": Recording(
        None, {"limite": "6", "karten_tauschen": "rechts", "blatt": "2x36"}, 4, 99, 3
    ),
    "hae-zwei": Recording(None, {"erster_geber": "tiefste_karte"}, 1, 2, 2),
    "hae-zehn": Recording(None, {"rechts_vom_geber_jeder_stich": "on"}, 2, 99, 10),
    "coiffeur-acht": Recording(None, {}, 1, 3),
    "coiffeur-zehn": Recording(
        None,
        {"coiffeur_profil": "coiffeur10", "coiffeur_weis": "on", "slalom_wert": "je_stich"},
        2,
        3,
    ),
    "coiffeur-einzel": Recording(None, {"rest": "riskant", "erster_geber": "zufall"}, 3, 2, 3),
    "molotow-vier": Recording(None, {}, 1, 2),
    "molotow-drei": Recording(
        None, {"trumpf_wirkt": "ab_naechstem_stich", "rest": "riskant"}, 2, 2, 3
    ),
    "molotow-fuenf": Recording(
        None, {"laenge": "2", "letzte_runde_doppelt": "on", "kreuzweis": "aus"}, 3, 2, 5
    ),
    "molotow-sechs": Recording(None, {"weis_profil": "pagat", "weis_teilen": "on"}, 4, 1, 6),
    "plus_minus-striche": Recording(None, {}, 1, 2),
    "plus_minus-nuller": Recording(
        None, {"wertung": "nuller", "laenge": "1", "stechen_nur_ohne_farbe": "on"}, 2, 1
    ),
    "mittlere-zwoelf": Recording(None, {"erster_geber": "rosen10_vorhand"}, 1, 2),
    "sidi-tot": Recording(None, {"rauben": "on"}, 2, 2),
    "sidi-nachziehen": Recording(
        None, {"stock": "nachziehen", "rauben": "on", "echtes_abheben": "on"}, 5, 1
    ),
    "sidi-bodensee": Recording(None, {"stock": "bodensee", "undenufe_ass_11": "on"}, 3, 1),
    "sechser-drei": Recording(None, {"bergpreis": "on", "schneider": "on"}, 1, 2),
    "sechser-zwei": Recording(
        None,
        {
            "parteien": "2x3",
            "weiterschieben": "on",
            "vertraege": "slalom,guschti",
            "weisen": "manuell",
            "uebertrumpfzwang_s004": "on",
        },
        2,
        2,
    ),
}
"""Per file how it was made."""


def record(name: str) -> Game:
    """A game played at random."""
    made = TABLES[name]
    slug = name.split("-")[0]
    chosen = options(made.preset, slug, made.seats, **made.settings)
    table = Table.start(chosen, made.seed, slug, made.seats)
    for _ in range(made.hands):
        if table.state.outcome is not None:
            break
        table.play_hand()
        while table.state.asked:
            table.step()
        if game.hand_over(table.state):
            table.count()
        while table.state.asked:
            table.step()
    return table.record()


def transcript(played: Game) -> Iterator[str]:
    """The notation, and under each line what could be done and what followed."""
    text = write_game(played).splitlines()
    yield from text[: len(text) - len(played.lines)]
    states = list(replay(played))
    faces = Faces()
    numbers: dict[int, dict[int, int]] = {}
    for number, line in enumerate(played.lines):
        before, after = states[number][0], states[number + 1]
        if isinstance(line, Given):
            known = {Slot(at): card for at, card in enumerate(line.cards) if card is not None}
            faces, numbers = Faces(known), sealed_numbers(played.lines[number + 1 :])
        if isinstance(line, Done) and line.seat in before.asked:
            sight = {
                slot: card
                for slot, card in faces.items()
                if before.sights
                and (line.seat in before.sights[slot] or before.opened[slot] is not None)
            }
            own = Faces(sight, numbers.get(line.seat))
            offered = game.legal(game.view(before, own, line.seat))
            forms = [compact(action_json(action)) for action in offered[:12]]
            more = f" and {len(offered) - 12} more" if len(offered) > 12 else ""
            yield f"  ? {' | '.join(forms)}{more}"
        yield text[len(text) - len(played.lines) + number]
        for event in after[1]:
            yield f"  > {compact(event_json(event))}"
        if not isinstance(line, Done) or line.seat == TABLE:
            yield f"  = {game.digest(after[0]).hex()[:16]}"


def sealed_numbers(lines: Sequence[Line]) -> dict[int, dict[int, int]]:
    """Per seat the numbers it opens in this hand, which it has known all the time."""
    found: dict[int, dict[int, int]] = {}
    for line in lines:
        if isinstance(line, Given):
            break
        if isinstance(line, Done) and isinstance(line.action, OpenNumber):
            found.setdefault(line.seat, {})[line.action.index] = line.action.number
    return found


def compact(form: dict[str, object]) -> str:
    """A script form in few characters."""
    word, *rest = form.items()
    return " ".join([str(word[1]), *(f"{key}={json.dumps(value)}" for key, value in rest)])


@pytest.mark.parametrize("name", TABLES)
def test_golden_playthrough(name: str) -> None:
    """The recorded game, played again, offers and brings exactly what was recorded."""
    path = FOLDER / f"{name}.txt"
    if os.environ.get("JASS_GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(transcript(record(name))) + "\n", encoding="utf-8")
    golden = path.read_text(encoding="utf-8")
    played = read_game("\n".join(line for line in golden.splitlines() if not line.startswith("  ")))
    assert "\n".join(transcript(played)) + "\n" == golden
