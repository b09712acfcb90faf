"""The sentences of a check: what `jass verify` prints, and why the league leaves a log out."""

from collections.abc import Iterable, Iterator, Mapping

from tui.present.lost import lost_words
from tui.texts import Say, offence_text

__all__ = ["proven_text", "report_sentence", "report_sentences"]


_COUNTED = ("faulty", "faulty_unfinished", "unfinished", "unproven", "partly", "proven")
"""The sentences that say what a whole log proves."""


def proven_text(say: Say, hands: int, proven: int, unopened: int, names: str) -> str:
    """``7 von 11 Runden bewiesen, 4 nicht (Beitrag fehlt: Carla)``: how many of so many hands.

    ``unopened`` are those that somebody did not open, ``names`` who.
    """
    if not hands:
        return say("proven.none")
    text = say("proven.hands", proven=proven, count=hands)
    return text + (say("proven.not", count=unopened, names=names) if unopened else "")


def report_sentences(
    say: Say, sentences: Iterable[tuple[str, Mapping[str, str]]], over: int
) -> Iterator[str]:
    """All that a check has to say, the result last.

    ``over``: so many Partien were played to their end.
    """
    for code, facts in sentences:
        # A score is final only once the Partie is over, whoever did what.
        open_end = code == "faulty" and over < int(facts["partie"])
        yield report_sentence(say, "faulty_unfinished" if open_end else code, facts)


def report_sentence(say: Say, code: str, facts: Mapping[str, str]) -> str:
    """A sentence of a report, with the codes among its facts in words."""
    told = dict(facts)
    if code == "damaged" and facts["entry"] == "0":
        code = "not_a_log"  # not even its beginning is that of one
    if code == "damaged":
        told["reason"] = say(f"damage.{facts['fault']}")
        told["place"] = say("verify.damaged_byte", **facts) if facts["offset"] else ""
    if code == "table":
        told["game"] = say(f"game.{facts['game']}")
    if code in _COUNTED:
        hands, proven, unopened = (int(facts[count]) for count in ("hands", "proven", "unopened"))
        told["count"] = proven_text(say, hands, proven, unopened, facts["names"])
    if code == "hand_lost":
        return "  " + " ".join(
            lost_words(
                say,
                note=facts["note"],
                side=facts["side"],
                name=facts["name"],
                why=facts["why"],
                others=int(facts["others"]) if facts["others"] else None,
                factor=int(facts["factor"]),
            )
        )
    if code == "fault":
        told["reason"] = offence_text(say, facts["reason"])
        # A deck is shuffled before its hand begins, and who only looks on has no seat.
        places = ("seat", "hand", "entry")
        told["place"] = "".join(
            say(f"verify.fault_{place}", **facts) for place in places if facts[place]
        )
    return say(f"verify.{code}", **told)
