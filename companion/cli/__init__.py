"""The `companion` command. Each subcommand is a module, imported on use, so scoring loads neither web nor
printing.
"""

import sys
from importlib import import_module

import click

from companion import __version__
from companion.errors import CompanionError

# Subcommand: its module in this folder, and its name there.
WORDS = {
    "serve": "serve:serve",
    "phones": "serve:phones",
    "https": "serve:https",
    "score": "score:score",
    "print": "print:print_sheet",
    "rules": "rules:rules",
    "games": "kept_games:games",
    "export": "kept_games:export",
    "import": "kept_games:import_file",
    "backup": "kept_games:backup",
    "restore": "kept_games:restore_backup",
    "migrate": "kept_games:migrate_games",
    "photo": "photo:photo",
    "doctor": "doctor:doctor",
}


class _Words(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(WORDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in WORDS:
            return None
        module, attribute = WORDS[name].split(":")
        command: click.Command = getattr(import_module(f"companion.cli.{module}"), attribute)
        return command


@click.group(cls=_Words, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def words() -> None:
    """Keeps score of hanafuda played with real cards, prints its sheets, answers its rulings.

    Without a word it serves the pages on this machine and opens them.
    """


def main() -> None:
    """Runs the command. Bad input prints its faults on standard error, with exit status 2."""
    try:
        words(sys.argv[1:] or ["serve", "--open"])
    except CompanionError as error:
        click.echo("\n".join(fault.message for fault in error.faults), err=True)
        sys.exit(2)
