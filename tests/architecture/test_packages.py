"""The distribution: three top-level packages that nobody else provides, and what a wheel holds."""

import ast
import io
import os
import re
import subprocess
import sys
import tokenize
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("engine", "net", "tui")
SLUGS = (
    "schieber",
    "differenzler",
    "coiffeur",
    "molotow",
    "plus_minus",
    "mittlere",
    "sidi",
    "sechser",
    "chappe",
    "hae",
)


@pytest.mark.parametrize("package", PACKAGES)
def test_no_other_distribution_provides_our_packages(package: str) -> None:
    """The price of the short generic names: nothing installed beside us may use one of them."""
    assert set(packages_distributions().get(package, [])) <= {"jass"}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from this tree."""
    place = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(place)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = place.glob("jass-*.whl")
    return wheel


@pytest.fixture
def wheel(built: Path) -> list[str]:
    """Names of all files in the wheel."""
    with zipfile.ZipFile(built) as archive:
        return archive.namelist()


def test_the_wheel_holds_the_three_packages_and_nothing_else(wheel: list[str]) -> None:
    """No tests, no caches, no stray folder become importable on somebody's machine."""
    tops = {name.split("/")[0] for name in wheel}

    assert {top for top in tops if not top.endswith(".dist-info")} == set(PACKAGES)
    assert not [name for name in wheel if "__pycache__" in name or name.endswith(".pyc")]


def test_the_licence_goes_with_the_program(wheel: list[str]) -> None:
    """Whoever gets the wheel gets what it may be used for."""
    assert [name for name in wheel if re.fullmatch(r"jass-.*\.dist-info/licenses/LICENSE", name)]


def test_the_wheel_holds_every_source_file_and_every_text(wheel: list[str]) -> None:
    """An installed `jass` finds its texts and the rules it prints."""
    for package in PACKAGES:
        for file in (ROOT / package).rglob("*"):
            if file.suffix in {".py", ".md", ".toml", ".tcss", ".txt"}:
                assert file.relative_to(ROOT).as_posix() in wheel
    assert [name for name in wheel if name.startswith("tui/texts/rules/")]


def test_the_wheel_plays_without_the_tree(built: Path, tmp_path: Path) -> None:
    """Unpacked somewhere else it finds its rules and plays a hand."""
    installed = tmp_path / "site"
    with zipfile.ZipFile(built) as archive:
        archive.extractall(installed)
    environment = {**os.environ, "PYTHONPATH": str(installed), "JASS_HOME": str(tmp_path / "home")}

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-P", *arguments],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            stdin=subprocess.DEVNULL,
            timeout=100,
            check=True,
        )
        return done.stdout

    assert run("-c", "import tui; print(tui.__file__)").startswith(str(installed))
    assert "## Trumpf machen" in run("-m", "tui", "rules", "schieber", "--lang", "de")
    hand = ("play", "--headless", "--autoplay", "easy", "--set", "laenge=1")
    assert '"type":"game"' in run("-m", "tui", *hand)


WORDS_OF_THE_RULES = (
    "tipp_chappe_stechen",
    "tipp_chappe_geber",
    "tipp_hae_joker_tief",
    "coiffeur_profil",
    "coiffeur_weis",
    "partner_differenzler",
)
"""What rules 1.13 and 2.6 call tips and options that have a game in their name."""


def names_a_game(word: str) -> bool:
    """Whether a slug is a word or a part of a name in it: `HAE_LOW`, `ChappeDuel`."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower()
    return any(re.search(rf"(?<![a-z]){slug}(?![a-z])", words) for slug in SLUGS)


def games_named(source: str) -> list[str]:
    """The names and strings of a source that name a game; what explains it is left aside."""
    explaining = {
        node.value.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    found = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        text, line = token.string, token.start[0]
        is_string = token.type == tokenize.STRING
        if token.type == tokenize.COMMENT or (is_string and line in explaining):
            continue
        if is_string and text.strip("\"'") in WORDS_OF_THE_RULES:
            continue
        if names_a_game(text):
            found.append(f"{line}: {text}")
    return found


@pytest.mark.parametrize(
    "line",
    [
        "tip = Tip.CHAPPE_DUEL",
        'LOW = "tipp_hae_low"',
        "class PlusMinusRow: ...",
        "def sidi_score(): ...",
        "best = f'{row} as in Schieber'",
        "tipp_hae_joker_tief = 1",
    ],
)
def test_a_game_is_found_in_every_kind_of_name(line: str) -> None:
    """Capitals and underscores hide none."""
    assert games_named(line)


@pytest.mark.parametrize(
    "line",
    [
        'LOW_JOKER = "tipp_hae_joker_tief"',
        'schiebern = haegar = "insidious"',
        "pass  # as the Schieber does",
        'def row():\n    """As the Schieber has it."""',
    ],
)
def test_explanations_and_words_of_the_rules_are_left_aside(line: str) -> None:
    """A comment depends on nothing; a code of the rules is excused only as it stands there."""
    assert not games_named(line)


@pytest.mark.parametrize("given", WORDS_OF_THE_RULES)
def test_words_of_the_rules_are_used(given: str) -> None:
    """None is excused that is gone."""
    sources = [file.read_text("utf-8") for name in PACKAGES for file in (ROOT / name).rglob("*.py")]
    assert any(f'"{given}"' in source for source in sources)


def test_no_variant_is_named_outside_its_file() -> None:
    """A new game is one file in engine/variants; texts, docs and tests aside, no code names it."""
    named = [
        f"{file.relative_to(ROOT)}:{found}"
        for package in PACKAGES
        for file in (ROOT / package).rglob("*.py")
        if not file.is_relative_to(ROOT / "engine" / "variants")
        if not file.is_relative_to(ROOT / "tui" / "texts")
        for found in games_named(file.read_text("utf-8"))
    ]

    assert named == []
