"""Reasons have stable codes, and rows where the decision table refuses."""

from __future__ import annotations

import pytest

from engine.errors import IllegalAction, Reason


def test_rows_that_can_refuse() -> None:
    """Rows 0, 2, 4, 5 and 11 allow every card; 7 and 8 refuse only under the S004 option."""
    rows = {reason.row for reason in Reason if reason.row is not None}
    assert rows == {1, 3, 6, 7, 8, 9, 10}
    assert all(reason.endswith("s004") for reason in Reason if reason.row in {7, 8})


def test_codes_are_the_names() -> None:
    """The code that scripts and catalogues see is the name in lower case."""
    assert all(reason.value == reason.name.lower() for reason in Reason)


def test_an_illegal_action_carries_its_reason() -> None:
    """Whoever catches it can say why."""
    with pytest.raises(IllegalAction, match="must_follow_suit") as caught:
        raise IllegalAction(Reason.MUST_FOLLOW_SUIT)
    assert caught.value.reason is Reason.MUST_FOLLOW_SUIT
