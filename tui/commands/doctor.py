"""The command `doctor`: why no table is found, as far as this device can tell.

It says what it measured and guesses only where it says so: another device's firewall cannot be seen
from here, but an announced table that does not answer is its usual sign.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import platform
import socket
import struct
import sys
import tempfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import ifaddr

from net.commands import DEFAULT_PORT
from net.errors import JassError
from net.release import release
from tui.commands.common import (
    chair_language,
    home_of,
    language_options,
    local_address,
)
from tui.commands.usage import Once, number_option
from tui.texts import Say, error_text, speaker

if TYPE_CHECKING:
    from net.session import Found

__all__ = ["doctor_command", "findings"]

MDNS = ("224.0.0.251", 5353)
ECHO_SECONDS = 1.5
SEARCH_SECONDS = 4.0

# A question for «_jass._tcp.local.»: the datagram that a search sends, so what answers is a search.
QUESTION = (
    struct.pack("!6H", 0, 0, 1, 0, 0, 0)
    + b"\x05_jass\x04_tcp\x05local\x00"
    + struct.pack("!2H", 12, 1)
)


def doctor_command(say: Say) -> click.Command:
    """`jass doctor`: looks at this device and its network."""

    @click.command("doctor", cls=Once, help=say("cli.help_doctor"))
    @number_option(say, "--port", 1, 65535, text="port", default=DEFAULT_PORT)
    @click.option("--bind", metavar=say("cli.meta.address"), help=say("cli.bind"))
    @language_options(say)
    def doctor(port: int, bind: str | None, **options: Any) -> int:
        words = speaker(chair_language(options))
        local_address(bind)
        home = home_of(options)
        good = True
        for fine, line in findings(words, home, port, bind):
            click.echo(("  " if fine else "! ") + line)
            good = good and fine
        return 0 if good else 1

    return doctor


def findings(say: Say, home: Path, port: int, bind: str | None) -> Iterator[tuple[bool, str]]:
    """What was found, each with whether it is as it should be."""
    system = f"{platform.system()} {platform.release()}"
    yield (
        True,
        say("doctor.version", version=release(), python=platform.python_version(), system=system),
    )
    yield _home(say, home)
    addresses = [bind] if bind else list(_addresses())
    for address in addresses:
        yield True, say("doctor.interface", name=_name_of(address), address=address)
    if not addresses:
        yield False, say("doctor.no_interface")
    yield _port(say, port, bind)
    for address in addresses:
        heard = _echo(address)
        yield heard, say("doctor.echo" if heard else "doctor.no_echo", address=address)
    yield from _tables(say, home, bind)
    now = datetime.now().astimezone()
    yield True, say("doctor.clock", time=now.strftime("%Y-%m-%d %H:%M %Z"))
    firewall = {"darwin": "mac", "win32": "windows"}.get(sys.platform, "linux")
    yield True, say(f"doctor.firewall_{firewall}", port=port)


def _home(say: Say, home: Path) -> tuple[bool, str]:
    try:
        home.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=home):
            return True, say("doctor.home", home=home)
    except OSError:
        return False, say("doctor.home_closed", home=home)


def _adapters() -> Iterator[tuple[str, str]]:
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            if isinstance(ip.ip, str):
                yield adapter.nice_name, ip.ip


def _addresses() -> Iterator[str]:
    """IPv4 addresses that other devices could reach."""
    for _, address in _adapters():
        if not ipaddress.ip_address(address).is_loopback:
            yield address


def _name_of(address: str) -> str:
    return next((name for name, found in _adapters() if found == address), "?")


def _port(say: Say, port: int, bind: str | None) -> tuple[bool, str]:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if sys.platform != "win32":  # there the option would let a second program take the port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((bind or "", port))
        except OSError:
            return False, say("doctor.port_used", port=port)
    return True, say("doctor.port_free", port=port)


def _echo(address: str) -> bool:
    """Whether a multicast datagram sent on an interface is heard on it again."""
    local = socket.inet_aton(address)
    with contextlib.ExitStack() as stack:
        sender, hearer = (
            stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) for _ in range(2)
        )
        try:
            hearer.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if hasattr(socket, "SO_REUSEPORT"):
                hearer.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            hearer.bind(("", MDNS[1]))
            group = socket.inet_aton(MDNS[0]) + local
            hearer.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
            hearer.settimeout(ECHO_SECONDS)
            sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, local)
            sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 1)
            sender.sendto(QUESTION, MDNS)
            for _ in range(64):  # a busy network: our own datagram may not be the first
                if hearer.recvfrom(9000)[0] == QUESTION:
                    return True
        except OSError:
            return False
    return False


def _tables(say: Say, home: Path, bind: str | None) -> Iterator[tuple[bool, str]]:
    """The tables that were found, and those that are announced but do not answer.

    Without a home that can be read there is no search.
    """
    try:
        found = asyncio.run(_search(home, bind))
    except JassError as error:
        yield False, error_text(say, error.code, error.facts, error.sentence)
        return
    for table in found:
        if table.latency_ms is None:
            yield (
                False,
                say(
                    "doctor.table_silent", table=table.name, address=table.address, port=table.port
                ),
            )
    answering = [
        f"{table.name} ({table.address})" for table in found if table.latency_ms is not None
    ]
    if answering:
        yield True, say("doctor.tables", tables=", ".join(answering))
    elif not found:
        yield True, say("doctor.no_tables")


async def _search(home: Path, bind: str | None) -> list[Found]:
    from net import session

    browser = session.tables(home, bind)
    try:
        await asyncio.sleep(SEARCH_SECONDS)
        return list(browser.found)
    finally:
        await browser.close()
