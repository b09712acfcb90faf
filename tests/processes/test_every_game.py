"""Every game to its own end at tables of real processes, at every number of players it allows."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Mapping
from pathlib import Path

import pytest

from engine import game
from engine.variant import PLAYERS, OptionFault, Variant, make_options
from tests.games import settings_of, sizes
from tests.processes.seats import Seat, jass, logs, play_on, same_log
from tests.processes.tables import LOOPBACK

pytestmark = [pytest.mark.processes, pytest.mark.timeout(600), pytest.mark.xdist_group("processes")]

Settings = dict[str, str]

LENGTHS = ("laenge", "partien", "ziel", "strafziel", "limite", "ausscheiden", "start_karten")
"""Options that say how long a Partie lasts."""

HANDS = 2
"""At least, where hands are counted: so the deal goes on to the next dealer."""


def short(variant: Variant, seats: int, preset: str | None, chosen: Mapping[str, str]) -> Settings:
    """These settings, and as short a Partie as they allow; it still ends by its own rule."""
    settings = dict(chosen)
    for name in LENGTHS:
        options = make_options(variant, seats, preset, settings)
        assert not isinstance(options, OptionFault)
        field = variant.field(name)
        if field is None or options.to_dict().get(name, "off") == "off":
            continue
        least = max(field.low, HANDS) if name == "laenge" else field.low
        tried = {**settings, name: str(least)}
        if not isinstance(make_options(variant, seats, preset, tried), OptionFault):
            settings = tried
    return settings


def play_over_the_network(
    folder: Path, slug: str, seats: int, options: tuple[str, ...], seconds: float = 500
) -> list[Path]:
    """A table with one process per seat plays to its end; the logs, equal and proven."""
    folder.mkdir(exist_ok=True)
    with contextlib.ExitStack() as stack:
        host = stack.enter_context(
            Seat(
                *("host", "--game", slug, "--players", str(seats), "--open", "--port", "0"),
                *("--no-mdns", "--autoplay", "normal", "--player", "P0", *LOOPBACK, *options),
                home=folder / "P0",
            )
        )
        table = [host]
        address = host.until("table")["address"]
        for number in range(1, seats):
            arguments = ("join", address, "--autoplay", "normal", "--player", f"P{number}")
            home = folder / f"P{number}"
            table.append(stack.enter_context(Seat(*arguments, *LOOPBACK, home=home)))
            host.until("lobby", 60)
        games = play_on(table, seconds)
        assert [seat.wait(30) for seat in table] == [0] * seats
    return check(table, games)


def check(table: list[Seat], games: list[dict[str, object]]) -> list[Path]:
    """One result, every hand fair, nothing refused, one log that `jass verify` proves."""
    for seat, told in zip(table, games, strict=True):
        assert (told["score"], told["winners"]) == (games[0]["score"], games[0]["winners"])
        assert seat.of("refused") == seat.of("error") == []
        assert seat.of("hand")
        for hand in seat.of("hand"):
            assert hand["fair"] is True
            assert hand["verdicts"] == ["ok"] * len(table)
            assert hand["unproven"] == []
    saved = logs([seat.home for seat in table])
    assert same_log(saved)
    # They are equal to the byte: what is said of one holds for all.
    done = jass("verify", str(saved[0]), home=table[0].home)
    assert done.returncode == 0, done.stdout + done.stderr
    return saved


def as_options(settings: Mapping[str, str]) -> tuple[str, ...]:
    """As the command takes them."""
    return tuple(word for name, text in settings.items() for word in ("--set", f"{name}={text}"))


def game_of(slug: str) -> Variant:
    """The game of this name."""
    variant = game.find_variant(slug)
    assert variant is not None
    return variant


def presets() -> list[tuple[str, str]]:
    """Every preset of every game."""
    return [(variant.slug, preset) for variant in game.all_variants() for preset in variant.presets]


WAYS = (
    *("stock", "rauben", "coiffeur_profil", "ansage", "trumpf", "partner_differenzler"),
    *("parteien", "weiterschieben", "karten_tauschen", "blatt", "wertung", "echtes_abheben"),
)
"""Options that change what is dealt, asked or written."""


def ways() -> list[tuple[str, str, str]]:
    """Every other value of these options, in every game that has them."""
    return [
        (variant.slug, field.name, value)
        for variant in game.all_variants()
        for field in variant.fields
        if field.name in WAYS
        for value in (field.choices or ("on",))
        if value != field.write(field.default)
    ]


FOR_TWO = [variant.slug for variant in game.all_variants() if min(variant.seats) == 2]
"""Games that need two processes only."""


@pytest.mark.parametrize("slug", FOR_TWO)
def test_a_game_for_two(tmp_path: Path, slug: str) -> None:
    """Without a campaign at least the smallest tables are played to their end and proven."""
    settings = short(game_of(slug), 2, None, {})
    play_over_the_network(tmp_path, slug, 2, as_options(settings))


@pytest.mark.campaign
@pytest.mark.parametrize(("slug", "seats"), sizes())
def test_every_game_at_every_number_of_players(tmp_path: Path, slug: str, seats: int) -> None:
    """One process per seat, bots at all of them: the game ends by its own rule, proven."""
    settings = short(game_of(slug), seats, None, {})
    play_over_the_network(tmp_path, slug, seats, as_options(settings))


@pytest.mark.campaign
@pytest.mark.parametrize(("slug", "preset"), presets())
def test_every_preset(tmp_path: Path, slug: str, preset: str) -> None:
    """The same with each preset, at the usual number of players or the first it is for."""
    variant = game_of(slug)
    seats = next(
        seats
        for seats in variant.seats
        if not isinstance(make_options(variant, seats, preset, {}), OptionFault)
    )
    settings = short(variant, seats, preset, {})
    play_over_the_network(tmp_path, slug, seats, ("--preset", preset, *as_options(settings)))


@pytest.mark.campaign
@pytest.mark.parametrize(("slug", "name", "value"), ways())
def test_every_way_of_dealing_and_saying(tmp_path: Path, slug: str, name: str, value: str) -> None:
    """The same with each stock, exchange, profile and way of announcing."""
    variant = game_of(slug)
    chosen = {name: value, **required(variant, name)}
    seats = next(
        seats
        for seats in variant.seats
        if not isinstance(make_options(variant, seats, None, chosen), OptionFault)
    )
    settings = short(variant, seats, None, chosen)
    play_over_the_network(tmp_path, slug, seats, as_options(settings))


def required(variant: Variant, name: str) -> Settings:
    """What other options have to say for this one to mean anything."""
    field = variant.field(name)
    assert field is not None
    return {
        conflict.other: conflict.values.partition("|")[0]
        for conflict in field.conflicts
        if conflict.kind == "requires" and conflict.other != PLAYERS
    }


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("slug", [variant.slug for variant in game.all_variants()])
def test_every_game_with_house_rules(tmp_path: Path, slug: str, seed: int) -> None:
    """The same with options by chance that can be set together."""
    variant = game_of(slug)
    chance = random.Random(f"{slug} {seed}")
    seats = chance.choice(variant.seats)
    settings = short(variant, seats, None, settings_of(variant, seats, chance))
    play_over_the_network(tmp_path, slug, seats, as_options(settings))
