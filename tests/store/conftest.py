"""A migrated store on each database, and a table at which Ann and Ben play."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.store import Store, migrate
from tests.store.tables import Table, lay_table, sqlite_store


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    migrate(database_url)
    opened = Store(database_url)
    yield opened
    opened.close()


@pytest.fixture
def own_store(tmp_path: Path) -> Iterator[Store]:
    """A store in a file, for what is about files."""
    opened = sqlite_store(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def table(store: Store) -> Table:
    return lay_table(store)
