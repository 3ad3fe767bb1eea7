"""Every cited file, section and source exists.

`kwado.md` in a comment is the file of that name beside it, at the top of the project, or in `docs/rules/`. A
section is named in quotes behind it. A source is cited by its key, which `docs/rules/README.md` explains.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.reference import load_sources
from companion.rules.text.reader import SOURCES
from tests.test_style import kept_files

READ = {".py", ".toml", ".md", ".html", ".js", ".css", ""}
# What a released version wrote is never changed.
RELEASED = "tests/store/schemas/0"
# A test of what is said about an unknown key needs one.
WRONG_ON_PURPOSE = {"KD58"}

FILE = re.compile(r'(?<![\w*}>/.-])((?:\.{0,2}[\w-]*/)*[\w-]+\.md)\b(?:#([\w-]+)|, "([^"\n]+)")?')
KEY = r"[A-Z]{2}\d{2}|[A-Z]{3}"
KEYS_IN_A_ROW = re.compile(rf"(?<![\w-])(?:{KEY})(?:, (?:{KEY}))*(?![\w-])")
FIRST_KEY = re.compile(rf'(?:Sources?: |source = ")({KEY})(?![\w-]| \d)')


def read_texts(repo: Path) -> Iterator[tuple[Path, str]]:
    """Yield every file that may cite something, with its text."""
    for path in kept_files(repo):
        if path.suffix in READ and not str(path.relative_to(repo)).startswith(RELEASED):
            yield path, path.read_text(encoding="utf-8")


def list_keys(repo: Path) -> list[str]:
    """Return the keys in the list of sources of the facts."""
    sources = (repo / "docs" / "rules" / "README.md").read_text(encoding="utf-8").split("\n## Sources\n")[1]
    return re.findall(rf"^\| ({KEY}) \|", sources, re.M)


def has_section(text: str, name: str) -> bool:
    """Whether a heading begins with the name, or is linked by it."""
    headings = re.findall(r"^#+ (.+)$", text, re.M)
    links = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return name in links or any(re.match(rf"{re.escape(name)}(?!\w)", heading) for heading in headings)


def file_faults(path: Path, text: str, repo: Path) -> list[str]:
    """Return a sentence for each file or section that is cited and not there."""
    faults = []
    for name, link, section in FILE.findall(text):
        folders = [path.parent, repo] if "/" in name else [path.parent, repo, repo / "docs" / "rules"]
        found = [folder / name for folder in folders if (folder / name).is_file()]
        wanted = link or section
        if not found:
            faults.append(f"{path.relative_to(repo)} cites {name}, which is not there")
        elif wanted and not has_section(found[0].read_text(encoding="utf-8"), wanted):
            faults.append(f"{path.relative_to(repo)} cites {name}, “{wanted}”, which has no such section")
    return faults


def key_faults(path: Path, text: str, keys: set[str]) -> list[str]:
    """Return a sentence for each source key that is cited and not listed."""
    cited = set(FIRST_KEY.findall(text))
    for row in KEYS_IN_A_ROW.findall(text):
        row_keys = set(row.split(", "))
        if row_keys & keys or any(key[-1].isdigit() for key in row_keys):
            cited |= row_keys
    return [f"{path.name} cites {key}, which is no source" for key in sorted(cited - keys - WRONG_ON_PURPOSE)]


def test_every_file_and_every_section_that_is_cited_is_there(repo: Path) -> None:
    faults = [fault for path, text in read_texts(repo) for fault in file_faults(path, text, repo)]
    assert not faults, "\n".join(faults)


def test_every_source_that_is_cited_is_listed(repo: Path) -> None:
    keys = set(list_keys(repo))
    faults = [fault for path, text in read_texts(repo) for fault in key_faults(path, text, keys)]
    assert not faults, "\n".join(faults)


def test_every_record_names_listed_sources(repo: Path) -> None:
    keys = set(list_keys(repo))
    faults = []
    for path in sorted((repo / "companion").rglob("*.toml")):
        for record in find_records(tomllib.loads(path.read_text(encoding="utf-8"))):
            if isinstance(cited := record.get("source"), str) and not set(cited.split(", ")) <= keys:
                faults.append(f"{path.name}: {cited}")
    assert not faults, "\n".join(faults)


def find_records(value: object) -> Iterator[dict[str, object]]:
    """Yield every table of a TOML document, at any depth."""
    if isinstance(value, dict):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from find_records(part)


def test_the_facts_the_pages_and_the_rule_sets_know_the_same_sources(repo: Path) -> None:
    keys = list_keys(repo)
    assert len(keys) == len(set(keys)) > 10
    assert set(keys) == set(load_sources()) == set(SOURCES)


@pytest.mark.parametrize(
    ("cited", "fault"),
    [
        ("Sources: nowhere{}.md (the deck).", "is not there"),
        ("see docs/rules/nowhere{}.md", "is not there"),
        ("[the map](../docs/rules/nowhere{}.md)", "is not there"),
        ('# kwado{}.md, "Dealing": players', "no such section"),
        ("[Names](docs/rules/deck{}.md#naming)", "no such section"),
    ],
)
def test_a_citation_that_leads_nowhere_is_found(cited: str, fault: str, repo: Path) -> None:
    [found] = file_faults(repo / "README.md", cited.replace("{}", ""), repo)
    assert fault in found


@pytest.mark.parametrize(
    "cited",
    [
        "Sources: deck.md (names).",
        '# kwado.md, "Bonuses": id',
        "docs/rules/deck.md#month-orders",
        "docs/map.md",
    ],
)
def test_a_citation_that_leads_somewhere_is_no_fault(cited: str, repo: Path) -> None:
    assert file_faults(repo / "companion" / "cli" / "score.py", cited, repo) == []


@pytest.mark.parametrize(
    "cited", ['source = "KK{}X"', "Source: HA{}X (tradition)", "(KD85, SU{}X)", "KD{}59"]
)
def test_a_source_that_is_not_listed_is_found(cited: str, repo: Path) -> None:
    assert key_faults(repo / "README.md", cited.replace("{}", ""), {"KD85"}) != []


def test_every_test_that_the_page_of_security_names_is_there(repo: Path) -> None:
    page = (repo / "docs/security.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", page)
    assert len(named) >= 25
    gone = [
        f"{file}::{test}"
        for file, test in named
        if f"def {test}(" not in (repo / file).read_text(encoding="utf-8")
    ]
    assert gone == []


def test_every_row_of_the_page_of_security_names_a_test(repo: Path) -> None:
    page = (repo / "docs/security.md").read_text(encoding="utf-8")
    table = page.partition("## What happens when somebody …")[2].partition("## You found a hole?")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]
    assert [row for row in rows if "::test_" not in row] == []
