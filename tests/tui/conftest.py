"""What tests of screens share."""

from __future__ import annotations

from types import SimpleNamespace

import pytest


@pytest.fixture
def still_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """No second passes at the end of a hand: a busy machine must not change a picture."""
    monkeypatch.setattr("tui.screens.ends.time", SimpleNamespace(monotonic=lambda: 1000.0))
