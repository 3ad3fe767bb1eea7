"""Every file is formatted, linted, typed, not too large, and free of one machine's names."""

import re
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

LARGEST_FILE_BYTES = 200 * 1024
LONGEST_LINE = 120

# Folders of one machine or person, and hosts of packages.
OF_ONE_MACHINE = re.compile(
    r"(?<![\w.~/-])/(?:work|home|root|tmp|opt|mnt|Users)/|\b(?:pypi\.org|pythonhosted\.org|debian\.org/debian|npmjs\.org)"
)


def kept_files(repo: Path) -> list[Path]:
    """Return the files of the project, without what .gitignore leaves out: git itself may be missing."""
    ignored = [line.strip("/") for line in (repo / ".gitignore").read_text(encoding="utf-8").split() if line]

    def walk(folder: Path) -> list[Path]:
        found = []
        for path in sorted(folder.iterdir()):
            if path.name == ".git" or any(fnmatch(path.name, pattern) for pattern in ignored):
                continue
            found += walk(path) if path.is_dir() else [path]
        return found

    return walk(repo)


@pytest.mark.parametrize(
    "tool",
    [
        ("ruff", "check", "--quiet", "."),
        ("ruff", "format", "--check", "--quiet", "."),
        ("mypy", "--strict", "--no-error-summary"),
        ("djlint", "--lint", "templates", "printables"),
    ],
    ids=["linted", "formatted", "typed", "templates"],
)
def test_a_tool_finds_nothing(repo: Path, tool: tuple[str, ...]) -> None:
    done = subprocess.run([sys.executable, "-m", *tool], cwd=repo, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(tool)}\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize(
    "pattern",
    [
        "templates/**/*.html",
        "static/**/*.js",
        "static/**/*.css",
        "printables/**/*.html",
        "printables/**/*.css",
    ],
)
def test_no_line_of_a_page_or_a_script_is_longer_than_120(repo: Path, pattern: str) -> None:
    paths = list(repo.glob(pattern))
    assert paths
    assert [
        (path.name, line)
        for path in paths
        for line in path.read_text(encoding="utf-8").splitlines()
        if len(line) > LONGEST_LINE
    ] == []


@pytest.mark.parametrize(
    "lock_file", ["requirements.lock", "requirements-photo.lock", "requirements-test.lock"]
)
def test_a_lock_file_names_no_host_and_hashes_everything(repo: Path, lock_file: str) -> None:
    text = (repo / lock_file).read_text(encoding="utf-8")
    assert "://" not in text
    assert "--index-url" not in text
    assert "--find-links" not in text
    requirements = re.split(r"\n(?=[a-z])", text.replace("\\\n", ""))[1:]
    assert len(requirements) > 2
    assert [
        line for line in requirements if not re.match(r"[a-z0-9-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", line)
    ] == []


def test_the_tests_are_locked_to_no_version_that_running_is_not(repo: Path) -> None:
    def names(lock_file: str) -> set[str]:
        return set(re.findall(r"^([a-z0-9-]+)==", (repo / lock_file).read_text(encoding="utf-8"), re.M))

    assert names("requirements.lock") & names("requirements-test.lock") == set()


def test_every_dependency_is_locked_and_has_its_line_in_a_decision(repo: Path) -> None:
    project = tomllib.loads((repo / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [project["dependencies"], *project["optional-dependencies"].values()]
    names = {re.split(r"[\[<>=]", line)[0] for group in wanted for line in group}
    decisions = "\n".join(p.read_text(encoding="utf-8") for p in (repo / "docs" / "decisions").glob("*.md"))
    assert sorted(name for name in names if f"**{name}**" not in decisions) == []
    locked = "".join(path.read_text(encoding="utf-8") for path in repo.glob("requirements*.lock"))
    assert sorted(name for name in names if not re.search(rf"^{name}==", locked, re.M)) == []


def test_no_file_names_a_folder_or_a_host_of_one_machine(repo: Path) -> None:
    faults = []
    for path in kept_files(repo):
        text = path.read_bytes().decode("utf-8", errors="ignore")
        for number, line in enumerate(text.splitlines(), 1):
            if OF_ONE_MACHINE.search(line):
                faults.append(f"{path.relative_to(repo)}:{number}: {line.strip()[:100]}")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("line", "is_of_one_machine"),
    [
        (f"see /{'home'}/ann/kwado", True),
        (f'open("/{"tmp"}/x")', True),
        (f"--index-url https://{'pypi'}.org/simple", True),
        ("http://127.0.0.1:8000/games/new", False),
        ("../shared/rules and companion/rules/tmp.py", False),
    ],
)
def test_a_name_of_one_machine_is_found(line: str, is_of_one_machine: bool) -> None:
    assert bool(OF_ONE_MACHINE.search(line)) is is_of_one_machine


def test_no_file_is_larger_than_200_kilobytes(repo: Path) -> None:
    sizes = {str(path.relative_to(repo)): path.stat().st_size for path in kept_files(repo)}
    assert {name: size for name, size in sizes.items() if size > LARGEST_FILE_BYTES} == {}


@pytest.mark.parametrize("script", ["run", ".ci/run"])
def test_the_scripts_are_plain_sh_and_executable(repo: Path, script: str) -> None:
    path = repo / script
    assert path.stat().st_mode & 0o111 == 0o111
    assert path.read_text(encoding="utf-8").startswith("#!/bin/sh\n")
    assert subprocess.run(["sh", "-n", str(path)], check=False).returncode == 0


def test_every_weight_of_a_page_is_one_of_three_and_every_size_follows_the_text_size(repo: Path) -> None:
    sheets = [
        path
        for path in (repo / "static" / "css").rglob("*.css")
        if path.name not in ("tokens.css", "print.css")
    ]
    assert sheets
    screens = {path: path.read_text(encoding="utf-8").partition("@media print")[0] for path in sheets}
    # A face says which weights it stands for.
    texts = [re.sub(r"@font-face \{[^}]*\}", "", text) for text in screens.values()]
    weights = {found for text in texts for found in re.findall(r"font-weight: ([^;}]+)", text)}
    assert weights <= {"var(--regular)", "var(--medium)", "var(--strong)"}
    sizes = [
        (path.name, found)
        for path, text in screens.items()
        for found in re.findall(r"font-size: ([^;}]+)", text)
        if "px" in found and path.name != "chart.css"
    ]
    assert sizes == []


def test_no_rule_makes_every_tap_style_the_whole_page(repo: Path) -> None:
    """Each text that changed on the entry screen styled and laid out every picture anew: with
    `body:has(.menu[open])` a tap was seen after 290 ms instead of 130, with `tr:has(+ .notes) > *`, a rule of
    another page, after 160 instead of 64, on a processor six times slower.
    """
    asked = [
        found
        for path in (repo / "static" / "css").rglob("*.css")
        for found in re.findall(
            r"(?:html|body|main|\.is-live)[\w.-]*:has\([^)]*[:\[][^)]*\)|:has\([^{,]*\)[^{,]*\*",
            path.read_text(encoding="utf-8"),
        )
    ]
    assert asked == []


def test_a_style_sheet_has_one_declaration_a_line_and_no_colour_of_its_own(repo: Path) -> None:
    sheets = [*repo.glob("static/**/*.css"), *repo.glob("printables/**/*.css")]
    assert sheets
    text = {
        path: re.sub(r"/\*.*?\*/|\"[^\"]*\"", "", path.read_text("utf-8"), flags=re.DOTALL) for path in sheets
    }
    several = {
        path.name: [line for line in each.splitlines() if line.count(";") > 1] for path, each in text.items()
    }
    assert {name: lines for name, lines in several.items() if lines} == {}
    colours = {path.name: re.findall(r":.*(#[0-9a-f]{3,8}\b|rgb\().*;", each) for path, each in text.items()}
    assert [name for name, found in colours.items() if found] == ["tokens.css"]


@pytest.mark.parametrize(
    "pattern",
    [
        *("companion/**/*.py", "tests/**/*.py", "benchmarks/*.py"),
        *("static/**/*.js", "static/**/*.css", "printables/**/*.css"),
        *("docs/*.md", "docs/decisions/*.md"),
    ],
)
def test_two_short_sentences_stand_where_one_had_to_be_read_twice(repo: Path, pattern: str) -> None:
    riddle = "of" + " which"
    files = list(repo.glob(pattern))
    assert files
    assert [path.name for path in files if riddle in " ".join(path.read_text("utf-8").split())] == []


def test_a_script_has_one_header_which_says_the_one_thing_that_it_does(repo: Path) -> None:
    header = re.compile(r"^/\*(?:(?!\*/).)*\*/\n(?=\n)", re.M | re.S)
    counts = {
        str(path): len(header.findall(path.read_text("utf-8"))) for path in repo.glob("static/js/**/*.js")
    }
    assert len(counts) > 50
    assert [path for path, count in counts.items() if count != 1] == []
