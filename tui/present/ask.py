"""A question with its answers, as all questions of the table are shown."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Action

__all__ = ["Answer", "Question"]


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to pick.

    Attributes:
        digit: its key, None when it is reached by the arrows only.
        label: what it is; ``factor`` and ``note`` stand beside it.
        action: what is done; None announces nothing with the next card.
        letter: a second key.
        chosen: what is said about it once it is chosen.
        more: the question that this answer leads to.
        locked: why it cannot be picked, empty if it can.
    """

    digit: int | None
    label: str
    action: Action | None
    letter: str = ""
    factor: str = ""
    note: str = ""
    chosen: str = ""
    ink: str = ""
    more: Question | None = None
    locked: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its answers.

    Attributes:
        kind: ``choose``, ``cut``, ``number``, ``columns``, ``rank``, or the step that asks.
        title: over the box.
        answers: what can be picked.
        notes: lines under them.
        digits: answers are typed as a number.
        first: the answer that is chosen beforehand, None for none.
        head: a line over the answers.
    """

    kind: str
    title: str
    answers: tuple[Answer, ...]
    notes: tuple[str, ...] = ()
    digits: bool = False
    first: int | None = None
    head: str = ""
