"""What tests of screens share."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tui.screens import base


@pytest.fixture
def still_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """No second passes at the end of a hand: a busy machine must not change a picture."""
    monkeypatch.setattr("tui.screens.ends.time", SimpleNamespace(monotonic=lambda: 1000.0))


@pytest.fixture
def awake(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys count at once; the pause has a test of its own."""
    monkeypatch.setattr(base, "DEAD_TIME", 0.0)
