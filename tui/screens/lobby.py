"""The lobby: who sits where, what is played, the word, the start."""

from __future__ import annotations

import time

from engine.seats import Seat
from net.commands import JoinConfig, SetBot, SetGame, StartGame, SwapSeats, TakeSeat
from net.updates import (
    CommandRefused,
    LobbyChanged,
    OtherKey,
    OtherTable,
    SeatInfo,
    Update,
    WordShown,
)
from tui.keymap import bindings
from tui.present.canvas import Canvas
from tui.present.lobby import draw_lobby
from tui.present.look import Look
from tui.screens.afresh import ask_to_join
from tui.screens.base import JassScreen
from tui.screens.failed import refused_text
from tui.screens.options import OptionsScreen
from tui.screens.pages import BossScreen
from tui.screens.people import show_people
from tui.screens.word import WordScreen

__all__ = ["LobbyScreen"]

NOTE_SECONDS = 4.0
NEXT_LEVEL = {None: "normal", "normal": "strong", "strong": "easy", "easy": None}
"""What `b` makes of a seat: a usual bot first, in the end nobody."""


class LobbyScreen(JassScreen[None]):
    """The table before the first card."""

    BINDINGS = bindings("lobby")
    scopes = ("lobby",)

    def __init__(self) -> None:
        super().__init__()
        self._chosen = 0
        self._swapping: int | None = None
        self._note = ""
        self._noted_at = 0.0
        self._begun = time.monotonic()
        self._wished: dict[Seat, str | None] = {}
        self._people: dict[str, str] = {}
        self._other: OtherTable | None = None

    def draw(self, look: Look) -> Canvas:
        """Seats, rules, word."""
        config = self.jass.config
        joining = _where(config) if isinstance(config, JoinConfig) else None
        waited = int(time.monotonic() - self._begun)
        known = self.jass.known
        seeking = isinstance(config, JoinConfig) and joining != config.address
        return draw_lobby(
            look, known, self._chosen, self._swapping, self._note, joining, waited, seeking=seeking
        )

    def told(self, update: Update) -> None:
        """Somebody came, went, or changed a rule."""
        if isinstance(update, WordShown):
            self._note = ""
        if isinstance(update, OtherKey):
            self._answer_with(self.say("other_key", name=update.name))
        if isinstance(update, CommandRefused):
            self._wished.clear()
            self._answer_with(refused_text(self.look, update))
        if isinstance(update, LobbyChanged):
            self._miss(update)
            done = [info.seat for info in update.seats if self._wish(info) == info.bot]
            for seat in done:
                self._wished.pop(seat, None)
        self.repaint()

    def _miss(self, lobby: LobbyChanged) -> None:
        """Whoever had a seat and has none any more, sent away or gone, is not there silently."""
        people = {info.identity_hex: info.name for info in lobby.seats if _is_other(info)}
        names = [name for one, name in self._people.items() if one not in people]
        self._people = people
        if names and not lobby.started:
            code = "lobby.gone_many" if len(names) > 1 else "lobby.gone"
            self._answer_with(self.say(code, names=", ".join(names)))

    def _wish(self, info: SeatInfo) -> str | None:
        """The bot a seat is going to have: keys may come faster than the table answers."""
        return self._wished.get(info.seat, info.bot)

    @property
    def _count(self) -> int:
        return max(len(self.jass.known.seats), 1)

    @property
    def digits(self) -> str:
        """The seats there are."""
        return f"1-{self._count}"

    @property
    def _host(self) -> bool:
        lobby = self.jass.known.lobby
        return lobby is not None and lobby.host

    def _say(self, code: str) -> None:
        self._answer_with(self.say(code))

    def _answer_with(self, note: str) -> None:
        self._note = note
        self._noted_at = time.monotonic()
        self.repaint()

    def on_mount(self) -> None:
        """An answer to a key makes room for the state of the table again."""
        self.set_interval(1.0, self._tick)

    def _ask_to_join(self) -> None:
        """Once, when nothing else is asked: of two tables of one name this one is to be left."""
        other = self.jass.known.other
        if other is not None and other.yields and other != self._other and self.app.screen is self:
            self._other = other
            ask_to_join(self.jass, other)

    def _tick(self) -> None:
        self._ask_to_join()
        if self._note and time.monotonic() - self._noted_at > NOTE_SECONDS:
            self._note = ""
            self.repaint()
        elif self.jass.known.lobby is None:
            self.repaint()

    def action_move(self, step: int) -> None:
        """Up and down."""
        self._note = ""
        self._chosen = (self._chosen + step) % self._count
        self.repaint()

    def action_digit(self, number: int) -> None:
        """A digit goes to a seat."""
        if number <= self._count:
            self._note = ""
            self._chosen = number - 1
            self.repaint()
        else:
            self._answer_with(self.say("choose.no_digit", digit=number))

    def action_choose(self) -> None:
        """Sits down on a free seat, or ends a swap."""
        known = self.jass.known
        if self._swapping is not None:
            self.action_swap()
            return
        if self._chosen >= len(known.seats):
            return
        info = known.seats[self._chosen]
        if info.you:
            return
        if info.bot is not None:
            self._answer_with(self._who_frees())
        elif info.name:
            self._say("lobby.not_free")
        else:
            self.jass.act(TakeSeat(info.seat))

    def _who_frees(self) -> str:
        """Whom to ask for the seat of a bot."""
        host = next((info.name for info in self.jass.known.seats if info.hosts), "")
        if self._host:
            return self.say("lobby.bot_here_host")
        return self.say("lobby.bot_here", name=host) if host else self.say("lobby.not_free")

    def action_swap(self) -> None:
        """Marks a seat, then swaps it with another."""
        if not self._host:
            self._say("lobby.not_host")
        elif self._swapping is None:
            self._swapping = self._chosen
        else:
            first, self._swapping = self._swapping, None
            if first != self._chosen:
                self.jass.act(SwapSeats(Seat(first), Seat(self._chosen)))
        self.repaint()

    def action_bot(self) -> None:
        """The next kind of bot on this seat, then none."""
        known = self.jass.known
        if self._chosen >= len(known.seats):
            return
        info = known.seats[self._chosen]
        if info.name and info.bot is None:
            self._say("lobby.own_seat" if info.you else "lobby.not_free")
            return
        level = NEXT_LEVEL.get(self._wish(info))
        self._wished[info.seat] = level
        self.jass.act(SetBot(info.seat, level))

    def action_options(self) -> None:
        """The rules of this table."""
        if self.jass.known.lobby is not None:
            self.app.push_screen(OptionsScreen(), self._options_chosen)

    def _options_chosen(self, command: SetGame | None) -> None:
        if command is None:
            return
        seats = self.jass.known.seats
        count = command.players or len(seats)
        # Bots make room for a smaller table, and fill a larger one where nobody else plays.
        for info in seats[count:]:
            if info.bot is not None:
                self.jass.act(SetBot(info.seat, None))
        self.jass.act(command)
        others = [info.bot for info in seats if not info.you]
        if others and all(others):
            for seat in range(len(seats), count):
                self.jass.act(SetBot(Seat(seat), others[-1]))

    def action_favourite(self) -> None:
        """Keeps the rules of this table as the own favourite."""
        lobby = self.jass.known.lobby
        if lobby is not None:
            told = self.jass.keep_favourite(lobby.game, len(lobby.seats), lobby.options)
            self._answer_with(told)

    def action_word(self) -> None:
        """Taps in the word."""
        if self.jass.known.word_open:
            self.app.push_screen(WordScreen())
        else:
            known = self.jass.known
            self._say("lobby.no_word" if known.word is None else known.word_code)

    def action_start(self) -> None:
        """Begins the Partie."""
        if not self._host:
            self._say("lobby.not_host")
        elif any(not info.name for info in self.jass.known.seats):
            self._say("lobby.not_full")
        else:
            self.jass.act(StartGame())

    def action_admit(self) -> None:
        """Lets who knocks in."""
        self.jass.answer_knock(yes=True)
        self.repaint()

    def action_refuse(self) -> None:
        """Sends who knocks away."""
        self.jass.answer_knock(yes=False)
        self.repaint()

    def action_chat(self) -> None:
        """Talk."""
        self.jass.chat()

    def action_people(self) -> None:
        """Mute somebody, or send them away."""
        show_people(self.jass)

    def action_boss(self) -> None:
        """Work."""
        self.app.push_screen(BossScreen())

    def action_leave(self) -> None:
        """Leave, after a question."""
        if self._swapping is not None:
            self._swapping = None
            self.repaint()
        else:
            self.jass.leave_table()


def _is_other(info: SeatInfo) -> bool:
    """Whether somebody else sits there."""
    return bool(info.name) and info.bot is None and not info.you


def _where(config: JoinConfig) -> str:
    """What is being looked for."""
    if config.invited is not None:
        return config.table or ""
    return config.address or config.table or ""
