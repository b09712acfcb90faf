"""Every key of every screen in one table, with a stable id, so that a player can change them.

Only keys that exist on every keyboard and arrive in every terminal: digits, letters, arrows,
Enter, Space, Esc and F1 to F10. Ctrl, Alt and Cmd belong to editors, multiplexers and desktops.
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
        scope: the screen it belongs to.
        name: stable; ``scope.name`` is the binding's id and ``do.name`` its text.
        keys: Textual key names, comma separated.
        printed: how it is written on screens.
        action: what the screen does.
    """

    scope: str
    name: str
    keys: str
    printed: str
    action: str

    @property
    def id(self) -> str:
        """The id for a keymap of one's own."""
        return f"{self.scope}.{self.name}"


def _digits(scope: str, first: int = 1) -> tuple[KeyRow, ...]:
    return tuple(
        KeyRow(scope, f"digit{number}", str(number), str(number), f"digit({number})")
        for number in range(first, 10)
    )


_MOVE = (
    ("up", "up", "↑", "move(-1)"),
    ("down", "down", "↓", "move(1)"),
)


def _list(scope: str) -> tuple[KeyRow, ...]:
    return (
        *(KeyRow(scope, *row) for row in _MOVE),
        KeyRow(scope, "choose", "enter,space", "Enter", "choose"),
        KeyRow(scope, "back", "escape", "Esc", "back"),
    )


KEYS: tuple[KeyRow, ...] = (
    KeyRow("app", "help", "f1,question_mark", "? F1", "help"),
    KeyRow("app", "boss", "f10", "F10", "boss"),
    # the title
    *_digits("title"),
    *_list("title")[:3],
    KeyRow("title", "deck", "v", "v", "deck"),
    KeyRow("title", "quit", "q", "q", "leave"),
    KeyRow("title", "back", "escape", "Esc", "back"),
    # the tables on the network
    *_digits("tables"),
    *_list("tables"),
    KeyRow("tables", "watch", "w", "w", "watch"),
    KeyRow("tables", "new", "n", "n", "new"),
    KeyRow("tables", "address", "c", "c", "address"),
    KeyRow("tables", "doctor", "d", "d", "doctor"),
    KeyRow("tables", "leave", "q", "q", "leave"),
    # the lobby
    *_digits("lobby"),
    *_list("lobby")[:3],
    KeyRow("lobby", "swap", "t", "t", "swap"),
    KeyRow("lobby", "bot", "b", "b", "bot"),
    KeyRow("lobby", "rules", "o", "o", "options"),
    KeyRow("lobby", "favourite", "f", "f", "favourite"),
    KeyRow("lobby", "word", "w", "w", "word"),
    KeyRow("lobby", "start", "s", "s", "start"),
    KeyRow("lobby", "admit", "a", "a", "admit"),
    KeyRow("lobby", "refuse", "x", "x", "refuse"),
    KeyRow("lobby", "chat", "c", "c", "chat"),
    KeyRow("lobby", "people", "m", "m", "people"),
    KeyRow("lobby", "deck", "v", "v", "deck"),
    KeyRow("lobby", "boss", "k", "k", "boss"),
    KeyRow("lobby", "leave", "q,escape", "q", "leave"),
    # the table
    *_digits("table", 0),
    KeyRow("table", "left", "left", "←", "move(-1)"),
    KeyRow("table", "right", "right", "→", "move(1)"),
    KeyRow("table", "up", "up", "↑", "move(-1)"),
    KeyRow("table", "down", "down", "↓", "move(1)"),
    KeyRow("table", "play", "enter,space", "Enter", "confirm"),
    KeyRow("table", "clear", "escape", "Esc", "clear"),
    KeyRow("table", "erase", "backspace", "Backspace", "erase"),
    KeyRow("table", "last", "l", "l", "letter('l')"),
    KeyRow("table", "board", "t", "t", "letter('t')"),
    KeyRow("table", "board_always", "f4", "F4", "board"),
    KeyRow("table", "hint", "d,f3", "d F3", "letter('d')"),
    KeyRow("table", "weis", "w", "w", "letter('w')"),
    KeyRow("table", "stoeck", "s", "s", "letter('s')"),
    KeyRow("table", "bedanken", "b", "b", "letter('b')"),
    KeyRow("table", "rest", "r", "r", "letter('r')"),
    KeyRow("table", "chat", "c", "c", "letter('c')"),
    KeyRow("table", "history", "h", "h", "letter('h')"),
    KeyRow("table", "deck", "v", "v", "letter('v')"),
    KeyRow("table", "proof", "p", "p", "letter('p')"),
    KeyRow("table", "pause", "f", "f", "letter('f')"),
    KeyRow("table", "anew", "n", "n", "letter('n')"),
    KeyRow("table", "people", "m", "m", "letter('m')"),
    KeyRow("table", "word", "i", "i", "letter('i')"),
    KeyRow("table", "rules", "o", "o", "letter('o')"),
    KeyRow("table", "boss", "k", "k", "letter('k')"),
    KeyRow("table", "leave", "q", "q", "letter('q')"),
    KeyRow("table", "contract_e", "e", "e", "letter('e')"),
    KeyRow("table", "contract_j", "j", "j", "letter('j')"),
    KeyRow("table", "contract_u", "u", "u", "letter('u')"),
    KeyRow("table", "contract_g", "g", "g", "letter('g')"),
    KeyRow("table", "admit", "a", "a", "letter('a')"),
    KeyRow("table", "refuse", "x", "x", "letter('x')"),
    # the end of a hand, of the Partie
    KeyRow("end", "ready", "enter,space", "Enter", "ready"),
    KeyRow("end", "board", "t,f4", "t", "board"),
    KeyRow("end", "proof", "p", "p", "proof"),
    KeyRow("end", "history", "h", "h", "history"),
    KeyRow("end", "rules", "o", "o", "options"),
    KeyRow("end", "chat", "c", "c", "chat"),
    KeyRow("end", "pause", "f", "f", "pause"),
    KeyRow("end", "people", "m", "m", "people"),
    KeyRow("end", "deck", "v", "v", "deck"),
    KeyRow("end", "boss", "k", "k", "boss"),
    KeyRow("end", "rematch", "n", "n", "rematch"),
    KeyRow("end", "leave", "q", "q", "leave"),
    # lists and pages
    *_digits("list"),
    *_list("list"),
    KeyRow("list", "left", "left", "←", "turn(-1)"),
    KeyRow("list", "right", "right", "→", "turn(1)"),
    KeyRow("list", "page_up", "pageup", "PgUp", "page(-1)"),
    KeyRow("list", "page_down", "pagedown", "PgDn", "page(1)"),
    KeyRow("list", "home", "home", "Home", "page(-1000)"),
    KeyRow("list", "end", "end", "End", "page(1000)"),
    KeyRow("list", "numbers", "v", "v", "numbers"),
    KeyRow("list", "favourite", "f", "f", "favourite"),
    KeyRow("list", "read_rules", "r", "r", "rules"),
    KeyRow("list", "leave", "q", "q", "back"),
    # the replay
    KeyRow("replay", "next", "right,space,enter", "→", "step(1)"),
    KeyRow("replay", "previous", "left", "←", "step(-1)"),
    KeyRow("replay", "next_hand", "down,pagedown", "↓", "hand(1)"),
    KeyRow("replay", "previous_hand", "up,pageup", "↑", "hand(-1)"),
    KeyRow("replay", "first", "home", "Home", "step(-100000)"),
    KeyRow("replay", "last", "end", "End", "step(100000)"),
    KeyRow("replay", "cards", "s", "s", "seat"),
    KeyRow("replay", "board", "t,f4", "t", "board"),
    KeyRow("replay", "history", "h", "h", "history"),
    KeyRow("replay", "deck", "v", "v", "deck"),
    KeyRow("replay", "back", "q,escape", "q", "back"),
)


def rows_of(scope: str) -> Iterator[KeyRow]:
    """The keys of one screen."""
    return (row for row in KEYS if row.scope == scope)


def bindings(scope: str) -> list[BindingType]:
    """The keys of one screen as Textual wants them; no footer shows them, the sheets do."""
    return [
        Binding(row.keys, row.action, row.name, show=False, id=row.id) for row in rows_of(scope)
    ]
