"""The sentences of a check: what `jass verify` prints, and why the league leaves a log out."""

from collections.abc import Mapping

from tui.texts import Say, offence_text

__all__ = ["report_sentence"]


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
    if code == "fault":
        told["reason"] = offence_text(say, facts["reason"])
    return say(f"verify.{code}", **told)
