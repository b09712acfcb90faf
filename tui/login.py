"""The name that somebody is offered who has not said one: that of the account, if it is a name."""

import getpass
from typing import Final

from net.core.clean import clean_name

__all__ = ["login_name"]

NOBODYS: Final = frozenset(
    {
        "admin",
        "administrator",
        "app",
        "container",
        "debian",
        "default",
        "ec2-user",
        "guest",
        "home",
        "nobody",
        "owner",
        "pc",
        "pi",
        "root",
        "runner",
        "student",
        "test",
        "toor",
        "ubuntu",
        "user",
        "vagrant",
        "vscode",
    }
)
"""Accounts that say what one may do, or whose machine it is, and not what anybody is called."""


def login_name() -> str:
    """The name of this account as a player's name; empty where it is none."""
    try:
        account = getpass.getuser().partition(" ")[0]
    except (KeyError, OSError):  # no such user in the password database, as in a container
        return ""
    return "" if account.casefold() in NOBODYS else clean_name(account.capitalize())
