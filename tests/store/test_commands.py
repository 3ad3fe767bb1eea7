"""The words of the `companion` command that look after kept games, as they are typed."""

import json
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import kept_games
from companion.store import CannotKeep, Store, find_database_url, get_game, migrate
from companion.store.migration import SCRIPTS
from tests.store.evenings import play_everything
from tests.store.tables import Table, lay_table

COMMANDS = {
    "migrate": kept_games.migrate_games,
    "backup": kept_games.backup,
    "restore": kept_games.restore_backup,
    "export": kept_games.export,
    "import": kept_games.import_file,
    "games": kept_games.games,
}


def run(word: str, *arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(COMMANDS[word], list(arguments), input=typed)


def say(word: str, *arguments: str, typed: str = "") -> str:
    result = run(word, *arguments, typed=typed)
    assert result.exception is None, result.exception
    return result.output


@pytest.fixture
def home(database_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setenv("KWADO_DATABASE_URL", database_url)
    migrate(database_url)
    store = Store(database_url)
    yield lay_table(store)
    store.close()


def test_migrate_says_whether_there_was_anything_to_do(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KWADO_DATABASE_URL", database_url)
    for said in ("is up to date now", "was up to date"):
        assert say("migrate") == f"The database {said}.\n"


def test_games_lists_who_plays_and_shows_no_link(home: Table) -> None:
    home.record(100)
    lay_table(home.store, ("Cem", "Dee"))
    listed = say("games")
    assert [line.split("UTC  ")[1] for line in listed.splitlines()] == [
        "kwado-1985  0 rounds  Cem, Dee",
        "kwado-1985  1 round  Ann, Ben",
    ]
    assert home.token not in listed


def test_a_game_is_exported_by_its_link_and_imported_under_a_new_one(home: Table, tmp_path: Path) -> None:
    home.record(100)
    address = "http://127.0.0.1:8000"
    links = [f"{address}/g/{home.token}/", f"{address}/v/{home.view}", home.token, "-"]
    [exported] = {say("export", link, typed=f"{home.token}\n") for link in links}
    assert json.loads(exported)["format"] == "kwado-companion game, 2"
    file = tmp_path / "game.json"
    file.write_text(exported, encoding="utf-8")
    totals, *links = say("import", str(file)).splitlines()
    assert totals == "Kwa-Dō (1985): Ann 0, Ben 20"
    edit, view = (line.rsplit("/", 1)[1] for line in links)
    assert edit != home.token
    with home.store.reading() as session:
        assert get_game(session, edit, to="edit").round_count == 1
        assert get_game(session, view, to="view").players == ("Ann", "Ben")


DOCUMENT = '{"game": "sakura", "sides": ["Ann", "Ben"], "rounds": [{"captured": {"Ann": "rest", "Ben": []}}]}'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (DOCUMENT, "Sakura: Ann 240, Ben −400"),
        ("Ann,Ben\n1,2\n", "This is no game that can be brought in."),
    ],
)
def test_a_scoring_document_is_imported_and_a_table_is_refused_with_a_sentence(
    home: Table, text: str, said: str
) -> None:
    result = run("import", "-", typed=text)
    assert (result.output or str(result.exception)).startswith(said)
    assert len(say("games").splitlines()) == 1 + (not result.exception)


def test_a_backup_writes_over_a_file_only_where_it_is_told_to(home: Table, tmp_path: Path) -> None:
    file = tmp_path / "evening.backup"
    file.write_text("theirs", encoding="utf-8")
    refused = run("backup", str(file))
    assert (refused.exit_code, file.read_text(encoding="utf-8")) == (1, "theirs")
    assert "evening.backup is there already. With --replace it is written over." in refused.output
    assert say("backup", "--replace", str(file)) == "1 game is in evening.backup.\n"


def test_a_backup_is_one_file_that_restore_reads(home: Table, tmp_path: Path) -> None:
    file = tmp_path / "evening.backup"
    assert say("backup", str(file)) == "1 game is in evening.backup.\n"
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT count(*) FROM game").fetchone() == (1,)
    assert sorted(path.name for path in tmp_path.glob("evening.*")) == ["evening.backup"]
    if home.store.url.startswith("sqlite"):
        play_everything(home.store)
        assert say("restore", "--yes", str(file)) == "1 game is in the database now.\n"


def test_a_restore_says_how_many_games_it_replaces_and_asks(home: Table, tmp_path: Path) -> None:
    file = tmp_path / "evening.backup"
    say("backup", str(file))
    lay_table(home.store, ("Cem", "Dee"))
    asked = "This replaces all 2 games in the database by those of evening.backup. Go on? [y/N]"
    for typed in ("n\n", "\n", ""):
        refused = run("restore", str(file), typed=typed)
        assert asked in refused.output
        assert refused.exit_code == 1
        assert len(say("games").splitlines()) == 2
    if home.store.url.startswith("sqlite"):
        assert say("restore", str(file), typed="y\n").endswith("1 game is in the database now.\n")
        assert "This replaces the 1 game in" in run("restore", str(file), typed="n\n").output


def test_a_restore_into_an_empty_database_does_not_ask(
    home: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "evening.backup"
    say("backup", str(file))
    monkeypatch.setenv("KWADO_DATABASE_URL", f"sqlite:///{tmp_path / 'new.sqlite3'}")
    assert say("restore", str(file)) == "1 game is in the database now.\n"


def test_a_file_not_made_here_and_a_wrong_link_are_refused(home: Table, tmp_path: Path) -> None:
    file = tmp_path / "file"
    rows = [
        ("import", b"\xff\xfe", "damaged or not a kept game"),
        ("import", b"{}", "“game” names the rule set"),
        ("import", b'{"format": "another"}', "not a game exported by this program"),
        ("import", b" " * 1_048_577, "too large"),
        ("restore", b"{}", "not a backup"),
    ]
    for word, content, told in rows:
        file.write_bytes(content)
        yes = ["--yes"] if word == "restore" else []
        assert told in str(run(word, *yes, str(file)).exception)
    assert "no game here" in str(run("export", "x" * 32).exception)


def test_without_a_setting_games_are_kept_in_the_instance_folder(tmp_path: Path) -> None:
    root = SCRIPTS.parent.parent.parent
    assert find_database_url({}) == f"sqlite:///{root / 'instance' / 'kwado.sqlite3'}"
    assert (
        find_database_url({"KWADO_INSTANCE_PATH": str(tmp_path)}) == f"sqlite:///{tmp_path / 'kwado.sqlite3'}"
    )
    assert find_database_url({"KWADO_DATABASE_URL": "postgresql://h/d"}) == "postgresql://h/d"


def test_a_link_may_begin_with_a_hyphen(home: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    for token in ("-h" + "x" * 30, "--" + "y" * 30, "-" + "bh-" * 10 + "z"):
        monkeypatch.setattr(secrets, "token_urlsafe", lambda size, token=token: token)
        token = lay_table(home.store).token
        assert json.loads(say("export", token))["format"] == "kwado-companion game, 2"


def test_a_backup_into_a_missing_folder_is_told_with_its_name(home: Table, tmp_path: Path) -> None:
    file = tmp_path / "none" / "evening.backup"
    error = run("backup", str(file)).exception
    assert isinstance(error, CannotKeep)
    assert error.message == f"The backup {file} cannot be written: No such file or directory."
