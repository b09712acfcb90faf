"""Who is through, and when: the order of winning (rules 1.0.7).

All points here are written points: the factor is in them already. A *threshold* is the target or,
for the Bergpreis, half of it; the same rules settle both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, assert_never

from engine.seats import Side

__all__ = [
    "Ausmachen",
    "Ausmachregel",
    "FirstTrick",
    "Step",
    "asked_for_stoeck",
    "ausmachen",
    "bedanken_holds",
    "half_of",
    "may_preshow",
    "order_of",
    "winner_at_hand_end",
]


class Ausmachregel(StrEnum):
    """Option `ausmachregel`."""

    STOECK_WYS_STICH = "stoeck_wys_stich"
    STOECK_STICH_WYS = "stoeck_stich_wys"
    SEQUENZIELL = "sequenziell"


class Step(StrEnum):
    """What brought a side over the threshold in trick 1."""

    STOECK = "stoeck"
    WEIS = "weis"
    TRICK = "trick"


@dataclass(frozen=True, slots=True)
class FirstTrick:
    """The standing when trick 1 is complete, per side.

    Attributes:
        score: before trick 1.
        stoeck: Stöck shown or booked up to the moment the trick is turned.
        weis: valid Weis.
        trick: card points of trick 1.
    """

    score: tuple[int, ...]
    stoeck: tuple[int, ...]
    weis: tuple[int, ...]
    trick: tuple[int, ...]

    def of(self, step: Step) -> tuple[int, ...]:
        """The points of one step."""
        match step:
            case Step.STOECK:
                return self.stoeck
            case Step.WEIS:
                return self.weis
            case Step.TRICK:
                return self.trick
        assert_never(step)

    def total(self, side: int, steps: Sequence[Step]) -> int:
        """The score of a side with these steps booked."""
        return self.score[side] + sum(self.of(step)[side] for step in steps)


@dataclass(frozen=True, slots=True)
class Ausmachen:
    """Who is through at the end of trick 1.

    Attributes:
        side: the winner.
        step: the step that decided.
        final: the scores then: the winner writes all that was counted, the others only what comes
            before the deciding step (rules 1.0.7, Schneider).
    """

    side: Side
    step: Step
    final: tuple[int, ...]


_ORDER: Final = {
    Ausmachregel.STOECK_WYS_STICH: (Step.STOECK, Step.WEIS, Step.TRICK),
    Ausmachregel.STOECK_STICH_WYS: (Step.STOECK, Step.TRICK, Step.WEIS),
    Ausmachregel.SEQUENZIELL: (Step.STOECK, Step.WEIS, Step.TRICK),
}


def order_of(rule: Ausmachregel) -> tuple[Step, ...]:
    """The steps of trick 1 in the order in which the rule lets them decide."""
    return _ORDER[rule]


def half_of(target: int) -> int:
    """The Bergpreis threshold: the smallest score that reaches half of the target."""
    return (target + 1) // 2


def asked_for_stoeck(
    score: Sequence[int], weis: Sequence[int], trick: Sequence[int], stoeck: int, threshold: int
) -> tuple[Side, ...]:
    """The sides that are asked «Stöck?» when trick 1 is complete.

    A side that only Stöck carries over the threshold, and every side that is over it together with
    another: facts everybody knows, so the question tells nothing.

    Args:
        score: before the hand, per side.
        weis: valid Weis, per side.
        trick: points of trick 1, per side.
        stoeck: what Stöck would be worth.
        threshold: target, or half of it.
    """
    totals = [sum(parts) for parts in zip(score, weis, trick, strict=True)]
    over = sum(total >= threshold for total in totals)
    return tuple(
        Side(side)
        for side, total in enumerate(totals)
        if (total < threshold <= total + stoeck) or (total >= threshold and over > 1)
    )


def ausmachen(
    first: FirstTrick, threshold: int, rule: Ausmachregel = Ausmachregel.STOECK_WYS_STICH
) -> Ausmachen | None:
    """Who is over the threshold at the end of trick 1, or None if nobody is."""
    order = _ORDER[rule]
    for position, step in enumerate(order, start=1):
        # Only `sequenziell` adds step by step; otherwise all three count together and the step
        # merely decides between sides that are both through.
        counted = order[:position] if rule is Ausmachregel.SEQUENZIELL else order
        for side in range(len(first.score)):
            total = first.total(side, counted)
            if first.of(step)[side] and total >= threshold:
                final = tuple(
                    total if other == side else first.total(other, order[: position - 1])
                    for other in range(len(first.score))
                )
                return Ausmachen(Side(side), step, final)
    return None


def may_preshow(score: int, booked: int, stoeck: int, threshold: int) -> bool:
    """Whether Stöck may be shown before its second card is played.

    Asked about half of the target only while the Bergpreis is open.

    Args:
        score: of the side before the hand.
        booked: what it has booked in the running hand.
        stoeck: what Stöck is worth.
        threshold: target, or half of it for the Bergpreis.
    """
    return score + booked + stoeck >= threshold


def bedanken_holds(score: int, booked: int, lying: int, target: int) -> bool:
    """Whether a claim to have won is true (`ende=bedanken_manuell`); a false one loses the Partie.

    Args:
        score: of the claiming side before the hand.
        booked: what it has booked in the running hand, completed tricks included.
        lying: points of cards on the table that count for it: a complete trick it has won, or with
            `bedanken_im_stich` the running one under a card that nothing unseen can beat.
        target: of the Partie.
    """
    return score + booked + lying >= target


def winner_at_hand_end(score: Sequence[int], target: int) -> Side | None:
    """The winner with `ende=hand_zu_ende`: the highest at the target; None: one more hand."""
    highest = max(score)
    if highest < target or list(score).count(highest) > 1:
        return None
    return Side(list(score).index(highest))
