"""What a person at the line mode is told, in words, and what their lines mean.

Everything the screen shows is said here, every choice has a number, and nothing moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.actions import Action, Play, Push
from engine.cards import card_text
from engine.events import Dealt, HandEnded
from engine.game import unasked
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
    StartGame,
)
from net.updates import (
    ActionRefused,
    CommandRefused,
    Failed,
    GalleryChanged,
    GameFinished,
    HandFinished,
    KickWished,
    Knocked,
    LinkChanged,
    LobbyChanged,
    Offended,
    OrdererChanged,
    OtherKey,
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
from tui.orders import word_of
from tui.present.deeds import action_text, number_of, number_text, with_number
from tui.present.known import Known
from tui.present.look import Look
from tui.present.people import people_text, person_text
from tui.present.words import (
    cards_text,
    event_text,
    hand_number,
    is_quiet,
    offended_text,
    phrases,
    reason_text,
    said_for,
    side_people,
)
from tui.saved import command_for
from tui.settings import Settings
from tui.texts import error_text

__all__ = ["Teller"]


_LISTED = 12
"""So many numbers are listed; of more only the first and the last."""


class Teller:
    """Tells one person what happens and understands what they type.

    Pure: updates and lines go in, lines and commands come out.
    """

    def __init__(self, settings: Settings, *, live: bool = True) -> None:
        self.look = Look(80, 24, settings)
        self.live = live
        """There is somebody to ask; a saved game asks nobody."""
        self.known = Known()
        self.over = False
        """Nothing more will come."""
        self.left = False
        """The person has gone."""
        self.failed = False
        """It ended before its time."""
        self._told_seats: tuple[SeatInfo, ...] = ()
        self._told_gallery: set[str] = set()
        self._gone: set[str] = set()
        self._leaving = False

    # --- out -----------------------------------------------------------------------------------

    def told(self, update: Update, now: float) -> Iterator[str]:
        """The lines that tell of an update; `now` is the local clock in seconds."""
        self.known.apply(update, now)
        say, known = self.look.say, self.known
        match update:
            case TableOpened(address="", game=game):
                yield say("plain.practice", game=say(f"game.{game}"))
            case TableOpened(table=table, address=address, watching=watching):
                code = "plain.watching" if watching else "plain.table"
                yield say(code, table=table, address=address)
            case LobbyChanged():
                yield from self._lobby(update)
            case ViewChanged(view=view, events=events):
                for event in events:
                    if isinstance(event, HandEnded):
                        continue  # told with what was checked, as soon as that is done
                    line = event_text(self.look, known, view, event)
                    if line:
                        yield line
                    if isinstance(event, Dealt) and view.hand:
                        yield self._hand()
            case TurnCame():
                yield from self._turn(update)
            case ActionRefused(reason=reason):
                yield say("plain.refused", reason=reason_text(self.look, reason))
            case CommandRefused(code=code, facts=facts):
                yield error_text(say, code, facts)
            case OtherKey(name=name):
                yield say("other_key", name=name)
            case Offended():
                yield offended_text(self.look, update)
            case HandFinished():
                yield from self._hand_finished(update)
            case GameFinished(outcome=outcome, log=log):
                winners = self._names(outcome.winners)
                yield say("plain.game_done", names=winners, log=log)
                yield say("fair.check", command=command_for("verify", log))
                if not known.watching:
                    yield say("plain.again")
            case Said(name=name, text=text):
                yield say("plain.said", name=name, text=text)
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
                    yield from self._gallery()
            case Paused() | SeatGiven() | KickWished():
                yield people_text(self.look, update)
            case WordShown(cards=cards):
                yield say("plain.word", cards=", ".join(map(self.look.skin.card_word, cards)))
                yield say("plain.word_give")
            case WordResult(ok=ok):
                yield say("plain.word_good" if ok else "plain.word_bad")
            case OrdererChanged(name=name, you=you):
                yield say("orderer.you") if you else say("orderer.other", name=name)
            case LinkChanged(name=name, state="up"):
                if name in self._gone:  # who comes for the first time is not back
                    self._gone.remove(name)
                    yield say("plain.link_up", name=name)
            case LinkChanged(name=name):
                self._gone.add(name)
                yield say("plain.link_down", name=name)
            case Waiting(why=WaitingFor.RECONNECT | WaitingFor.MAJORITY as why, for_seats=seats):
                who = self._names(seats)
                line = say(f"table.waiting.{why.value}", names=who)
                yield f"{line}: {who}" if why is WaitingFor.MAJORITY else line
            case Failed(code=code, facts=facts):
                self.over = self.failed = True
                yield error_text(say, code, facts, facts.get("sentence", ""))
            case Waiting(why=WaitingFor.ADMISSION):
                yield say("lobby.knocked")
            case ReadyChanged() | Waiting():
                return

    def _lobby(self, lobby: LobbyChanged) -> Iterator[str]:
        say = self.look.say
        if not any(info.name for info in lobby.seats):
            return
        before = {info.seat: (info.name, info.device) for info in self._told_seats}
        for info in lobby.seats:
            if before.get(info.seat) == (info.name, info.device):
                continue
            if not info.name and not before.get(info.seat, ("", ""))[0]:
                continue  # that a seat is free is news only when somebody sat there
            if info.bot is not None and not info.device:
                continue  # told when it is known whose machine plays it
            code = "seat_free" if not info.name else "seat_bot" if info.bot else "seat"
            code = "seat_you" if info.you and not info.bot else code
            yield say(f"plain.{code}", seat=info.seat + 1, name=info.name, device=info.device)
        self._told_seats = lobby.seats
        online = self.known.table is not None and self.known.table.address
        if online and lobby.host and not lobby.started and all(info.name for info in lobby.seats):
            yield say("plain.start")

    def _gallery(self) -> Iterator[str]:
        names = self.known.gallery
        if names:
            yield self.look.say("gallery.names", names=", ".join(names))

    def _hand(self) -> str:
        view = self.known.view
        cards = [] if view is None else [held.card for held in view.hand]
        shown = cards_text(self.look, cards)
        if self.live or view is None:
            return self.look.say("plain.hand", cards=shown)
        return self.look.say("plain.hand_of", name=self.known.name(view.seat or 0), cards=shown)

    def _trick(self) -> Iterator[str]:
        view = self.known.view
        if view is not None and view.trick:
            say, word = self.look.say, self.look.skin.card_word
            plays = [
                say("plain.trick_play", name=self.known.name(play.seat), card=word(play.card))
                for play in view.trick
            ]
            yield say("plain.trick", plays=", ".join(plays))

    def _turn(self, turn: TurnCame) -> Iterator[str]:
        yield from self._trick()
        yield self._hand()
        yield self.look.say("plain.asked")
        yield from self._choices(turn.actions, 1)
        if turn.unasked:
            yield self.look.say("plain.unasked")
            yield from self._choices(turn.unasked, 1 + len(turn.actions))

    def _choices(self, actions: Sequence[Action], first: int) -> Iterator[str]:
        numbers = _numbers(actions)
        if len(numbers) > _LISTED:
            text = number_text(self.look, actions[0])
            between = self.look.say("plain.between", low=min(numbers), high=max(numbers))
            yield self.look.say("plain.choice", number=between, text=text)
            return
        for number, action in enumerate(actions, first):
            if numbers:
                number = number_of(action) or 0
            text = action_text(self.look, action)
            if isinstance(action, Push):
                number = 0  # as on the screen
            yield self.look.say("plain.choice", number=number, text=text)

    def _hand_finished(self, done: HandFinished) -> Iterator[str]:
        say, result = self.look.say, done.result
        yield say(
            "plain.hand_done",
            hand=hand_number(self.known.view, result.hand) if self.known.view else result.hand,
            written=self._sides(result.written),
            score=self._sides(result.score),
        )
        if done.fair:
            yield say("plain.fair")
        elif done.unproven:
            yield say("plain.unproven", names=self._names(done.unproven))
        else:
            yield say("plain.unfair")
        if self.live and not self.known.watching:
            yield say("plain.ready")

    def _sides(self, points: Sequence[int]) -> str:
        view = self.known.view
        if view is None:
            return ", ".join(map(str, points))
        sides = [
            self.look.say(
                "plain.side", names=side_people(self.known, view, side), points=points[side]
            )
            for side in range(len(points))
        ]
        return "; ".join(sides)

    def _names(self, seats: Sequence[int]) -> str:
        return ", ".join(map(self.known.name, seats))

    # --- in ------------------------------------------------------------------------------------

    def read(self, line: str) -> tuple[Command | None, tuple[str, ...]]:
        """What a typed line asks of the session, and what is answered here."""
        say = self.look.say
        word, _, rest = line.strip().partition(" ")
        watching, leaving, self._leaving = self.known.watching, self._leaving, False
        match word.lower():
            case "":
                return self._empty()
            case "?":
                return None, (say("plain.help_watch" if watching else "plain.help"),)
            case "q" if leaving or watching or self._is_idle:
                return Quit(), ()
            case "q":
                self._leaving = True
                return None, (say("plain.quit"),)
            case "h":
                return None, (*self._trick(), *(() if watching else (self._hand(),)))
            case "z":
                return None, tuple(self._gallery())
            case "p":
                score = () if self.known.view is None else self.known.view.score
                return None, (say("plain.score", sides=self._sides(score)),)
            case "c" if rest:
                return self._chat(rest)
            case "f":
                return PauseTable(on=not self.known.paused), ()
            case "m":
                return self._people(rest.split())
            case "s":
                return StartGame(), ()
            case "r" if self.known.game is not None:
                return Rematch(), ()
            case "j" | "y" | "n" if self.known.knocks:
                knock = self.known.knocks.pop(0)
                return Admit(knock.identity_hex, word.lower() != "n"), ()
            case "w":
                return self._word(rest.split())
            case _:
                return self._act(word)

    def _people(self, texts: Sequence[str]) -> tuple[Command | None, tuple[str, ...]]:
        """Who else is here; ``m 2`` mutes seat 2 or no more, ``m 2 x`` wants it free."""
        others = {str(info.seat + 1): info for info in self.known.people}
        match list(texts):
            case [number] if number in others:
                info = others[number]
                return Mute(info.identity_hex, on=not info.muted), ()
            case [number, "x" | "X"] if number in others:
                return KickSeat(others[number].seat), ()
            case _:
                say = self.look.say
                lines = (
                    say("plain.choice", number=f"m {number}", text=person_text(self.look, info))
                    for number, info in others.items()
                )
                return None, (*lines, say("plain.people"))

    @property
    def _is_idle(self) -> bool:
        """Whether no Partie is running here that would miss me."""
        return self.known.view is None or self.known.game is not None

    def _chat(self, rest: str) -> tuple[Command | None, tuple[str, ...]]:
        text, stock = said_for(self.look, rest), phrases(self.look)
        if text in stock or not is_quiet(self.known.view):
            return SayText(text), ()
        say = self.look.say
        listed = (
            say("plain.choice", number=f"c {number}", text=phrase)
            for number, phrase in enumerate(stock, 1)
        )
        return None, (say("chat.quiet"), *listed)

    def _empty(self) -> tuple[Command | None, tuple[str, ...]]:
        if self.known.game is not None:
            return Quit(), ()
        waited_for = self.known.turn is None and not self.known.watching
        return (Ready() if waited_for else None), ()

    def _word(self, texts: Sequence[str]) -> tuple[Command | None, tuple[str, ...]]:
        try:
            return word_of(texts), ()
        except ValueError:
            return None, (self.look.say("error.input_no_card"),)

    def _act(self, word: str) -> tuple[Command | None, tuple[str, ...]]:
        turn, view = self.known.turn, self.known.view
        beside = () if view is None else unasked(view)
        actions = (*(() if turn is None else turn.actions), *beside)
        pushing = next((act for act in actions if isinstance(act, Push)), None)
        if word == "0" and pushing is not None:
            self.known.answered()
            return Perform(pushing), ()
        # Not every decimal digit is one that is typed, and not every number is short.
        number = int(word) if word.isascii() and word.isdecimal() and len(word) < 4 else 0
        numbers = {} if turn is None else _numbers(turn.actions)
        if numbers and word.isascii() and word.isdecimal() and len(word) < 4:
            # A number is meant as it is typed; one that may not be said is refused with the reason.
            said = with_number(next(iter(numbers.values())), number)
            self.known.answered()
            return Perform(said), ()
        if 1 <= number <= len(actions):
            action = actions[number - 1]
            if turn is not None and action in turn.actions:
                self.known.answered()
            return Perform(action), ()
        if turn is not None and view is not None:
            for held in view.hand:
                # Typed by name, a card may also be one that is not allowed: the answer says why.
                if word.lower() == card_text(held.card).lower():
                    offered = [
                        act for act in turn.actions if getattr(act, "card", None) == held.card
                    ]
                    # What a joker is has to be said: its choices stand in the list.
                    ranked = any(getattr(act, "rank", None) is not None for act in offered)
                    plain = ranked or not offered
                    return Perform(Play(held.slot, held.card) if plain else offered[0]), ()
            if numbers:
                low, high = min(numbers), max(numbers)
                return None, (self.look.say("bid.range", low=low, high=high),)
            return None, (self.look.say("plain.not_a_choice", count=len(actions)),)
        return None, (self.look.say("plain.not_now"),)


def _numbers(actions: Sequence[Action]) -> dict[int, Action]:
    """The actions by the number they say; empty where anything else can be answered."""
    numbers = {number_of(action): action for action in actions}
    return {} if None in numbers else {n: act for n, act in numbers.items() if n is not None}
