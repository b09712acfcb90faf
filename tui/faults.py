"""Whatever went wrong, as an error with a code, facts and a sentence."""

from net.errors import JassError, LocalError

__all__ = ["UNREAD", "as_error"]

UNREAD = 141
"""The exit code once nobody reads what is written, as shells count a program that SIGPIPE ends."""


def as_error(error: Exception) -> JassError:
    """The error itself; ``system`` for what the system refused, ``unexpected`` for our own faults.

    Both have in ``what`` what a person who looks into it needs.
    """
    match error:
        case JassError():
            return error
        case OSError(strerror=reason, filename=place):
            what = f"{reason or error} {place or ''}".strip()
            return LocalError("system", f"The system does not go along: {what}.", what=what)
        case _:
            what = f"{type(error).__name__}: {error}"
            return LocalError("unexpected", f"A fault of Jass ({what}).", what=what)
