"""What is made from the content is kept, and made anew when a file has changed."""

from __future__ import annotations

import importlib.util
import os
import sys

import pytest

from companion.reference import compiled


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(compiled, "PROGRAM", tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "reference").mkdir()
    (tmp_path / "reference" / "words.toml").write_text("one")
    return tmp_path


def make_and_count(made):
    def make():
        made.append(1)
        return ("made", len(made))

    return make


def test_it_is_made_once_until_a_file_changes(folder):
    made = []
    for _ in range(3):
        assert compiled.load_compiled("search", ["reference"], make_and_count(made)) == ("made", 1)
    (folder / "reference" / "words.toml").write_text("another")
    assert compiled.load_compiled("search", ["reference"], make_and_count(made)) == ("made", 2)


@pytest.mark.parametrize("damage", [b"", b"not marshalled", b"\x00" * 40])
def test_a_damaged_file_is_made_anew(folder, damage):
    made = []
    compiled.load_compiled("search", ["reference"], make_and_count(made))
    [kept] = (folder / "reference" / "__pycache__").iterdir()
    kept.write_bytes(damage)
    assert compiled.load_compiled("search", ["reference"], make_and_count(made)) == ("made", 2)


def test_nothing_is_written_where_python_writes_nothing(folder, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    made = []
    for _ in range(2):
        compiled.load_compiled("search", ["reference"], make_and_count(made))
    assert len(made) == 2
    assert os.listdir(folder / "reference") == ["words.toml"]


def test_it_lies_where_python_keeps_what_it_compiles(folder):
    compiled.load_compiled("search", ["reference"], lambda: 1)
    kept = importlib.util.cache_from_source(os.fspath(folder / "reference" / "search.py"))
    assert os.listdir(folder / "reference" / "__pycache__")
    assert os.path.dirname(kept) == os.fspath(folder / "reference" / "__pycache__")
