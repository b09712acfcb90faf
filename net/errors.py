"""What can go wrong between this device, its user, its disk and the other devices.

    JassError
    ├── LocalError      we or our user erred: a port in use, a full disk, a second process
    └── PeerError       they erred, or cannot be reached: another version, a broken frame

Every error carries a stable ``code`` (the key of its text in the catalogues), ``facts`` that the
texts fill in, and one plain English sentence that says what to do. The codes are public: scripts
read them in ``{"type": "error", "error": CODE}``.
"""

__all__ = ["JassError", "LocalError", "PeerError", "VersionError"]


class JassError(Exception):
    """The base of every error a user can meet.

    Args:
        code: stable catalogue key, lower case with underscores, for example ``port_in_use``.
        sentence: one plain English sentence that says what happened and what to do.
        facts: values the translated texts fill in, already text.
    """

    def __init__(self, code: str, sentence: str, **facts: str) -> None:
        super().__init__(code, sentence)
        self.code: str = code
        self.sentence: str = sentence
        self.facts: dict[str, str] = facts

    def __str__(self) -> str:
        return self.sentence


class LocalError(JassError):
    """We or our user erred: something on this device has to be put right."""


class PeerError(JassError):
    """They erred: another device sent something wrong, went away, or does not answer."""


class VersionError(PeerError):
    """The other device speaks another protocol, or its engine gives other results.

    Facts: ``release`` (the other's), ``ours``, and ``use`` (the release both should run).
    """
