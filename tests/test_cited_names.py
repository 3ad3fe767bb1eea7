"""Every name and every file that a comment or a docstring mentions exists.

A name stands in backticks: `divide`, `ast.walk`, `find_faults()`, `--quick`, `test_style.py`, `tests/web/`. A
file or folder may also stand without them. Known are our files and the words of our code; of a sentence in
it, such as one of a page, only words with an underscore.
"""

import ast
import re
from fnmatch import fnmatch
from itertools import pairwise
from pathlib import Path

import pytest

from tests.test_style import kept_files

COMMENTS = {
    ".js": r"/\*.*?\*/|(?<![:\"'`])//[^\n]*",
    ".css": r"/\*.*?\*/",
    ".html": r"\{#.*?#\}|<!--.*?-->",
    ".toml": r"(?m:^ *#[^\n]*)",
}
# The words of these are code between the marks only; the rest is what people read.
CODE = {".html": r"<[^>]*>|\{[{%].*?[%}]\}", ".toml": r'(?m:^[^"=\n]*)|"[\w-]+"'}
NAME = re.compile(r"`((?:--|\./|\.)?\w[\w./<>*-]*)(?:\(\))?`")
FILE = re.compile(
    r"(?<![\w*}>…`/.<-])((?:[\w-]+/)*[\w-]+\.(?:py|js|css|html|toml)"
    r"|(?:companion|static|templates|printables|tests|tools|benchmarks)/[\w/-]*\w)(?![\w*<`.-]*[\w*<`-])"
)
# What is not ours, and what stands for any name.
OTHERS = {
    "crypto.randomUUID": "browsers",
    "wait_for_function": "Playwright",
    "TRUSTED_HOSTS": "Flask",
    ".local": "names of a network",
    "NAME-korean": "any part of a picture",
    "__Host-": "browsers",
    "DIR/index.html": "a folder that is typed",
}


def divide(path: Path) -> tuple[str, set[str]]:
    """The comments and docstrings of a file, and the words of its code."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        comments = re.compile(COMMENTS[path.suffix], re.DOTALL)
        code = re.findall(CODE.get(path.suffix, ".+"), comments.sub(" ", text), re.DOTALL)
        return "\n".join(comments.findall(text)), set(re.findall(r"[\w-]+", " ".join(code)))
    said = re.findall(r"(?:^|  )# (.*)", text, re.MULTILINE)
    words: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            said.append(ast.get_docstring(node, clean=False) or "")
        for value in dict(ast.iter_fields(node)).values():
            if isinstance(value, str) and value not in said:
                words.update(re.findall(r"\w+_\w+" if " " in value else r"[\w-]+", value))
    return "\n".join(said), words


class Project:
    """The paths of our files and folders, and the words of the code of each."""

    def __init__(self, repo: Path) -> None:
        files = [path.relative_to(repo) for path in kept_files(repo)]
        self.paths = {f"/{each}" for path in files for each in (path, *path.parents)}
        self.read = {path: divide(repo / path) for path in files if path.suffix in {".py", *COMMENTS}}
        for path, (_, words) in self.read.items():
            words.update((path.stem, *path.parts))
        self.words = set[str]().union(*(words for _, words in self.read.values()))

    def has_file(self, name: str) -> bool:
        return any(fnmatch(path, f"*/{name.strip('/')}") for path in self.paths)

    def get_words(self, module: str) -> set[str]:
        """The words of the files with this name or in this folder; of all files where there is none."""
        own = [words for path, (_, words) in self.read.items() if module in path.parts or module == path.stem]
        return set[str]().union(*own) if own else self.words

    def has_name(self, name: str) -> bool:
        """Whether there is such a file, or each part of the name is a word of the module before it."""
        name = re.sub("<[a-z-]+>", "*", name.removeprefix("./"))
        if FILE.fullmatch(name) or name.endswith("/") or "*" in name:
            return self.has_file(name)
        if "/" in name:
            # The place of a field is no file: “yaku/0”.
            return self.has_file(name) or all(
                each in self.words or each.isdigit() for each in name.split("/")
            )
        parts = name.strip("-.").split(".")
        return parts[0] in self.words and all(part in self.get_words(each) for each, part in pairwise(parts))

    def find_faults(self, said: str) -> list[str]:
        names = [name for name in NAME.findall(said) if name not in OTHERS and not self.has_name(name)]
        return names + [name for name in FILE.findall(said) if name not in OTHERS and not self.has_file(name)]


@pytest.fixture(scope="module")
def project() -> Project:
    return Project(Path(__file__).parents[1])


def test_every_name_and_file_that_a_comment_mentions_is_there(project: Project) -> None:
    faults = {str(path): project.find_faults(said) for path, (said, _) in project.read.items()}
    assert {path: names for path, names in faults.items() if names} == {}


@pytest.mark.parametrize(
    "cited",
    [
        "`swept{}up`",
        "`swept{}up()`",
        "`--swept{}up`",
        "`store.swept{}up`",
        "`companion.swept{}up`",
        "`cards/swept{}up.py`",
        "`swept{}up/`",
        "swept{}up.js",
        "companion/swept{}up",
    ],
)
def test_a_name_that_is_not_there_is_found(project: Project, cited: str) -> None:
    said = cited.replace("{}", "")
    assert project.find_faults(f"The `Project` has {said}, and `base.html`.") == [said.strip("`()")]
