import gzip
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text
from sqlalchemy.engine import make_url

from companion import __version__
from companion.errors import NotUnderstood
from companion.store import CannotKeep, Store, back_up, is_current, migrate, migration, restore
from companion.store.kinds import KINDS
from companion.store.migration import HEAD, RELEASES, begin_alone
from companion.store.models import METADATA
from tests.store.evenings import export_all, play_everything, read_tables
from tests.store.tables import lay_table, often
from tools.make_schema import ENDS, make_schema

NEXT_STEP, NEXT_HEAD = Path(__file__).parent / "next_step" / "9999_a_note.py", "9999"
SCHEMAS = Path(__file__).parent / "schemas"


@pytest.fixture
def steps(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The steps of a program that has one more."""
    folder = tmp_path_factory.mktemp("steps") / "migrations"
    shutil.copytree(migration.SCRIPTS, folder)
    shutil.copy(NEXT_STEP, folder / "versions")
    return folder


def take_next_step(url: str, steps: Path) -> bool:
    """Upgrades the database as that program does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(migration, "SCRIPTS", steps)
        patch.setattr(migration, "HEAD", NEXT_HEAD)
        return migrate(url)


def read_revision(url: str) -> str | None:
    with begin_alone(url) as connection:
        return MigrationContext.configure(connection).get_current_revision()


def check_schema(url: str) -> None:
    """The database has the tables, columns, indexes and checks that the program uses, and no others."""
    with begin_alone(url) as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        found = inspect(connection)
        for table in METADATA.sorted_tables:
            in_code = {
                str(check.name) for check in table.constraints if "CHECK" in type(check).__name__.upper()
            }
            assert {str(check["name"]) for check in found.get_check_constraints(table.name)} == in_code
        [known] = [str(each["sqltext"]) for each in found.get_check_constraints("journal")]
        assert [kind for kind in KINDS if f"'{kind}'" not in known] == []


def test_the_steps_lead_to_the_tables_that_the_program_uses_and_a_second_time_there_is_nothing_to_do(
    database_url: str,
) -> None:
    assert (is_current(database_url), migrate(database_url)) == (False, True)
    check_schema(database_url)
    assert (is_current(database_url), migrate(database_url)) == (True, False)
    assert read_revision(database_url) == HEAD


def test_migrations_started_at_once_do_the_work_once(database_url: str) -> None:
    for number in range(often(30, 5) if database_url.startswith("sqlite") else 1):
        url = f"{database_url}-{number}" if number else database_url
        with ThreadPoolExecutor(6) as pool:
            done = list(pool.map(migrate, [url] * 6))
        assert sum(done) == 1
    store = Store(database_url)
    assert lay_table(store).record(100).number == 1
    store.close()


def test_rebuilding_a_table_keeps_what_hangs_on_it_and_the_former_file(store: Store, steps: Path) -> None:
    """Fails where foreign keys are on: then the rounds and journals of all games are gone."""
    play_everything(store)
    exports, tables = export_all(store), read_tables(store)
    assert take_next_step(store.url, steps)
    with pytest.raises(CannotKeep, match="another version"):
        migrate(store.url)
    assert read_revision(store.url) == NEXT_HEAD
    assert export_all(store) == exports
    assert read_tables(store) == tables
    with store.reading() as session:
        notes = session.connection().execute(text("SELECT DISTINCT note FROM game")).scalars().all()
    assert notes == ["moved"]
    if store.url.startswith("sqlite"):
        former = Path(str(make_url(store.url).database) + f".before-{NEXT_HEAD}")
        assert former.stat().st_mode & 0o777 == 0o600
        kept = Store(f"sqlite:///{former}")
        assert export_all(kept) == exports
        kept.close()
        assert read_revision(f"sqlite:///{former}") == HEAD


def test_an_upgrade_killed_in_the_middle_leaves_a_database_that_works(
    store: Store, record_property: Callable[[str, object], None], steps: Path
) -> None:
    play_everything(store)
    exports = export_all(store)
    chance = random.Random(1985)
    command = "import sys, pathlib; from companion.store import migration; print('at it', flush=True);"
    command += f" migration.SCRIPTS, migration.HEAD = pathlib.Path(sys.argv[2]), '{NEXT_HEAD}';"
    command += " migration.migrate(sys.argv[1]); print('done')"
    killed = 0
    for _ in range(often(25, 3)):
        process = subprocess.Popen(
            [sys.executable, "-c", command, store.url, str(steps)],
            stdout=subprocess.PIPE,
            env={**os.environ, "KWADO_TEST_PAUSE_S": "0.7"},
            cwd=Path(__file__).parent.parent.parent,
        )
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(chance.uniform(0.1, 1.5))
        os.kill(process.pid, signal.SIGKILL)
        killed += b"done" not in process.stdout.read()
        process.stdout.close()
        process.wait()
        assert export_all(store) == exports
        assert read_revision(store.url) == HEAD
    assert killed == often(25, 3)
    record_property("figure", f"{killed} upgrades killed, 0 unusable")
    assert take_next_step(store.url, steps)
    assert export_all(store) == exports


def test_rows_that_belong_to_nothing_stop_an_upgrade(tmp_path: Path, steps: Path) -> None:
    url = f"sqlite:///{tmp_path / 'kwado.sqlite3'}"
    migrate(url)
    connection = sqlite3.connect(tmp_path / "kwado.sqlite3")
    connection.execute("INSERT INTO round VALUES (77, 1, 'key-of-none', '{}', 1, 2, 2)")
    connection.commit()
    connection.close()
    with pytest.raises(CannotKeep, match="belong to nothing"):
        take_next_step(url, steps)
    assert read_revision(url) == HEAD


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "instance").write_text("a file")
    with pytest.raises(CannotKeep, match="instance"):
        migrate(f"sqlite:///{tmp_path / 'instance' / 'kwado.sqlite3'}")


def say_what_to_do(schemas: list[str], version: str, found: set[str]) -> list[str]:
    """What is wrong with the schemas and examples of a program that was last released as this version.

    Databases in use may have any schema but the newest, also those of before the first release.
    """

    def is_released(schema: str) -> bool:
        return [*map(int, schema.split("."))] <= [*map(int, version.split("."))]

    todo = []
    for schema in schemas:
        missing = sorted({f"{schema}.{end}.gz" for end in ENDS} - found)
        is_in_use = is_released(schema) or schema != schemas[-1]
        if is_in_use and missing:
            todo.append(
                f"{missing} is missing: run python -m tools.make_schema in version {schema}, bring it here."
            )
        if not is_in_use and len(missing) < len(ENDS):
            todo.append(f"Schema {schema} may still change: remove {schema}.*.gz; ./run release writes them.")
    return todo


def test_each_schema_in_use_has_its_example_and_the_newest_may_still_change() -> None:
    assert say_what_to_do(RELEASES, __version__, {file.name for file in SCHEMAS.iterdir()}) == []


@pytest.mark.parametrize(
    ("schemas", "examples", "said"),
    [
        (["0.4", "0.5"], ["0.4", "0.5"], []),
        (["0.4", "0.5", "0.6"], ["0.4", "0.5"], []),
        (["0.4", "0.5", "0.6"], ["0.4"], ["make_schema in version 0.5"]),
        (["0.4", "0.5", "0.6"], ["0.4", "0.5", "0.6"], ["remove 0.6.*.gz"]),
        (["0.4", "0.5", "0.6", "0.7"], ["0.4", "0.5"], ["make_schema in version 0.6"]),
    ],
)
def test_what_is_wrong_with_the_schemas_is_told(
    schemas: list[str], examples: list[str], said: list[str]
) -> None:
    found = {f"{schema}.{end}.gz" for schema in examples for end in ENDS}
    told = say_what_to_do(schemas, "0.5", found)
    assert len(told) == len(said)
    assert all(part in line for part, line in zip(said, told, strict=True))


@pytest.fixture(params=RELEASES[:-1])
def former(request: pytest.FixtureRequest) -> Path:
    """The example of an earlier release, without the end of its name."""
    todo = say_what_to_do(RELEASES, __version__, {file.name for file in SCHEMAS.iterdir()})
    assert todo == []
    return SCHEMAS / request.param


def read_example(former: Path, end: str) -> str:
    return gzip.decompress(former.with_name(f"{former.name}.{end}.gz").read_bytes()).decode()


def check_example(url: str, former: Path) -> None:
    """The database exports what it did before, has our tables, and takes every kind of change."""
    check_schema(url)
    store = Store(url)
    assert [json.loads(export) for export in export_all(store)] == json.loads(read_example(former, "json"))
    play_everything(store)
    store.close()


def make_former(url: str, former: Path) -> None:
    """Makes the example's database at this address, as its own program had."""
    kind = "sqlite" if url.startswith("sqlite") else "postgresql"
    with begin_alone(url) as connection:
        for statement in read_example(former, f"{kind}.sql").split(";\n"):
            if statement.strip() and not statement.strip().startswith(("BEGIN", "COMMIT")):
                connection.exec_driver_sql(statement)


def test_an_upgrade_from_every_earlier_release_keeps_everything(former: Path, database_url: str) -> None:
    """`schemas/` holds a database of each release, with the exports that it gave then."""
    make_former(database_url, former)
    assert not is_current(database_url)
    assert migrate(database_url)
    assert is_current(database_url)
    check_example(database_url, former)


def test_a_released_schema_that_has_its_example_keeps_it_and_half_of_one_is_told(tmp_path: Path) -> None:
    files = [tmp_path / f"{HEAD}.{end}.gz" for end in ENDS]
    files[0].write_bytes(b"as it was")
    with pytest.raises(SystemExit, match="not whole"):
        make_schema(tmp_path)
    for file in files:
        file.write_bytes(b"as it was")
    assert make_schema(tmp_path) == f"There is an example of schema {HEAD} already."
    assert [file.read_bytes() for file in files] == [b"as it was"] * len(files)


def test_a_backup_of_every_earlier_release_is_restored(
    former: Path, database_url: str, tmp_path: Path
) -> None:
    make_former(f"sqlite:///{tmp_path / 'former.sqlite3'}", former)
    restore(database_url, tmp_path / "former.sqlite3")
    check_example(database_url, former)


def dump(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return list(connection.iterdump())


@pytest.mark.parametrize(
    "words",
    ["games", "export", "import", "backup FILE", "backup --daily", "restore --yes"],
)
def test_no_command_but_serve_and_migrate_upgrades_a_database_and_each_says_what_to_do(
    former: Path, words: str, tmp_path: Path
) -> None:
    file = tmp_path / "kwado.sqlite3"
    make_former(f"sqlite:///{file}", former)
    before = dump(file)
    (tmp_path / "game.json").write_text('{"game": "sakura", "sides": ["Ann", "Ben"], "rounds": []}')
    restore(f"sqlite:///{tmp_path / 'other.sqlite3'}", file)
    back_up(f"sqlite:///{tmp_path / 'other.sqlite3'}", tmp_path / "whole.backup")
    more = {"export": ["x" * 32], "import": ["game.json"], "restore --yes": ["whole.backup"]}
    typed = [*words.replace("FILE", "evening.backup").split(), *more.get(words, [])]
    command = start_companion(tmp_path, *typed)
    said, refused = command.communicate()
    assert (command.returncode, said) == (2, "")
    assert refused == (
        "The database is of an older version of this program. Stop the server if one runs, then upgrade it: "
        "./run migrate\n"
    )
    assert dump(file) == before
    assert not {"backups", "evening.backup"} & {each.name for each in tmp_path.iterdir()}


def start_companion(folder: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "companion", *words],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(Path(__file__).parent.parent.parent),
            "KWADO_DATABASE_URL": f"sqlite:///{folder / 'kwado.sqlite3'}",
            "KWADO_INSTANCE_PATH": str(folder),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@contextmanager
def closing_server(server: subprocess.Popen[str]) -> Iterator[None]:
    try:
        yield
    finally:
        server.terminate()


def test_nothing_is_upgraded_while_a_server_holds_the_file(tmp_path: Path, steps: Path) -> None:
    url = f"sqlite:///{tmp_path / 'kwado.sqlite3'}"
    with start_companion(tmp_path, "serve", "--port", "0") as server, closing_server(server):
        assert server.stdout is not None
        assert "is at http" in server.stdout.readline()
        assert migrate(url) is False
        with pytest.raises(CannotKeep, match=r"A server has this database open. Stop it, then"):
            take_next_step(url, steps)
        assert read_revision(url) == HEAD
        assert not list(tmp_path.glob("*.before-*"))
    assert take_next_step(url, steps)


def test_a_server_that_meets_a_newer_schema_stops_saving_says_so_and_reads_on(
    store: Store, steps: Path
) -> None:
    table = lay_table(store)
    table.record(100)
    exports = export_all(store)
    assert take_next_step(store.url, steps)
    with pytest.raises(CannotKeep, match=r"has upgraded the database: nothing was saved. .* start the new"):
        table.record(120)
    assert export_all(store) == exports
    # What a newer schema no longer has cannot be read, and is told.
    with begin_alone(store.url) as connection:
        connection.exec_driver_sql("ALTER TABLE game DROP COLUMN journal_bytes")
    with pytest.raises(CannotKeep, match="has upgraded the database"):
        export_all(store)


@pytest.mark.parametrize("schema", ["0.2", "0.3"])
def test_a_database_of_before_188c02ec_names_the_commit_that_upgrades_it(tmp_path: Path, schema: str) -> None:
    for name in ("kwado", "backup"):
        with closing(sqlite3.connect(tmp_path / f"{name}.sqlite3")) as connection:
            connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
            connection.execute("INSERT INTO alembic_version VALUES (?)", (schema,))
            connection.commit()
    said = f"is of version {schema}, .* Commit 188c02ec of it does"
    with pytest.raises(CannotKeep, match=said):
        migrate(f"sqlite:///{tmp_path / 'kwado.sqlite3'}")
    with pytest.raises(NotUnderstood, match=said):
        restore(f"sqlite:///{tmp_path / 'new.sqlite3'}", tmp_path / "backup.sqlite3")
