"""Which release of the program this is."""

from importlib.metadata import PackageNotFoundError, version

__all__ = ["release"]


def release() -> str:
    """The release as it was installed; ``0+unknown`` for a checkout that never was."""
    try:
        return version("jass")
    except PackageNotFoundError:
        return "0+unknown"
