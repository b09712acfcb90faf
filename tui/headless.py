"""A seat without a screen: one JSON object per line, out and in. The schema: docs/headless.md.

A script, another bot or a test sits down with it. Everything this seat may know comes out as it
happens; commands go in. Nothing here imports Textual.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import TextIO, assert_never

from engine.actions import Action, Play, action_json
from engine.cards import Card, card_text, parse_card
from engine.events import event_json
from engine.game import unasked
from engine.seats import Seat
from engine.view import View
from net.errors import JassError, PeerError
from net.session import Session
from net.updates import (
    ActionRefused,
    Admit,
    Command,
    CommandRefused,
    Failed,
    GameFinished,
    GiveWord,
    HandFinished,
    Knocked,
    LinkChanged,
    LobbyChanged,
    OrdererChanged,
    Perform,
    Quit,
    Ready,
    ReadyChanged,
    Rematch,
    Said,
    SayText,
    SetBot,
    StartGame,
    SwapSeats,
    TableOpened,
    TakeSeat,
    TurnCame,
    Update,
    ViewChanged,
    Waiting,
    WordResult,
    WordShown,
)
from tui.lines import read_lines
from tui.records import (
    Record,
    hand_record,
    seat_record,
    view_record,
)
from tui.texts import Say

__all__ = ["Script", "run"]


class BadInputError(Exception):
    """A line from the script that means nothing; `code` is stable, its sentence a text."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Script:
    """What a script at this seat has been told, and what its lines therefore mean.

    Pure: updates and lines go in, objects and commands come out.
    """

    def __init__(self, say: Say, *, autoplay: bool) -> None:
        self.say = say
        self.autoplay = autoplay
        self._turn: TurnCame | None = None
        self._view: View | None = None
        self._seat: Seat | None = None
        self._knocked: list[str] = []
        self._ready_by_hand = False
        self.over = False
        """The Partie has ended or the session failed: nothing more will come."""
        self.failure: Failed | None = None
        """Why it ended before its time."""
        self.left = False
        """The seat leaves because the script said so or has nothing more to say."""

    # --- out -----------------------------------------------------------------------------------

    def told(self, update: Update) -> Iterator[Record]:
        """The objects that tell the script of an update."""
        match update:
            case TableOpened():
                yield {
                    "type": "table",
                    "table": update.table,
                    "address": update.address,
                    "addresses": list(update.addresses),
                    "game": update.game,
                    "options": dict(update.options),
                    "identity": update.identity,
                }
            case LobbyChanged():
                self._seat = next((info.seat for info in update.seats if info.you), None)
                yield {
                    "type": "lobby",
                    "seats": [seat_record(info) for info in update.seats],
                    "game": update.game,
                    "preset": update.preset,
                    "options": dict(update.options),
                    "host": update.host,
                    "started": update.started,
                }
            case ViewChanged():
                self._view = update.view
                for event in update.events:
                    yield {"type": "event", **event_json(event)}
            case TurnCame():
                self._turn = update
                self._view = update.view
                yield {
                    "type": "turn",
                    "seat": update.view.seat,
                    "actions": [action_json(action) for action in update.actions],
                    "unasked": [action_json(action) for action in update.unasked],
                    "view": view_record(update.view),
                }
            case ActionRefused():
                yield {
                    "type": "refused",
                    "reason": update.reason.value,
                    "row": update.row,
                    "action": action_json(update.action),
                    "text": self.say(f"reason.{update.reason.value}"),
                }
            case CommandRefused():
                yield error_record(self.say, update.code, update.facts)
            case HandFinished():
                yield {
                    "type": "hand",
                    **hand_record(update.result),
                    "fair": update.fair,
                    "verdicts": list(update.verdicts),
                    "unproven": list(update.unproven),
                }
            case GameFinished():
                self.over = True
                yield {
                    "type": "game",
                    "score": list(update.outcome.score),
                    "winners": sorted(update.outcome.winners),
                    "log": str(update.log),
                }
            case Said():
                yield {
                    "type": "said",
                    "name": update.name,
                    "seat": update.seat,
                    "text": update.text,
                }
            case Knocked():
                self._knocked.append(update.identity_hex)
                yield {
                    "type": "knock",
                    "name": update.name,
                    "identity": update.identity_hex,
                    "known": update.known,
                }
            case WordShown():
                yield {"type": "word", "cards": [card_text(card) for card in update.cards]}
            case WordResult():
                yield {"type": "word_result", "ok": update.ok, "tries_left": update.tries_left}
            case Waiting():
                yield {
                    "type": "waiting",
                    "seats": list(update.for_seats),
                    "why": update.why.value,
                    "since": update.since_ms,
                }
            case OrdererChanged():
                yield {
                    "type": "event",
                    "event": "orderer",
                    "seat": update.seat,
                    "epoch": update.epoch,
                    "you": update.you,
                }
            case LinkChanged():
                yield {
                    "type": "link",
                    "name": update.name,
                    "state": update.state,
                    "latency": update.latency_ms,
                }
            case ReadyChanged():
                yield {"type": "ready", "ready": list(update.ready)}
            case Failed():
                self.over, self.failure = True, update
                yield error_record(self.say, update.code, update.facts)
            case _:
                assert_never(update)

    def answer(self, update: Update) -> Command | None:
        """What the seat does by itself: it is ready for the next hand unless the script minds."""
        wanted = isinstance(update, HandFinished) or (
            isinstance(update, ReadyChanged)
            and self._seat is not None
            and not update.ready[self._seat]
        )
        return Ready() if wanted and not self._ready_by_hand and not self.autoplay else None

    # --- in ------------------------------------------------------------------------------------

    def read(self, line: bytes) -> Command | None:
        """The command a line means, or None where it only changes how this end behaves.

        Raises:
            BadInputError: the line is not one of the documented objects, or not possible now.
        """
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            raise BadInputError("input_not_json") from None
        match data:
            case {"action": str()}:
                return self._perform(self._find(data))
            case {"choose": int(number)} if not isinstance(number, bool):
                return self._perform(self._nth(number))
            case {"say": str(text)}:
                return SayText(text)
            case {"ready": bool(ready)}:
                self._ready_by_hand = self._ready_by_hand or not ready
                return Ready() if ready else None
            case {"leave": True}:
                return Quit()
            case {"admit": bool(yes)}:
                return self._admit(yes, data.get("identity"))
            case {"word": [str(), str(), str(), str()] as texts}:
                return GiveWord(_word(texts))
            case {"start": True}:
                return StartGame()
            case {"rematch": True}:
                return Rematch()
            case {"seat": int(seat)} if not isinstance(seat, bool):
                return TakeSeat(Seat(seat))
            case {"swap": [int(first), int(second)]}:
                return SwapSeats(Seat(first), Seat(second))
            case {"bot": (str() | None) as level, "at": int(seat)}:
                return SetBot(Seat(seat), level)
            case _:
                raise BadInputError("input_unknown")

    def _perform(self, action: Action) -> Command:
        if self._turn is not None and action not in self._turn.unasked:
            self._turn = None  # answered; a refusal offers it again
        return Perform(action)

    def _find(self, wanted: Mapping[str, object]) -> Action:
        """The offered action a script means: the whole object, or as much of it as is enough."""
        asked = () if self._turn is None else self._turn.actions
        beside = () if self._view is None else unasked(self._view)
        offered = [(action_json(action), action) for action in (*asked, *beside)]
        exact = [action for record, action in offered if record == wanted]
        close = [
            action
            for record, action in offered
            if all(record.get(key) == value for key, value in wanted.items())
        ]
        if exact or len(close) == 1:
            return (exact or close)[0]
        held = self._held(wanted) if not close else None
        if held is None:
            raise BadInputError("input_not_offered" if offered else "input_no_turn")
        return held

    def _held(self, wanted: Mapping[str, object]) -> Action | None:
        """A card in hand that was not offered: the session's answer says which rule forbids it."""
        if wanted.get("action") != "play" or self._view is None:
            return None
        for held in self._view.hand:
            if card_text(held.card) == wanted.get("card"):
                return Play(held.slot, held.card)
        return None

    def _nth(self, number: int) -> Action:
        if self._turn is None:
            raise BadInputError("input_no_turn")
        if not 0 <= number < len(self._turn.actions):
            raise BadInputError("input_not_offered")
        return self._turn.actions[number]

    def _admit(self, yes: bool, identity: object) -> Command:
        if isinstance(identity, str):
            return Admit(identity, yes)
        if not self._knocked:
            raise BadInputError("input_no_knock")
        return Admit(self._knocked.pop(0), yes)


def _word(texts: list[str]) -> tuple[Card, Card, Card, Card]:
    try:
        first, second, third, fourth = (parse_card(text) for text in texts)
    except ValueError:
        raise BadInputError("input_no_card") from None
    return first, second, third, fourth


def error_record(say: Say, code: str, facts: Mapping[str, str]) -> Record:
    """What went wrong: a stable code, its facts, and the sentence for people."""
    return {**facts, "type": "error", "error": code, "text": say(f"error.{code}", **facts)}


async def run(
    opening: Awaitable[Session],
    say: Say,
    *,
    autoplay: bool,
    out: TextIO | None = None,
    source: int = 0,
) -> int:
    """Plays a whole session for a script.

    Args:
        opening: the session, being opened.
        say: texts in the user's language.
        autoplay: a bot plays the seat; the end of `source` then means nothing.
        out: where objects go, one per line, flushed; standard output by default.
        source: file descriptor that commands come from, one per line.

    Returns:
        The exit code: 0 when the Partie ended or the script left, else 1.

    Raises:
        JassError: the session could not be opened, or failed; an object has said so too.
    """
    stream = out or sys.stdout

    def write(record: Mapping[str, object]) -> None:
        stream.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
        stream.flush()

    script = Script(say, autoplay=autoplay)
    try:
        session = await opening
    except JassError as error:
        write(error_record(say, error.code, error.facts))
        raise
    reading = asyncio.create_task(_read(session, script, source, write))
    try:
        async for update in session.updates():
            for record in script.told(update):
                write(record)
            if script.over:
                break
            command = script.answer(update)
            if command is not None:
                await session.act(command)
    finally:
        if script.left:
            await reading  # it is closing the session
        else:
            reading.cancel()
            await session.close()
    if script.failure is not None:
        failure = script.failure
        raise PeerError(failure.code, failure.code.replace("_", " "), **failure.facts)
    return 0 if script.left or script.over else 1


async def _read(
    session: Session, script: Script, source: int, write: Callable[[Mapping[str, object]], None]
) -> None:
    """Turns the script's lines into commands until it leaves or its lines end."""
    async for line in read_lines(source):
        if not line.strip():
            continue
        try:
            command = script.read(line)
        except BadInputError as error:
            write(error_record(script.say, error.code, {}))
            continue
        if isinstance(command, Quit):
            break
        if command is not None:
            await session.act(command)
    else:
        if script.autoplay:
            return
    script.left = True
    await session.act(Quit())
    await session.close()
