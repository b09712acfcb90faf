"""Random full Schieber hands, against the published jass-kit in the same run."""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

from bench.duplicate import table
from bench.row import Figure, Row, Scale, Skip
from engine import game
from engine.actions import Choose, Play
from engine.cardset import cards_of
from engine.contracts import Contract, row_of
from engine.faces import Faces, Slot
from engine.rules.fast import random_hand
from engine.rules.follow import legal

OTHER = "jass-kit==2.0.5"
CACHE = Path(tempfile.gettempdir()) / "jass-bench-jass-kit-2.0.5"
"""Where the other package lives: never in the environment of this project."""

SIX = tuple(Contract)[:6]
ROUNDS = 5
"""The two take turns, so that a busy minute slows both."""

PROGRAM = """
import json, random, sys, time
import numpy as np
from jass.game.game_sim import GameSim
from jass.game.rule_schieber import RuleSchieber

rule = RuleSchieber()

def play(rng):
    cards = list(range(36))
    rng.shuffle(cards)
    hands = np.zeros((4, 36), np.int32)
    for place, card in enumerate(cards):
        hands[place // 9, card] = 1
    game = GameSim(rule)
    game.init_from_cards(hands, rng.randrange(4))
    game.action_trump(rng.randrange(6))
    while not game.is_done():
        legal = np.flatnonzero(rule.get_valid_cards_from_state(game.state))
        game.action_play_card(int(legal[rng.randrange(len(legal))]))
    return int(game.state.points.sum())

for line in sys.stdin:
    seed, count = json.loads(line)
    rng = random.Random(seed)
    start = time.process_time()
    for _ in range(count):
        assert play(rng) == 157
    print(json.dumps(count / (time.process_time() - start)), flush=True)
"""


def python_with_other() -> Path:
    """An interpreter that has the other package, made once."""
    folder = "Scripts" if sys.platform == "win32" else "bin"
    python = CACHE / folder / "python"
    if (CACHE / "ready").exists():
        return python
    try:
        venv.create(CACHE, with_pip=True, clear=True)
        subprocess.run(
            [python, "-m", "pip", "install", "--quiet", OTHER],
            check=True,
            capture_output=True,
            timeout=300,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise Skip(f"{OTHER} cannot be installed here ({error})") from error
    (CACHE / "ready").touch()
    return python


def hands_per_second(seed: int, count: int) -> float:
    """Ours: deal, random contract, random legal cards, points; shuffling included as theirs is."""
    rng = random.Random(seed)
    rows = [row_of(contract) for contract in SIX]
    start = time.process_time()
    for _ in range(count):
        cards = list(range(36))
        rng.shuffle(cards)
        hands = [sum(1 << card for card in cards[place : place + 9]) for place in (0, 9, 18, 27)]
        leader = rng.randrange(4)
        row = rows[rng.randrange(6)]
        # One number below 9! serves every legal count alike.
        draws = rng.choices(range(362_880), k=36)
        points = random_hand(row, hands, draws, leader=leader)
        if sum(points) != 157:
            raise AssertionError(f"a hand of {sum(points)} points")
    return count / (time.process_time() - start)


def applied_hands_per_second(seed: int, count: int, *, views: bool) -> float:
    """Ours through the whole machine: deal, one contract, 36 cards applied, and a digest.

    Played without Weis and Stöck, which the other package does not know either.

    Args:
        seed: of deals and choices.
        count: hands.
        views: whether the acts are those that `game.legal` offers each seat by its view, as a bot
            or a script is asked, or legal cards by the decision table, as the other side does it.
    """
    rng = random.Random(seed)
    variant, options = table("schieber", "turnier_12", weis="aus", stoeck="aus", rest="aus")
    first = game.start(variant, options, 4)
    rules = game.rules_of(first.setup)
    start = time.process_time()
    for _ in range(count):
        state, _ = game.deal(first, rng.randbytes(32))
        deck = list(game.deck_of(state).cards)
        rng.shuffle(deck)
        vorhand = state.asked[0]
        state, _ = game.apply(state, vorhand, Choose(rng.choice(SIX)))
        if views:
            faces = [
                Faces({Slot(at): deck[at] for at, who in enumerate(state.sights) if seat in who})
                for seat in range(4)
            ]
            while state.asked:
                seat = state.asked[0]
                actions = game.legal(game.view(state, faces[seat], seat))
                state, _ = game.apply(state, seat, actions[rng.randrange(len(actions))])
        else:
            row = rules.row(state)
            slots = {card: Slot(slot) for slot, card in enumerate(deck)}
            hands = [0] * 4
            for slot, owner in enumerate(state.owners):
                if owner is not None:
                    hands[owner] |= 1 << deck[slot]
            while state.asked:
                seat = state.asked[0]
                cards = cards_of(legal(row, hands[seat], [play.card for play in state.trick]))
                card = cards[rng.randrange(len(cards))]
                hands[seat] ^= 1 << card
                state, _ = game.apply(state, seat, Play(slots[card], card))
        game.digest(state)
    return count / (time.process_time() - start)


def measure(scale: Scale) -> list[Figure]:
    ours, ratios, applied, asked = [], [], [], []
    count = scale.of(2000, 20)
    if scale.quick:
        return [
            Figure("hands a second, hot path", hands_per_second(0, count), "/s"),
            Figure(
                "hands a second, game.apply", applied_hands_per_second(0, count, views=False), "/s"
            ),
        ]
    with subprocess.Popen(
        [python_with_other(), "-c", PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        for number in range(ROUNDS):
            other.stdin.write(json.dumps([number, count // 10]) + "\n")
            other.stdin.flush()
            answer = other.stdout.readline()
            if not answer:
                raise Skip(f"{OTHER} does not run here")
            theirs = json.loads(answer)
            ours.append(hands_per_second(number, count))
            ratios.append(ours[-1] / theirs)
            some = count // 20
            applied.append(applied_hands_per_second(number, some, views=False) / theirs)
            asked.append(applied_hands_per_second(number, some, views=True) / theirs)
        other.stdin.close()
    return [
        Figure("hands a second, hot path", statistics.median(ours), "/s"),
        Figure(
            f"against {OTHER.replace('==', ' ')} (aim 10)",
            statistics.median(ratios),
            "×",
            6,
            at_least=True,
        ),
        Figure(
            "through game.apply, one digest at the end",
            statistics.median(applied),
            "×",
            0.5,
            at_least=True,
        ),
        Figure("the same, asked by views (game.legal)", statistics.median(asked), "×"),
    ]


ROW = Row("hands", "random full Schieber hands: legal cards, winners, points", measure)
