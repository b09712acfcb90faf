"""Names of bots: short, told apart at a glance, and nobody in the office is called so."""

from collections.abc import Iterable
from typing import Final

__all__ = ["bot_name"]

_NAMES: Final = (
    "Vreneli", "Köbi", "Rösli", "Hausi", "Heidi", "Sepp", "Annebäbi", "Chueri",
    "Trudi", "Geissi", "Dätti", "Meieli",
)  # fmt: skip


def bot_name(taken: Iterable[str]) -> str:
    """A name that nobody at the table has."""
    used = set(taken)
    return next((name for name in _NAMES if name not in used), "Bot")
