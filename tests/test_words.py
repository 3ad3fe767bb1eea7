"""Everything that is written for players uses our words: pages, messages, rule data, sheets, help."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unused_words import find_unused, load_unused

# Data for the search: what people may type, whatever we say ourselves.
TYPED_BY_PLAYERS = re.compile(r'^(?:also = ".*"|asked = """.*?""")$', re.M | re.S)


def list_texts(repo: Path) -> Iterator[tuple[str, str]]:
    """Each file that has sentences for players, and these."""
    for pattern in ("templates/**/*.html", "printables/**/*.html"):
        for path in sorted(repo.glob(pattern)):
            yield (
                str(path.relative_to(repo)),
                re.sub(r"\{#.*?#\}", "", path.read_text(encoding="utf-8"), flags=re.S),
            )
    for pattern in ("companion/**/*.toml", "companion/**/*.md"):
        for path in sorted(repo.glob(pattern)):
            if path.name != "synonyms.toml":
                yield str(path.relative_to(repo)), TYPED_BY_PLAYERS.sub("", path.read_text(encoding="utf-8"))
    for path in sorted((repo / "companion").rglob("*.py")):
        yield (
            str(path.relative_to(repo)),
            "\n".join(list_sentences(ast.parse(path.read_text(encoding="utf-8")))),
        )


def list_sentences(tree: ast.Module) -> Iterator[str]:
    """The texts in a module that are no docstrings."""
    has_docstring = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, has_docstring) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


def test_nothing_written_for_players_has_a_word_that_we_do_not_use(repo: Path) -> None:
    found = {file: faults for file, text in list_texts(repo) if (faults := find_unused(text, file))}
    assert found == {}


def test_only_files_that_still_have_an_unused_word_are_excused(repo: Path) -> None:
    for word in load_unused():
        for file in word.still_in:
            text = (repo / file).read_text(encoding="utf-8")
            assert word.pattern.search(text), (
                f"{file} no longer says {word.pattern.pattern}: take it out of still_in"
            )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Ben: 0 is none, nothing is not.", "Enter 0 for none."),
        ("A link to look on", "view only"),
        ("Use a score sheet", "score pad"),
        ("Adopted from now on. No total moved.", "From the next round: … Scores unchanged."),
    ],
)
def test_an_unused_word_is_found_with_the_one_to_use(text: str, said: str) -> None:
    assert said in " ".join(find_unused(text, "templates/games/share.html"))
    assert find_unused("Enter 0 for none. View only. Score pad.", "templates/games/share.html") == []
