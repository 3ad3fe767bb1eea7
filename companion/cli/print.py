"""`companion print`: sheets as PDF files."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import click

from companion.errors import NotUnderstood
from companion.printing import (
    SHEETS,
    WORDS,
    Order,
    Sheet,
    compose,
    find_fonts_folder,
    parse_order,
    score_for_print,
    set_job,
)
from companion.rules import parse_game, read_json


def _ask_for_words(command: Callable[..., None]) -> Callable[..., None]:
    """The command with an option for each word of an order."""
    for key, each in reversed(WORDS.items()):
        of_yes: dict[str, Any] = {"flag_value": "yes"} if each.type is bool else {}
        name = f"--{key.replace('_', '-')}"
        command = click.option(name, key, help=each.metadata["words"], **of_yes)(command)
    return command


@click.command("print")
@click.argument("sheet", required=False)
@click.option("--list", "is_list", is_flag=True, help="List the sheets, their papers and options.")
@click.option("-o", "--out", help="The file to write; “-” is standard output. Default: SHEET.pdf.")
@click.option("--document", type=click.File("rb"), help="A game to print from, as companion score reads it.")
@click.option("--name", multiple=True, help="A player; once for each, in seat order.")
@click.option("--sides", help="How many sides play.")
@_ask_for_words
@click.option("--rules", help="The game, as in kwado-1985.")
@click.option("--method", help="How a round is scored, as in A.")
@click.option("--target", help="The points that a game is played to.")
@click.option("--yaku", help="A preset, as in none or all, or ids with commas.")
@click.option(
    "--option", "options", multiple=True, metavar="ID=VALUE", help="A house option, as in gaji=kwado."
)
def print_sheet(
    sheet: str | None,
    is_list: bool,
    out: str | None,
    document: IO[bytes] | None,
    name: tuple[str, ...],
    options: tuple[str, ...],
    **words: str | None,
) -> None:
    """Print SHEET to a PDF file."""
    if is_list:
        click.echo("\n".join(map(_describe, SHEETS)))
        return
    if sheet is None:
        raise NotUnderstood(f"Which sheet? There is {', '.join(each.id for each in SHEETS)}.")
    raw: dict[str, Any] = {key: word for key, word in words.items() if word is not None}
    raw |= {"name": name} | dict(option.partition("=")[::2] for option in options)
    game = score_for_print(parse_game(read_json(document.read())), raw.get("date", "")) if document else None
    _write(parse_order(sheet, raw, game), out or f"{sheet}.pdf")


def _describe(sheet: Sheet) -> str:
    papers = ", ".join(sheet.papers)
    return f"{sheet.id}\n    {sheet.words}\n    papers: {papers}; takes: {', '.join(sheet.takes)}"


def _write(order: Order, out: str) -> None:
    # One's own machine and sheet: in this process, however long it takes.
    printed = set_job(find_fonts_folder(), compose(order), 0)
    if out == "-":
        sys.stdout.buffer.write(printed.content)
        return
    try:
        Path(out).write_bytes(printed.content)
    except OSError as error:
        raise NotUnderstood(f"{out} cannot be written: {error.strerror}.") from error
    pages = "1 page" if printed.page_count == 1 else f"{printed.page_count} pages"
    click.echo(f"{out}: {pages}")
