"""`jass doctor` says what it measured on this device."""

import socket
from pathlib import Path

import pytest

from tui.commands import run


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own."""
    monkeypatch.setenv("JASS_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.mark.timeout(60)
def test_it_names_version_folder_port_and_multicast(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every line is a finding; what is not as it should be begins with «!» and makes exit 1."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code = run(["doctor", "--bind", "127.0.0.1", "--port", str(port)])
    lines = capsys.readouterr().out.splitlines()

    assert code == 1
    assert lines[0].startswith("  Jass 0.")
    assert f"  Ordner: {home}." in lines
    assert any(line.startswith("! ") and f"Port {port} ist besetzt" in line for line in lines)
    assert any("Multicast" in line and "127.0.0.1" in line for line in lines)
    assert any("Firewall" in line for line in lines)
