"""The `companion` command. Each subcommand is a module, imported on use, so scoring loads neither web nor
printing.
"""

from __future__ import annotations

import sys
from importlib import import_module

import click

from companion import __version__
from companion.errors import CompanionError

# Subcommand: its module in this folder.
WORDS = {
    "serve": "serve",
    "https": "serve",
    "score": "score",
    "print": "print",
    "rules": "rules",
    "games": "kept_games",
    "export": "kept_games",
    "import": "kept_games",
    "backup": "kept_games",
    "restore": "kept_games",
    "migrate": "kept_games",
    "deck": "deck",
    "doctor": "doctor",
    "service": "service",
}


class _Words(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(WORDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in WORDS:
            return None
        module = import_module(f"companion.cli.{WORDS[name]}")
        command = next(
            value
            for value in vars(module).values()
            if isinstance(value, click.Command) and value.name == name
        )
        return command


@click.group(cls=_Words, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def words() -> None:
    """Keeps score of hanafuda played with real cards, prints its sheets, answers its rulings."""


def main() -> None:
    """Runs the command. Bad input prints its faults on standard error, with exit status 2."""
    try:
        words()
    except CompanionError as error:
        for fault in error.faults:
            click.echo(fault.message, err=True)
        sys.exit(2)
