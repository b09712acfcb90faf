"""One piece of advice: what to do and the reason that goes with it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Action
from engine.bots.tips import Tip

__all__ = ["Advice"]


@dataclass(frozen=True, slots=True)
class Advice:
    """An action with its reason code; advice comes ranked, the best first."""

    action: Action
    reason: Tip
