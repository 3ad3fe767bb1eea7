"""A database that says it is current and is not: told before a page fails."""

from __future__ import annotations

import pytest
from sqlalchemy import create_engine

from companion.store import CannotKeep, check_tables, migrate


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("ALTER TABLE game RENAME COLUMN deck TO former", "column game.deck"),
        ("DROP INDEX round_key", r"unique round.game_id\+key"),
        ("DROP TABLE entering", "table entering"),
    ],
)
def test_what_is_missing_is_named(database_url: str, change: str, said: str) -> None:
    migrate(database_url)
    check_tables(database_url)
    engine = create_engine(database_url)
    with engine.begin() as connection:
        connection.exec_driver_sql(change)
    engine.dispose()
    with pytest.raises(CannotKeep, match=said):
        check_tables(database_url)
