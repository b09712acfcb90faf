"""The public state and its digest: equal everywhere, different for different states."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path

from engine import game
from engine.notation import write_game
from engine.phases.draft import Draft
from engine.seats import Seat
from engine.state import State, digest
from tests.engine.table import Table, options

ROOT = Path(__file__).parents[2]

PROGRAM = """
import sys
from engine import game
from engine.notation import read_game, replay
for state, events in replay(read_game(sys.stdin.read())):
    print(game.digest(state).hex(), len(events), repr(events)[:60])
"""


def test_digests_do_not_depend_on_the_process() -> None:
    """A game replayed in processes with three hash seeds gives the same digests and events."""
    chosen = options(
        ziel="500", weisen="manuell", bergpreis="on", echtes_abheben="on", vertraege="slalom,gumpf"
    )
    table = Table.start(chosen, 8)
    table.play_out(unasked=0.02)
    text = write_game(table.record())
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            input=text,
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert len(outputs) == 1
    last = outputs.pop().splitlines()[-1]
    assert last.startswith(game.digest(table.state).hex())


def test_every_public_field_is_in_the_digest() -> None:
    """Changing any one field changes the digest, except `origin`, which history repeats."""
    table = Table.start(options(), 2)
    table.play_hand()
    state = table.state
    other = Table.start(options(), 3)
    other.play_hand()
    other.count()
    seen = {digest(state)}
    for item in fields(State):
        changed = getattr(other.state, item.name)
        if changed == getattr(state, item.name):
            changed = {"partie": 7, "striche": (1, 2), "pushed": (Seat(1),), "berg": 1}.get(
                item.name, 99
            )
        different = replace(state, **{item.name: changed})
        if item.name == "origin":
            assert digest(different) == digest(state)
            assert different == state
            continue
        assert digest(different) not in seen, item.name
        seen.add(digest(different))


def test_a_draft_holds_the_fields_of_a_state() -> None:
    """What is frozen again without a change is the same state."""
    table = Table.start(options(), 2)
    table.deal()
    names = {item.name for item in fields(State)}
    assert set(Draft.__annotations__) == names
    draft = Draft(table.state, game.rules_of(table.state.setup))
    assert draft.freeze() == table.state


def test_states_do_not_change() -> None:
    """Applying an action leaves the state it was applied to as it was."""
    table = Table.start(options(), 5)
    table.deal()
    before, stamp = table.state, digest(table.state)
    table.play_hand()
    assert digest(before) == stamp
    assert table.state.origin == before
