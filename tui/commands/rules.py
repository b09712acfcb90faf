"""The command `rules`: a game in plain words."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import click

from tui.commands.common import chair_language, language_options, variant_of
from tui.commands.usage import Once
from tui.texts import Lang, Say

__all__ = ["rules_command", "rules_text"]

GLOSSARY = ("glossar", "glossary", "glossaire", "glossario")
"""The words of the table: a page beside the games, by the names people type."""


def rules_text(slug: str, lang: Lang) -> str:
    """The rules of a game, as Markdown; empty for a game that nobody has written about."""
    page = files("tui") / "texts" / "rules" / f"{slug}.{lang}.md"
    return page.read_text(encoding="utf-8") if page.is_file() else ""


def rules_command(say: Say) -> click.Command:
    """`jass rules`: prints the rules of a game."""

    @click.command("rules", cls=Once, help=say("cli.help_rules"))
    @click.argument("slug", metavar=f"[{say('cli.meta.game')}]", required=False)
    @language_options(say)
    def rules(slug: str | None, **options: Any) -> int:
        topic = GLOSSARY[0] if slug in GLOSSARY else variant_of(slug).slug
        click.echo_via_pager(rules_text(topic, chair_language(options)))
        return 0

    return rules
