"""One file per game. Every module of this folder exports `VARIANT`; nothing else lists them."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Final

from engine.variant import Variant

__all__ = ["VARIANTS"]


def _load() -> tuple[Variant, ...]:
    names = sorted(item.name for item in pkgutil.iter_modules(__path__))
    return tuple(importlib.import_module(f"{__name__}.{name}").VARIANT for name in names)


VARIANTS: Final[tuple[Variant, ...]] = _load()
"""All games, by file name."""
