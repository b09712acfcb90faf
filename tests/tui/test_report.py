"""The sentences of `jass verify` about offences: where they lie, and which score they end with."""

import pytest

from tui.present.report import report_sentence, report_sentences
from tui.texts import LANGUAGES, Lang, speaker

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
def test_an_offence_names_only_the_places_there_are(lang: Lang, absent: tuple[str, ...]) -> None:
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
def test_a_score_is_final_only_when_the_partie_is_over(lang: Lang) -> None:
    """After an offence too: the table may have been left in the middle."""
    say = speaker(lang)
    final = say("verify.faulty", score="|").split("|")[0].split(". ")[-1]
    for partie, over in ((1, 0), (1, 1), (2, 1), (2, 2)):
        sentences = [("faulty", {**RESULT, "partie": str(partie)})]
        (line,) = report_sentences(say, sentences, over)
        assert (final in line) == (partie == over)
        assert RESULT["score"] in line
