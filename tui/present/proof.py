"""What was checked of the hands, and what is proven: one word, one sentence, or all of it."""

from __future__ import annotations

from collections.abc import Iterable

from net.updates import HandFinished
from tui.present.gallery import gallery_names
from tui.present.known import Known
from tui.present.look import Look
from tui.present.lost import lost_lines
from tui.present.menu import chunks, wrap
from tui.present.report import proven_text
from tui.present.words import hand_number, offended_text
from tui.saved import command_for

__all__ = ["all_fairness", "fairness", "proof_lines", "what_of"]


def fairness(look: Look, known: Known, hand: HandFinished) -> tuple[str, str, str]:
    """The one word on a hand, its ink, and one sentence: FAIR, FALSCH or UNVOLLSTÄNDIG."""
    say, then = look.say, known.then(hand.result.hand)
    if hand.offences:
        told = dict.fromkeys(offended_text(look, offended) for offended in hand.offences)
        return say("fair.false"), "bad", "   ".join(told)
    accusing = [seat for seat, verdict in enumerate(hand.verdicts) if verdict == "accused"]
    if accusing or hand.result.offence is not None:
        names = ", ".join(then.name(seat) for seat in accusing)
        return say("fair.false"), "bad", say("fair.false_note", names=names)
    if hand.unproven or not hand.fair:
        names = ", ".join(_silent(known, hand))
        return say("fair.incomplete"), "bad", say("fair.incomplete_note", names=names)
    return say("fair.fair"), "good", say("fair.fair_note", count=len(hand.verdicts))


def _silent(known: Known, hand: HandFinished) -> Iterable[str]:
    """Whose part of a hand that is not proven is missing."""
    if hand.silent:
        return hand.silent
    silent = [seat for seat, verdict in enumerate(hand.verdicts) if verdict == "missing"]
    return map(known.then(hand.result.hand).name, hand.unproven or silent)


def all_fairness(look: Look, known: Known) -> tuple[str, str, str]:
    """The same of the whole Partie: what is wrong with a hand, or how many are proven."""
    words = [fairness(look, known, hand) for hand in known.hands]
    false = next((word for word in words if word[0] == look.say("fair.false")), None)
    if false is not None:
        return false
    unopened = [hand for hand, word in zip(known.hands, words, strict=True) if word[1] == "bad"]
    if not unopened:
        return (*words[-1][:2], look.say("game.all_fair", count=len(words)))
    names = dict.fromkeys(name for hand in unopened for name in _silent(known, hand))
    proven = len(words) - len(unopened)
    sentence = proven_text(look.say, len(words), proven, len(unopened), ", ".join(names))
    return look.say("fair.incomplete"), "bad", sentence


def what_of(hand: HandFinished, seat: int) -> str:
    """What a seat did for the proof: who left a fair hand has opened it, and judges no more."""
    verdict = hand.verdicts[seat]
    return "left" if verdict == "missing" and hand.fair else verdict


def proof_lines(look: Look, known: Known) -> list[tuple[str, str]]:
    """Every hand with its verdicts, and what they mean."""
    say = look.say
    lines: list[tuple[str, str]] = []
    for hand in reversed(known.hands):
        word, ink, sentence = fairness(look, known, hand)
        then = known.then(hand.result.hand)
        number = hand.result.hand
        if known.view is not None:
            number = hand_number(known.view, number)
        lines.append((f"{say('proof.hand', number=number)}   {word}", ink))
        if known.view is not None:
            lost = lost_lines(look, known, known.view, hand)
            lines += [(f"   {part}", "") for text in lost for part in wrap(text, look.width - 5)]
        lines.append((f"   {sentence}", ""))
        lines += [
            (f"   {say(f'fair.{what_of(hand, seat)}', name=then.name(seat))}", "dim")
            for seat in range(len(hand.verdicts))
        ]
        lines.append(("", ""))
    if not known.hands:
        lines += [(line, "") for line in wrap(say("proof.none"), look.width - 2)]
        lines.append(("", ""))
    names = gallery_names(look, known)
    if names:
        lines += [*((line, "") for line in wrap(names, look.width - 2)), ("", "")]
    lines += [(line, "dim") for line in wrap(say("proof.what"), look.width - 2)]
    lines.append(("", ""))
    if known.game is not None:
        check = say("fair.check", command=command_for("verify", known.game.log))
        lines += [(line, "") for line in chunks(check, look.width - 2)]
    return lines
