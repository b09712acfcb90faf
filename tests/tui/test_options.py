"""The rules of a table as fields: read and changed by keys, kept as a favourite, named as ours."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine import game
from engine.fields import is_house_rule
from engine.variant import OptionFault, make_options
from net.commands import HostConfig, LocalConfig
from tests.games import sizes
from tests.processes.seats import Seat
from tests.tui.person import seated, shown
from tests.tui.scenes import find, my_turn, my_turn_with
from tests.tui.scenes import lobby as table_before_the_start
from tui.app import JassApp
from tui.commands import run
from tui.present.look import Look
from tui.present.menu import MenuLine, draw_menu, wrap
from tui.present.spoken import rules_lines
from tui.present.table import draw_table
from tui.present.tablerules import (
    favourite_of,
    kept_last,
    option_help,
    option_value,
    preset_name,
    rule_lines,
)
from tui.present.ui import TableUi
from tui.screens.lobby import LobbyScreen
from tui.screens.options import OptionsScreen
from tui.screens.pages import RulesScreen
from tui.screens.table import TableScreen
from tui.settings import Settings, load_settings, read_favourite, save_settings
from tui.start import StartRequest
from tui.texts import LANGUAGES, Lang, catalogue, text

pytestmark = pytest.mark.usefixtures("awake")


@asynccontextmanager
async def lobby(home: Path, **facts: object) -> AsyncIterator[tuple[JassApp, Pilot[int]]]:
    """The lobby of a real table that this device hosts, with bots on the other seats."""
    config = HostConfig(
        home=home, player="Lara", table="Znüni", port=0, bind="127.0.0.1", mdns=False, **facts
    )
    app = JassApp(StartRequest("table", home, load_settings(home), config=config))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and app.known.seats)
        yield app, pilot
        await pilot.press("q", "enter")
        await until(pilot, lambda: app.bridge is None)


async def until(pilot: Pilot[int], wanted: Callable[[], object]) -> None:
    """Waits until something holds."""
    deadline = time.monotonic() + 30
    while not wanted():
        assert time.monotonic() < deadline
        await pilot.pause(0.01)


def choose(app: JassApp, name: str) -> None:
    """Puts the mark on a line, as arrows would."""
    screen = app.screen
    assert isinstance(screen, OptionsScreen)
    wanted = text("de", name)
    while wanted not in shown_line(app):
        screen.action_move(1)


def shown_line(app: JassApp) -> str:
    """The line with the mark."""
    return next(line for line in shown(app).split("\n") if "▶" in line)


async def test_every_game_is_reached_from_the_lobby(tmp_path: Path) -> None:
    """All games by one key each, at a number of players they allow; bots come and go with it."""
    async with lobby(tmp_path, bots=3) as (app, pilot):
        seen = set()
        for _ in game.all_variants():
            before = app.known.lobby.game
            await pilot.press("o", "right", "escape")
            await until(pilot, lambda before=before: app.known.lobby.game != before)
            variant = game.find_variant(app.known.lobby.game)
            await until(
                pilot,
                lambda variant=variant: (
                    len(app.known.seats) in variant.seats
                    and all(info.name for info in app.known.seats)
                ),
            )
            seen.add(app.known.lobby.game)
        assert seen == {variant.slug for variant in game.all_variants()}


async def test_options_are_changed_by_keys_and_conflicts_say_why(tmp_path: Path) -> None:
    """A value that does not fit is refused with both options named; one that fits is played."""
    async with lobby(tmp_path, bots=1, game="sidi") as (app, pilot):
        await pilot.press("o")
        choose(app, "option.stock")
        await pilot.press("right", "right")
        assert "Hausregel" in shown(app)
        choose(app, "option.rauben")
        assert "–" in shown_line(app), "with stacks there is nothing to rob"
        await pilot.press("right")
        assert "rauben" in shown(app).lower()
        assert "–" in shown_line(app)
        await pilot.press("escape")
        await until(pilot, lambda: app.known.lobby.options.get("stock") == "bodensee")


async def test_a_favourite_is_kept_and_taken_again(tmp_path: Path) -> None:
    """Kept with f in settings.toml, found among the presets, with its number of players."""
    async with lobby(tmp_path, bots=3, game="chappe") as (app, pilot):
        await pilot.press("o")
        choose(app, "options.players")
        await pilot.press("right")
        choose(app, "option.chappe_faktor")
        await pilot.press("right")
        await pilot.press("backspace", "3", "enter")
        await pilot.press("f")
        assert "Favorit" in shown(app)
        await pilot.press("escape")
        await until(pilot, lambda: len(app.known.seats) == 5)
    kept = load_settings(tmp_path).favourites
    assert kept == {"chappe": {"players": "5", "chappe_faktor": "3"}}

    async with lobby(tmp_path, bots=3, game="chappe") as (app, pilot):
        await pilot.press("o")
        choose(app, "options.preset")
        while "Favorit" not in shown_line(app):
            await pilot.press("right")
        await pilot.press("escape")
        await until(pilot, lambda: len(app.known.seats) == 5)
        assert app.known.lobby.options["chappe_faktor"] == "3"


async def test_one_key_in_the_lobby_keeps_its_rules(tmp_path: Path) -> None:
    """F there is enough; what was kept before for another game stays, but before it."""
    likes = {"sidi": {"players": "2"}, "chappe": {"players": "3"}}
    save_settings(tmp_path, Settings(player="Lara", favourites=likes))
    async with lobby(tmp_path, bots=1, game="sidi", settings={"stock": "nachziehen"}) as (
        app,
        pilot,
    ):
        await pilot.press("f")
        assert text("de", "options.kept", game=text("de", "game.sidi")) in shown(app)
    kept = load_settings(tmp_path).favourites
    assert list(kept) == ["chappe", "sidi"]
    assert kept["sidi"]["stock"] == "nachziehen"


def test_the_favourite_that_was_kept_last_is_what_a_host_opens(tmp_path: Path) -> None:
    """`jass host` alone opens it; whoever names anything of what is played gets only that."""
    likes = {"coiffeur": {"players": "3"}, "chappe": {"players": "5", "chappe_faktor": "3"}}
    save_settings(tmp_path / "home", Settings(player="Lara", favourites=likes))
    alone = ("host", "--port", "0", "--bind", "127.0.0.1")
    for more, slug, seats in (((), "chappe", 5), (("--players", "4"), "schieber", 4)):
        with Seat(*alone, *more, home=tmp_path / "home") as host:
            table, lobby_told = host.until("table"), host.until("lobby")
        assert table["game"] == slug
        assert len(lobby_told["seats"]) == seats
        assert table["options"].get("chappe_faktor") == ("3" if slug == "chappe" else None)


@pytest.mark.parametrize(
    "own",
    [
        {"poker": {"players": "4"}},
        {"chappe": {"players": "40"}},
        {"chappe": {"players": "5", "chappe_faktor": "viel"}},
        {"schieber": {"players": "4", "slalom": "ja"}},
    ],
)
def test_a_favourite_that_makes_no_sense_stops_nobody(own: dict[str, dict[str, str]]) -> None:
    """Kept by another release or written by hand: a table without it is opened."""
    assert kept_last(Settings(favourites=own)) is None


async def test_the_rules_are_read_at_any_time(tmp_path: Path) -> None:
    """At the table o shows the options and r the whole game; nothing can be changed there."""
    config = LocalConfig(home=tmp_path, player="Lara", game="hae")
    start = StartRequest("table", tmp_path, Settings(player="Lara"), config=config)
    app = JassApp(start)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.known.view)
        await pilot.press("o")
        assert isinstance(app.screen, OptionsScreen)
        await pilot.press("right")
        assert "Gastgeber" in shown(app) or "Partie" in shown(app)
        await pilot.press("r")
        assert isinstance(app.screen, RulesScreen)
        await pilot.press("escape", "escape")
        assert isinstance(app.screen, TableScreen)
        await pilot.press("q", "enter")
        await until(pilot, lambda: app.bridge is None)


@pytest.mark.parametrize(("slug", "seats"), sizes())
def test_a_favourite_means_the_same_table_again(slug: str, seats: int, tmp_path: Path) -> None:
    """What is kept of any table makes that table again, through the file too."""
    variant = game.find_variant(slug)
    assert variant is not None
    for preset in variant.presets or (None,):
        options = make_options(variant, seats, preset, {})
        if isinstance(options, OptionFault):
            continue
        own = favourite_of(slug, seats, options.to_dict())
        save_settings(tmp_path, Settings(favourites={slug: own}))
        players, settings = read_favourite(load_settings(tmp_path).favourites[slug])
        assert players == seats
        again = make_options(variant, seats, None, settings)
        assert not isinstance(again, OptionFault)
        assert again == options


def test_what_no_source_says_is_called_a_house_rule() -> None:
    """Every option that is listed as ours exists, and the lobby says so at these values only."""
    look = Look(120, 40, Settings())
    named = {
        (field.name, value)
        for variant in game.all_variants()
        for field in variant.fields
        for value in (*field.choices, "on", "off", "7")
        if is_house_rule(field.name, value)
    }
    assert {("rest", "riskant"), ("ausscheiden", "7"), ("karten_tauschen", "rechts")} <= named
    assert not is_house_rule("ausscheiden", "off")
    (line,) = rule_lines(look, "chappe", 4, {"ausscheiden": "7"}, 100)
    assert "Hausregel" in line
    assert {variant.slug for variant in game.all_variants() if variant.house} == {"sidi", "sechser"}


def test_a_favourite_is_a_preset_of_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--preset favorit` is what was kept, `--set` beside it wins, and what is damaged is named."""
    own = {"players": "3", "chappe_faktor": "3", "start_karten": "2"}
    save_settings(tmp_path, Settings(player="Lara", favourites={"chappe": own}))
    game_of = ("--game", "chappe", "--preset", "favorit", "--set", "chappe_faktor=2")
    home = ("--home", str(tmp_path), "--headless", "--autoplay", "easy")
    assert run(["play", *game_of, *home]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(next(one for one in told if one["type"] == "lobby")["seats"]) == 3
    options = next(one for one in told if one["type"] == "table")["options"]
    assert (options["start_karten"], options["chappe_faktor"]) == ("2", "2")

    broken = {"chappe": {**own, "start_karten": "viele"}}
    save_settings(tmp_path, Settings(player="Lara", favourites=broken))
    assert run(["play", *game_of, *home]) == 2
    assert "start_karten" in capsys.readouterr().err


async def test_practice_is_any_game_and_knows_the_favourite(tmp_path: Path) -> None:
    """From the title two keys lead to any game; a kept favourite is how it is played."""
    own = {"chappe": {"players": "3", "start_karten": "2"}}
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara", favourites=own)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("3")
        assert "dein Favorit" in shown(app)
        lines = shown(app).split("\n")
        digit = next(line for line in lines if "dein Favorit" in line).split()[0].strip("▶")
        await pilot.press(digit)
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.known.view)
        assert app.known.lobby.game == "chappe"
        assert len(app.known.seats) == 3
        assert app.known.lobby.options["start_karten"] == "2"
        await pilot.press("q", "enter")
        await until(pilot, lambda: app.bridge is None)


async def test_what_was_changed_last_counts(tmp_path: Path) -> None:
    """A value that was touched locks nothing; one that does not go with the new one gives way."""
    async with lobby(tmp_path, bots=3) as (app, pilot):
        await pilot.press("o")
        values = make_options(game.find_variant("schieber"), 4, None, {}).to_dict()
        for times in (1, len(game.find_variant("schieber").field("ende").choices)):
            choose(app, "option.ende")
            for _ in range(times):
                await pilot.press("right")
            choose(app, "option.laenge")
            await pilot.press("right", *["backspace"] * 4, "1", "2", "enter")
            assert "12" in shown_line(app)
            assert ("gilt damit nicht mehr" in shown(app)) == (times == 1)
            choose(app, "option.ende")
            assert "–" in shown_line(app)
            await pilot.press("right")
            assert "Anzahl Runden auf 1 bis 64 steht" in " ".join(shown(app).split())
            choose(app, "option.laenge")
            await pilot.press("right", *["backspace"] * 4, "a", "u", "s", "enter")
            choose(app, "option.ende")
            assert option_value(Look(80, 24, Settings()), values["ende"]) in shown_line(app)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


def test_a_rule_that_another_brings_back_was_not_changed() -> None:
    """Only what differs is counted, and from which preset stands beside it, also without a name."""
    variant = game.find_variant("schieber")
    look = Look(80, 24, Settings())
    options = make_options(variant, 4, None, {"ziel": "500"}).to_dict()
    assert preset_name(look, "schieber", 4, options, None) == "Schieber 1000, eine Regel geändert"
    short = make_options(variant, 4, "turnier_12", {"laenge": "off"}).to_dict()
    assert "ziel" in short, "the target counts again where the number of hands does not"
    name = preset_name(look, "schieber", 4, short, "turnier_12")
    assert name == "Turnier, 12 Runden, eine Regel geändert"


async def test_each_press_of_a_fast_key_counts(tmp_path: Path) -> None:
    """Three times `b` is a strong bot made an easy one, however slowly the table answers."""
    async with lobby(tmp_path) as (app, pilot):
        await pilot.press("2", "b", "b", "b")
        await until(pilot, lambda: app.known.seats[1].bot == "easy")


def test_a_replay_names_no_key_of_the_table() -> None:
    """Beside the last trick stands its key only where that key turns it up."""
    partie = find(partial(my_turn_with, trick=4, lying=2))
    look = Look(80, 24, Settings())
    for replay in (None, "Schritt 3"):
        text = draw_table(look, partie.known, TableUi(replay=replay), ()).text()
        (line,) = [line for line in text.split("\n") if "Letzter Stich" in line]
        assert line.rstrip().endswith(" l") == (replay is None)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_is_explained_in_two_lines(lang: str) -> None:
    """Each option of each game, and the three lines before them, in every catalogue itself."""
    look, texts = Look(80, 24, Settings(lang=lang)), catalogue(lang)
    used = set()
    for variant in game.all_variants():
        for name in ("game", "players", "preset", *(field.name for field in variant.fields)):
            codes = (f"option_help.{variant.slug}.{name}", f"option_help.{name}")
            code = next((one for one in codes if one in texts), "")
            assert code, (variant.slug, name)
            used.add(code)
            assert option_help(look, variant.slug, name) == texts[code]
            assert len(wrap(texts[code], 78)) <= 2, (code, texts[code])
    assert used == {code for code in texts if code.startswith("option_help.")}


async def test_the_chosen_rule_says_what_it_is_for_and_what_the_keys_do(tmp_path: Path) -> None:
    """A rule with values is gone through, a number is typed, one without effect says so."""
    async with lobby(tmp_path, bots=3) as (app, pilot):
        await pilot.press("o")
        for name, key in (("frist", "Enter eintippen"), ("kreuzweis", "←→ blättern")):
            choose(app, f"option.{name}")
            await pilot.pause()
            page = " ".join(shown(app).split())
            assert text("de", f"option_help.{name}") in page
            assert key in page
            assert text("de", "key.change") not in shown(app).split("\n")[-1]
        choose(app, "option.slalom_wert")
        assert text("de", "options.idle") in shown_line(app)
        choose(app, "options.game")
        await pilot.pause()
        assert text("de", "option_help.game") in " ".join(shown(app).split())
        await pilot.press("escape")


def test_values_of_one_rule_are_not_called_like_those_of_another() -> None:
    """What long runs count is no deck, though both options know the same word."""
    look = Look(80, 24, Settings())
    assert option_value(look, "seed004", "faktoren") == "nach Blatt"
    assert "100" in option_value(look, "seed004", "weis_profil")


@pytest.mark.parametrize("lang", LANGUAGES)
async def test_a_guest_reads_who_may_change_the_rules(tmp_path: Path, lang: str) -> None:
    """Whole, above what the chosen rule is for; the foot offers no change."""
    app = JassApp(StartRequest("title", tmp_path, Settings(player="Lara", lang=lang)))
    app.known = table_before_the_start(host=False)
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(OptionsScreen())
        await pilot.pause()
        page = " ".join(shown(app).split())
        assert text(lang, "options.note_guest") in page
        assert text(lang, "option_help.game") in page
        assert text(lang, "key.turn") not in shown(app).split("\n")[-1]


@pytest.mark.parametrize("size", [(80, 24), (60, 18)], ids=str)
async def test_the_rules_say_where_the_table_can_be_joined(
    size: tuple[int, int], tmp_path: Path
) -> None:
    """Also while playing, at every device: another one may run the table than the one that did."""
    partie = find(my_turn)
    known = partie.known
    assert known.lobby is not None
    known.lobby = replace(known.lobby, address="10.0.0.3:43123")
    app = seated(tmp_path, partie)
    async with app.run_test(size=size) as pilot:
        app.push_screen(OptionsScreen())
        await pilot.pause()
        assert "jass join 10.0.0.3:43123" in shown(app)
    look = Look(*size, Settings(lang="de"))
    assert "Dazukommen: jass join 10.0.0.3:43123" in list(rules_lines(look, known.lobby))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_rule_loses_its_end_where_there_is_room_for_it(lang: Lang) -> None:
    """The values move to the right for the longest name, as far as all of them still fit."""
    look = Look(80, 24, Settings(lang=lang))
    name = text(lang, "option.rechts_vom_geber_jeder_stich")
    rule = MenuLine(name, text(lang, "option.off") + "   " + text(lang, "options.house"))
    assert name in draw_menu(look, "", "", [rule], 0, ()).text()
    value = "x" * 37
    both = [rule, MenuLine("", value)]
    assert value in draw_menu(look, "", "", both, 0, ()).text()
