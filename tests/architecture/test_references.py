"""Comments give their reason by paragraph: each paragraph that is named has to exist, and be true.

«rules 1.0.5» is a heading of docs/rules/core.md, «dealing.md 3.2», and in the protocol cores a bare
«(3.2)», one of docs/dealing.md. F1 to F9 and A1 to A8 are names of attacks from the same page. A
page that is named is one of ours: whoever has the source must be able to look the reason up.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.variants.schieber import VARIANT

ROOT = Path(__file__).parents[2]
RULES = ROOT / "docs" / "rules" / "core.md"
DEALING = ROOT / "docs" / "dealing.md"

NUMBERS = r"(\d+(?:\.\d+)*(?:(?:, | and | to )\d+(?:\.\d+)+)*)"
HEADING = re.compile(r"^#+ (\d+(?:\.\d+)*)\.? ", re.MULTILINE)
TO_RULES = re.compile(r"\b[Rr]ules(?:\.md)? (?=\d+\.\d)" + NUMBERS)
TO_DEALING = re.compile(r"\bdealing(?:\.md)?(?:, section)? (?=\d)" + NUMBERS)
BARE = re.compile(r"\((?=\d\.\d)" + NUMBERS + r"\)")
PAGE = re.compile(r"(?<![\w}>*….])(\w+(?:\.\w\w)?\.md)\b")
PLAN = re.compile(r"\bdesign section \d|\(design(?:,[^)]*| \d+)\)")
ATTACK = re.compile(r"\b([FA][1-9])\b")


def headings(document: Path) -> set[str]:
    """The numbers of all headings of a document."""
    return set(HEADING.findall(document.read_text(encoding="utf-8")))


def sources() -> list[Path]:
    """All that people read here: source, tests, benchmarks, pages."""
    found = list(ROOT.glob("*.md"))
    for folder in ("engine", "net", "tui", "tests", "bench", "docs"):
        for ending in ("*.py", "*.md"):
            found += (path for path in (ROOT / folder).rglob(ending) if path.is_file())
    return sorted(path for path in found if path != Path(__file__))


def dangling(text: str, *, core: bool, rules: set[str], dealing: set[str]) -> Iterator[str]:
    """What `text` refers to and no document has; `core`: bare numbers mean docs/dealing.md."""
    patterns = [(TO_RULES, "rules", rules), (TO_DEALING, "dealing.md", dealing)]
    if core:
        patterns.append((BARE, "dealing.md", dealing))
    for pattern, name, known in patterns:
        for numbers in pattern.findall(text):
            for number in re.findall(r"\d+(?:\.\d+)*", numbers):
                if number not in known:
                    yield f"{name} {number}"


@pytest.fixture(scope="module")
def known() -> dict[str, set[str]]:
    """The headings of both documents."""
    return {"rules": headings(RULES), "dealing": headings(DEALING)}


def test_references_resolve(known: dict[str, set[str]]) -> None:
    """Every paragraph that a comment, a test or a page names is a heading of its document."""
    missing = []
    for path in sources():
        place = path.relative_to(ROOT)
        core = place.is_relative_to("net/core") or place.is_relative_to("tests/net/core")
        text = path.read_text(encoding="utf-8")
        missing += [f"{place}: {name}" for name in dangling(text, core=core, **known)]
    assert missing == []


@pytest.mark.parametrize(
    "planted",
    ["rules 9.9.9", "(rules 1.0.3, 1.0.99)", "rules 1.0.1 to 1.0.77", "dealing.md 8.1", "(2.99)"],
)
def test_a_planted_reference_is_found(known: dict[str, set[str]], planted: str) -> None:
    """The search above finds what leads nowhere."""
    assert len(list(dangling(planted, core=True, **known))) == 1


def pages_missing(text: str, shipped: set[str]) -> list[str]:
    """The pages that `text` names and nobody who has the source can open."""
    return [page for page in PAGE.findall(text) if page not in shipped] + PLAN.findall(text)


def test_every_page_that_is_named_is_shipped() -> None:
    """No comment, test or page sends its reader to notes that only its author had."""
    shipped = {path.name for path in sources() if path.suffix == ".md"}
    missing = [
        f"{path.relative_to(ROOT)}: {page}"
        for path in sources()
        for page in pages_missing(path.read_text(encoding="utf-8"), shipped)
    ]
    assert missing == []


@pytest.mark.parametrize(
    "planted", ["see notes.md 4.1", "(plan.md)", "design section 6", "(design, 3)"]
)
def test_a_planted_page_is_found(planted: str) -> None:
    """The search above finds a page that is not there."""
    assert len(pages_missing(planted, {"README.md"})) == 1


def test_attacks_have_names() -> None:
    """Every attack that the protocol cores or their tests name is explained in docs/dealing.md."""
    explained = set(ATTACK.findall(DEALING.read_text(encoding="utf-8")))
    named = set()
    for folder in ("net/core", "tests/net/core"):
        for path in (ROOT / folder).glob("*.py"):
            named |= set(ATTACK.findall(path.read_text(encoding="utf-8")))
    assert {"F1", "A8"} <= named
    assert named <= explained


def test_rule_tests_are_named_after_paragraphs(known: dict[str, set[str]]) -> None:
    """A file tests/rules/test_1_0_5_….py tests a paragraph that exists."""
    names = [path.stem for path in (ROOT / "tests" / "rules").glob("test_*.py")]
    numbers = [re.match(r"test_((?:\d+_)+)", name) for name in names]
    found = {match[1].strip("_").replace("_", ".") for match in numbers if match}
    assert found
    assert found <= known["rules"]


def test_option_table() -> None:
    """The table of rules 2.6 has exactly the options of the Schieber, with their defaults."""
    text = RULES.read_text(encoding="utf-8")
    table = text[text.index("## 2.6 ") :]
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \|", table, re.MULTILINE)
    said = {name: default.strip(" `") for name, default in rows}
    assert len(said) == len(rows)
    assert said == {item.name: item.write(item.default) for item in VARIANT.fields}
