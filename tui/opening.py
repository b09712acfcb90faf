"""How a table is opened, whoever sits at it: a screen, a script or a person at the line mode."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from net.commands import HostConfig, JoinConfig, LocalConfig
from net.errors import LocalError

if TYPE_CHECKING:
    from net.session import Session

__all__ = ["TableConfig", "open_anywhere", "open_session"]

TableConfig: TypeAlias = HostConfig | JoinConfig | LocalConfig
"""A table to open here, one to sit down at, or one against bots."""


async def open_anywhere(config: TableConfig) -> Session:
    """The same for who chose a table on the screen: no port was asked for there, any will do.

    The spare one comes first: others look for the table there.

    Raises:
        JassError: it cannot be opened; with the sentence for its user.
    """
    try:
        return await open_session(config)
    except LocalError as error:
        if error.code != "port_in_use" or not isinstance(config, HostConfig):
            raise
        spare = config.spare
    if spare:
        return await open_anywhere(replace(config, port=spare, spare=0))
    return await open_session(replace(config, port=0))


async def open_session(config: TableConfig) -> Session:
    """Opens the session that ``config`` describes.

    Raises:
        JassError: it cannot be opened; with the sentence for its user.
    """
    from net import session  # cryptography and zeroconf come with it: only now

    match config:
        case HostConfig():
            return await session.host(config)
        case JoinConfig():
            return await session.join(config)
        case LocalConfig():
            return await session.local(config)
