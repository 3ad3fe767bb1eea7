"""Recording a round over WSGI against a bare Flask and SQLModel route that stores as many rows."""

import secrets
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlencode

from flask import Flask, redirect, request
from sqlalchemy import event
from sqlmodel import Field, Session, SQLModel, create_engine
from werkzeug.wrappers import Response

from benchmarks.measure import Row, compare
from benchmarks.tables import NAMES, lay_table
from companion.cards import POINT_CARDS


class BareRound(SQLModel, table=True):
    id: int | None = Field(default=None, primary_key=True)
    key: str = Field(unique=True)
    entry: str


class BareSide(SQLModel, table=True):
    id: int | None = Field(default=None, primary_key=True)
    round_id: int = Field(foreign_key="bareround.id")
    name: str
    points: int


def make_bare_poster(folder: Path) -> Callable[[], None]:
    """Posts a round to a bare app: one round row and one row for each side, at synchronous=FULL."""
    engine = create_engine(f"sqlite:///{folder / 'bare.sqlite3'}")

    @event.listens_for(engine, "connect")
    def set_up(connection, _record) -> None:  # type: ignore[no-untyped-def]
        connection.isolation_level = None
        for pragma in ("foreign_keys=ON", "journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection) -> None:  # type: ignore[no-untyped-def]
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    SQLModel.metadata.create_all(engine, tables=[BareRound.__table__, BareSide.__table__])  # type: ignore[attr-defined]
    app = Flask("bare")

    @app.post("/rounds")
    def record() -> Response:
        with Session(engine) as session:
            kept = BareRound(key=request.form["key"], entry=str(request.form.to_dict()))
            session.add(kept)
            session.flush()
            for number, name in enumerate(NAMES):
                points = sum(request.form.get(f"card-{card.id}") == str(number) for card in POINT_CARDS)
                session.add(BareSide(round_id=kept.id or 0, name=name, points=points))
            session.commit()
        return redirect("/", 303)

    client = app.test_client()
    fields = {f"card-{card.id}": str(number % len(NAMES)) for number, card in enumerate(POINT_CARDS)}

    def post() -> None:
        body = urlencode({**fields, "key": secrets.token_urlsafe(16)})
        answer = client.post("/rounds", data=body, content_type="application/x-www-form-urlencoded")
        assert answer.status_code == 303

    return post


def rows() -> Iterator[Row]:
    """Against the bare route; and a game of 1,000 rounds against one of 10."""
    with tempfile.TemporaryDirectory(prefix="kwado-bench-") as folder, lay_table() as table:
        ours = table.make_poster(table.start())
        yield compare("record a round of 4, committed", ours, make_bare_poster(Path(folder)), 1.75, turns=101)
    with lay_table() as table:
        few, many = table.make_poster(table.start(10)), table.make_poster(table.start(880))
        yield compare("record a round, game of 1,000 against one of 10", many, few, 1.1, turns=101)
