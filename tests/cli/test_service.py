"""`companion service`: a unit that systemd takes, turned on by its own commands."""

import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import words
from companion.cli.service import make_unit


def test_the_unit_starts_the_program_again_with_the_settings_of_now() -> None:
    unit = make_unit(Path("/srv/a folder/run"), {"KWADO_PORT_": 'a "b" 5%', "PORT": "8001", "HOME": "/x"})
    assert 'ExecStart="/srv/a folder/run" serve\n' in unit
    assert 'ExecStart="/srv/a folder/run" https\n' in make_unit(Path("/srv/a folder/run"), {}, https=True)
    assert 'Environment="HOST=0.0.0.0"\n' in unit
    assert 'Environment="PORT=8001"\n' in unit
    assert r'Environment="KWADO_PORT_=a \"b\" 5%%"' in unit
    assert "HOME" not in unit
    assert "Restart=always" in unit


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
def test_systemd_takes_the_unit_of_a_folder_with_a_space(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "kwado.service"
    folder = tmp_path / "a folder"
    folder.symlink_to(repo)
    file.write_text(make_unit(folder / "run", {"KWADO_ADDRESS": "https://kwado.example"}), encoding="utf-8")
    # Without a folder for it, systemd does not look at the unit.
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    command = ["systemd-analyze", "verify", "--user", "--man=no", str(file)]
    said = subprocess.run(command, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr


def give_systemd(folder: Path, monkeypatch: pytest.MonkeyPatch, status: int) -> Path:
    """Stand-ins for systemd's commands, which write down how they are called."""
    called = folder / "called"
    for name in ("systemctl", "loginctl"):
        script = folder / name
        script.write_text(f'#!/bin/sh\necho "{name} $*" >> {called}\nexit {status}\n', encoding="utf-8")
        script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
    return called


def test_one_command_writes_a_private_unit_and_starts_it_with_the_settings_of_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    called = give_systemd(tmp_path, monkeypatch, 0)
    unit = tmp_path / "config/systemd/user/kwado.service"
    unit.parent.mkdir(parents=True)
    unit.touch(mode=0o644)
    done = CliRunner().invoke(words, ["service"], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    assert unit.stat().st_mode & 0o777 == 0o600
    assert unit.read_text(encoding="utf-8") == CliRunner().invoke(words, ["service", "--show"]).output
    assert called.read_text().splitlines() == [
        "systemctl --user daemon-reload",
        "systemctl --user enable kwado",
        "systemctl --user restart kwado",
        "loginctl enable-linger",
    ]


def test_a_command_that_fails_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    give_systemd(tmp_path, monkeypatch, 1)
    done = CliRunner().invoke(words, ["service"])
    assert done.exit_code == 1
    assert "log in as the user" in done.output


def test_without_systemd_the_unit_can_still_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    done = CliRunner().invoke(words, ["service"])
    assert done.exit_code == 1
    assert "no systemd" in done.output
    assert "[Service]" in CliRunner().invoke(words, ["service", "--show"]).output
