"""Tables on the network, and the table before the first card: seats, rules, the word."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.cards import Card
from net.updates import WaitingFor
from tui.present.canvas import Canvas, fit, width_of
from tui.present.chat import draw_said
from tui.present.gallery import gallery_names
from tui.present.goal import rules_played
from tui.present.known import Known
from tui.present.look import Key, Look, foot, head
from tui.present.menu import wrap
from tui.present.moved import other_text
from tui.present.short import result_text
from tui.present.tablerules import is_house_game, preset_name, rule_lines
from tui.skins.decks import Skin

__all__ = [
    "TableRow",
    "draw_lobby",
    "draw_tables",
    "knock_text",
    "seat_word",
    "word_text",
]


@dataclass(frozen=True, slots=True)
class TableRow:
    """One found table.

    Attributes:
        name: of the table, clean.
        host: the person who opened it.
        game: slug of the game.
        taken: seats taken; ``seats`` how many there are.
        latency_ms: of the TCP probe; None when nobody answered.
        state: ``waiting``, ``playing`` or ``silent``.
        known: the host's identity was met and compared before.
        address: ``host:port``.
        options: the rules it is played by, as far as it has told them.
        table: which table it is, whatever its name and address.
        mine: the name I have there, where a seat waits for me; else empty.
    """

    name: str
    host: str
    game: str
    taken: int
    seats: int
    latency_ms: int | None
    state: str
    known: bool
    address: str
    options: Mapping[str, str] = field(default_factory=dict)
    table: bytes = b""
    mine: str = ""

    @property
    def answers(self) -> bool:
        """Whether somebody was there when it was asked."""
        return self.latency_ms is not None


SEARCH_KEYS: tuple[Key, ...] = (
    ("c", "key.address"),
    ("d", "key.doctor"),
    ("n", "key.new_table"),
    ("Esc", "key.back"),
    ("?", "key.help"),
)
TABLE_KEYS: tuple[Key, ...] = (("↑↓", "key.choose"), ("Enter", "key.join"), ("w", "key.watch"))
WATCHED_KEYS: tuple[Key, ...] = (("↑↓", "key.choose"), ("Enter", "key.watch"))


def draw_tables(
    look: Look,
    tables: Sequence[TableRow],
    chosen: int,
    *,
    note: str,
    searching: bool,
    hints: bool,
    watch: bool = False,
) -> Canvas:
    """The tables found on the network; an address can always be typed.

    ``watch``: whoever chooses one only looks on.
    """
    canvas, say = look.canvas(), look.say
    row = tables[chosen] if 0 <= chosen < len(tables) else None
    me = row.mine if row is not None and row.mine else look.settings.player
    y = head(canvas, f"JASS   {say('tables.title')}", me)
    wide = look.width >= 72
    spots = (1, 4, 22, 34, 50, 58, 65) if wide else (1, 4, 4, 22, 22, 22, 27)
    if wide:
        for spot, code in zip(
            spots[1:], ("name", "host", "game", "seats", "ping", "state"), strict=True
        ):
            canvas.put(spot, y, say(f"tables.{code}"), "dim")
        y += 1
    room = look.height - y - (10 if look.height >= 20 and hints else 5)
    first = max(0, chosen - room + 1)
    for place, one in enumerate(tables[first : first + max(room, 1)], start=first):
        ink = "strong" if place == chosen else ("dim" if one.state == "silent" else "")
        canvas.put(0, y, " ▶" if place == chosen else "  ", "key")
        canvas.put(2, y, str(place + 1) if place < 9 else "", "key")
        canvas.put(spots[1], y, fit(one.name, 17), ink)
        if wide:
            canvas.put(spots[2], y, fit(one.host, 11), ink)
            canvas.put(spots[3], y, fit(say(f"game.{one.game}"), 15), ink)
        canvas.put(spots[4], y, f"{one.taken}/{one.seats}", ink)
        if wide:
            ping = "--" if one.latency_ms is None else f"{one.latency_ms} ms"
            canvas.put(spots[5], y, ping, ink)
        mine = one.mine and one.answers
        state = say("tables.state.mine" if mine else f"tables.state.{one.state}")
        canvas.put(spots[6], y, fit(state, look.width - spots[6]), ink)
        y += 1
    if not tables:
        canvas.put(3, y, say("tables.none"), "dim")
        y += 1
    y += 1
    if row is not None:
        words = [row.address]
        if row.host:  # who does not answer has no name that anybody could vouch for
            words.append(say("tables.known" if row.known else "tables.new", name=row.host))
        if row.mine:
            words.append(say("tables.mine", name=row.mine))
        canvas.put(1, y, fit("   ".join(words), look.width - 2))
        y += 1
        # Nobody should have to sit down to learn what is played.
        rules = rule_lines(look, row.game, row.seats, row.options, look.width - 6)
        if len(rules) > 2:
            rules = [rules[0], f"{rules[1]} …"]
        for rule in rules if look.height >= 14 else ():
            canvas.put(3, y, rule, "dim")
            y += 1
    if searching:
        canvas.put(1, y, fit(say("tables.searching", count=len(tables)), look.width - 2), "dim")
        y += 1
    if note:
        canvas.put(1, y, fit(note, look.width - 2), "bad")
        y += 1
    if hints and look.height - y >= 7 and wide:
        top = look.height - 7
        canvas.box(0, top, look.width, 5, "thin", "rule")
        canvas.put(2, top, f" {say('tables.hint')} ", "title")
        for line, code in enumerate(("macos", "windows", "always")):
            text = say(f"tables.hint.{code}")
            canvas.put(2, top + 1 + line, fit(text, look.width - 4))
    choosing = WATCHED_KEYS if watch else TABLE_KEYS
    foot(canvas, look, (*(choosing if tables else ()), *SEARCH_KEYS))
    return canvas


def seat_word(look: Look, seat: int, seats: int) -> str:
    """What a seat is called before anybody knows who sits at the bottom of whose screen."""
    if seats == 4:
        return look.say(f"seat.{seat}")
    return look.say("seat.other", number=seat + 1)


def word_text(look: Look, card: Card) -> str:
    """A card of the word with both its names: what is read aloud may not depend on a look."""
    german = Skin("german", look.settings.lang).card(card)
    french = Skin("french", look.settings.lang).card(card)
    return f"{german} ({french})"


HOST_KEYS: tuple[Key, ...] = (
    ("1-9", "key.seat"),
    ("Enter", "key.sit"),
    ("b", "key.bot"),
    ("o", "key.rules"),
    ("q", "key.leave"),
    ("t", "key.swap"),
    ("c", "key.chat"),
    ("f", "key.favourite"),
    ("?", "key.help"),
)
GUEST_KEYS: tuple[Key, ...] = (
    ("1-9", "key.seat"),
    ("Enter", "key.sit"),
    ("o", "key.rules"),
    ("c", "key.chat"),
    ("q", "key.leave"),
    ("f", "key.favourite"),
    ("?", "key.help"),
)
LONG_S = 3
"""Seconds without a table after which they are counted before the person's eyes."""

WATCH_KEYS: tuple[Key, ...] = (("o", "key.rules"), ("q", "key.leave"), ("?", "key.help"))


def draw_lobby(
    look: Look,
    known: Known,
    chosen: int,
    swapping: int | None,
    note: str = "",
    joining: str | None = None,
    waited: int = 0,
    *,
    seeking: bool = False,
) -> Canvas:
    """The table before the Partie.

    Args:
        look: the screen.
        known: what this device was told.
        chosen: the seat under the cursor.
        swapping: the seat that waits for its partner in a swap.
        note: one line that answers the last key.
        joining: whose table it is going to be: a name or address, empty for the only one there is;
            None for a table of one's own.
        waited: for how many seconds there has been no table.
        seeking: whether ``joining`` is a name, which is looked for before anybody is dialled.
    """
    canvas, say = look.canvas(), look.say
    lobby, table = known.lobby, known.table
    name = table.table if table else ""
    address = table.address if table else ""
    y = head(canvas, f"JASS   {name}" if name else "JASS", address)
    if lobby is None:
        for line in wrap(_opening(look, known, joining, waited, seeking), look.width - 2):
            y += 1
            canvas.put(1, y, line, "dim")
        foot(canvas, look, (("q", "key.leave"), ("?", "key.help")))
        return canvas
    seats = len(lobby.seats)
    preset = preset_name(look, lobby.game, seats, lobby.options, lobby.preset)
    at = canvas.put(1, y, say(f"game.{lobby.game}"), "strong")
    if is_house_game(lobby.game):
        canvas.put(at + 3, y, say("options.house"), "dim")
    canvas.right(look.width - 1, y, fit(preset, look.width - 16), "dim")
    y += 1
    for info in lobby.seats:
        _seat_line(canvas, look, y, info.seat, known, chosen, swapping)
        y += 1
    y += 1
    before = before_text(look, known, look.width - 2)
    if before and look.height >= 14:
        canvas.put(1, y, before, "strong")
        y += 1
    if known.knocks and look.height >= 14:
        canvas.put(1, y, fit(knock_text(look, known), look.width - 2), "turn")
        y += 1
    for line in _beside(look, known) if look.height >= 14 else ():
        canvas.put(1, y, line, "turn")
        y += 1
    y = _word(canvas, look, known, y)
    y = _rules(canvas, look, known, y)
    if known.gallery and y < look.height - 3:
        canvas.put(1, y, fit(gallery_names(look, known), look.width - 2), "dim")
        y += 1
    free = sum(1 for info in lobby.seats if not info.name)
    host = next((info for info in lobby.seats if info.hosts), None)
    if look.height < 14 and _beside(look, known):
        text = _beside(look, known)[0]
    elif host is not None and not host.connected:
        text = say("lobby.host_away", name=host.name)
    elif known.watching:
        text = say("lobby.watching")
    elif free:
        code = "lobby.free_one" if free == 1 else "lobby.free"
        text = say(f"{code}_host" if lobby.host else code, count=free)
    else:
        text = say("lobby.full_host" if lobby.host else "lobby.full")
    bottom = look.height - 2
    canvas.clear(0, bottom, look.width, 1)
    if known.knocks and look.height < 14:
        canvas.put(1, bottom, fit(knock_text(look, known), look.width - 2), "turn")
    elif note:
        canvas.put(1, bottom, fit(note, look.width - 2), "bad")
    else:
        gone = host is not None and not host.connected
        ink = "bad" if gone else "dim" if free else "good"
        canvas.put(1, bottom, fit(text, look.width - 2), ink)
    draw_said(canvas, known.chat, 1, min(y + 1, bottom), bottom, look.width - 2)
    keys = WATCH_KEYS if known.watching else HOST_KEYS if lobby.host else GUEST_KEYS
    if not known.watching:
        keys = ((f"1-{min(seats, 9)}", "key.seat"), *keys[1:])
    if swapping is not None:
        foot(canvas, look, (keys[0], ("Enter", "key.swap"), ("Esc", "key.back"), ("?", "key.help")))
        return canvas
    now: list[Key] = [("w", "key.word")] if known.word_open else []
    if lobby.host and all(info.name for info in lobby.seats):
        now.insert(0, ("s", "key.start"))
    foot(canvas, look, (*keys[:2], *now, *keys[2:]))
    return canvas


def before_text(look: Look, known: Known, room: int) -> str:
    """The score of another table that this one starts from, and whose it is; else nothing.

    A seat that nobody has yet is called by its place: whoever sits down there has its points.
    """
    lobby = known.lobby
    if lobby is None or not lobby.before:
        return ""
    seats = len(lobby.seats)
    sides = [
        [known.name(seat) or seat_word(look, seat, seats) for seat in side]
        for side, _ in lobby.before
    ]
    start = look.say("lobby.before")
    score = [points for _, points in lobby.before]
    return f"{start} {result_text(sides, score, room - width_of(start) - 1) or ''}"


def _opening(look: Look, known: Known, joining: str | None, waited: int, seeking: bool) -> str:
    """What is happening before there is a table, and since when if that is long."""
    text = _happening(look, known, joining, seeking)
    return text if waited < LONG_S else f"{text}   {look.say('table.since', seconds=waited)}"


def _happening(look: Look, known: Known, joining: str | None, seeking: bool) -> str:
    if joining is None:
        return look.say("lobby.opening")
    states = {link.state: name for name, link in known.links.items() if name}
    if "reconnecting" in states and "up" not in states:
        return look.say("tables.joining", address=states["reconnecting"])
    if known.waiting is not None and known.waiting.why is WaitingFor.ADMISSION:
        return look.say("lobby.knocked")
    if not joining:
        return look.say("lobby.searching")
    if seeking and not known.links:
        return look.say("lobby.seeking", table=joining)
    return look.say("tables.joining", address=joining)


def knock_text(look: Look, known: Known) -> str:
    """Who wants in, the first of how many, and the keys that answer."""
    text, count = _knock_text(look, known), len(known.knocks)
    return text if count == 1 else f"1/{count}  {text}"


def _knock_text(look: Look, known: Known) -> str:
    knock = known.knocks[0]
    if knock.seat is not None and look.width >= 60:
        return look.say("lobby.knock_seat", name=knock.name, before=known.name(knock.seat))
    if knock.watches:
        code = "lobby.watch_known" if knock.known else "lobby.watch"
        code = "lobby.watch_short" if look.width < 60 else code
    else:
        code = "lobby.knock_known" if knock.known else "lobby.knock"
        code = "lobby.knock_other" if knock.identity_hex in known.other_keys else code
        code = "lobby.knock_short" if look.width < 60 else code
    return look.say(code, name=knock.name)


def _seat_line(
    canvas: Canvas,
    look: Look,
    y: int,
    seat: int,
    known: Known,
    chosen: int,
    swapping: int | None,
) -> None:
    say = look.say
    info = next(info for info in known.seats if info.seat == seat)
    ink = "strong" if seat == chosen else ""
    canvas.put(1, y, "▶" if seat == chosen else " ", "key")
    canvas.right(4, y, str(seat + 1), "key")
    at = max(canvas.put(5, y, seat_word(look, seat, len(known.seats)), ink) + 1, 13)
    if not info.name:
        canvas.put(at, y, say("lobby.seat_free"), "dim")
    elif info.bot is not None:
        bot = say("table.bot_for", name=info.name) if info.away else f"BOT {info.name}"
        canvas.put(at, y, fit(bot, 31 - at), ink)
    else:
        canvas.put(at, y, fit(info.name, 31 - at), ink)
    notes = [_partners(look, known, seat)] if len(known.seats) > 4 else []
    if swapping == seat:
        notes.append(say("lobby.swapping"))
    if info.you:
        notes.append(say("lobby.you"))
    if info.bot is not None:
        notes.append(say("lobby.bot_at", level=say(f"level.{info.bot}"), device=info.device))
    elif info.name and not info.you:
        other = info.identity_hex in known.other_keys
        notes.append(
            say("lobby.other_key" if other else "lobby.known" if info.known else "lobby.new")
        )
    if info.name and not info.connected and not info.away:
        notes.append(say("lobby.away"))
    if info.latency_ms is not None and info.bot is None:
        notes.append(f"{info.latency_ms} ms")
    canvas.put(32, y, fit("   ".join(filter(None, notes)), look.width - 33), "dim")


def _partners(look: Look, known: Known, seat: int) -> str:
    """Which seats play with this one, where that is not simply who sits opposite of four."""
    rules = rules_played(known)
    side = () if rules is None else rules.setup.sides[rules.side_of[seat]]
    others = ", ".join(str(other + 1) for other in side if other != seat)
    return look.say("lobby.plays_with", seats=others) if others else ""


def _word(canvas: Canvas, look: Look, known: Known, y: int) -> int:
    say = look.say
    if known.word is None:
        return y
    if known.word_failed:
        for line in wrap(say("word.lost"), look.width - 2):
            canvas.put(1, y, line, "bad")
            y += 1
        return y
    if not known.word_open:
        canvas.put(1, y, fit(say("lobby.word_ok"), look.width - 2), "good")
        return y + 1
    canvas.put(1, y, fit(say("lobby.word_read"), look.width - 2))
    cards = "   ".join(word_text(look, card) for card in known.word.cards)
    if width_of(cards) > look.width - 4:  # no card of it may be missing
        cards = "  ".join(look.skin.card(card) for card in known.word.cards)
    canvas.put(3, y + 1, fit(cards, look.width - 4), "title")
    return y + 3


def _rules(canvas: Canvas, look: Look, known: Known, y: int) -> int:
    """The rules of this table: first what every quarrel is about, then what is not usual."""
    lobby = known.lobby
    if lobby is None or y >= look.height - 4:
        return y
    x = 11
    canvas.put(1, y, look.say("lobby.rules"), "title")
    lines = rule_lines(look, lobby.game, len(lobby.seats), lobby.options, look.width - x - 1)
    for line in lines[: look.height - 3 - y]:
        canvas.put(x, y, line)
        y += 1
    return y + 1


def _beside(look: Look, known: Known) -> list[str]:
    """For who waits here alone: that somebody else does at a table of the same name."""
    if known.other is None or known.people:
        return []
    return wrap(other_text(look, known.other), look.width - 2)
