"""The commands in docs/running.md exist, and its unit is one that systemd takes."""

import contextlib
import importlib
import io
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli import WORDS, words
from companion.cli.serve import https, serve
from companion.paths import find_instance_folder
from companion.store import find_database_url
from companion.web.serving.rate_limits import LIMITS
from companion.web.serving.settings import read_settings

# The package has the command of this name, too.
serving = importlib.import_module("companion.cli.serve")


def read_blocks(repo: Path, kind: str) -> list[str]:
    text = (repo / "docs/running.md").read_text(encoding="utf-8")
    return re.findall(rf"^```{kind}\n(.*?)^```", text, re.M | re.S)


def test_each_command_and_option_in_the_text_exists(repo: Path) -> None:
    seen = set()
    for line in "\n".join([*read_blocks(repo, "sh"), *read_blocks(repo, "")]).splitlines():
        for word, rest in re.findall(r"\./run ([a-z]+)([^#>]*)", line):
            assert word in WORDS
            command = rest.split()[0] if word == "photo" and not rest.strip().startswith("-") else ""
            known = CliRunner().invoke(words, [word, *command.split(), "--help"]).output
            assert all(option in known for option in re.findall(r"--[a-z]+", rest))
            seen.add(word)
    assert seen == {"phones", "backup", "restore", "export", "import", "https", "photo"}


class Asked(dict[str, str]):
    """An empty environment that notes what is looked up."""

    def get(self, name: str, default: Any = None) -> Any:
        self[name] = ""
        return default


def test_the_table_has_every_setting_and_what_holds_without_it(repo: Path) -> None:
    asked = Asked()
    read_settings(asked)
    find_database_url(asked)
    find_instance_folder(asked)
    options = {param.envvar for command in (serve, https) for param in command.params if param.envvar}
    script = (repo / "run").read_text(encoding="utf-8")
    text = (repo / "docs/running.md").read_text(encoding="utf-8")
    table = dict(re.findall(r"^\| `([A-Z_]+)` \|.*\| (.*) \|$", text, re.M))
    assert set(table) == {*asked, *options, *re.findall(r"\$\{(KWADO_[A-Z]+)", script)}
    for limit in LIMITS.values():
        assert table[f"KWADO_{limit.setting}"] == f"{limit.times:,} in {limit.minutes} minutes"
    assert set(re.findall(r"KWADO_[A-Z_]+", text)) <= set(table)


# --- In a container ------------------------------------------------------------------------------


def read_steps(repo: Path) -> list[tuple[str, str]]:
    """The instructions of the Containerfile: their word and the rest."""
    text = re.sub(r"#.*\n", "", (repo / "Containerfile").read_text(encoding="utf-8")).replace("\\\n", " ")
    return [
        (step.split()[0], step.split(maxsplit=1)[1].strip()) for step in text.splitlines() if step.strip()
    ]


def test_the_container_has_the_packages_that_printing_needs(repo: Path) -> None:
    [install] = [rest for word, rest in read_steps(repo) if word == "RUN" and "apt-get" in rest]
    wanted = set(install.partition("--no-install-recommends")[2].partition("&&")[0].split())
    script = (repo / "run").read_text(encoding="utf-8")
    needed = script.partition("missing_for_printing() {")[2].partition("\n}")[0]
    assert wanted == set(re.findall(r"(?:\.so\.\d+=|echo )(\S+)", needed))


def test_the_compose_file_and_the_text_agree_with_the_container(repo: Path) -> None:
    steps = read_steps(repo)
    [port], [folder] = ([rest for word, rest in steps if word == name] for name in ("EXPOSE", "VOLUME"))
    compose = (repo / "compose.yaml").read_text(encoding="utf-8")
    text = (repo / "docs/running.md").read_text(encoding="utf-8")
    assert f'ports: ["{port}:{port}"]' in compose
    assert f'volumes: ["kwado:{folder}"]' in compose
    assert f"-p {port}:{port} -v kwado:{folder} " in text
    # Docker itself looks for a Dockerfile.
    assert "dockerfile: Containerfile\n" in compose
    [user] = {rest for word, rest in steps if word == "USER"}
    [number] = re.findall(rf"useradd --uid (\d+) {user} ", " ".join(rest for _, rest in steps))
    assert f"chown {user} {folder}" in " ".join(rest for _, rest in steps)
    assert f"belong to the user {number}." in text
    assert set(re.findall(r"chown (\d+)", text)) == {number}
    [settings] = [rest for word, rest in steps if word == "ENV"]
    assert f"KWADO_INSTANCE_PATH={folder}" in settings
    assert set(re.findall(r"KWADO_[A-Z_]+", compose)) <= set(
        re.findall(r"^\| `(KWADO_[A-Z_]+)` \|", text, re.M)
    )


def test_git_leaves_alone_what_the_text_writes_into_the_clone(repo: Path) -> None:
    sh = "\n".join(read_blocks(repo, "sh"))
    written = {*re.findall(r"\S+\.backup", sh), *re.findall(r"> (\S+)", sh), "kwado.sqlite3.before-0014"}
    assert {"evening.backup", "game.json", "game.csv"} <= written
    names = [name for name in written if "/" not in name]
    ignored = subprocess.run(["git", "-C", repo, "check-ignore", *names], capture_output=True, text=True)
    assert set(ignored.stdout.split()) == set(names)


@pytest.mark.parametrize(
    ("host", "lan", "said"),
    [
        ("127.0.0.1", "192.168.1.7", ["is at http://127.0.0.1:81/"]),
        ("::", "192.168.1.7", ["is at http://[::]:81/"]),
        ("0.0.0.0", "192.168.1.7", ["is at http://127.0.0.1:81/", "http://192.168.1.7:81/"]),
        ("0.0.0.0", "127.0.0.1", ["is at http://127.0.0.1:81/", "No network address was found"]),
    ],
)
def test_the_start_says_addresses_that_can_be_opened_and_settings_that_nothing_reads(
    host: str, lan: str, said: list[str], monkeypatch: pytest.MonkeyPatch, capsys: Any, tmp_path: Path
) -> None:
    monkeypatch.setattr(serving.socket, "create_connection", lambda *_: contextlib.closing(io.StringIO()))
    monkeypatch.setattr(serving, "find_lan_address", lambda: lan)
    monkeypatch.setenv("KWADO_INSTANCE_PATH", str(tmp_path))
    monkeypatch.setenv("KWADO_PROXY", "1")
    serving._say_address(host, 81, None, False)
    shown, warned = capsys.readouterr()
    assert [words for words in said if words not in shown] == []
    assert ("Phones on this network" in shown) == (len(said) == 2 and "No" not in said[1])
    assert "KWADO_PROXY is no setting" in warned


# --- A service -------------------------------------------------------------------------------------


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
@pytest.mark.parametrize("word", ["serve", "https"])
def test_systemd_takes_the_unit_of_the_text(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, word: str
) -> None:
    [unit] = read_blocks(repo, "ini")
    folder = tmp_path / "kwado-companion"
    folder.symlink_to(repo)
    file = tmp_path / "kwado.service"
    written = unit.replace("%h", str(tmp_path)).replace('/run" serve\n', f'/run" {word}\n')
    assert f'ExecStart="{folder}/run" {word}\n' in written
    file.write_text(written, encoding="utf-8")
    # Without a folder for it, systemd does not look at the unit.
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    command = ["systemd-analyze", "verify", "--user", "--man=no", str(file)]
    said = subprocess.run(command, capture_output=True, text=True)
    assert (said.returncode, said.stderr) == (0, "")


def test_the_unit_lets_phones_in_and_starts_the_program_again_with_known_settings(repo: Path) -> None:
    [unit] = read_blocks(repo, "ini")
    settings = dict(re.findall(r'^Environment="([A-Z_]+)=(.*)"$', unit, re.M))
    assert settings == {"HOST": "0.0.0.0"}
    assert "HOST" in {param.envvar for param in serve.params}
    assert "Restart=always\n" in unit
