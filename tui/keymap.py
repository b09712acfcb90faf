"""Every key of every screen in one table, with a stable id, so that a player can change them.

Only keys that exist on every keyboard and arrive in every terminal: digits, letters, arrows,
Enter, Space, Esc and F1 to F10. Ctrl, Alt and Cmd belong to editors, multiplexers and desktops;
the two that everybody tries, Ctrl+C and Ctrl+Q, end the program.
A setting ``[keys] "table.last" = "x"`` moves one.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from textual.binding import Binding, BindingType

__all__ = ["KEYS", "KeyRow", "bindings", "rows_of"]


@dataclass(frozen=True, slots=True)
class KeyRow:
    """One key.

    Attributes:
        scope: the screen it belongs to, or what several screens have in common.
        name: stable; ``scope.name`` is the binding's id.
        keys: Textual key names, comma separated.
        action: what the screen does.
        told: the code of its text in the help, after ``do.``; rows with the same share a line.
        first: it counts before whatever else the screen does with keys.
    """

    scope: str
    name: str
    keys: str
    action: str
    told: str = ""
    first: bool = False

    @property
    def id(self) -> str:
        """The id for a keymap of one's own."""
        return f"{self.scope}.{self.name}"

    @property
    def text(self) -> str:
        """The code of its text, after ``do.`` or ``do.scope.``."""
        return self.told or self.name


def _digits(scope: str, first: int = 1, last: int = 9) -> tuple[KeyRow, ...]:
    return tuple(
        KeyRow(scope, f"digit{number}", str(number), f"digit({number})", "digit")
        for number in range(first, last + 1)
    )


def _move(scope: str) -> tuple[KeyRow, ...]:
    return (
        KeyRow(scope, "up", "up", "move(-1)", "move"),
        KeyRow(scope, "down", "down", "move(1)", "move"),
    )


def _turn(scope: str) -> tuple[KeyRow, ...]:
    return (
        KeyRow(scope, "left", "left", "turn(-1)", "turn"),
        KeyRow(scope, "right", "right", "turn(1)", "turn"),
    )


def _pages(scope: str) -> tuple[KeyRow, ...]:
    return (
        KeyRow(scope, "page_up", "pageup", "page(-1)", "page"),
        KeyRow(scope, "page_down", "pagedown", "page(1)", "page"),
        KeyRow(scope, "home", "home", "page(-1000)", "ends"),
        KeyRow(scope, "end", "end", "page(1000)", "ends"),
    )


def _choose(scope: str) -> KeyRow:
    return KeyRow(scope, "choose", "enter,space", "choose")


def _back(scope: str) -> KeyRow:
    return KeyRow(scope, "back", "escape,q", "back")


_RANKS = "67890uoka"


KEYS: tuple[KeyRow, ...] = (
    KeyRow("app", "help", "question_mark,f1", "help"),
    KeyRow("app", "palette", "f2", "command_palette", first=True),
    KeyRow("app", "boss", "f10", "boss"),
    KeyRow("app", "quit", "ctrl+q", "ask_quit", first=True),
    KeyRow("app", "interrupt", "ctrl+c", "interrupt", "quit", first=True),
    # the title
    *_digits("title", last=8),
    *_move("title"),
    _choose("title"),
    KeyRow("title", "deck", "v", "deck"),
    KeyRow("title", "quit", "q", "leave"),
    KeyRow("title", "back", "escape", "back"),
    # the tables on the network
    *_digits("tables"),
    *_move("tables"),
    _choose("tables"),
    KeyRow("tables", "watch", "w", "watch"),
    KeyRow("tables", "new", "n", "new"),
    KeyRow("tables", "address", "c", "address"),
    KeyRow("tables", "doctor", "d", "doctor"),
    KeyRow("tables", "back", "escape", "back"),
    KeyRow("tables", "leave", "q", "leave"),
    # the lobby
    *_digits("lobby"),
    *_move("lobby"),
    _choose("lobby"),
    KeyRow("lobby", "swap", "t", "swap"),
    KeyRow("lobby", "bot", "b", "bot"),
    KeyRow("lobby", "rules", "o", "options"),
    KeyRow("lobby", "favourite", "f", "favourite"),
    KeyRow("lobby", "word", "w", "word"),
    KeyRow("lobby", "start", "s", "start"),
    KeyRow("lobby", "admit", "a", "admit"),
    KeyRow("lobby", "refuse", "x", "refuse"),
    KeyRow("lobby", "chat", "c", "chat"),
    KeyRow("lobby", "people", "m", "people"),
    KeyRow("lobby", "deck", "v", "deck"),
    KeyRow("lobby", "boss", "k", "boss"),
    KeyRow("lobby", "leave", "q,escape", "leave"),
    # the table
    *_digits("table", 0),
    KeyRow("table", "left", "left", "move(-1)", "move"),
    KeyRow("table", "right", "right", "move(1)", "move"),
    KeyRow("table", "up", "up", "move(-1)", "move"),
    KeyRow("table", "down", "down", "move(1)", "move"),
    KeyRow("table", "play", "enter,space", "confirm"),
    KeyRow("table", "clear", "escape", "clear"),
    KeyRow("table", "erase", "backspace", "erase"),
    KeyRow("table", "last", "l", "letter('l')"),
    KeyRow("table", "board", "t", "letter('t')"),
    KeyRow("table", "board_always", "f4", "board"),
    KeyRow("table", "hint", "d,f3", "letter('d')"),
    KeyRow("table", "weis", "w", "letter('w')"),
    KeyRow("table", "stoeck", "s", "letter('s')"),
    KeyRow("table", "bedanken", "b", "letter('b')"),
    KeyRow("table", "rest", "r", "letter('r')"),
    KeyRow("table", "chat", "c", "letter('c')"),
    KeyRow("table", "history", "h", "letter('h')"),
    KeyRow("table", "deck", "v", "letter('v')"),
    KeyRow("table", "proof", "p", "letter('p')"),
    KeyRow("table", "pause", "f", "letter('f')"),
    KeyRow("table", "anew", "n", "letter('n')"),
    KeyRow("table", "people", "m", "letter('m')"),
    KeyRow("table", "word", "i", "letter('i')"),
    KeyRow("table", "rules", "o", "letter('o')"),
    KeyRow("table", "boss", "k", "letter('k')"),
    KeyRow("table", "leave", "q", "letter('q')"),
    KeyRow("table", "admit", "a", "letter('a')"),
    KeyRow("table", "refuse", "x", "letter('x')"),
    *(
        KeyRow("table", f"contract_{letter}", letter, f"letter('{letter}')", "contract")
        for letter in "ejug"
    ),
    # the end of a hand and of the Partie
    KeyRow("hand_end", "ready", "enter,space", "ready"),
    KeyRow("game_end", "rematch", "n", "rematch"),
    KeyRow("game_end", "bots", "b", "bots"),
    KeyRow("game_end", "afresh", "e", "afresh"),
    KeyRow("end", "board", "t,f4", "board"),
    KeyRow("end", "proof", "p", "proof"),
    KeyRow("end", "tricks", "l", "tricks"),
    KeyRow("end", "history", "h", "history"),
    KeyRow("end", "rules", "o", "options"),
    KeyRow("end", "chat", "c", "chat"),
    KeyRow("end", "pause", "f", "pause"),
    KeyRow("end", "people", "m", "people"),
    KeyRow("end", "admit", "a", "admit"),
    KeyRow("end", "refuse", "x", "refuse"),
    KeyRow("end", "deck", "v", "deck"),
    KeyRow("end", "boss", "k", "boss"),
    KeyRow("end", "leave", "q", "leave"),
    # the Jasstafel
    *_move("board"),
    KeyRow("board", "numbers", "v", "numbers"),
    KeyRow("board", "back", "escape,q,enter,space", "back"),
    # small questions and lists
    KeyRow("ask", "choose", "enter", "choose"),
    _back("ask"),
    KeyRow("line", "choose", "enter", "choose"),
    KeyRow("line", "back", "escape", "back"),
    *_digits("list"),
    *_move("list"),
    _choose("pick"),
    _back("pick"),
    KeyRow("decide", "choose", "enter", "choose", "pick.choose"),
    KeyRow("decide", "back", "escape", "back"),
    KeyRow("failed", "back", "enter,space,escape,q", "back"),
    # pages to read; those of the rules turn from game to game
    *_move("page"),
    *_pages("page"),
    KeyRow("page", "choose", "enter,space", "choose", "page_on"),
    _back("page"),
    *_turn("rules"),
    # the rules of a table, and the settings
    *_move("options"),
    *_pages("options"),
    *_turn("options"),
    KeyRow("options", "choose", "enter,space", "choose", "turn"),
    KeyRow("options", "read_rules", "r", "rules"),
    KeyRow("options", "favourite", "f", "favourite"),
    _back("options"),
    *_move("settings"),
    *_turn("settings"),
    KeyRow("settings", "choose", "enter,space", "choose", "turn"),
    _back("settings"),
    # the word
    *(
        KeyRow("word", f"suit{number}", str(number), f"suit({number})", "suit")
        for number in range(1, 5)
    ),
    *(KeyRow("word", f"rank_{key}", key, f"rank('{key}')", "rank") for key in _RANKS),
    KeyRow("word", "erase", "backspace", "erase"),
    KeyRow("word", "done", "enter,space", "done"),
    _back("word"),
    # the replay
    KeyRow("replay", "next", "right,space,enter", "step(1)"),
    KeyRow("replay", "previous", "left", "step(-1)"),
    KeyRow("replay", "next_hand", "down,pagedown", "hand(1)"),
    KeyRow("replay", "previous_hand", "up,pageup", "hand(-1)"),
    KeyRow("replay", "first", "home", "step(-100000)", "ends"),
    KeyRow("replay", "last", "end", "step(100000)", "ends"),
    KeyRow("replay", "cards", "s", "seat"),
    KeyRow("replay", "board", "t,f4", "board"),
    KeyRow("replay", "deck", "v", "deck"),
    KeyRow("replay", "back", "q,escape", "back"),
)


def rows_of(*scopes: str) -> Iterator[KeyRow]:
    """The keys of one screen, or of what it has in common with others, in their order."""
    return (row for scope in scopes for row in KEYS if row.scope == scope)


def bindings(*scopes: str) -> list[BindingType]:
    """The keys of one screen as Textual wants them; no footer shows them, the sheets do."""
    return [
        Binding(row.keys, row.action, row.name, show=False, id=row.id, priority=row.first)
        for row in rows_of(*scopes)
    ]
