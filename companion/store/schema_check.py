"""Whether the tables are what the program needs, whatever revision the database claims.

A step that was changed after a database had taken it leaves that database without a column, and every page
of a game would fail. Only what is needed is asked for: more may be there.
"""

from __future__ import annotations

from sqlalchemy import Inspector, Table, UniqueConstraint, inspect
from sqlalchemy.exc import DBAPIError

from companion.store.database import make_engine, parse_url, translate
from companion.store.errors import CannotKeep
from companion.store.models import METADATA


def check_tables(url: str) -> None:
    """Raises `CannotKeep`, naming what is missing: a table, a column, or that a value comes only once."""
    engine = make_engine(parse_url(url))
    try:
        with engine.connect() as connection:
            found = inspect(connection)
            names = set(found.get_table_names())
            missing = [
                each
                for table in METADATA.sorted_tables
                for each in (_find_missing(found, table) if table.name in names else [f"table {table.name}"])
            ]
    except DBAPIError as error:
        raise translate(error) or error from error
    finally:
        engine.dispose()
    if missing:
        raise CannotKeep(
            f"The database lacks what this program needs ({', '.join(missing[:5])}): it was made by a version"
            " that was never released, or changed by hand. Restore a backup."
        )


def _find_missing(found: Inspector, table: Table) -> list[str]:
    columns = {column["name"] for column in found.get_columns(table.name)}
    missing = [f"column {table.name}.{column.name}" for column in table.columns if column.name not in columns]
    kept_apart = {tuple(each["column_names"]) for each in found.get_unique_constraints(table.name)}
    kept_apart |= {
        tuple(map(str, each["column_names"])) for each in found.get_indexes(table.name) if each["unique"]
    }
    needed = {tuple(each.columns.keys()) for each in table.indexes if each.unique}
    needed |= {tuple(each.columns.keys()) for each in table.constraints if isinstance(each, UniqueConstraint)}
    return missing + [f"unique {table.name}.{'+'.join(each)}" for each in sorted(needed - kept_apart)]
