"""The words of the screens: one catalogue per language, German complete, the others over it.

A text is found by its code, such as ``table.turn`` or ``reason.must_follow_suit``; what is missing
in a language is shown in German, and a test lists it. Facts are filled in by name. The German is
Swiss (ss, Jass words as people say them); Jass words stay Swiss in every language.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Literal, get_args

__all__ = [
    "LANGUAGES",
    "Lang",
    "Say",
    "catalogue",
    "echoed",
    "error_text",
    "has_text",
    "offence_text",
    "speaker",
    "text",
]

Lang = Literal["de", "fr", "it", "en"]
LANGUAGES: tuple[Lang, ...] = get_args(Lang)

Say = Callable[..., str]
"""``say(code, **facts)``: a text in the language of this screen."""

_BASE: Lang = "de"
_PARTS = ("keys", "options", "games", "glossary", "commands")
"""Catalogues of their own beside that of the screens."""

ECHOED = 160
"""So many characters of what somebody typed are repeated in a sentence; a long path has fewer."""

_OURS = frozenset({"allowed", "choices", "games", "presets", "reason", "tables"})
"""Facts of errors that nobody typed: lists of what there is, and sentences."""

_loaded: dict[str, Mapping[str, str]] = {}


def catalogue(lang: str) -> Mapping[str, str]:
    """The texts of one language by code, without what it takes from German."""
    if lang not in LANGUAGES:
        lang = _BASE
    if lang not in _loaded:
        # Only the languages somebody reads are imported: a start takes milliseconds.
        texts: dict[str, str] = {}
        for name in (lang, *(f"{part}_{lang}" for part in _PARTS)):
            try:
                texts |= import_module(f"tui.texts.{name}").TEXTS
            except ModuleNotFoundError:
                continue  # taken from German
        _loaded[lang] = texts
    return _loaded[lang]


def has_text(code: str) -> bool:
    """Whether German, and so every language, has a text for ``code``."""
    return code in catalogue(_BASE)


class _Facts(dict[str, object]):
    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


def text(lang: str, code: str, /, **facts: object) -> str:
    """The text ``code`` in ``lang`` with its facts filled in; the code itself when unknown.

    Facts are ordinary text: braces and brackets in a name stay what they are.
    """
    pattern = catalogue(lang).get(code)
    if pattern is None:
        pattern = catalogue(_BASE).get(code, code)
    return pattern.format_map(_Facts(facts)) if "{" in pattern else pattern


def error_text(say: Say, code: str, facts: Mapping[str, str], otherwise: str = "") -> str:
    """The sentence of an error; ``otherwise``, or the code, when no language has one."""
    facts = echoed(facts)
    key = f"error.{code}"
    if code == "no_table" and "table" in facts:
        key = "error.no_such_table" if facts["table"] else "error.no_table_found"
        key = "error.other_tables" if facts["table"] and facts.get("tables") else key
    return say(key, **facts) if has_text(key) else otherwise or code


def echoed(facts: Mapping[str, str]) -> dict[str, str]:
    """Facts of a sentence, what was typed at most so long that the sentence is still seen."""
    return {name: fact if name in _OURS else _shortened(fact) for name, fact in facts.items()}


def _shortened(fact: str) -> str:
    """Its beginning and its end: in a path the end says most."""
    half = ECHOED // 2
    return fact if len(fact) <= ECHOED else f"{fact[:half]} … {fact[-half:]}"


def offence_text(say: Say, reason: str) -> str:
    """What somebody did against the rules or in the deal, in words; the code when it has none."""
    kinds = (f"{kind}.{reason}" for kind in ("offence", "reason"))
    return next((say(kind) for kind in kinds if has_text(kind)), reason)


def speaker(lang: Lang) -> Say:
    """``text`` with the language already chosen."""

    def say(code: str, /, **facts: object) -> str:
        return text(lang, code, **facts)

    return say
