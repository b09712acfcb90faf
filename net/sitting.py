"""Three ways to sit down: alone with bots, at a table of one's own, at somebody else's.

One core and one way of dealing stand behind all three. A practice game is a table whose other seats
are bots of the same device, so its log verifies like any other.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from engine.game import all_variants
from engine.variant import OptionFault
from net.arrival import compare, reach, reunite
from net.commands import HostConfig, JoinConfig, LocalConfig
from net.core import crypto
from net.core.before import encode_before
from net.core.bodies import Options
from net.core.clean import clean_name, clean_table_name
from net.core.desk import options_body
from net.core.log import PROTOCOL, RULES, Genesis, table_id
from net.core.peer import Peer
from net.errors import LocalError
from net.herald import Herald, card_bytes
from net.link.clock import now_ms
from net.link.entropy import entropy
from net.link.interfaces import ANYWHERE, local_addresses
from net.link.store import Home
from net.link.tcp import Listener
from net.lobbies import TableBrowser, hello
from net.past import check_score, name_at, past_table, saved_genesis, score_of
from net.road import Road, meet, split_address
from net.shell import Shell, Ways

__all__ = ["host", "join", "local"]


async def local(config: LocalConfig) -> Shell:
    """A practice game: one person, everybody else a bot, all on this device.

    Raises:
        LocalError: an unknown game or option, or the home cannot be used.
    """
    options = _options(config.game, config.players, config.preset, dict(config.settings))
    home = Home.open(config.home)
    try:
        random = entropy if config.seed is None else _seeded(config.seed)
        identity = crypto.Identity(home.identity())
        name = _player(config.player)
        peer = Peer(
            identity, name, random=random, rules=RULES, autoplay=config.autoplay, open_door=True
        )
        shell = Shell(home, peer, hello(name), fast=config.fast, start_full=True, random=random)
        shell.connect(Ways())
        genesis = Genesis("jass log", PROTOCOL, RULES, identity.public, random(32), name)
        bots = [config.bot_level] * (options.seats - 1)
        await shell.call(lambda core: core.found(genesis, options, bots, now_ms()))
    except BaseException:
        home.close()
        raise
    shell.start()
    return shell


async def host(config: HostConfig) -> Shell:
    """Opens a table for other devices.

    Raises:
        LocalError: an unknown game or option, a port in use, or the home cannot be used.
    """
    options = None
    if config.resume is None and config.score_of is None:
        options = _options(config.game, config.players, config.preset, dict(config.settings))
    home = Home.open(config.home)
    try:
        return await _host(config, home, options)
    except BaseException:
        home.close()
        raise


async def _host(config: HostConfig, home: Home, options: Options | None) -> Shell:
    """``options`` of a new table; None takes one up again."""
    identity = crypto.Identity(home.identity())
    name = _player(config.player)
    if config.resume is not None:
        genesis = saved_genesis(home, config.resume)
        # At the table one stays who one was, also in the lists of others.
        name = clean_name(name_at(home, config.resume, identity.public)) or name
    elif config.score_of is not None:
        old, before = score_of(home, config.score_of)
        data = encode_before(before)
        founder = identity.public
        genesis = Genesis("jass log", PROTOCOL, RULES, founder, entropy(32), old.name, data)
        options = Options(before.game, len(before.seats), None, dict(before.options))
    else:
        title = clean_table_name(config.table) or name
        genesis = Genesis("jass log", PROTOCOL, RULES, identity.public, entropy(32), title)
    known = home.known()
    peer = _peer(identity, name, config, known, open_door=config.open)
    shell = Shell(home, peer, hello(name), fast=config.fast, start_full=config.start_full)
    bind = config.bind or ANYWHERE
    listener = await Listener.open(
        identity,
        shell.hello,
        bind,
        config.port,
        table=table_id(genesis),
        has_seat=lambda device: shell.glance.has_seat(device),
        on_link=lambda link: shell.spawn(shell.serve(link)),
        on_probe=lambda: card_bytes(shell.glance),
    )
    shell.at_close(listener.close)
    port = listener.address[1]
    addresses = tuple(f"{address}:{port}" for address in local_addresses(bind).used)
    herald = Herald(shell, port, bind) if config.mdns else None
    shell.connect(
        Ways(
            addresses=addresses,
            dial=functools.partial(meet, shell),
            told=herald.told if herald is not None else None,
        )
    )
    if options is None:
        await shell.take_up(genesis, addresses[0])
    else:
        founded = functools.partial(_found, genesis, options, config, addresses[0])
        await shell.call(founded)
    browse = functools.partial(TableBrowser, frozenset(known), config.bind)
    if config.mates:
        shell.spawn(compare(shell, config.mates, browse))
    if herald is not None:
        # Whoever takes a table up again is found before it orders: the others have to come to it.
        herald.begin()
        if options is None:
            shell.spawn(reunite(shell, genesis, browse))
    shell.start()
    return shell


def _found(
    genesis: Genesis, options: Options, config: HostConfig, address: str, core: Peer
) -> None:
    core.dialable_at(address)
    core.found(genesis, options, [config.bot_level] * config.bots, now_ms())


async def join(config: JoinConfig) -> Shell:
    """Sits down at somebody's table, or looks on, and goes back to it whenever the link breaks.

    Raises:
        LocalError: the home cannot be used, or an address is none.
        PeerError: ``no_table``, ``no_answer``, ``several_tables``, another version, …
    """
    home = Home.open(config.home)
    try:
        return await _join(config, home)
    except BaseException:
        home.close()
        raise


async def _join(config: JoinConfig, home: Home) -> Shell:
    identity = crypto.Identity(home.identity())
    name = _player(config.player)
    known = home.known()
    past = None
    if not config.watch and config.invited is None:
        way = config.address
        if way is not None and ":" not in way:
            way = "{}:{}".format(*split_address(way))
        past = past_table(home, identity.public, address=way, table=config.table)
        name = (clean_name(past.mine) if past is not None else "") or name
    me = hello(name)
    where, link = await reach(config, identity, me, frozenset(known), past)
    peer = _peer(identity, name, config, known, watching=config.watch)
    check = functools.partial(check_score, home)
    shell = Shell(home, peer, me, fast=config.fast, check=check)
    host = (link.identity, link.name) if link is not None else (b"", "")
    if link is None and past is not None:
        host = past.host, past.host_name
    browse = functools.partial(TableBrowser, frozenset(known), config.bind)
    road = Road(shell, where, *host, browse)
    here = link.local_address[0] if link is not None else ANYWHERE
    # Nobody has to find somebody who only looks on.
    listener = None if config.watch else await _listen(shell, config, here)
    ways = Ways(addresses=where, gone=road.lost, follow=road.follow)
    if listener is not None:
        port = listener.address[1]
        ways = replace(
            ways,
            dial=functools.partial(meet, shell),
            told=Herald(shell, port, config.bind or here).told,
            table=listener.serve_table,
        )
    shell.connect(ways)
    if listener is not None and here != ANYWHERE:
        await shell.call(lambda core: core.dialable_at(f"{here}:{listener.address[1]}"))
    if link is not None:
        shell.spawn(shell.serve(link))
    elif past is not None:
        await shell.take_up(past.genesis)
        road.look()
    shell.start()
    return shell


async def _listen(shell: Shell, config: JoinConfig, here: str) -> Listener | None:
    """Lets the other guests dial this device, where the way to the host comes from.

    None: they cannot; it plays all the same.

    Raises:
        LocalError: the address or port that was asked for cannot be used.
    """
    try:
        listener = await Listener.open(
            shell.identity,
            shell.hello,
            config.bind or here,
            config.port,
            has_seat=lambda device: shell.glance.has_seat(device),
            on_link=lambda other: shell.spawn(shell.serve(other)),
            on_probe=lambda: card_bytes(shell.glance),
        )
    except LocalError:
        if config.bind is not None or config.port:
            raise
        return None
    shell.at_close(listener.close)
    return listener


def _peer(
    identity: crypto.Identity,
    name: str,
    config: HostConfig | JoinConfig,
    known: Mapping[bytes, str],
    *,
    open_door: bool = False,
    watching: bool = False,
) -> Peer:
    """This device at a table with other people, some of whom its home knows."""
    return Peer(
        identity,
        name,
        random=entropy,
        rules=RULES,
        autoplay=config.autoplay,
        known=known,
        open_door=open_door,
        watching=watching,
    )


def _seeded(seed: bytes) -> Callable[[int], bytes]:
    """Chance that a test can repeat; never used for a table with other people."""
    return Random(seed).randbytes  # noqa: S311


def _player(name: str) -> str:
    """The player's name as others will see it.

    Raises:
        LocalError: ``bad_name`` when nothing printable is in it.
    """
    cleaned = clean_name(name)
    if not cleaned:
        raise LocalError("bad_name", "Give a name with at least one printable character.")
    return cleaned


def _options(
    slug: str, players: int | None, preset: str | None, settings: dict[str, str]
) -> Options:
    """What will be played.

    Raises:
        LocalError: ``unknown_game``, or the code of an option's fault with its facts.
    """
    options = options_body(slug or all_variants()[0].slug, players or 0, preset, settings)
    if isinstance(options, OptionFault):
        facts = {**options.facts, "option": options.option}
        raise LocalError(options.code, f"The table cannot be set up so: {options.code}.", **facts)
    return options
