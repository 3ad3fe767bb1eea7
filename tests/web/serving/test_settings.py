"""Settings of the environment: what is meant is read, what is not is told in a sentence."""

import re
import tomllib
from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.web.app import create_app
from companion.web.serving import rate_limits
from companion.web.serving.settings import read_settings, warn_of_settings

KEY = "3b1f" + "0123456789abcdef" * 3


def test_settings_are_read_by_their_names() -> None:
    environment = {
        "KWADO_ADDRESS": "https://kwado.example/",
        "KWADO_PROXIES": "1",
        "KWADO_PRINT_LIMIT": "7",
        "KWADO_SECRET_KEY": KEY,
        "KWADO_DATABASE_URL": "postgresql://host/games",
        "KWADO_SEARCH_LIMIT": "",
        "KWADO_DEBUG": "true",
    }
    assert read_settings(environment) == {
        "ADDRESS": "https://kwado.example",
        "PROXIES": 1,
        "PRINT_LIMIT": 7,
        "SECRET_KEY": KEY,
        "DATABASE_URL": "postgresql://host/games",
    }


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("PROXIES", "yes", "KWADO_PROXIES is the number of proxies in front, 0 to 9, not “yes”."),
        ("PROXIES", "-1", "not “-1”"),
        ("GUESS_LIMIT", "x", "KWADO_GUESS_LIMIT is how often one visitor may do it, 1 or more, not “x”."),
        ("PRINT_LIMIT", "0", "not “0”"),
        ("ADDRESS", "kwado", "KWADO_ADDRESS is an address such as https://kwado.example"),
        ("ADDRESS", "http://[", "KWADO_ADDRESS is an address such as https://kwado.example, not “http://[”"),
        ("ADDRESS", "http://kwado:x", "not “http://kwado:x”"),
        ("LOG", "yes", "KWADO_LOG is none, text or json, not “yes”."),
        ("LIMITS_URL", "memory://", "KWADO_LIMITS_URL is the address of a Redis server, as in redis://host"),
        ("SECRET_KEY", "a", "KWADO_SECRET_KEY has at least 32 letters and digits"),
        ("SECRET_KEY", "12345", "openssl rand -hex 32"),
        ("SECRET_KEY", "a" * 64, "that nobody can guess"),
    ],
)
def test_a_setting_that_cannot_be_meant_is_told(name: str, text: str, said: str) -> None:
    with pytest.raises(CompanionError, match=re.escape(said)) as raised:
        read_settings({f"KWADO_{name}": text})
    # A key that was typed is no matter for a screen.
    assert name != "SECRET_KEY" or f"“{text}”" not in raised.value.message


def test_an_extra_that_is_missing_is_installed_from_the_folder_as_no_index_has_the_package(
    monkeypatch: pytest.MonkeyPatch, repo: Path
) -> None:
    monkeypatch.setattr(rate_limits, "find_spec", lambda name: None)
    with pytest.raises(CompanionError) as raised:
        read_settings({"KWADO_LIMITS_URL": "redis://127.0.0.1"})
    assert "“pipx install --force '.[redis]'” in the program's folder" in raised.value.message
    extras = tomllib.loads((repo / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert {"photo", "redis"} <= extras.keys()


def test_a_name_that_nothing_reads_is_told_with_the_nearest_that_is_read() -> None:
    known = {"KWADO_LOG": "text", "KWADO_VENV": "x", "KWADO_PROCESSES": "1", "KWADO_TEST_X": "1", "KWAD": "1"}
    assert warn_of_settings(known) == []
    assert warn_of_settings({**known, "KWADO_PROXY": "1", "KWADO_FOO": "1"}) == [
        "KWADO_FOO is no setting and changes nothing. Did you mean KWADO_LOG?",
        "KWADO_PROXY is no setting and changes nothing. Did you mean KWADO_PROXIES?",
    ]


def test_every_fault_is_told_at_once() -> None:
    with pytest.raises(CompanionError) as raised:
        read_settings({"KWADO_PROXIES": "yes", "KWADO_SECRET_KEY": "a", "KWADO_ADDRESS": "x"})
    assert len(raised.value.faults) == 3


def test_a_key_of_digits_is_a_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KWADO_SECRET_KEY", "12345678901234567890123456789012")
    app = create_app({"INSTANCE_PATH": str(tmp_path)})
    assert app.test_client().get("/games/new").status_code == 200
    assert not (tmp_path / "secret-key").exists()
