"""`./run` on machines where something is missing.

A copy of the script works in a folder with spaces, among stand-ins for what only a real machine has: apt-get,
sudo, the id of who runs it, pip and the libraries. Python, its .venv and everything else are real.
"""

import math
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from benchmarks.measure import Row

VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"
TOOLS = [
    "cat",
    "chmod",
    "cksum",
    "dirname",
    "echo",
    "env",
    "find",
    "grep",
    "mkdir",
    "mktemp",
    "mv",
    "readlink",
    "rm",
    "sed",
    "sh",
    "tr",
    "xargs",
]
LOCKS = ("requirements.lock", "requirements-photo.lock", "requirements-test.lock")
PACKAGES = ["libpangoft2-1.0-0", "libharfbuzz-subset0"]

# Answers the question for libraries with the packages in $MISSING that apt-get has not brought yet.
PYTHON = """#!/bin/sh
if [ "$1" = - ]; then
    for pair in "$@"; do
        case " ${{MISSING-}} " in *" ${{pair#*=}} "*)
            grep -qs -- " ${{pair#*=}}" "$BROUGHT" || echo "${{pair#*=}}" ;;
        esac
    done
elif [ "$1 $2" = '-c import ensurepip, venv' ] && [ -n "${{NO_VENV-}}" ]; then
    exit 1
elif [ "$1 $2" = '-m venv' ]; then
    {python} -m venv --clear --without-pip "$4"
    mkdir "$4/lib/python{version}/site-packages/pip"
    cat >"$4/lib/python{version}/site-packages/pip/__main__.py" <<'END'
import os, sys

with open(os.environ["LOG"], "a") as log:
    print("pip", *sys.argv[1:], file=log)
sys.exit(os.environ.get("PIP_FAILS", 0))
END
    cd "$4/lib/python{version}/site-packages"
    mkdir pytest
    echo 'import sys; print("pytest", sys.argv[1:])' >pytest/__main__.py
    cd "$OLDPWD"
    mv "$4/bin/python" "$4/bin/python.real"
    cat "$0" >"$4/bin/python"
    chmod +x "$4/bin/python"
elif [ -e "$(dirname "$0")/python.real" ]; then
    exec "$(dirname "$0")/python.real" "$@"
else
    exec {python} "$@"
fi
"""

APT_GET = """#!/bin/sh
echo "apt-get $*" >>"$LOG"
echo 'Reading package lists...'
[ -z "${APT_FAILS-}" ] || exit 100
case "$*" in *install*) echo "$*" >>"$BROUGHT" ;; esac
"""

SUDO = """#!/bin/sh
echo "sudo $*" >>"$LOG"
exec "$@"
"""


@dataclass
class Machine:
    """A folder of the project on a machine, and what its people and tools have done there."""

    folder: Path
    bin: Path

    def run(self, *words: str, script: str = "run", **settings: str) -> subprocess.CompletedProcess[str]:
        environment = {"PATH": str(self.bin), "HOME": str(self.bin), "KWADO_CHROMIUM": "sh"}
        environment |= {"LOG": str(self.bin / "log"), "BROUGHT": str(self.bin / "brought")}
        (self.bin / "log").write_text("")
        return subprocess.run(
            [str(self.folder / script), *words],
            env={**environment, **settings},
            cwd=self.bin,
            capture_output=True,
            text=True,
            check=False,
        )

    def log(self) -> list[str]:
        """Return what apt-get, sudo and pip were asked in the last run."""
        return (self.bin / "log").read_text().splitlines()

    def add_tool(self, name: str, script: str) -> None:
        (self.bin / name).write_text(script)
        (self.bin / name).chmod(0o755)


@pytest.fixture
def machine(tmp_path: Path, repo: Path) -> Machine:
    """Return a machine whose only person is root, with nothing set up yet."""
    made = Machine(tmp_path / "Ann's table 花", tmp_path / "bin")
    made.bin.mkdir()
    for tool in TOOLS:
        (made.bin / tool).symlink_to(str(shutil.which(tool)))
    made.add_tool("id", "#!/bin/sh\necho ${WHO-0}\n")
    made.add_tool("apt-get", APT_GET)
    for tool in ("strace", "mutool", "gs"):
        made.add_tool(tool, "#!/bin/sh\n")
    made.add_tool("python3", PYTHON.format(python=shlex.quote(sys.executable), version=VERSION))
    (made.folder / "companion" / "cli").mkdir(parents=True)
    (made.folder / "companion" / "__init__.py").touch()
    (made.folder / "companion" / "cli" / "__init__.py").write_text(
        "import os, sys\ndef main():\n    print(sys.argv[1:], os.getcwd())\n    sys.exit(len(sys.argv) - 2)\n"
    )
    for name in LOCKS:
        (made.folder / name).write_text(f"{name}==1\n")
    shutil.copy(repo / "run", made.folder)
    return made


@pytest.fixture
def ci(machine: Machine, repo: Path) -> Path:
    """What CI runs, on the machine."""
    (machine.folder / ".ci").mkdir()
    return Path(shutil.copy(repo / ".ci" / "run", machine.folder / ".ci"))


def test_the_first_run_brings_packages_and_libraries_and_serves_and_a_second_brings_nothing(
    machine: Machine,
) -> None:
    """Any word but ours is the companion's, and so is its exit status.

    Python stores what it compiles even where a container forbids it.
    """
    missing = " ".join(PACKAGES)
    done = machine.run(MISSING=missing, PYTHONDONTWRITEBYTECODE="1")
    assert list((machine.folder / "companion").rglob("*.pyc"))
    assert (done.stdout, done.returncode) == (f"['serve'] {machine.bin}\n", 0)
    assert "Setting up" in done.stderr
    update, install, pip = machine.log()
    assert update == "apt-get -qq update"
    assert install == f"apt-get -qq install -y --no-install-recommends {missing}"
    assert pip.startswith("pip install")
    assert "--require-hashes" in pip
    assert pip.endswith(f"-r {machine.folder}/requirements.lock")
    done = machine.run("score", "a game.json", "-", MISSING=missing)
    assert machine.log() == []
    assert (done.stdout, done.stderr) == (f"['score', 'a game.json', '-'] {machine.bin}\n", "")
    assert done.returncode == 2


def test_what_reads_photos_is_brought_when_first_asked_for_and_stays(machine: Machine) -> None:
    machine.run()
    assert machine.run("photo", "read").stdout == f"['photo', 'read'] {machine.bin}\n"
    assert machine.log()[-1].endswith("-r " + " -r ".join(f"{machine.folder}/{name}" for name in LOCKS[:2]))
    machine.run("photo", "read")
    machine.run()
    assert machine.log() == []


def test_a_new_lock_file_is_followed_in_the_same_venv_and_a_failed_download_is_tried_again(
    machine: Machine,
) -> None:
    machine.run()
    made = (machine.folder / ".venv" / "pyvenv.cfg").stat().st_mtime_ns
    (machine.folder / "requirements.lock").write_text("flask==99\n")
    done = machine.run(PIP_FAILS="1")
    assert done.returncode == 1
    assert "Is there a network?" in done.stderr
    assert machine.run().returncode == 0
    assert [line.split()[0] for line in machine.log()] == ["pip"]
    assert (machine.folder / ".venv" / "pyvenv.cfg").stat().st_mtime_ns == made


def test_a_moved_folder_needs_no_new_setup_and_a_link_to_run_works_from_anywhere(machine: Machine) -> None:
    machine.run()
    machine.folder = machine.folder.rename(machine.bin / "moved here")
    assert machine.run("score").stdout == f"['score'] {machine.bin}\n"
    assert machine.log() == []
    (machine.bin / "kwado").symlink_to(machine.folder / "run")
    linked = Machine(machine.bin, machine.bin)
    assert linked.run("score", script="kwado").stdout == f"['score'] {machine.bin}\n"


def test_after_an_upgrade_of_python_the_venv_is_made_anew(machine: Machine) -> None:
    machine.run()
    in_venv = machine.folder / ".venv" / "bin" / "python"
    for python, mode in (("", 0o644), ("#!/bin/sh\n[ $1 = -c ] && echo 3.99\n", 0o755)):
        in_venv.write_text(python)
        in_venv.chmod(mode)
        assert machine.run("score").stdout == f"['score'] {machine.bin}\n"
        assert [line.split()[0] for line in machine.log()] == ["pip"]
    # The system's Python is another one now, and `.venv` leads to it: without pip.
    packages = machine.folder / ".venv" / "lib" / f"python{VERSION}" / "site-packages"
    shutil.rmtree(packages)
    packages.mkdir()
    assert machine.run("score").stdout == f"['score'] {machine.bin}\n"


# --- Who may install -----------------------------------------------------------------------------


def test_a_user_with_sudo_installs_through_it(machine: Machine) -> None:
    machine.add_tool("sudo", SUDO)
    done = machine.run(WHO="1000", MISSING=" ".join(PACKAGES))
    assert done.returncode == 0
    assert [line for line in machine.log() if line.startswith("sudo")] == [
        "sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq update",
        "sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "
        + " ".join(PACKAGES),
    ]


def test_without_pango_the_app_runs_and_says_what_printing_needs(machine: Machine) -> None:
    done = machine.run(WHO="1000", MISSING=" ".join(PACKAGES))
    assert done.stdout == f"['serve'] {machine.bin}\n"
    assert (
        "Printing has to wait; everything else works. It needs: su -c 'apt-get update && apt-get install -y"
        " --no-install-recommends libpangoft2-1.0-0 libharfbuzz-subset0'"
    ) in done.stderr


def test_packages_that_cannot_be_had_are_asked_for_together_each_alone_and_not_again(
    machine: Machine,
) -> None:
    missing = {"MISSING": " ".join(PACKAGES), "APT_FAILS": "1"}
    assert machine.run(**missing).returncode == 0
    assert machine.log()[0] == "apt-get -qq update"
    assert machine.log()[2:4] == [
        f"apt-get -qq install -y --no-install-recommends {name}" for name in PACKAGES
    ]
    done = machine.run(**missing)
    assert machine.log() == []
    assert "Printing has to wait" in done.stderr


def test_without_a_way_to_install_the_missing_venv_stops_with_the_command(machine: Machine) -> None:
    done = machine.run(WHO="1000", NO_VENV="1", MISSING=PACKAGES[0])
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "Python cannot make a .venv yet. Install what is missing: su -c 'apt-get update && apt-get install -y"
        f" --no-install-recommends python{VERSION}-venv {PACKAGES[0]}'"
    ]
    assert not (machine.folder / ".venv").exists()


def test_without_python_the_command_that_brings_it_is_named(machine: Machine) -> None:
    (machine.bin / "python3").unlink()
    done = machine.run(WHO="1000")
    assert done.returncode == 1
    assert done.stderr == (
        "Python 3.11 or newer is needed. Install it: su -c 'apt-get update && apt-get install -y"
        " --no-install-recommends python3'\n"
    )


def test_python_from_3_11_on_is_new_enough(machine: Machine) -> None:
    for version in ("2.7", "3.9", "3.10", "3.11", "3.14", "3.20", "4.0"):
        machine.add_tool("python3", f"#!/bin/sh\necho {version}\n")
        said = "missing" if version in ("2.7", "3.9", "3.10") else version
        assert machine.run("doctor", WHO="1000").stdout.startswith(f"Python            {said}")


# --- The tests -----------------------------------------------------------------------------------


def test_the_tests_run_in_parallel_and_a_few_of_them_alone_and_ci_runs_them_with_postgresql(
    machine: Machine, ci: Path
) -> None:
    assert machine.run("test").stdout.startswith("pytest ['-n', '4', '--dist', 'worksteal', '--durations")
    [pip] = machine.log()
    assert pip.endswith(" ".join(f"-r {machine.folder}/{name}" for name in LOCKS))
    few = machine.run("test", "tests/cards", "-k", "two words")
    assert few.stdout == "pytest ['tests/cards', '-k', 'two words']\n"
    # What was set up for the tests also serves.
    assert machine.log() == []
    machine.run()
    assert machine.log() == []
    packages = machine.folder / ".venv" / "lib" / f"python{VERSION}" / "site-packages"
    (packages / "pytest" / "__main__.py").write_text("import os; print(os.environ['KWADO_TEST_POSTGRES'])")
    assert machine.run(script=str(ci)).stdout == "1\n"


def test_tests_stop_with_the_command_where_something_cannot_be_installed(machine: Machine) -> None:
    for tool in ("strace", "mutool", "gs"):
        (machine.bin / tool).unlink()
    done = machine.run("test", WHO="1000", MISSING="libatomic1", KWADO_CHROMIUM="no-such-browser")
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.splitlines()[-1] == (
        "The tests need more. Install it: su -c 'apt-get update && apt-get install -y --no-install-recommends"
        " libatomic1 strace chromium-headless-shell mupdf-tools ghostscript'"
    )


def test_the_benchmarks_are_set_up_like_the_tests(machine: Machine) -> None:
    (machine.folder / "benchmarks.py").write_text("import sys; print('measured', sys.argv[1:])")
    done = machine.run("bench", "printing", MISSING="libatomic1")
    assert done.stdout == "measured ['printing']\n"
    assert any(line.endswith(" libatomic1") for line in machine.log())
    assert machine.log()[-1].endswith("requirements-test.lock")


def test_a_benchmark_without_its_peer_is_not_met() -> None:
    assert not Row("beside a list of bills", 5, math.nan, 1 / 3).holds


# --- The doctor ----------------------------------------------------------------------------------


def test_the_doctor_names_the_one_command_that_mends_it(machine: Machine) -> None:
    machine.add_tool("sudo", SUDO)
    done = machine.run("doctor", WHO="1000", MISSING=PACKAGES[1])
    assert done.returncode == 1
    mend, script = done.stdout.splitlines()[-1].rsplit(" && ", 1)
    assert mend.startswith("To mend it: sudo apt-get update && sudo apt-get install -y")
    assert mend.endswith(PACKAGES[1])
    assert shlex.split(script) == [str(machine.folder / "run")]
    assert machine.log() == []


def test_the_doctor_finds_nothing_on_a_machine_that_is_set_up(machine: Machine) -> None:
    machine.run("test")
    done = machine.run("doctor")
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        f"Python            {VERSION}",
        "Python libraries  ready",
        "Printing          ready",
        "Tests             ready",
        "Nothing is missing to play and print.",
        f"['doctor'] {machine.bin}",
    ]


def test_a_release_takes_what_is_unreleased_and_sets_version_and_tag_once_the_tests_pass(
    machine: Machine,
) -> None:
    for tool in ("date", "git"):
        (machine.bin / tool).symlink_to(str(shutil.which(tool)))
    folder = machine.folder
    changes, version = folder / "CHANGELOG.md", folder / "companion" / "__init__.py"
    changes.write_text("# Changes\n\n## Unreleased\n\n### Scores\n\n- A bonus is 25.\n", encoding="utf-8")
    version.write_text('__version__ = "9.0"\n')
    (folder / "tools").mkdir()
    (folder / "tools" / "make_schema.py").write_text('open("example", "w").close()')
    (folder / ".gitignore").write_text(".venv\n__pycache__\n")
    machine.run("test")
    pytest_main = folder / ".venv" / "lib" / f"python{VERSION}" / "site-packages" / "pytest" / "__main__.py"

    def release(*words: str) -> str:
        return machine.run("release", *words).stderr

    def git(*words: str) -> str:
        done = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=False)
        return done.stdout

    git("init", "-q")
    git("config", "user.name", "Ann")
    git("config", "user.email", "ann@kwado.example")
    assert "Not everything is committed." in release("9.1")
    git("add", "-A")
    git("commit", "-qm", "all")
    for word in ("", "nine", "9", "9.1x", "v9.1"):
        assert "A version is like 0.3" in release(word)
    said = pytest_main.read_text()
    pytest_main.write_text("raise SystemExit(1)")
    assert "Nothing is released: the tests fail." in release("9.1")
    assert (git("tag"), git("status", "--porcelain")) == ("", "")
    pytest_main.write_text(said)
    told = release("9.1")
    # All of them, as `./run test` does.
    assert "pytest ['-n', '4'" in told
    assert "git push --follow-tags" in told
    assert changes.read_text("utf-8").count("## Unreleased") == 1
    head = r"## Unreleased\n\n## 9\.1, [0-9]{4}-[0-9]{2}-[0-9]{2}\n\n### Scores\n"
    assert re.search(head, changes.read_text("utf-8"))
    assert '__version__ = "9.1"' in version.read_text("utf-8")
    assert git("tag") == "v9.1\n"
    written = {"CHANGELOG.md", "companion/__init__.py", "example"}
    assert set(git("show", "--format=", "--name-only", "v9.1^{commit}").split()) == written
    assert "Version 9.1 is there already." in release("9.1")
    assert "says nothing under “Unreleased”" in release("9.2")


def test_help_tells_every_word_of_run(machine: Machine) -> None:
    said = machine.run("help").stdout
    assert [
        word
        for word in ("test", "bench", "photo", "lock", "release", "doctor", "WORD")
        if f"./run {word}" not in said
    ] == []
    assert said.endswith(f"['--help'] {machine.bin}\n")


def test_ci_shows_the_promises_and_tests_python_3_13_too_and_fails_when_either_does(
    machine: Machine, ci: Path
) -> None:
    run = '#!/bin/sh\necho "$1 ${KWADO_PYTHON-own} ${KWADO_VENV-.venv}"\n'
    run += '[ "${KWADO_PYTHON-own}" != "$FAILS" ]\n'
    machine.add_tool("run", run)
    shutil.copy(machine.bin / "run", machine.folder / "run")
    machine.add_tool("python3.13", "#!/bin/sh\n")
    said = "test python3.13 .venv-3.13\nreliability own .venv\ntest own .venv\n"
    for fails, status in (("nothing", 0), ("own", 1), ("python3.13", 1)):
        done = machine.run(script=str(ci), FAILS=fails)
        assert (done.stdout, done.returncode) == (said, status)
        assert ("Failed: " in done.stderr) == (status == 1)


def test_the_command_may_start_processes_that_import_it_anew(machine: Machine) -> None:
    (machine.folder / "companion" / "cli" / "__init__.py").write_text(
        "from concurrent.futures import ProcessPoolExecutor\n"
        "from multiprocessing import get_context\n"
        "def main():\n"
        "    with ProcessPoolExecutor(1, get_context('spawn')) as pool:\n"
        "        print('set by', pool.submit(str, 'another').result())\n"
    )
    assert machine.run("print").stdout == "set by another\n"
