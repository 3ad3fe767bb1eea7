"""The package, installed into an empty environment outside the clone: all that the program needs is in it."""

import json
import os
import re
import signal
import subprocess
import sys
import sysconfig
import tarfile
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory, repo: Path, cut_fonts: Path) -> Path:
    """The home of somebody who has installed the wheel, built from the sources that are published."""
    home = tmp_path_factory.mktemp("elsewhere")
    build = (sys.executable, "-m", "hatchling", "build", "-d", str(home), "-t")
    subprocess.run([*build, "sdist"], cwd=repo, check=True, capture_output=True)
    [sources] = home.glob("*.tar.gz")
    with tarfile.open(sources) as archive:
        archive.extractall(home, filter="data")
    subprocess.run(
        [*build, "wheel"], cwd=str(sources).removesuffix(".tar.gz"), check=True, capture_output=True
    )
    [wheel] = home.glob("*.whl")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home / "venv"], check=True)
    pip = (
        sys.executable,
        "-m",
        "pip",
        "--python",
        home / "venv/bin/python",
        "install",
        "--no-index",
        "--no-deps",
    )
    subprocess.run([*pip, "--quiet", wheel], check=True)
    # The libraries are those of the tests; a line of a .pth file does not bring the project's own.
    [packages] = (home / "venv/lib").glob("python*/site-packages")
    (packages / "libraries.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    kept = home / ".local/share/kwado-companion"
    kept.mkdir(parents=True)
    (kept / "print").symlink_to(cut_fonts)
    return home


def start(home: Path, *words: str, **settings: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [home / "venv/bin/companion", *words],
        cwd=home,
        env={"HOME": str(home), "PATH": os.environ["PATH"], **settings},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(home: Path, *words: str, given: str = "", **settings: str) -> tuple[str, str, int]:
    """What a command says on both ways, and its exit status."""
    process = start(home, *words, **settings)
    said, faults = process.communicate(given)
    return said, faults, process.returncode


def test_it_serves_pages_pictures_scripts_and_sheets_and_says_where_games_are_kept(elsewhere: Path) -> None:
    process = start(elsewhere, PORT="0", KWADO_PROCESSES="1")
    try:
        assert process.stdout
        said = process.stdout.readline() + process.stdout.readline()
        address = re.findall(r"http://127\.0\.0\.1:\d+", said)[0]
        assert f"Games are kept in {elsewhere}/.local/share/kwado-companion." in said
        page = urlopen(f"{address}/games/new").read().decode()
        files = re.findall(r'(?:href|src)="(/[^"#]+\.\w+)[?"#]', page)
        assert {Path(file).suffix for file in files} >= {".css", ".js", ".svg", ".webmanifest"}
        for path in (*files, "/rules/kwado-1985", "/learn/koi-koi", "/print/score-pad.pdf", "/health"):
            assert urlopen(address + path).status == 200
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate()
    assert process.returncode == 0


def test_it_scores_looks_up_and_prints(elsewhere: Path) -> None:
    points = {
        "Ann": {"card_points": 125, "yaku": ["dragon"]},
        "Ben": {"card_points": 115, "yaku": []},
    }
    game: Any = {"game": "kwado-1985", "sides": ["Ann", "Ben"], "rounds": [{"points": points}]}
    said, _, status = run(elsewhere, "score", "-", given=json.dumps(game))
    assert (json.loads(said)["totals"], status) == ({"Ann": 30, "Ben": 0}, 0)
    assert "240 divided by the number of sides" in run(elsewhere, "rules", "floor")[0]
    assert run(elsewhere, "print", "score-pad", "-o", "pad.pdf")[2] == 0
    assert (elsewhere / "pad.pdf").read_bytes().startswith(b"%PDF")
    assert run(elsewhere, "doctor")[2] == 0


def test_a_folder_that_cannot_be_written_is_a_sentence(elsewhere: Path) -> None:
    (elsewhere / "file").touch()
    said, faults, status = run(elsewhere, XDG_DATA_HOME=str(elsewhere / "file"))
    assert (said, faults.count("\n"), status) == ("", 1, 2)
    assert "cannot be written" in faults


@pytest.mark.skipif(
    os.environ.get("KWADO_TEST_THOROUGH") != "1" or os.geteuid() != 0,
    reason="building an image takes minutes, and root",
)
def test_the_image_is_built_serves_prints_and_makes_a_backup(repo: Path) -> None:
    done = subprocess.run([repo / "tools/try_image"], capture_output=True, text=True)
    assert done.stdout.endswith("The image serves, prints and makes a backup.\n"), done.stderr
