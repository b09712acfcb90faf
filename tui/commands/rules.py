"""The command `rules`: a game in plain words."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import click

from tui.commands.common import chair_language, language_options, variant_of
from tui.texts import Lang, Say

__all__ = ["rules_command", "rules_text"]

GLOSSARY = {"glossar": "glossar", "glossary": "glossar"}
"""The words of the table: a page beside the games, by the names people type."""


def rules_text(slug: str, lang: Lang) -> str:
    """The rules of a game, as Markdown; in German where they are not written in `lang` yet."""
    folder = files("tui") / "texts" / "rules"
    for code in (lang, "de"):
        page = folder / f"{slug}.{code}.md"
        if page.is_file():
            return page.read_text(encoding="utf-8")
    return ""


def rules_command(say: Say) -> click.Command:
    """`jass rules`: prints the rules of a game."""

    @click.command("rules", help=say("cli.help_rules"))
    @click.argument("slug", required=False)
    @language_options(say)
    def rules(slug: str | None, **options: Any) -> int:
        topic = GLOSSARY.get(slug or "") or variant_of(slug).slug
        click.echo_via_pager(rules_text(topic, chair_language(options)))
        return 0

    return rules
