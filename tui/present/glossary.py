"""The words that fall at a table, as its rules use them: help explains no others."""

from collections.abc import Iterator

from engine.cards import DECKS, is_joker
from engine.contracts import Contract
from engine.phases.duel import DuelPhase
from engine.phases.offsuit import OffsuitPlay
from engine.phases.parts import Rules
from engine.phases.strokes import StrokesCounting
from engine.state import Step
from tui.present.look import Look

__all__ = ["glossary_lines", "glossary_terms"]

_USUAL = ("puur", "push", "obenabe", "weis", "stoeck", "match", "bedanken", "bergpreis")
"""Where no table is yet: the words that nearly everybody has heard."""


def glossary_lines(look: Look, rules: Rules | None) -> list[str]:
    """A line for each word, such as ``Match: alle Stiche, 100 Punkte dazu.`` for one of them."""
    terms = _USUAL if rules is None else tuple(glossary_terms(rules))
    return [
        line for term in terms for line in look.say(f"glossary.{term}").split("\n") if line.strip()
    ]


def glossary_terms(rules: Rules) -> Iterator[str]:
    """Which words they are, in the order in which one meets them."""
    play, choosing, ending = rules.phases.get(Step.PLAY), rules.choosing, rules.ending
    if isinstance(play, DuelPhase):
        yield from ("bid", f"duel.{play.called}", "forehead")
        if any(map(is_joker, DECKS[rules.deck].cards)):
            yield "joker"
        return
    yield "puur"
    if isinstance(play, OffsuitPlay):
        yield "comes_up"
    if Step.PREDICT in rules.phases or Step.BID in rules.phases:
        yield "difference"
    if choosing.columns:
        yield "columns"
    if choosing.pushes:
        yield "push"
    if Contract.OBENABE in choosing.offered:
        yield "obenabe"
    if rules.weis is not None:
        yield "weis"
    elif isinstance(play, OffsuitPlay) and rules.own is not None:
        yield "tischweis"
    elif rules.own is not None:
        yield "own_weis"
    if rules.stoeck is not None:
        yield "stoeck" if rules.stoeck.points > 0 else "bad_stoeck"
    if Step.ROB in rules.phases and rules.phases.get(Step.TURN) is not None:
        yield "rob"
    if rules.tally.match or rules.match is not None:
        yield "match"
    if isinstance(rules.counting, StrokesCounting):
        yield "strich" if ending.alone_at is not None else "nuller"
    if rules.rest != "aus":
        yield "rest"
    if ending.live_target is not None:
        yield "bedanken"
    if ending.berg is not None:
        yield "bergpreis"
