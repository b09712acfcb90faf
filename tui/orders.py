"""Lines that are carried out one after the other: what the line mode and scripts have in common."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from typing import TYPE_CHECKING

from engine.cards import parse_card
from net.commands import Command, GiveWord, Quit

if TYPE_CHECKING:
    from net.session import Session

__all__ = ["obey", "word_of"]


async def obey(
    session: Session, lines: AsyncIterator[bytes], understood: Callable[[bytes], Command | None]
) -> bool:
    """Carries out line after line until they end or one leaves.

    Args:
        session: what the lines are meant for.
        lines: where they come from; whoever leaves may read on, at another table.
        understood: the command of a line, or None where it asks nothing of the session.

    Returns:
        Whether a line asked to leave; that is the caller's to do.
    """
    async for line in lines:
        command = understood(line)
        if isinstance(command, Quit):
            return True
        if command is not None:
            await session.act(command)
    return False


def word_of(texts: Sequence[str]) -> GiveWord:
    """The four cards that somebody read aloud, as typed.

    Raises:
        ValueError: they are not four, or one is no card.
    """
    first, second, third, fourth = map(parse_card, texts)
    return GiveWord((first, second, third, fourth))
