"""`./run deck` writes files, and asks what to write if there is no option."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image, ImageChops

from companion.cards import DECK
from companion.cards.pictures import DECK_STYLES
from tools.deck import main


def run(*options: str | Path) -> str:
    result = CliRunner().invoke(main, [*map(str, options)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_picture_of_each_card_is_written_without_its_marks(tmp_path: Path) -> None:
    run("--pictures", tmp_path / "marked", "--width", "40")
    run("--pictures", tmp_path / "unmarked", "--width", "40", "--unmarked")
    assert {file.stem for file in (tmp_path / "unmarked").iterdir()} == {card.id for card in DECK}
    for card in DECK:
        with (
            Image.open(tmp_path / "marked" / f"{card.id}.png") as marked,
            Image.open(tmp_path / "unmarked" / f"{card.id}.png") as unmarked,
        ):
            box = ImageChops.difference(marked.convert("RGB"), unmarked.convert("RGB")).getbbox()
        assert box is not None
        assert box[3] <= 13, "Marks lie in the upper fifth of a card."


def test_both_deck_files_are_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.deck.DRAWINGS_DIRECTORY", tmp_path)
    run("--write")
    assert {file.name for file in tmp_path.iterdir()} == {f"deck-{style}.svg" for style in DECK_STYLES}


def test_asked_for_nothing_it_names_what_it_can_write() -> None:
    result = CliRunner().invoke(main)
    assert result.exit_code == 2
    assert "--pictures DIR or --write" in result.output
