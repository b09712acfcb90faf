"""What tables on the network say of themselves, and what of it is believed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from net import session
from net.commands import HostConfig
from net.link.store import Home
from net.lobbies import Found, TableBrowser, TableCard, told_rules


@pytest.mark.timeout(60)
async def test_a_table_tells_its_rules_before_anybody_sits_down(tmp_path: Path) -> None:
    """Whoever searches sees game and options of every table that answers."""
    host = await session.host(
        HostConfig(
            home=tmp_path / "host",
            player="Lara",
            table="Znüni",
            port=0,
            bind="127.0.0.1",
            game="chappe",
            settings={"chappe_faktor": "2"},
        )
    )
    browser = session.tables(tmp_path / "guest", "127.0.0.1")
    try:
        async with asyncio.timeout(40):
            async for found in browser.changes():
                told = [one for one in found if one.latency_ms is not None and one.host == "Lara"]
                if told:
                    break
        assert told[0].game == "chappe"
        assert told[0].options["chappe_faktor"] == "2"
        assert told[0].options["start_karten"] == "5"
    finally:
        await browser.close()
        await host.close()


@pytest.mark.timeout(60)
async def test_a_host_that_was_compared_meanwhile_is_no_new_one(tmp_path: Path) -> None:
    """The list goes on while one sits at a table and compares the word: it is told of that."""
    host = await session.host(
        HostConfig(home=tmp_path / "host", player="Lara", table="Znüni", port=0, bind="127.0.0.1")
    )
    home = tmp_path / "guest"
    browser = session.tables(home, "127.0.0.1")
    try:
        async with asyncio.timeout(40):
            async for found in browser.changes():
                told = [one for one in found if one.latency_ms is not None and one.host == "Lara"]
                if told and told[0].known:
                    break
                if told:
                    with Home.open(home) as mine:
                        mine.remember(bytes.fromhex(told[0].identity_hex), "Lara")
                    browser.know(session.compared(home))
    finally:
        await browser.close()
        await host.close()


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("poker", 4, {}),
        ("schieber", 3, {}),
        ("schieber", 4, {"ziel": "1"}),
        ("schieber", 4, {"\x1b[31m": "on"}),
        ("schieber", 4, {"laenge": "4", "ziel": "500"}),
    ],
)
def test_rules_that_no_table_can_have_are_not_shown(
    game: str, seats: int, options: dict[str, str]
) -> None:
    """A stranger's card is only believed as far as our own game could be played so."""
    assert told_rules(TableCard(bytes(32), 0, "Tisch", game, 1, seats, "lobby", options)) == {}


def entry(host: str, epoch: int, *, answers: bool = True, known: bool = False) -> Found:
    """One device that announces a table."""
    latency = 1 if answers else None
    return Found(
        *("Tisch", host, "schieber", 4, 4, latency, "playing", known, "10.0.0.1", 5277, "aa"),
        table=bytes(32),
        epoch=epoch,
    )


async def test_of_one_table_the_list_has_the_device_that_orders_it_now() -> None:
    """Who took it up from an old log hides nobody; a stranger's number is no more than a word."""
    browser = TableBrowser(frozenset(), "127.0.0.1")
    ghost, live = entry("Anna", 1), entry("Dario", 3)
    try:
        for both in ((ghost, live), (live, ghost)):
            browser._found = dict(enumerate(both))  # type: ignore[arg-type]
            assert [one.host for one in browser.found] == ["Dario"]
        browser._found = {"a": ghost, "b": entry("Dario", 3, answers=False)}
        assert [one.host for one in browser.found] == ["Anna"]
        browser._found = {"a": entry("Anna", 1, known=True), "b": entry("Mallory", 99)}
        assert [one.host for one in browser.found] == ["Anna"]
    finally:
        await browser.close()
