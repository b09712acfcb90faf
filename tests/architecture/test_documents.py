"""What the pages say and the code says too is the same: names, numbers, commands, rooms, links."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import click
import pytest

from bench.run import all_rows
from net.core import bodies, limits, wire
from tui.commands import group
from tui.texts import speaker

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.glob("*.md")])
PROTOCOL = (DOCS / "protocol.md").read_text(encoding="utf-8")
ARCHITECTURE = (DOCS / "architecture.md").read_text(encoding="utf-8")


def section(text: str, heading: str) -> str:
    """What stands under a heading, up to the next one of any level."""
    return re.split(r"^#+ ", text.split(f"# {heading}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]


def table(text: str) -> list[list[str]]:
    """The rows of the tables in a text, as cells, without their head."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def tags(union: object) -> set[str]:
    """The names on the wire of all that a union holds."""
    return {str(kind.__struct_config__.tag) for kind in get_args(union)}


# --- protocol.md --------------------------------------------------------------------------------


def test_every_message_has_its_row() -> None:
    """The table of messages has each of them once, with every code of `bye`."""
    said = {row[0].strip("`"): row[2] for row in table(section(PROTOCOL, "Messages"))}

    assert set(said) == tags(wire.Message)
    codes = get_args(wire.Bye.__annotations__["code"])
    assert sorted(re.findall(r"`(\w+)`", said["bye"])) == sorted(codes)


def test_every_body_is_named() -> None:
    """Each kind of entry, and each step of the word, stands somewhere on the page."""
    named = set(re.findall(r"`(\w+)`|^\w+(?= += )", PROTOCOL, re.MULTILINE))

    assert tags(bodies.Body) <= named
    assert tags(wire.Talk) - {"say"} <= named


def test_every_purpose_of_a_signature_is_named() -> None:
    """What a device signs, it signs for one of the purposes of section 1."""
    listed = set(re.findall(r"`(jass/\w+/1)`", section(PROTOCOL, "1. Ground")))
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "net").rglob("*.py"))

    signed = set(re.findall(r"\b(?:sign|verify)\([^\"()]*\"(jass/\w+/1)\"", source))

    assert signed
    assert signed <= listed
    assert {purpose for purpose in listed if f'"{purpose}"' not in source} == set()


def kib(size: int) -> str:
    return f"{size // 1024} KiB"


def seconds(duration: int) -> str:
    return f"{duration // 1000} s"


def test_limits_are_those_of_the_code() -> None:
    """The table of section 9 says of each bound what net/core/limits.py says."""
    lim = limits
    frames = lim.SPECTATOR_FRAMES_PER_SECOND
    expected = {
        "frame, before and after the greeting": f"{kib(lim.HELLO_BYTES)}, {kib(lim.FRAME_BYTES)}",
        "greeting": f"{seconds(lim.HANDSHAKE_MS)}; {lim.UNAUTHENTICATED_LINKS} at once, "
        f"{lim.UNAUTHENTICATED_LINKS_PER_ADDRESS} per address",
        "links": f"{lim.LINKS}; of those {lim.STRANGERS} for devices without a seat, "
        f"{lim.LINKS_PER_DEVICE} for one device with a seat",
        "people who look on": f"{lim.SPECTATORS}; {frames} frames a second from each",
        "frames a second on any other link": f"{lim.WORDS_PER_SECOND} without entries, "
        f"{lim.ENTRY_FRAMES_PER_SECOND:,} with entries",
        "without knocking, or without sitting down when it may": seconds(lim.STRANGER_MS),
        "body of an entry": kib(lim.BODY_BYTES),
        "entries per author and hand": f"{lim.ENTRIES_PER_AUTHOR_AND_HAND:,}",
        "void entries of one orderer in a hand": f"{lim.VOID_ENTRIES_PER_HAND}",
        "proposals waiting": f"{lim.PENDING_PROPOSALS}",
        "proposals of one device that get no number": f"{lim.REFUSED_PER_SECOND} a second",
        "frames of records of one device that bring nothing new": (
            f"{lim.USELESS_PER_SECOND} a second"
        ),
        "proposals of one author that a guest passes on": f"{lim.PASSED_ON_PER_SECOND} a second",
        "log": f"{lim.LOG_ENTRIES:,} entries",
        "waiting to be sent to one device": f"{lim.SEND_QUEUE_BYTES // 2**20} MiB, "
        f"{seconds(lim.SEND_STALL_MS)}",
        "name, table, chat": f"{lim.NAME_CELLS}, {lim.TABLE_NAME_CELLS}, {lim.CHAT_CELLS} cells",
        "chat": f"{lim.CHAT_LINES_PER_MINUTE} lines a minute",
        "pauses": f"{lim.PAUSES_PER_HAND} for each person and hand",
        "taking up a seat whose person was away": f"{lim.RETURNS_PER_HAND} on each seat, "
        "until the next hand is dealt",
        "another address for a seat one has": f"{lim.MOVES_PER_HAND}, until the next hand is dealt",
        "one kind of thing that nobody asked for": f"{lim.ASIDES_PER_HAND} from each seat, "
        "until the next hand is dealt",
        "found tables": f"{lim.FOUND_TABLES}, {lim.PROBE_ADDRESSES} addresses each",
    }

    assert dict(table(section(PROTOCOL, "9. Limits"))) == expected


# --- architecture.md ----------------------------------------------------------------------------


def rooms() -> dict[str, tuple[int, int]]:
    """Each module of net/core with its row, and its place in it where «then» makes steps."""
    found: dict[str, tuple[int, int]] = {}
    for number, row in enumerate(table(section(ARCHITECTURE, "The network"))):
        for step, names in enumerate(row[0].split("then")):
            for name in re.findall(r"`(\w+)`", names):
                assert name not in found, name
                found[name] = number, step
    return found


def imported(path: Path) -> Iterator[str]:
    """The modules of net/core that one of them imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "net.core":
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("net.core."):
            yield str(node.module).split(".")[2]


def test_every_room_of_the_core_is_described() -> None:
    """The table has each module of net/core once, and each imports only from rooms above it."""
    place = rooms()
    files = {path.stem: path for path in (ROOT / "net" / "core").glob("[a-z]*.py")}

    assert set(place) == set(files)
    wrong = [
        f"{name} imports {other}"
        for name, path in files.items()
        for other in imported(path)
        if place[other][0] > place[name][0]
        or (place[other][0] == place[name][0] and place[other][1] > place[name][1])
    ]
    assert wrong == []


@pytest.mark.parametrize("package", ["engine", "net"])
def test_every_layer_is_a_module(package: str) -> None:
    """The layers of a package are its modules, none forgotten and none that is gone."""
    found = re.search(rf"Inside `{package}`[^:]*: (.*?)\. ", ARCHITECTURE, re.DOTALL)
    assert found
    there = {path.stem for path in (ROOT / package).iterdir() if path.name[0].isalpha()}

    assert set(re.findall(r"`(\w+)`", found[1])) == there


# --- commands and links -------------------------------------------------------------------------

INLINE = re.compile(r"`jass( [^`\n]+)?`")
BLOCK = re.compile(r"^```(?:sh)?\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
LINE = re.compile(r"(?:^|/|\$ |&& )jass\b([^#\n|&]*)", re.MULTILINE)


def commands(text: str) -> Iterator[list[str]]:
    """The arguments of every `jass …` that a page shows: in a sentence or in a block."""
    blocks = "\n".join(BLOCK.findall(text))
    for found in [*INLINE.findall(text), *LINE.findall(blocks)]:
        yield found.split()


def unknown(arguments: list[str]) -> list[str]:
    """The words of a command line that `jass` has no command or no option for."""
    root = group(speaker("en"))
    context = click.Context(root)
    known = {name for item in root.params for name in item.opts}
    wrong = []
    if arguments and not arguments[0].startswith("-"):
        if arguments[0] not in root.list_commands(context):
            return arguments[:1]
        command = root.get_command(context, arguments[0])
        assert command
        known |= {name for item in command.params for name in item.opts} | {"--help"}
    for word in arguments:
        if word.startswith("-") and word not in known:
            wrong.append(word)
    return wrong


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_that_is_shown_exists(page: Path) -> None:
    """Whoever types what a page shows is understood."""
    shown = list(commands(page.read_text(encoding="utf-8")))

    assert [(line, wrong) for line in shown if (wrong := unknown(line))] == []


@pytest.mark.parametrize(
    "planted", ["`jass dance`", "`jass host --loud`", "```\njass join -x\n```\n"]
)
def test_a_planted_command_is_found(planted: str) -> None:
    """The search above can fail."""
    assert [unknown(line) for line in commands(planted)] != [[]]
    assert any(unknown(line) for line in commands(planted))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_module_and_link_leads_somewhere(page: Path) -> None:
    """`python -m x.y` is a module of ours, a benchmark has a row, a link has a file."""
    text = page.read_text(encoding="utf-8")
    runs = re.findall(r"python -m ((?:tests|bench)[\w.]*)", text)
    targets = [(ROOT / name.strip(".").replace(".", "/")) for name in runs]
    links = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", text)

    assert [str(t) for t in targets if not (t.is_dir() or t.with_suffix(".py").is_file())] == []
    assert set(re.findall(r"python -m bench (\w+)", text)) <= {row.name for row in all_rows()}
    assert [link for link in links if not (page.parent / link).exists()] == []
