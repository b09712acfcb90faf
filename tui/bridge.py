"""Between a session and the screens: one worker reads, everything else is a message.

No widget knows a session. A session is opened after the first paint, in a worker of the app that
survives every change of screen; what it tells becomes a `Told` message, what a person does goes
back through `Bridge.act`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from textual.message import Message
from textual.worker import Worker, WorkerError

from net.commands import Command, Quit
from net.errors import JassError
from net.updates import Failed, Update
from tui.faults import as_error

if TYPE_CHECKING:
    from textual.app import App

    from net.session import Session

__all__ = ["Bridge", "Told"]

Opener = Callable[[], Awaitable["Session"]]
"""Opens a session; raises `JassError` with the sentence to show."""


class Told(Message):
    """The session told something. `bridge` says which: an old one may still have a last word."""

    def __init__(self, update: Update, bridge: Bridge) -> None:
        super().__init__()
        self.update = update
        self.bridge = bridge


class Bridge:
    """One session of one app.

    Args:
        app: who gets the messages.
        opener: opens the session.
    """

    def __init__(self, app: App[int], opener: Opener) -> None:
        self._app = app
        self._opener = opener
        self._session: Session | None = None
        self._worker: Worker[None] | None = None
        self._commands: asyncio.Queue[Command] = asyncio.Queue()
        self._closed = False

    def start(self) -> None:
        """Starts to open the session and to read what it tells."""
        # An exception must not end the app with a traceback: it becomes one plain sentence.
        self._worker = self._app.run_worker(
            self._run(), name="session", group="session", exit_on_error=False
        )

    def act(self, command: Command) -> None:
        """Sends a command; commands arrive in the order they were given."""
        self._commands.put_nowait(command)

    async def close(self, patience_s: float, last: Command | None = None) -> None:
        """Leaves on purpose and ends the session, which waits so long for the others to hear it.

        With ``last`` that is the last word instead, and the seat is kept.
        """
        self._closed = True
        session, self._session = self._session, None
        if session is None:
            # It is still being opened: give that up, and with it the home that it holds.
            if self._worker is not None:
                self._worker.cancel()
                with contextlib.suppress(WorkerError):
                    await self._worker.wait()
            return
        # Whatever is wrong with the session, its home has to be free for the next one.
        with contextlib.suppress(Exception):
            await session.act(last or Quit())
        with contextlib.suppress(JassError):
            await session.close(patience_s)

    def _tell(self, update: Update) -> None:
        if not self._closed:
            self._app.post_message(Told(update, self))

    def _fail(self, error: Exception) -> None:
        told = as_error(error)
        self._tell(Failed(told.code, {"sentence": told.sentence, **told.facts}))

    async def _run(self) -> None:
        try:
            session = await self._opener()
        except Exception as error:  # noqa: BLE001 - the screen stays, whatever the network did
            self._fail(error)
            return
        if self._closed:
            await session.close()
            return
        self._session = session
        writer = asyncio.create_task(self._write(session))
        try:
            async for update in session.updates():
                self._tell(update)
        except Exception as error:  # noqa: BLE001 - as above
            self._fail(error)
        finally:
            writer.cancel()

    async def _write(self, session: Session) -> None:
        while True:
            command = await self._commands.get()
            try:
                await session.act(command)
            except Exception as error:  # noqa: BLE001 - as above
                self._fail(error)
