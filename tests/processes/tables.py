"""Tables of real processes: who sits down, in which network, with which program."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tests.processes.networks import Bridge, allowed
from tests.processes.seats import JASS, Seat, jass, logs, same_log

NAMES = ("Lara", "Ueli", "Noemie", "Marco")
LOOPBACK = ("--bind", "127.0.0.1")


@contextlib.contextmanager
def network() -> Iterator[Bridge | None]:
    """Four namespaces on a bridge where the system allows it, else loopback."""
    if allowed():
        with Bridge(4) as lan:
            yield lan
    else:
        yield None


def where(lan: Bridge | None) -> tuple[str, ...]:
    """The arguments that keep processes to themselves where they have no network of their own."""
    return LOOPBACK if lan is None else ()


def prefix(lan: Bridge | None, place: int) -> Sequence[str]:
    """What runs a command at this place of the network."""
    return () if lan is None else lan.prefixes[place]


@contextlib.contextmanager
def seated(
    folder: Path,
    name: str,
    *options: str,
    lan: Bridge | None = None,
    people: int = 4,
    programs: Mapping[int, Sequence[str]] | None = None,
) -> Iterator[list[Seat]]:
    """A table with bots' hands on every seat: a host, and guests that are told its address.

    ``programs`` are other commands than `jass` for some seats.
    """
    commands = programs or {}
    with contextlib.ExitStack() as stack:
        host = stack.enter_context(
            Seat(
                *("host", "--name", name, "--open", "--port", "0", "--player", NAMES[0]),
                *("--autoplay", "normal", *options, *where(lan)),
                home=folder / NAMES[0],
                prefix=prefix(lan, 0),
                program=commands.get(0, JASS),
            )
        )
        address = host.until("table")["address"]
        seats = [host]
        for place in range(1, people):
            home = folder / NAMES[place]
            seat = guest(home, address, lan, place, commands.get(place, JASS))
            seats.append(stack.enter_context(seat))
            host.until("lobby", seats=Sitting(place + 1))
        yield seats


class Sitting:
    """Equal to the seats of a lobby in which so many people and bots sit."""

    def __init__(self, count: int) -> None:
        self._count = count

    def __eq__(self, seats: object) -> bool:
        return isinstance(seats, list) and sum(bool(s["name"]) for s in seats) >= self._count

    __hash__ = None  # type: ignore[assignment]


def guest(
    home: Path,
    table: str,
    lan: Bridge | None = None,
    place: int = 0,
    program: Sequence[str] = JASS,
) -> Seat:
    """Somebody who sits down, or comes back, by the table's name or address."""
    return Seat(
        *("join", table, "--player", home.name, "--autoplay", "normal", *where(lan)),
        home=home,
        prefix=prefix(lan, place),
        program=program,
    )


def resumed(home: Path, table: str = "", lan: Bridge | None = None, place: int = 0) -> Seat:
    """Somebody who takes a table up again from the log on the disk."""
    return Seat(
        *("host", f"--resume={table}", "--port", "0", "--player", home.name),
        *("--autoplay", "normal", *where(lan)),
        home=home,
        prefix=prefix(lan, place),
    )


def check_proven(folder: Path, seats: Sequence[Seat], code: int = 0) -> list[str]:
    """Every seat has one log, all are equal to the byte, and `jass verify` judges all alike.

    Returns what it said, line by line.
    """
    saved = logs([seat.home for seat in seats])
    assert same_log(saved), [log.stat().st_size for log in saved]
    said = set()
    for log in saved:
        done = jass("verify", str(log), "--lang", "en", home=folder / "verifier")
        assert done.returncode == code, done.stdout + done.stderr
        said.add(done.stdout)
    (words,) = said
    return words.splitlines()
