"""Advice for two who draw cards, or uncover them: reckon with what can be seen (rules 1.8).

Samples of the other hand would not be hands that are played to their end, so as long as own cards
are still unknown only the rules of thumb of `partnership` speak.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Action, Choose
from engine.advice import Advice, Tip
from engine.bots import partnership
from engine.bots.estimate import estimate
from engine.cardset import mask_of
from engine.contracts import row_of
from engine.phases.parts import Rules
from engine.view import View

__all__ = ["advise"]


def advise(
    rules: Rules, view: View, legal: Sequence[Action], chance: bytes | None = None
) -> tuple[Advice, ...]:
    """The legal actions from best to worst, each with its reason.

    Args:
        rules: of the table.
        view: of a seat that is asked.
        legal: what it may do.
        chance: bytes for sampling, used once all own cards are known.
    """
    if view.seat is not None and legal and isinstance(legal[0], Choose):
        return _choose(view, legal)
    unknown = len(view.state.tricks) + len(view.hand) < view.state.length
    return partnership.advise(rules, view, legal, None if unknown else chance)


def _choose(view: View, legal: Sequence[Action]) -> tuple[Advice, ...]:
    """By the cards in hand and those that lie open."""
    seen = mask_of(item.card for item in view.hand)

    def worth(action: Action) -> int:
        if not isinstance(action, Choose):
            return 0
        return estimate(seen, row_of(action.contract, tricks=view.state.length))

    return tuple(
        Advice(action, Tip.CHOOSE_YOURSELF) for action in sorted(legal, key=worth, reverse=True)
    )
