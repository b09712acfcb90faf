"""What a script at a seat is told and what its lines mean. The schema: docs/headless.md."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from typing import assert_never

from engine.actions import Action
from engine.cards import card_text
from engine.forms import action_json, event_json
from engine.game import unasked
from engine.seats import Seat
from engine.state import Step
from engine.view import View
from net.commands import (
    Admit,
    Command,
    KickSeat,
    Mute,
    PauseTable,
    Perform,
    Quit,
    Ready,
    Rematch,
    SayText,
    SetBot,
    StartGame,
    SwapSeats,
    TakeSeat,
)
from net.updates import (
    ActionRefused,
    CameLate,
    CommandRefused,
    EarlierHands,
    Failed,
    GalleryChanged,
    GameFinished,
    HandFinished,
    Invited,
    KickWished,
    Knocked,
    LinkChanged,
    LobbyChanged,
    Offended,
    OrdererChanged,
    OtherKey,
    OtherTable,
    Paused,
    ReadyChanged,
    Said,
    SeatGiven,
    TableOpened,
    TurnCame,
    Update,
    ViewChanged,
    Waiting,
    WaitingFor,
    WordResult,
    WordShown,
)
from tui.lines import LINE_BYTES
from tui.orders import word_of
from tui.records import (
    Record,
    finished_record,
    offence_record,
    people_record,
    seat_record,
    view_record,
)
from tui.texts import Say, error_text
from tui.wishes import wish

__all__ = ["BadInputError", "Script", "error_record"]


class BadInputError(Exception):
    """A line from the script that means nothing; `code` is stable, its sentence a text."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Script:
    """What a script at this seat has been told, and what its lines therefore mean.

    Pure: updates and lines go in, objects and commands come out.
    """

    def __init__(
        self,
        say: Say,
        *,
        autoplay: bool,
        watching: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.say = say
        self.autoplay = autoplay
        self.watching = watching
        self._clock = clock
        self._waiting: tuple[Waiting, float] | None = None
        self._turn: TurnCame | None = None
        self._view: View | None = None
        self._seat: Seat | None = None
        self._identities: dict[int, str] = {}
        self._knocked: list[str] = []
        self._ready_by_hand = False
        self.over = False
        """The Partie has ended or the session failed; only a rematch takes it back."""
        self.failure: Failed | None = None
        """Why it ended before its time."""
        self.left = False
        """The seat leaves because the script said so or has nothing more to say."""
        self.again = False
        """The script wants a rematch."""
        self.ended = False
        """The time for that is over."""

    @property
    def seated(self) -> bool:
        """Whether this device is known to sit at the table."""
        return self._seat is not None

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
                    "watching": update.watching,
                }
            case LobbyChanged():
                self._waited_for(WaitingFor.PLAYERS, WaitingFor.ADMISSION)
                self._seat = next((info.seat for info in update.seats if info.you), None)
                self._identities = {info.seat: info.identity_hex for info in update.seats}
                yield {
                    "type": "lobby",
                    "seats": [seat_record(info) for info in update.seats],
                    "game": update.game,
                    "preset": update.preset,
                    "options": dict(update.options),
                    "host": update.host,
                    "started": update.started,
                    "before": [
                        {"seats": list(side), "points": points} for side, points in update.before
                    ],
                }
            case ViewChanged():
                self._view = update.view
                self.over = self.over and update.view.step is Step.OVER
                for event in update.events:
                    yield {"type": "event", **event_json(event)}
                if self.watching:
                    yield {"type": "view", "seat": None, "view": view_record(update.view)}
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
                self.again = False
                yield error_record(self.say, update.code, update.facts)
            case OtherKey():
                yield {
                    "type": "other_key",
                    "name": update.name,
                    "identity": update.identity_hex,
                    "text": self.say("other_key", name=update.name),
                }
            case Offended():
                yield {"type": "offence", **offence_record(self.say, update)}
            case HandFinished():
                yield {"type": "hand", **finished_record(self.say, update)}
            case EarlierHands(hands=hands):
                booked = [finished_record(self.say, hand) for hand in hands]
                yield {"type": "earlier_hands", "hands": booked}
            case GameFinished():
                self.over, self.again = True, False
                self._waited_for(*WaitingFor)
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
            case Invited():
                yield {
                    "type": "invited",
                    "name": update.name,
                    "seat": update.seat,
                    "table": update.table,
                }
            case OtherTable():
                pass  # a script opens no table after another
            case Knocked():
                self._knocked.append(update.identity_hex)
                yield {
                    "type": "knock",
                    "name": update.name,
                    "identity": update.identity_hex,
                    "known": update.known,
                    "watches": update.watches,
                    "seat": update.seat,
                }
            case GalleryChanged():
                yield {"type": "gallery", "names": list(update.names)}
            case Paused() | SeatGiven() | KickWished() | CameLate():
                yield {"type": "event", **people_record(update)}
            case WordShown():
                yield {"type": "word", "cards": [card_text(card) for card in update.cards]}
            case WordResult():
                yield {"type": "word_result", "ok": update.ok, "tries_left": update.tries_left}
            case Waiting():
                self._waiting = update, self._clock() - update.since_ms / 1000
                yield from self.still_waiting()
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
                if not self.over:  # after the Partie everybody may go
                    self.failure = update
                    yield error_record(self.say, update.code, update.facts)
                self.over = True
            case _:
                assert_never(update)

    def still_waiting(self) -> Iterator[Record]:
        """What is waited for, if anything, and since how many milliseconds."""
        if self._waiting is not None:
            waiting, begun = self._waiting
            yield {
                "type": "waiting",
                "seats": list(waiting.for_seats),
                "why": waiting.why.value,
                "since": round((self._clock() - begun) * 1000),
            }

    def _waited_for(self, *reasons: WaitingFor) -> None:
        """Nobody is waited for any more, if it was for one of these reasons."""
        if self._waiting is not None and self._waiting[0].why in reasons:
            self._waiting = None

    def answer(self, update: Update) -> Command | None:
        """What the seat does by itself: it is ready for the next hand unless the script minds."""
        wanted = isinstance(update, HandFinished) or (
            isinstance(update, ReadyChanged)
            and self._seat is not None
            and not update.ready[self._seat]
        )
        silent = self._ready_by_hand or self.autoplay or self.watching
        return Ready() if wanted and not silent else None

    # --- in ------------------------------------------------------------------------------------

    def read(self, line: bytes) -> Command | None:
        """The command a line means, or None where it only changes how this end behaves.

        Raises:
            BadInputError: the line is not one of the documented objects, or not possible now.
        """
        if len(line) > LINE_BYTES:
            raise BadInputError("input_too_long")
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            raise BadInputError("input_not_json") from None
        match data:
            case {"action": str()}:
                return self._perform(self._find(data))
            case {"choose": int(number)} if _whole(number):
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
                return _word(texts)
            case {"start": True}:
                return StartGame()
            case {"rematch": True}:
                self.again = self.over
                return Rematch()
            case {"seat": int(number)} if _whole(number):
                return TakeSeat(Seat(number))
            case {"swap": [int(first), int(second)]} if _whole(first, second):
                return SwapSeats(Seat(first), Seat(second))
            case {"pause": bool(on)}:
                return PauseTable(on)
            case {"kick": int(number)} if _whole(number):
                return KickSeat(Seat(number))
            case {"mute": int(number)} if _whole(number):
                return Mute(self._identities.get(number, ""), on=data.get("on") is not False)
            case {"bot": (str() | None) as level, "at": int(number)} if _whole(number):
                return SetBot(Seat(number), level)
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
        # A joker is offered once for each rank: a play without one is refused, not ambiguous.
        playing = wanted.get("action") == "play"
        hand = () if self._view is None else self._view.hand
        wished = wish(wanted, hand) if playing or (offered and not close) else None
        if wished is None:
            raise BadInputError("input_not_offered" if offered else "input_no_turn")
        return wished

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


def _whole(*numbers: int) -> bool:
    """Whether all are numbers: Python counts true and false among them, JSON does not."""
    return not any(isinstance(number, bool) for number in numbers)


def _word(texts: list[str]) -> Command:
    try:
        return word_of(texts)
    except ValueError:
        raise BadInputError("input_no_card") from None


def error_record(say: Say, code: str, facts: Mapping[str, str]) -> Record:
    """What went wrong: a stable code, its facts, and the sentence for people."""
    return {**facts, "type": "error", "error": code, "text": error_text(say, code, facts)}
