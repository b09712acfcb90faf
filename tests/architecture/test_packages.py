"""The distribution: three top-level packages that nobody else provides, and what a wheel holds."""

import os
import re
import subprocess
import sys
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


def test_no_variant_is_named_outside_its_file() -> None:
    """A new game is one file in engine/variants; texts, docs and tests aside, nothing names it."""
    slug = re.compile(r"\b(" + "|".join(SLUGS) + r")\b")
    named = [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()}"
        for package in PACKAGES
        for file in (ROOT / package).rglob("*.py")
        if not file.is_relative_to(ROOT / "engine" / "variants")
        if not file.is_relative_to(ROOT / "tui" / "texts")
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if slug.search(line)
    ]

    assert named == []
