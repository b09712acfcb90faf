"""What a line typed in the line mode means: a command for the session, or an answer right here.

The letters are those of the screen, so that somebody may change from one to the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.actions import Action, Play
from engine.cards import Card, card_text
from engine.game import unasked
from engine.state import Step
from net.commands import (
    Admit,
    Command,
    GiveWord,
    InviteTo,
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
from net.updates import LobbyChanged, OtherTable, SeatInfo
from tui.afresh import afresh, after, instead
from tui.opening import TableConfig
from tui.present.choices import Choice, choices_of, numbers_of
from tui.present.deeds import with_number
from tui.present.gallery import gallery_names
from tui.present.known import Known
from tui.present.look import Look
from tui.present.moved import move_of, other_text
from tui.present.people import person_text
from tui.present.proof import proof_lines
from tui.present.spoken import (
    aloud,
    last_tricks,
    rules_lines,
    seat_line,
    standing_lines,
    table_lines,
    waiting_line,
)
from tui.present.told import hint_text, history_lines, leaving_costs, weise_text
from tui.present.words import is_quiet, phrases, said_for
from tui.ruleswish import rules_wish
from tui.teller import asked_lines, beside_lines, quoted
from tui.typed import cards_of_words, named_card

__all__ = ["Reader"]

Read = tuple[Command | None, tuple[str, ...]]
"""What is asked of the session, and what is answered here."""

_SAID = 10
"""So many messages of the chat are told again."""


class Reader:
    """Understands what one person types.

    Pure: lines go in, commands and answers come out. ``known`` is what their `Teller` was told,
    ``config`` what led to the table: without it no other is opened after it.
    """

    def __init__(self, look: Look, known: Known, config: TableConfig | None = None) -> None:
        self.look = look
        self.known = known
        self.left = False
        """The person has gone."""
        self.last: Command = Quit()
        """The last word to this table."""
        self.following: TableConfig | None = None
        """The table that is opened next."""
        self._config = config
        self._asked = ""

    def read(self, line: str) -> Read:
        """What a typed line asks of the session, and what is answered here."""
        say, known = self.look.say, self.known
        word, _, rest = line.strip().partition(" ")
        rest = rest.strip()
        sure, self._asked = self._asked == word.lower(), ""
        match word.lower():
            case "":
                return self._empty()
            case "?":
                return None, self._help()
            case "q" if sure or known.watching or known.game is not None:
                return Quit(), ()
            case "q":
                self._asked = "q"
                return None, (leaving_costs(self.look, known), say("plain.quit"))
            case "k":
                return None, tuple(table_lines(self.look, known)) or self._seats()
            case "d":
                return None, (hint_text(self.look, known) or say("table.no_hint"),)
            case "l":
                return None, tuple(last_tricks(self.look, known))
            case "w":
                return None, (aloud(weise_text(self.look, known)) or say("table.no_weis"),)
            case "h":
                return None, self._history(rest)
            case "t" if rest and self._in_lobby:
                return self._swap(rest.split())
            case "t":
                return None, tuple(standing_lines(self.look, known))
            case "p":
                return None, _aloud(proof_lines(self._page, known))
            case "o" if known.lobby is not None:
                return self._rules(known.lobby, rest.split())
            case "o":
                return None, ()
            case "e" if known.game is not None:
                return self._afresh(sure=sure)
            case "e" if known.other is not None and known.view is None:
                return self._instead(known.other)
            case "i":
                return self._word(rest)
            case "c":
                return self._chat(rest)
            case "m":
                return self._people(rest.split())
            case "z":
                return None, (gallery_names(self.look, known) or say("plain.nobody_watches"),)
            case "f":
                return PauseTable(on=not known.paused), ()
            case "n" if known.game is not None and not known.watching:
                return Rematch(), ()
            case "s" if self._in_lobby:
                return StartGame(), ()
            case "b" if self._in_lobby or (known.game is not None and not known.watching):
                return self._bot(rest)
            case "a" | "x" if known.knocks:
                knock = known.knocks.pop(0)
                return Admit(knock.identity_hex, word.lower() == "a"), ()
            case "a" | "x":
                return None, (say("error.input_no_knock"),)
            case _:
                return self._answer(word, rest)

    # --- looking things up ---

    @property
    def _page(self) -> Look:
        """For texts that a page of the screen breaks into lines: here they stay whole."""
        return Look(_NO_EDGE, 24, self.look.settings, spoken=True)

    def _help(self) -> tuple[str, ...]:
        if self.known.watching:
            code = "plain.help_watch"
        elif self.known.game is not None:
            code = "plain.help_over"
        else:
            code = "plain.help_lobby" if self._in_lobby else "plain.help"
        return tuple(self.look.say(code).split("\n"))

    def _history(self, number: str) -> tuple[str, ...]:
        view = self.known.view
        hand = 0 if view is None else view.hand_no
        wanted = _number(number)
        if view is not None and wanted is not None:
            # The log counts on after a Revanche; people count from one again.
            others = (one.hand for one in view.results if one.partie != view.state.partie)
            hand = max(others, default=0) + wanted
        return _aloud(history_lines(self._page, self.known, hand))

    def _seats(self) -> tuple[str, ...]:
        lobby = self.known.lobby
        return () if lobby is None else tuple(seat_line(self.look, info) for info in lobby.seats)

    # --- what is played next ---

    def _rules(self, lobby: LobbyChanged, words: Sequence[str]) -> Read:
        """The rules of this table; ``o ziel=500`` changes them before a Partie, for who may."""
        may = lobby.host and self._in_lobby and not lobby.started
        if words:
            if not may:
                return None, (self.look.say(self._no_rules(lobby)),)
            wish = rules_wish(self.look, lobby, words)
            return (None, (wish,)) if isinstance(wish, str) else (wish, ())
        lines = list(rules_lines(self.look, lobby))
        if may:
            lines.append(self.look.say("plain.rules_how"))
        return None, tuple(lines)

    def _no_rules(self, lobby: LobbyChanged) -> str:
        """The code of why the rules stay as they are."""
        if self.known.game is not None and self.known.opens_afresh:
            return "plain.rules_later"
        return "error.not_host" if not lobby.host else "error.started"

    def _afresh(self, *, sure: bool) -> Read:
        """After a Partie a new table with these rules, after a question as on the screen."""
        say, config = self.look.say, self._config
        move = move_of(self.known)
        if move is not None and config is not None:
            if not sure:
                self._asked = "e"
                ask = say("afresh.go_ask", name=move.who.name, table=move.table)
                return None, (ask, say("plain.afresh_sure"))
            self.following = after(move, config.home, config)
            return Quit(), ()
        following = None if config is None else afresh(self.known, config.home, config)
        if following is None:
            return None, (say("plain.unknown"),)
        if not sure:
            self._asked = "e"
            return None, (say("afresh.ask", table=following.table), say("plain.afresh_sure"))
        self.following = following
        self.last = InviteTo(following.table)
        return Quit(), ()

    def _instead(self, other: OtherTable) -> Read:
        """In the lobby: to the table that somebody has opened at the same moment."""
        if self._config is None or not other.yields:
            return None, (other_text(self.look, other),)
        self.following = instead(other, self._config.home, self._config)
        return Quit(), ()

    # --- the people ---

    @property
    def _in_lobby(self) -> bool:
        """Whether the Partie has not begun."""
        return self.known.view is None and not self.known.watching

    def _people(self, texts: Sequence[str]) -> Read:
        """Who else is here; ``m 2`` mutes seat 2 or no more, ``m 2 x`` wants it free."""
        others = {str(info.seat + 1): info for info in self.known.others}
        say = self.look.say
        match list(texts):
            case [number] if number in others:
                info = others[number]
                now = replace(info, muted=not info.muted)
                return Mute(info.identity_hex, on=now.muted), (person_text(self.look, now),)
            case [number, "x" | "X"] if number in others:
                return KickSeat(others[number].seat), ()
            case _ if not others:
                return None, (say("people.nobody"),)
            case _:
                lines = (
                    say("plain.choice", number=f"m {number}", text=person_text(self.look, info))
                    for number, info in others.items()
                )
                return None, (*lines, say("plain.people"))

    def _chat(self, rest: str) -> Read:
        known, stock = self.known, phrases(self.look)
        text = said_for(self.look, rest)
        may = not known.watching
        if text and may and (text in stock or not is_quiet(known.view)):
            return SayText(text), ()
        say = self.look.say
        if text and not may:
            return None, (say("error.watching"),)
        lines = [quoted(self.look, said) for said in known.chat[-_SAID:]] if not text else []
        if not text and not lines:
            lines.append(say("plain.nothing_said"))
        if may and is_quiet(known.view):
            lines.append(say("chat.quiet"))
        if may:
            lines += [
                say("plain.choice", number=f"c {number}", text=phrase)
                for number, phrase in enumerate(stock, 1)
            ]
        return None, tuple(lines)

    def _swap(self, texts: Sequence[str]) -> Read:
        seats = [self._seat_of(one) for one in texts]
        match seats:
            case [SeatInfo(seat=first), SeatInfo(seat=second)]:
                return SwapSeats(first, second), ()
            case _:
                return None, self._seats()

    def _bot(self, number: str) -> Read:
        """``b`` sits a bot on the first free seat, ``b 3`` on seat 3, or sends that bot away."""
        lobby = self.known.lobby
        seats = () if lobby is None else lobby.seats
        free = next((info for info in seats if not info.name), None)
        info = self._seat_of(number) if number else free
        if info is None:
            return None, (self.look.say("error.no_such_seat" if number else "error.seat_taken"),)
        return SetBot(info.seat, None if info.bot else "normal"), ()

    def _seat_of(self, number: str) -> SeatInfo | None:
        seats = () if self.known.lobby is None else self.known.lobby.seats
        return next((info for info in seats if str(info.seat + 1) == number), None)

    def _word(self, rest: str) -> Read:
        """The word again, or the four cards that were heard."""
        say, known = self.look.say, self.known
        if not rest:
            if known.word_open and known.word is not None:
                shown = ", ".join(map(self.look.skin.card, known.word.cards))
                return None, (say("plain.word", cards=shown),)
            return None, (say(known.word_code),)
        cards = cards_of_words(self.look, rest)
        if len(cards) != 4:
            return None, (say("error.input_no_card"),)
        first, second, third, fourth = cards
        return GiveWord((first, second, third, fourth)), ()

    # --- playing ---

    def _empty(self) -> Read:
        """Enter alone: whatever is next, or what is being waited for."""
        known = self.known
        if known.watching:
            return None, () if known.view is None else (waiting_line(self.look, known),)
        if known.game is not None:
            return Quit(), ()
        if known.turn is not None:
            return None, tuple(asked_lines(self.look, known, known.turn))
        if self._asked_ready:
            return Ready(), ()
        if known.view is None:
            return None, self._seats()
        return None, (waiting_line(self.look, known), *beside_lines(self.look, known.view))

    @property
    def _asked_ready(self) -> bool:
        """Whether the next hand waits for my «Bereit»."""
        known, me = self.known, self.known.me
        said = me is not None and me.seat < len(known.ready) and known.ready[me.seat]
        between = known.view is not None and known.view.step in (Step.DEAL, Step.AUDIT)
        return known.ready_wanted or (between and known.hand is not None and not said)

    def _answer(self, word: str, rest: str) -> Read:
        """A number or a card."""
        known, say = self.known, self.look.say
        number = _number(word)
        if self._in_lobby and number is not None:
            info = self._seat_of(word)
            if info is None:
                return None, (say("error.no_such_seat"),)
            return TakeSeat(info.seat), ()
        turn, view = known.turn, known.view
        if view is None:
            return None, (say("plain.unknown"),)
        beside = unasked(view)
        if turn is not None and numbers_of(turn.actions) and number is not None:
            # A number is meant as it is typed; one that may not be said is refused with the reason.
            return self._perform(with_number(turn.actions[0], number))
        actions = (*(() if turn is None else turn.actions), *beside)
        choices = choices_of(self.look, view, actions)
        choice = next((one for one in choices if one.number == number), None)
        if choice is not None and (choice.ways or not rest):
            return self._chosen(choice, rest)
        if known.watching:
            return None, (say("error.watching"),)
        if turn is None:
            return None, (say("table.no_turn"), waiting_line(self.look, known))
        card = None if number is not None else self._card(f"{word} {rest}".strip())
        if card is not None:
            return card
        if numbers := numbers_of(turn.actions):
            return None, (say("bid.range", low=min(numbers), high=max(numbers)),)
        offered = [one.number for one in choices]
        if len(offered) == 1:
            return None, (say("plain.not_a_choice_one", number=offered[0]),)
        return None, (say("plain.not_a_choice", low=min(offered), high=max(offered)),)

    def _chosen(self, choice: Choice, rest: str) -> Read:
        if not choice.ways:
            return self._perform(choice.action)
        way = choice.way(self.look, rest)
        return (None, (self._ask_way(choice),)) if way is None else self._perform(way)

    def _ask_way(self, choice: Choice) -> str:
        """What a joker is has to be said: after its number."""
        word = list(choice.ways)[-1]
        return self.look.say("plain.joker_ask", number=choice.number, word=word)

    def _card(self, text: str) -> Read | None:
        """A card by its name; it may be one that is not allowed: the answer says why."""
        turn, view = self.known.turn, self.known.view
        if turn is None or view is None:
            return None
        held = {one.card: one for one in view.hand}
        card: Card | None = next(
            (one for one in held if card_text(one).lower() == text.lower()), None
        )
        card = card if card is not None else named_card(self.look, text, tuple(held))
        if card is None:
            return None
        offered = [act for act in turn.actions if getattr(act, "card", None) == card]
        for choice in choices_of(self.look, view, turn.actions):
            if choice.ways and choice.action in offered:
                return None, (self._ask_way(choice),)
        return self._perform(offered[0] if offered else Play(held[card].slot, card))

    def _perform(self, action: Action) -> Read:
        turn = self.known.turn
        if turn is not None and action not in turn.unasked:
            self.known.answered()
        return Perform(action), ()


_NO_EDGE = 10_000
"""Cells of a line that is broken elsewhere."""


def _aloud(lines: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Lines of a page without their inks."""
    return tuple(aloud(text) for text, _ in lines if text)


def _number(word: str) -> int | None:
    """A number as people type one: not every decimal digit is one, and none is long."""
    return int(word) if word.isascii() and word.isdecimal() and len(word) < 4 else None
