"""The commands in docs/running.md exist, and its unit is one that systemd takes."""

from __future__ import annotations

import re
from pathlib import Path

from click.testing import CliRunner

from companion.cli import WORDS, words


def read_blocks(repo: Path, kind: str) -> list[str]:
    text = (repo / "docs/running.md").read_text(encoding="utf-8")
    return re.findall(rf"^```{kind}\n(.*?)^```", text, re.M | re.S)


def test_each_command_and_option_in_the_text_exists(repo: Path) -> None:
    seen = set()
    for line in "\n".join([*read_blocks(repo, "sh"), *read_blocks(repo, "")]).splitlines():
        for word, rest in re.findall(r"\./run ([a-z]+)([^#>]*)", line):
            assert word in WORDS
            known = CliRunner().invoke(words, [word, "--help"]).output
            assert all(option in known for option in re.findall(r"--[a-z]+", rest))
            seen.add(word)
    assert seen == {"backup", "restore", "export", "import", "service", "https"}


def test_the_settings_in_the_text_are_read_by_the_program(repo: Path) -> None:
    text = (repo / "docs/running.md").read_text(encoding="utf-8")
    code = "\n".join(path.read_text(encoding="utf-8") for path in (repo / "companion").rglob("*.py"))
    for setting in sorted(set(re.findall(r"KWADO_[A-Z_]+", text))):
        assert setting in code, setting
