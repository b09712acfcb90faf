"""What a person at the line mode is told, in words: everything the screen shows, and nothing moves.

What their lines mean is in `tui.reader`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.actions import Play
from engine.cards import Card, parse_card
from engine.events import Booked, GameEnded, HandEnded, HandForfeited, Turned
from engine.game import unasked
from engine.seats import Seat
from engine.state import Step
from engine.view import View
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
from tui.present.choices import LISTED, Choice, choices_of, numbers_of
from tui.present.gallery import gallery_names
from tui.present.known import Known
from tui.present.lobby import before_text
from tui.present.look import Look
from tui.present.missing import rematch_lines
from tui.present.moved import left_over, other_text
from tui.present.people import people_text
from tui.present.spoken import (
    aloud,
    game_end_lines,
    hand_end_lines,
    hand_line,
    proven_lines,
    question_lines,
    seat_line,
    trick_lines,
    waiting_line,
)
from tui.present.tablerules import preset_name
from tui.present.words import cards_text, event_text, offended_text, reason_text
from tui.readiness import READY_AFTER
from tui.settings import Settings
from tui.texts import error_text

__all__ = ["Teller", "asked_lines", "beside_lines", "quoted"]


def quoted(look: Look, said: Said) -> str:
    """A line of chat, marked as somebody's words from its first sign to its last."""
    text = " ".join(said.text.split()).replace("«", "‹").replace("»", "›")
    return look.say("plain.said", name=said.name, text=text)


def asked_lines(look: Look, known: Known, turn: TurnCame, *, hand: bool = True) -> Iterator[str]:
    """What lies, what I hold, what is asked, and every answer with its number.

    ``hand`` is false while what I hold was told just before.
    """
    say, view = look.say, turn.view
    yield from trick_lines(look, known)
    if hand:
        yield hand_line(look, known)
    yield from question_lines(look, known, turn)
    numbers = numbers_of(turn.actions)
    if not numbers:
        asked = choices_of(look, view, turn.actions)
        if len(asked) == 1 and not asked[0].ways:
            yield _only(look, asked[0])
            asked = ()
        for one in asked:
            yield say("plain.choice", number=one.number, text=one.text)
    elif max(numbers) <= LISTED:
        yield say("plain.numbers", numbers=", ".join(map(str, sorted(numbers))))
    yield from beside_lines(look, view, turn)


def _only(look: Look, choice: Choice) -> str:
    """An answer that is the only one says what is done with it."""
    action, number = choice.action, choice.number
    if isinstance(action, Play):
        return look.say("plain.must_play", card=choice.text, number=number)
    return look.say("plain.only_one", number=number, text=choice.text)


def beside_lines(look: Look, view: View, turn: TurnCame | None = None) -> Iterator[str]:
    """What I may do although nobody asked; numbered on after the answers of a question."""
    beside = unasked(view) if turn is None else turn.unasked
    asked = () if turn is None else turn.actions
    choices = choices_of(look, view, (*asked, *beside))
    if beside:
        yield look.say("plain.unasked")
    for one in choices:
        if one.action in beside:
            yield look.say("plain.choice", number=one.number, text=one.text)


class Teller:
    """Tells one person what happens.

    Pure: updates go in, lines come out.
    """

    def __init__(self, settings: Settings, *, live: bool = True) -> None:
        self.look = Look(80, 24, settings, spoken=True)
        self.live = live
        """There is somebody to ask; a saved game asks nobody."""
        self.known = Known()
        self.over = False
        """Nothing more will come."""
        self.failed = False
        """It ended before its time."""
        self._told_seats: tuple[SeatInfo, ...] = ()
        self._told_gallery: set[str] = set()
        self._gone: set[str] = set()
        self._stranded = False
        self._told_hand = False
        self._told_rematch: list[str] = []
        self._looks: tuple[list[str], list[str]] = ([], [])
        self._told_rules: tuple[str, Mapping[str, object]] | None = None

    def told(self, update: Update, now: float) -> Iterator[str]:
        """The lines that tell of an update; `now` is the local clock in seconds."""
        before = self.known.hand
        self.known.apply(update, now)
        say, known = self.look.say, self.known
        if isinstance(update, (ViewChanged, TurnCame, Knocked, Failed)):
            yield from self.settled()  # who sits here comes before what they do
        match update:
            case TableOpened(address="", game=game):
                yield say("plain.practice", game=say(f"game.{game}"))
            case TableOpened(table=table, address=address, watching=watching):
                code = "plain.watching" if watching else "plain.table"
                yield say(code, table=table, address=address)
            case LobbyChanged(seats=seats):
                if all(info.name and info.device for info in seats):
                    yield from self.settled()
                yield from self._rules(update)
            case ViewChanged():
                yield from self._happened(update)
                if known.at_result and known.hand is not None and known.hand is not before:
                    yield from self._hand_end(known.hand)
            case TurnCame():
                told = self._told_hand and not update.view.state.played
                yield from asked_lines(self.look, known, update, hand=not told)
            case ActionRefused(reason=reason):
                yield say("plain.refused", reason=reason_text(self.look, reason))
            case CommandRefused(code=code, facts=facts):
                yield error_text(say, code, facts)
            case OtherKey(name=name):
                yield say("other_key", name=name)
            case Offended():
                yield offended_text(self.look, update)
            case HandFinished():
                yield from self._hand_end(update)
            case GameFinished():
                yield from game_end_lines(self.look, known, update)
                if self.live and not known.watching:
                    if known.opens_afresh:
                        yield say("plain.afresh")
                    yield say("plain.again")
            case Said():
                yield quoted(self.look, update)
            case Invited(name=name, table=table) if known.game is not None:
                key = "" if known.watching else f"   {say('afresh.go')}"
                line = say("afresh.moved", name=name, table=table) + key
                self._told_rematch.append(line)
                yield line
            case Invited():
                pass  # nobody leaves a running Partie for another table
            case OtherTable(yields=True):
                yield other_text(self.look, update) + f"   {say('afresh.go')}"
            case OtherTable():
                yield other_text(self.look, update)
            case Knocked(name=name, watches=True):
                yield say("plain.knock_watch", name=name)
            case Knocked(name=name, seat=seat) if seat is not None:
                yield say("plain.knock_seat", name=name, before=known.name(seat))
            case Knocked(name=name, known=met):
                yield say("plain.knock_known" if met else "plain.knock", name=name)
            case GalleryChanged(names=names):
                # Whoever comes and goes all the time is told of once.
                if not self._told_gallery.issuperset(names):
                    self._told_gallery.update(names)
                    yield gallery_names(self.look, known)
            case Paused() | SeatGiven() | KickWished() | CameLate():
                yield people_text(self.look, update, known)
            case WordShown(cards=cards):
                yield say("plain.word", cards=", ".join(map(self.look.skin.card, cards)))
                yield say("plain.word_give", cards=self._example())
            case WordResult(ok=ok, tries_left=left):
                wrong = say("plain.word_bad", left=left) if left > 0 else say("word.lost")
                yield say("plain.word_good") if ok else wrong
            case OrdererChanged(name=name, you=you):
                yield say("orderer.you") if you else say("orderer.other", name=name)
            case LinkChanged(name=name, state="up"):
                if name in self._gone:  # who comes for the first time is not back
                    self._gone.remove(name)
                    yield say("plain.link_up", name=name)
            case LinkChanged(name=name):
                if name not in self._gone:
                    self._gone.add(name)
                    yield say("plain.link_down", name=name)
            case Waiting():
                yield from self._waits(update)
            case Failed(code=code, facts=facts):
                stays = self.live and left_over(known)
                self.over = self.failed = not stays
                if stays:
                    yield from (line for line, _ in rematch_lines(self.look, known, wished=False))
                else:
                    yield error_text(say, code, facts, facts.get("sentence", ""))
            case ReadyChanged() | EarlierHands():
                return

    def _hand_end(self, hand: HandFinished) -> Iterator[str]:
        """What a hand came to, also for whoever comes back at its result."""
        known = self.known
        yield from hand_end_lines(self.look, known, hand)
        last = known.view is not None and known.view.outcome is not None
        if last and not self.live:
            yield from proven_lines(self.look, known)
        if self.live and not known.watching and not last:
            hurried = bool(known.people)
            seconds = round(READY_AFTER)
            yield self.look.say("plain.ready_in" if hurried else "plain.ready", seconds=seconds)

    def _rules(self, lobby: LobbyChanged) -> Iterator[str]:
        """What is played, once the host has changed it."""
        before, now = self._told_rules, (lobby.game, lobby.options)
        self._told_rules = now
        if before is not None and before != now and self.known.view is None and self.live:
            facts = (lobby.game, len(lobby.seats), lobby.options, lobby.preset)
            rules = preset_name(self.look, *facts)
            yield self.look.say(
                "plain.rules_now", game=self.look.say(f"game.{lobby.game}"), rules=rules
            )

    def rested(self) -> Iterator[str]:
        """After a Partie: what the next one waits for, where that is news.

        To be asked every second; told is what was so the last times too: to whoever just came
        everybody seems gone at first, and a seat that is given on is free for a moment.
        """
        known = self.known
        if known.game is None or not self.live:
            return
        me = known.me
        wished = me is not None and me.seat < len(known.ready) and known.ready[me.seat]
        # Who knocks is told by itself.
        lines = [
            text for text, ink in rematch_lines(self.look, known, wished=wished) if ink != "turn"
        ]
        steady = [line for line in lines if all(line in before for before in self._looks)]
        news = [line for line in steady if line not in self._told_rematch]
        self._told_rematch = [line for line in self._told_rematch if line in lines] + news
        self._looks = (self._looks[-1], lines)
        yield from news

    def settled(self) -> Iterator[str]:
        """Who has sat down or left since this was last told, in the order of the seats.

        Bots sit down one after the other from the last seat; they are told of together.
        """
        lobby = self.known.lobby
        if lobby is None or not any(info.name for info in lobby.seats):
            return
        before = {info.seat: (info.name, info.device) for info in self._told_seats}
        told = False
        for info in lobby.seats:
            if before.get(info.seat, ("", "")) == (info.name, info.device if info.name else ""):
                continue  # that a seat is free is news only when somebody sat there
            if info.bot is not None and not info.device:
                continue  # told when it is known whose machine plays it
            before[info.seat] = (info.name, info.device if info.name else "")
            told = True
            yield seat_line(self.look, info)
        if not told:
            return
        score = before_text(self.look, self.known, _NO_EDGE)
        if score:
            yield score
        self._told_seats = tuple(
            info for info in lobby.seats if before.get(info.seat) == (info.name, info.device)
        )
        free = [str(info.seat + 1) for info in lobby.seats if not info.name]
        if free:
            yield self.look.say("plain.free", seats=", ".join(free))
        online = self.known.table is not None and self.known.table.address
        if online and lobby.host and not lobby.started and not free:
            yield self.look.say("plain.start")

    def _happened(self, update: ViewChanged) -> Iterator[str]:
        opened: dict[Seat, list[Card]] = {}
        for event in update.events:
            if isinstance(event, Turned) and event.seat is not None:
                opened.setdefault(event.seat, []).append(event.card)
                continue
            if isinstance(event, (HandEnded, HandForfeited, GameEnded)):
                continue  # told with what was checked, as soon as that is done
            if isinstance(event, Booked) and event.kind == "trick":
                continue  # its points were told with who took it
            line = event_text(self.look, self.known, update.view, event)
            if line:
                yield aloud(line)
        for seat, cards in opened.items():
            shown = cards_text(self.look, sorted(cards))
            yield self.look.say("plain.open_of", name=self.known.name(seat), cards=shown)
        yield from self._new_hand(update.view)

    def _new_hand(self, view: View) -> Iterator[str]:
        """My cards as soon as I may see them all: the keys come one after the other."""
        if view.step is Step.DEAL:
            self._told_hand = False
        elif not self._told_hand and view.hand and len(view.hand) == view.counts[view.seat or 0]:
            self._told_hand = True
            yield hand_line(self.look, self.known, live=self.live)

    def _waits(self, update: Waiting) -> Iterator[str]:
        stranded, self._stranded = self._stranded, update.why is WaitingFor.MAJORITY
        match update.why:
            case WaitingFor.ADMISSION:
                yield self.look.say("lobby.knocked")
            case WaitingFor.RECONNECT:
                yield waiting_line(self.look, self.known)
            case WaitingFor.MAJORITY if not stranded:
                yield waiting_line(self.look, self.known)
                if not self.known.watching and self.known.table is not None:
                    yield self.look.say("plain.anew", table=self.known.table.table)
            case _:
                return

    def _example(self) -> str:
        """Four cards as this person would type them."""
        return ", ".join(map(self.look.skin.card, _EXAMPLE))


_NO_EDGE = 10_000
"""Cells of a line that is broken elsewhere."""

_EXAMPLE: Sequence[Card] = tuple(map(parse_card, ("EiA", "Ro10", "Se6", "SiU")))
