"""What is really loaded at run time: the static contracts cannot see an import made late."""

import json
import os
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

HEAVY = {"click", "msgspec", "cryptography", "zeroconf"}

LOADED = """
import json, sys
sys.argv = {arguments!r}
try:
    from tui.__main__ import main
    main()
except SystemExit:
    pass
print(json.dumps(sorted({{name.split(".")[0] for name in sys.modules}})), file=sys.stderr)
"""


def loaded(home: Path, *arguments: str) -> set[str]:
    """Top-level modules that a process has loaded after a command."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED.format(arguments=["jass", *arguments])],
        env={**os.environ, "JASS_HOME": str(home)},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=True,
        timeout=100,
    )
    return set(json.loads(done.stderr.splitlines()[-1]))


@pytest.mark.parametrize(
    "arguments",
    [("--version",), ("--help",), ("rules",), ("host", "--help")],
)
def test_small_commands_load_neither_textual_nor_the_network(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    """Help, version and rules are there at once."""
    assert not loaded(tmp_path, *arguments) & {"textual", "cryptography", "zeroconf"}


def test_headless_never_loads_textual(tmp_path: Path) -> None:
    """A script's process is small: a seat without a screen imports no Textual, from end to end."""
    modules = loaded(tmp_path, "play", "--headless", "--autoplay", "easy", "--set", "ziel=500")

    assert "textual" not in modules
    assert "cryptography" in modules


def test_verify_never_loads_textual(tmp_path: Path) -> None:
    """Checking a file needs no screen."""
    broken = tmp_path / "broken.jass"
    broken.write_bytes(b"no log")

    assert "textual" not in loaded(tmp_path, "verify", str(broken))


FIRST_FRAME = """
import json, pathlib, sys
from textual.drivers.linux_driver import LinuxDriver

write = LinuxDriver.write

def watched(self, data):
    place = pathlib.Path({place!r})
    if "JASS" in data.upper() and not place.exists():
        names = sorted({{name.split(".")[0] for name in sys.modules}})
        place.with_suffix(".part").write_text(json.dumps(names))
        place.with_suffix(".part").rename(place)
    return write(self, data)

LinuxDriver.write = watched
sys.argv = ["jass"]
from tui.__main__ import main
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_the_first_frame_is_painted_before_anything_heavy_is_loaded(tmp_path: Path) -> None:
    """`jass` alone in a real terminal: at the first frame there is no click and no network."""
    import pty

    place = tmp_path / "modules.json"
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(JASS_HOME=str(tmp_path), TERM="xterm-256color", COLUMNS="80", LINES="24")
        os.execv(sys.executable, [sys.executable, "-c", FIRST_FRAME.format(place=str(place))])
    try:
        end = time.monotonic() + 30
        while not place.exists() and time.monotonic() < end:
            if select.select([terminal], [], [], 0.1)[0]:
                os.read(terminal, 65536)
        loaded = set(json.loads(place.read_text()))
    finally:
        os.kill(child, 9)
        os.waitpid(child, 0)
        os.close(terminal)

    assert "textual" in loaded
    assert not loaded & HEAVY
