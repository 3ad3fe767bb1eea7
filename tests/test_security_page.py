"""The page of who can do what: its last table names the tests that show it."""

import re
from pathlib import Path

PAGE = "docs/security.md"


def test_every_test_that_the_page_names_is_there(repo: Path) -> None:
    page = (repo / PAGE).read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", page)
    assert len(named) >= 25
    gone = [
        f"{file}::{test}"
        for file, test in named
        if f"def {test}(" not in (repo / file).read_text(encoding="utf-8")
    ]
    assert gone == []


def test_every_row_of_the_page_names_a_test(repo: Path) -> None:
    page = (repo / PAGE).read_text(encoding="utf-8")
    table = page.partition("## What happens when somebody …")[2].partition("## You found a hole?")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]
    assert [row for row in rows if "::test_" not in row] == []
