"""`companion photo`: teaches a deck, and reads photos of its cards."""

import json
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import click

from companion.cards import DECK, DECK_STYLES, DeckStyle, get_card, get_suit
from companion.paths import IS_INSTALLED, find_instance_folder, name_install, write_whole
from companion.photo import (
    CannotRead,
    NothingFound,
    PhotoReader,
    Sighting,
    is_installed,
    name_missing,
    name_month,
    pack_deck,
    unpack_deck,
)

NOT_INSTALLED = (
    "Reading photos is an extra that is not installed. It comes with “{}” in the program's folder.".format(
        name_install("photo") if IS_INSTALLED else "./run photo"
    )
)
PICTURE_ENDS = {".jpg", ".jpeg", ".png", ".webp"}


@click.group("photo")
def photo() -> None:
    """Teach a deck, and read the cards in photos of it."""
    if not is_installed():
        raise click.ClickException(NOT_INSTALLED)


@photo.command("learn")
@click.argument("name")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option(
    "--months",
    type=click.Choice(DECK_STYLES),
    default=DECK_STYLES[0],
    show_default=True,
    help="Whether paulownia is the eleventh row (korean) or the twelfth (japanese).",
)
def learn(name: str, files: tuple[Path, ...], months: DeckStyle) -> None:
    """Teach the deck NAME from photos of its cards laid out by month, four in a row.

    In place of photos: a folder with a picture of each card, named by the card's id (pine-crane.jpg), or the
    file of a saved deck.
    """
    file = find_deck_file(name)
    with closing(PhotoReader(is_limited=False)) as reader:
        if len(files) == 1 and files[0].is_dir():
            deck = reader.adopt(read_folder(files[0]))
        elif len(files) == 1 and files[0].suffix == ".zip":
            deck = reader.adopt(files[0].read_bytes())
        else:
            deck, looks = reader.learn([each.read_bytes() for each in files], months)
            if missing := name_missing(deck, months):
                raise CannotRead(f"Not seen: {'; '.join(missing)}. Nothing is stored.")
            for row, look in looks.items():
                one, other = (name_month(get_suit(suit), months) for suit in (row, look))
                click.confirm(f"{one} looks like {other}. Is it {one}?", abort=True)
    write_whole(file, pack_deck(deck))
    click.echo(f"The deck “{name}” is taught: {file}")


@photo.command("read")
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--deck", "name", required=True, help="The name of a taught deck.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def read(files: tuple[Path, ...], name: str, as_json: bool) -> None:
    """Say which cards are in photos."""
    file = find_deck_file(name)
    if not file.is_file():
        known = ", ".join(sorted(each.stem for each in file.parent.glob("*.zip"))) or "none yet"
        raise click.ClickException(f"There is no taught deck “{name}”. Taught decks: {known}.")
    deck = unpack_deck(file.read_bytes())
    with closing(PhotoReader(is_limited=False)) as reader:
        try:
            found = reader.read(deck, [each.read_bytes() for each in files])
        except NothingFound:
            if not as_json:
                raise
            found = []
    if as_json:
        click.echo(json.dumps(describe_sightings(found, len(files) > 1), indent=1))
        return
    for each in found:
        names = " or ".join(get_card(card_id).english for card_id in each.ids)
        click.echo(f"{each.confidence:4.0%}  {names}{' ?' if each.is_doubtful else ''}")


def find_deck_file(name: str) -> Path:
    """The file of a deck that was taught on this machine. Raises `UsageError` for a name that is a path."""
    if Path(name).name != name:
        raise click.UsageError(f"“{name}” cannot name a deck.")
    return find_instance_folder() / "decks" / f"{name}.zip"


def read_folder(folder: Path) -> Mapping[str, bytes]:
    """The picture files of the 48 cards in a folder. Raises `CannotRead`."""
    files = {each.stem: each for each in folder.iterdir() if each.suffix.lower() in PICTURE_ENDS}
    if missing := [card.id for card in DECK if card.id not in files]:
        raise CannotRead(f"{len(missing)} pictures are missing in {folder}: {', '.join(missing[:5])} …")
    return {card.id: files[card.id].read_bytes() for card in DECK}


def describe_sightings(found: list[Sighting], has_several: bool) -> dict[str, list[dict[str, object]]]:
    """The JSON document: the sure cards, and the doubtful ones with what they may be."""
    document: dict[str, list[dict[str, object]]] = {"cards": [], "doubtful": []}
    for each in found:
        row: dict[str, object] = {"ids": each.ids} if each.is_doubtful else {"id": each.ids[0]}
        row |= {"confidence": each.confidence, "corners": each.corners}
        if has_several:
            row["photo"] = each.photo
        document["doubtful" if each.is_doubtful else "cards"].append(row)
    return document
