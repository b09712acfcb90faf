"""The bots of one device: they think in a thread of their own, and answer at a pace to follow."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from engine.actions import Action
from engine.bots import choose
from engine.game import legal
from net.core.effects import Think

__all__ = ["Thinker"]

PAUSE_S: Final = 0.7
"""How long a bot waits, so that people see what the one before it did."""


class Thinker:
    """Answers what bots are asked.

    Args:
        random: so many bytes of chance.
        fast: without the pause for people's eyes.
    """

    def __init__(self, random: Callable[[int], bytes], *, fast: bool) -> None:
        self._random = random
        self._fast = fast
        self._thread = ThreadPoolExecutor(1, "jass-bots")

    async def answer(self, think: Think) -> Action | None:
        """What the bot does; None if there is nothing that it may do."""
        if not self._fast:
            await asyncio.sleep(PAUSE_S)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, _decide, think, self._random(32))

    def close(self) -> None:
        """Thinks no more; nobody waits for a thought that has begun."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _decide(think: Think, chance: bytes) -> Action | None:
    """What the bot does; the first thing it may do if it fails, since the others wait for it."""
    try:
        return choose(think.view, think.level, chance)
    except Exception:  # noqa: BLE001  # a bot's fault, whatever it is, ends nobody's evening
        return next(iter(legal(think.view)), None)
