"""Everything this screen has been told, kept in one place and changed only by updates.

The bridge feeds it; screens read it. It draws nothing and decides nothing: no rule is in here.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

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
    SeatInfo,
    TableOpened,
    TurnCame,
    Update,
    ViewChanged,
    Waiting,
    WaitingFor,
    WordResult,
    WordShown,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from engine.events import Event
    from engine.view import View

__all__ = ["Known"]

CHAT_KEPT = 200
EVENTS_KEPT = 2_000


@dataclass(slots=True)
class Known:
    """What this device has been told about its table.

    Attributes:
        table: where the table is, None before the session opened it.
        lobby: seats and rules, None before they are known.
        seats: who sits where, the latest of lobby and play.
        view: what my seat sees, None before the Partie started.
        turn: the question my seat is asked, None when it is not my turn.
        refused: why my last action was not accepted, until the next change.
        hand: the last hand that was booked.
        hands: every booked hand of this Partie, in order.
        game: how the Partie ended.
        events: what happened, with the number of the hand, oldest first.
        chat: lines of chat, oldest first.
        knocks: who waits to be let in.
        other_keys: devices with the name of somebody I know under another key.
        word: the four cards to read aloud; ``word_result`` what became of tapping them.
        waiting: whom the table waits for, and when (in seconds of the local clock) I was told.
        links: state and latency of every other device by name.
        ready: who pressed «Bereit», by seat.
        gallery: the names of those who look on.
        pause: who paused the table or went on last.
        invited: where somebody has gone on to, after a Partie.
        other: who has opened the same table as I have, at the same time.
        inviter: who that is, as they sat here then; ``inviter_left``: they have been gone since.
        wishes: who wants whom to leave in this hand, by seat, as far as I was told.
        failed: why the session ended before its time.
        home: where the log of this table is kept; None is the usual place.
    """

    table: TableOpened | None = None
    lobby: LobbyChanged | None = None
    seats: tuple[SeatInfo, ...] = ()
    view: View | None = None
    turn: TurnCame | None = None
    refused: ActionRefused | None = None
    hand: HandFinished | None = None
    hands: list[HandFinished] = field(default_factory=list)
    game: GameFinished | None = None
    events: list[tuple[int, Event | KickWished | SeatGiven]] = field(default_factory=list)
    chat: list[Said] = field(default_factory=list)
    invited: Invited | None = None
    other: OtherTable | None = None
    inviter: SeatInfo | None = None
    inviter_left: bool = False
    knocks: list[Knocked] = field(default_factory=list)
    other_keys: set[str] = field(default_factory=set)
    word: WordShown | None = None
    word_result: WordResult | None = None
    waiting: Waiting | None = None
    waiting_from: float = 0.0
    links: dict[str, LinkChanged] = field(default_factory=dict)
    ready: tuple[bool, ...] = ()
    gallery: tuple[str, ...] = ()
    pause: Paused | None = None
    failed: Failed | None = None
    home: Path | None = None
    wishes: dict[int, tuple[str, ...]] = field(default_factory=dict)
    _sat: dict[int, SeatInfo] = field(default_factory=dict)
    _said_before: tuple[int, ...] = (0, 0)
    _said_between: int = 0

    @property
    def me(self) -> SeatInfo | None:
        """My own seat, None for somebody who only watches or stands in the lobby."""
        return next((seat for seat in self.seats if seat.you), None)

    @property
    def watching(self) -> bool:
        """Whether my person looks on, without a seat."""
        return self.table is not None and self.table.watching

    @property
    def opens_afresh(self) -> bool:
        """Whether I can open the table anew for whoever wants to play next: not beside it."""
        online = self.table is not None and bool(self.table.address)
        return online and not self.watching and self.lobby is not None

    @property
    def paused(self) -> bool:
        """Whether the table pauses."""
        return self.pause is not None and self.pause.on

    @property
    def people(self) -> tuple[SeatInfo, ...]:
        """The other people who play at the table."""
        return tuple(info for info in self.seats if info.name and info.bot is None and not info.you)

    @property
    def others(self) -> tuple[SeatInfo, ...]:
        """All of them, those for whom a bot plays too: whom I may mute, or want to leave."""
        return tuple(
            info
            for info in self.seats
            if info.name and not info.you and (info.bot is None or info.away)
        )

    def name(self, seat: int) -> str:
        """The name of a seat, empty when it is free or unknown."""
        return next((info.name for info in self.seats if info.seat == seat), "")

    def then(self, hand: int) -> Known:
        """The same with those on the seats who sat there in a hand (its number in the log)."""
        people = next((done.people for done in self.hands if done.result.hand == hand), ())
        if len(people) != len(self.seats):
            return self
        seats = tuple(replace(info, name=people[info.seat]) for info in self.seats)
        return replace(self, seats=seats)

    def newcomers(self, hand: int) -> tuple[tuple[str, str], ...]:
        """Who sat there in a hand for the first time, and whose seat that was in the one before."""
        places = [place for place, done in enumerate(self.hands) if done.result.hand == hand]
        if not places or not places[0]:
            return ()
        before, after = (self.hands[place].people for place in (places[0] - 1, places[0]))
        both = zip(after, before, strict=False)
        return tuple((name, old) for name, old in both if name != old)

    @property
    def unproven(self) -> bool:
        """Whether somebody sits here whom my person has never compared the word with."""
        return any(not info.known for info in self.people)

    @property
    def word_open(self) -> bool:
        """There is a word, and nobody here has compared it yet, or has tried in vain too often."""
        compared = self.word_result is not None and self.word_result.ok
        return self.word is not None and not compared and not self.word_failed

    @property
    def word_failed(self) -> bool:
        """What the others read aloud was not the word, as often as one may try."""
        result = self.word_result
        return result is not None and not result.ok and result.tries_left <= 0

    @property
    def word_code(self) -> str:
        """The code of the sentence about the word where none is open."""
        if self.word_failed:
            return "word.lost"
        fine = self.word is not None or not self.unproven
        return "lobby.word_ok" if fine else "table.no_word"

    @property
    def ready_wanted(self) -> bool:
        """The table waits for my «Bereit», and no end of a hand is there to say it on.

        So it is for whoever comes back between two hands.
        """
        me, waiting = self.me, self.waiting
        if me is None or waiting is None or waiting.why is not WaitingFor.READY:
            return False
        told = self.hand is not None and self.view is not None
        if told and self.hand.result.hand == self.view.hand_no:  # type: ignore[union-attr]
            return False
        return me.seat in waiting.for_seats

    @property
    def at_result(self) -> bool:
        """Whether the table stands at the result of the last hand that was booked."""
        view, hand = self.view, self.hand
        return view is not None and hand is not None and _ends(hand, view)

    def _stands(self, view: View) -> None:
        """Whoever comes, or comes back, at a result has that hand only among the earlier ones."""
        if not self.at_result and self.hands and _ends(self.hands[-1], view):
            self.hand = self.hands[-1]

    def _booked(self, hands: Iterable[HandFinished]) -> None:
        """Takes in hands; one that was booked anew after an epoch stands there once."""
        booked = {done.result.hand: done for done in (*self.hands, *hands)}
        self.hands = [booked[number] for number in sorted(booked)]

    def _seated(self, seats: tuple[SeatInfo, ...]) -> None:
        """Takes in who sits where; who left a running Partie keeps the name in its story."""
        running = self.view is not None or (self.lobby is not None and self.lobby.started)
        result = []
        for info in seats:
            if info.name:
                self._sat[info.seat] = info
            elif running and info.seat in self._sat:
                info = replace(self._sat[info.seat], connected=False)
            result.append(info)
        self.seats = tuple(result)
        if self.inviter is not None and not self.inviter_is_here:
            self.inviter_left = True
        gone = self.waiting
        if gone is not None and gone.why is WaitingFor.RECONNECT:
            missed = [info for info in result if info.seat in gone.for_seats]
            if all(info.connected for info in missed):
                # A log that is read from its start waits for people before their links are known;
                # where it then waits for nobody, no other update takes that back.
                self.waiting = None

    def _goes_on(self, invited: Invited) -> None:
        """Somebody opens another table: who that is stays known when the seat is free by then."""
        same = (
            info for info in self.seats if (info.seat, info.name) == (invited.seat, invited.name)
        )
        self.invited, self.inviter, self.inviter_left = invited, next(same, None), False

    @property
    def inviter_is_here(self) -> bool:
        """Whether who said that there is another table has a link to this one."""
        return self.inviter is not None and any(
            info.connected and info.identity_hex == self.inviter.identity_hex
            for info in self.seats
            if info.bot is None
        )

    def apply(self, update: Update, now: float) -> None:
        """Takes in one update; ``now`` is the local clock in seconds."""
        match update:
            case TableOpened():
                self.table = update
            case LobbyChanged():
                self.lobby = update
                self._seated(update.seats)
            case ViewChanged():
                self._asked_anew(update.view, now)
                self._view_changed(update)
            case TurnCame():
                self._asked_anew(update.view, now)
                self.turn = update
                self.view = update.view
            case ActionRefused():
                self.refused = update
            case CommandRefused():
                pass  # the answer to a key, for the screen it was pressed on
            case OtherKey():
                self.other_keys.add(update.identity_hex)
            case Offended():
                pass  # the table says it at once, the end of the hand again
            case HandFinished():
                self.hand = update
                self._booked((update,))
            case EarlierHands():
                self._booked(update.hands)
            case GameFinished():
                self.game = update
            case Said():
                self.chat.append(update)
                gone = max(len(self.chat) - CHAT_KEPT, 0)
                del self.chat[:gone]
                self._said_before = tuple(max(count - gone, 0) for count in self._said_before)
                self._said_between = max(self._said_between - gone, 0)
            case Invited():
                self._goes_on(update)
            case OtherTable():
                self.other = update
            case Knocked():
                self.knocks = [
                    knock for knock in self.knocks if knock.identity_hex != update.identity_hex
                ]
                self.knocks.append(update)
            case WordShown():
                self.word, self.word_result = update, None
            case WordResult():
                self.word_result = update
            case Waiting():
                self.waiting = update
                self.waiting_from = now - update.since_ms / 1000
            case OrdererChanged():
                self.waiting_from = now  # whoever is missed has all of the grace again
            case LinkChanged():
                self.links[update.name] = update
            case ReadyChanged():
                self.ready = update.ready
            case GalleryChanged():
                self.gallery = update.names
            case Paused():
                self.pause = update
                self.turn = None  # it is asked again when the table goes on
            case SeatGiven():
                # The word of those who were there says nothing about who came since.
                self.word, self.word_result = None, None
                self._happened((update,))
            case KickWished(done="now"):
                self._happened((update,))
            case KickWished(seat=seat, by=by, votes=votes):
                # The first vote of a hand begins the list anew.
                before = self.wishes.get(seat, ()) if votes > 1 else ()
                self.wishes[seat] = (*(name for name in before if name != by), by)
            case CameLate():
                pass  # the table says it once
            case Failed():
                self.failed = update

    @property
    def recent(self) -> list[Said]:
        """What was said in this hand and the one before: older words are no talk any more."""
        return self.chat[self._said_before[0] :]

    @property
    def of_partie(self) -> list[Said]:
        """What was said in this Partie: who wanted it at the end of the last has got it."""
        return self.chat[self._said_between :]

    def _asked_anew(self, view: View, now: float) -> None:
        old = self.view
        if old is not None and old.hand_no != view.hand_no:
            self._said_before = (self._said_before[-1], len(self.chat))
        if old is None or (old.hand_no, old.turn, old.asked) != (
            view.hand_no,
            view.turn,
            view.asked,
        ):
            self.waiting_from = now
            self.waiting = None

    def _view_changed(self, update: ViewChanged) -> None:
        was_over = self.view is not None and self.view.outcome is not None
        self.view = update.view
        if update.seats:
            self._seated(update.seats)
        if self.turn is not None and not self._still_asked(self.turn.view, update.view):
            self.turn = None
        self.refused = None
        self._happened(update.events)
        if (self.game is not None or was_over) and update.view.outcome is None:
            # A Revanche began: the old Partie is on disk, this screen starts afresh.
            self.game, self.hand, self.invited, self.inviter = None, None, None, None
            self.hands.clear()
            self._said_between = len(self.chat)
        self._stands(update.view)

    def _happened(self, events: Iterable[Event | KickWished | SeatGiven]) -> None:
        """Writes down what belongs to the story of the hand that runs, or was booked last."""
        number = self.view.hand_no if self.view is not None else 0
        self.events += [(number, event) for event in events]
        del self.events[:-EVENTS_KEPT]

    def _still_asked(self, before: View, now: View) -> bool:
        """Whether my question stands after another seat has answered the same one."""
        same = (before.hand_no, before.turn, before.step) == (now.hand_no, now.turn, now.step)
        return same and now.my_turn

    def answered(self) -> None:
        """My action is on its way: nothing is asked until the next update."""
        self.turn = None
        self.refused = None

    def knock_answered(self, identity_hex: str) -> None:
        """The knock of this identity was answered."""
        self.knocks = [knock for knock in self.knocks if knock.identity_hex != identity_hex]

    def waited(self, now: float) -> int:
        """Seconds the table has been waiting."""
        return max(0, int(now - self.waiting_from))


def _ends(hand: HandFinished, view: View) -> bool:
    """Whether this is the last hand that was played there, and the next is not dealt."""
    between = view.outcome is None and view.step.value == "deal"
    return between and hand.result.hand == view.hand_no
