"""Pages against bare ones that do the same work, and against themselves with more behind them."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask, render_template
from sqlmodel import Field, Session, SQLModel, create_engine, select

from benchmarks.measure import Row, compare
from benchmarks.tables import NAMES, lay_table

ROUNDS = 30
BARE_TEMPLATE = """<!doctype html><html lang="en">
<head><meta charset="utf-8"><title>{{ title }}</title></head><body>
<h1>{{ title }}</h1><table>{% for round, sides in rows %}
<tr><th><a href="/rounds/{{ round.number }}">{{ round.number }}</a></th>{% for side in sides %}
<td title="{{ side.name }}"><b>{{ side.score }}</b> {{ side.total }}{{ filling }}</td>{% endfor %}
</tr>{% endfor %}</table></body></html>"""


class BarePageRound(SQLModel, table=True):
    id: int | None = Field(default=None, primary_key=True)
    number: int


class BarePageSide(SQLModel, table=True):
    id: int | None = Field(default=None, primary_key=True)
    round_id: int = Field(foreign_key="barepageround.id", index=True)
    name: str
    score: int
    total: int


@contextmanager
def lay_bare_page(size: int) -> Iterator[Callable[[], object]]:
    """Fetches a bare Flask page that reads 30 rounds of 4 and shows them in as many bytes."""
    app = Flask("bare")
    template = app.jinja_env.from_string(BARE_TEMPLATE)
    with tempfile.TemporaryDirectory(prefix="kwado-bench-") as folder:
        engine = create_engine(f"sqlite:///{Path(folder) / 'bare.sqlite3'}")
        tables = [BarePageRound.__table__, BarePageSide.__table__]  # type: ignore[attr-defined]
        SQLModel.metadata.create_all(engine, tables=tables)
        with Session(engine) as session:
            for number in range(1, ROUNDS + 1):
                session.add(BarePageRound(id=number, number=number))
                session.flush()
                for name in NAMES:
                    session.add(BarePageSide(round_id=number, name=name, score=60, total=60 * number))
            session.commit()

        filling = ""

        @app.get("/")
        def page() -> str:
            with Session(engine) as session:
                rounds = session.exec(select(BarePageRound).order_by(BarePageRound.id)).all()  # type: ignore[arg-type]
                sides: dict[int, list[BarePageSide]] = {}
                for side in session.exec(select(BarePageSide).order_by(BarePageSide.id)):  # type: ignore[arg-type]
                    sides.setdefault(side.round_id, []).append(side)
                rows = [(round_, sides[round_.id or 0]) for round_ in rounds]
                return render_template(template, title=", ".join(NAMES), rows=rows, filling=filling)

        client = app.test_client()
        filling = "x" * ((size - len(client.get("/").data)) // (ROUNDS * len(NAMES)))
        assert abs(len(client.get("/").data) - size) < 0.05 * size
        yield lambda: client.get("/")
        engine.dispose()


def rows() -> Iterator[Row]:
    """The game page; the list of games that a phone knows."""
    with lay_table() as table:
        client = table.client()
        tokens = {rounds: table.start(rounds) for rounds in (10, ROUNDS, 1_000)}

        def fetch(address: str, client=client) -> Callable[[], object]:  # type: ignore[no-untyped-def]
            assert client.get(address).status_code == 200
            return lambda: client.get(address)

        game = fetch(f"/g/{tokens[ROUNDS]}")
        size = len(client.get(f"/g/{tokens[ROUNDS]}").data)
        with lay_bare_page(size) as bare:
            yield compare(f"game page, {ROUNDS} rounds of 4 ({size:,} bytes)", game, bare, 1.3, turns=101)
        few, many = fetch(f"/g/{tokens[10]}"), fetch(f"/g/{tokens[1_000]}")
        yield compare("game page, 1,000 rounds against 10", many, few, 2, turns=61)
    with lay_table() as small, lay_table() as large:
        homes = []
        for table, games in ((small, 100), (large, 10_000)):
            client = table.client()
            for number in range(games):
                token = table.start(1 if number % 100 == 0 else 0)
                if number >= games - 20:
                    client.get(f"/g/{token}")
            page = client.get("/").get_data(as_text=True)
            assert page.count("/g/") >= 20, "the phone knows twenty games"
            homes.append(lambda client=client: client.get("/"))  # type: ignore[misc]
        yield compare("list of games, 10,000 kept against 100", homes[1], homes[0], 1.3, turns=101)
