"""How strong the bots are: duplicate deals between neighbouring levels (docs/bots.md)."""

from __future__ import annotations

import time

from bench.duplicate import Player, among, bot, duel, random_player
from bench.row import Figure, Row, Sample, Scale
from engine.actions import Action
from engine.view import View

PAIRS: tuple[tuple[str, Player, Player, int], ...] = (
    ("easy against random legal cards", bot("easy"), random_player, 300),
    ("normal against random legal cards", bot("normal"), random_player, 300),
    ("normal against easy", bot("normal"), bot("easy"), 300),
    ("strong against normal", bot("strong"), bot("normal"), 100),
)


GAMES: tuple[tuple[str, int, int, bool, dict[str, str]], ...] = (
    ("chappe", 4, 20, True, {}),
    ("hae", 4, 20, True, {}),
    ("sidi", 2, 60, False, {"ziel": "5000"}),
    ("sidi", 2, 60, False, {"ziel": "5000", "stock": "nachziehen"}),
    ("sidi", 2, 60, False, {"ziel": "5000", "stock": "bodensee"}),
    ("sechser", 6, 100, False, {"ziel": "5000"}),
    ("coiffeur", 4, 20, True, {}),
    ("molotow", 4, 60, False, {}),
    ("plus_minus", 4, 100, False, {"wertung": "nuller"}),
    ("mittlere", 3, 80, False, {}),
)
"""Other games: slug, players, deals, whole games or first hands, options."""

STRONG: tuple[tuple[str, int, int], ...] = (("chappe", 4, 24), ("hae", 4, 6))
"""Games in which looking ahead is measured too."""


def measure(scale: Scale) -> list[Figure]:
    figures = []
    for slug, seats, deals, whole, settings in GAMES:
        score = among(
            bot("normal"),
            random_player,
            scale.of(deals, 1),
            slug=slug,
            seats=seats,
            whole=whole,
            **settings,
        )
        what = "games" if whole else "deals"
        figures += [
            Figure(f"{slug}, normal among random, {score.deals} {what}", score.mean, "pts"),
            Figure("  standard error", score.error, "pts"),
        ]
    for slug, seats, deals in STRONG:
        score = among(
            bot("strong"), bot("normal"), scale.of(deals, 1), slug=slug, seats=seats, whole=True
        )
        figures += [
            Figure(f"{slug}, strong among normal, {score.deals} games", score.mean, "pts"),
            Figure("  standard error", score.error, "pts"),
        ]
    thought = Sample()
    for name, first, second, deals in PAIRS:
        score = duel(timed(first, thought), second, scale.of(deals, 1))
        figures += [
            Figure(f"{name}, {score.deals} deals", score.mean, "pts"),
            Figure("  standard error", score.error, "pts"),
        ]
        if "strong" in name:
            figures.append(Figure("strong, a decision, p95", thought.p95 * 1000, "ms", 150))
        thought.values.clear()
    return figures


def timed(player: Player, thought: Sample) -> Player:
    """The same player, its decisions timed."""

    def play(view: View, chance: bytes) -> Action:
        start = time.process_time()
        action = player(view, chance)
        thought.add(time.process_time() - start)
        return action

    return play


ROW = Row("bots", "bots in duplicate deals, points a hand and side", measure)
