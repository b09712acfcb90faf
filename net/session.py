"""The only door between the network and whoever looks at it: commands in, updates out."""

from collections.abc import AsyncIterator
from typing import Protocol

from net.updates import *  # noqa: F403
from net.updates import Command, Update
from net.updates import __all__ as _updates

__all__ = ["Session", *_updates]  # noqa: PLE0604


class Session(Protocol):
    """A seat at a table, wherever the table is."""

    async def act(self, command: Command) -> None:
        """Asks for something; a refusal comes as an update, never as an exception."""

    def updates(self) -> AsyncIterator[Update]:
        """Everything that happens, in order, until the session is over. For one reader."""

    async def close(self) -> None:
        """Ends the session; calling it twice does nothing."""
