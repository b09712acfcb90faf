"""The sentences of `jass verify` about offences: where they lie, and which score they end with."""

from dataclasses import replace

import pytest

from net.core.results import Partie
from net.core.verify import VerifyReport
from tui.present.report import report_sentence, report_sentences
from tui.texts import LANGUAGES, speaker

FACTS = {"seat": "2", "name": "Ueli", "hand": "3", "entry": "122", "reason": "wrong_card"}

RESULT = {
    "hands": "2",
    "proven": "1",
    "unopened": "0",
    "names": "",
    "score": "Lara 10 : Ueli 20",
    "partie": "1",
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("absent", [(), ("hand",), ("seat",), ("entry",), ("seat", "hand")])
def test_an_offence_names_only_the_places_there_are(lang: str, absent: tuple[str, ...]) -> None:
    """A deck is prepared before its hand begins, and who looks on has no seat: no empty place."""
    say = speaker(lang)
    facts = {name: "" if name in absent else fact for name, fact in FACTS.items()}
    line = report_sentence(say, "fault", facts)
    places = line.split("Ueli")[1].split(":")[0]

    assert not {" ,", "()", "( )", ",,"} & {places[at : at + 2] for at in range(len(places))}
    for name in ("seat", "hand", "entry"):
        assert (FACTS[name] in places.replace("122", "" if name != "entry" else "122")) == (
            name not in absent
        )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_score_is_final_only_when_the_partie_is_over(lang: str) -> None:
    """After an offence too: the table may have been left in the middle."""
    say = speaker(lang)
    open_end = VerifyReport(1, (("faulty", RESULT),))
    partie = Partie("schieber", False, (), (10, 20), (1,), 2)
    over = replace(open_end, partien=(partie,))
    second = VerifyReport(1, (("faulty", {**RESULT, "partie": "2"}),), partien=(partie,))
    final = say("verify.faulty", score="|").split("|")[0].split(". ")[-1]

    assert [final in " ".join(report_sentences(say, one)) for one in (open_end, over, second)] == [
        False,
        True,
        False,
    ]
    assert RESULT["score"] in " ".join(report_sentences(say, open_end))
