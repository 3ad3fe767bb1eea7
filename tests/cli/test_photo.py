"""`companion photo`: a deck is taught by photos, a folder or a file, and photos are read."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from companion.cards import DECK
from companion.cli import photo as photo_module
from companion.cli import words
from companion.errors import CompanionError
from tests.photo.made import get_layout, list_ids, make


@pytest.fixture(autouse=True)
def instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KWADO_INSTANCE_PATH", str(tmp_path / "instance"))
    return tmp_path / "instance"


def ask(*given: object) -> Result:
    return CliRunner().invoke(words, ["photo", *map(str, given)])


def run(*given: object) -> str:
    result = ask(*given)
    assert result.exit_code == 0, result.output
    return result.stdout


def write(file: Path, content: bytes) -> Path:
    file.write_bytes(content)
    return file


def test_a_deck_taught_by_photos_a_folder_or_a_file_reads_a_pile(tmp_path: Path, instance: Path) -> None:
    layouts = [write(tmp_path / f"{start}.jpg", get_layout(start)) for start in (0, 4, 8)]
    assert "The deck “Ann's” is taught" in run("learn", "Ann's", *layouts, "--months", "japanese")
    folder = tmp_path / "pictures"
    with zipfile.ZipFile(instance / "decks" / "Ann's.zip") as file:
        file.extractall(folder)
    run("learn", "from-folder", folder)
    run("learn", "from-file", instance / "decks" / "Ann's.zip")
    made = make(2, 7)
    pile = write(tmp_path / "pile.jpg", made.content)
    for name in ("Ann's", "from-folder", "from-file"):
        document: dict[str, Any] = json.loads(run("read", pile, "--deck", name, "--json"))
        assert sorted(card["id"] for card in document["cards"]) == sorted(list_ids(made))
        assert document["doubtful"] == []
        for card in document["cards"]:
            assert set(card) == {"id", "confidence", "corners"}
            assert 0.5 < card["confidence"] <= 1
            assert [len(corner) for corner in card["corners"]] == [2] * 4
    assert len(run("read", pile, "--deck", "Ann's").splitlines()) == 7


def test_a_photo_without_cards_is_a_document_without_cards_and_else_a_sentence(tmp_path: Path) -> None:
    layouts = [write(tmp_path / f"{start}.jpg", get_layout(start)) for start in (0, 4, 8)]
    run("learn", "ann", *layouts, "--months", "japanese")
    other = make(1, 1)
    empty = write(tmp_path / "empty.jpg", cut_table(other.content))
    assert json.loads(run("read", empty, "--deck", "ann", "--json")) == {"cards": [], "doubtful": []}
    assert "No card of this deck was found" in str(ask("read", empty, "--deck", "ann").exception)


def cut_table(photo: bytes) -> bytes:
    """The table beside the cards of a photo."""
    content = io.BytesIO()
    picture = Image.open(io.BytesIO(photo))
    picture.crop((0, 0, picture.width // 5, picture.height // 5)).resize((1200, 900)).save(content, "JPEG")
    return content.getvalue()


def test_what_cannot_be_taught_or_read_names_the_way_out(
    tmp_path: Path, instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    for card in DECK[1:]:
        (folder / f"{card.id}.png").touch()
    result = ask("learn", "ann", folder)
    assert isinstance(result.exception, CompanionError)
    assert "pine-crane" in result.exception.message
    assert not instance.exists()
    (instance / "decks").mkdir(parents=True)
    (instance / "decks" / "ben.zip").touch()
    result = ask("read", folder / "plum-ribbon.png", "--deck", "ann")
    assert result.exit_code == 1
    assert "There is no taught deck “ann”. Taught decks: ben." in result.output
    assert ask("learn", "../ann", folder / "plum-ribbon.png").exit_code == 2
    monkeypatch.setattr(photo_module, "is_installed", lambda: False)
    assert "“./run photo”" in ask("read", folder / "plum-ribbon.png", "--deck", "ben").output
