"""Pages against bare ones of as many bytes, and against themselves with more behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from flask import Flask, render_template

from benchmarks.measure import Row, compare
from benchmarks.tables import NAMES, lay_table

ROUNDS = 30
BARE_TEMPLATE = """<!doctype html><html lang="en">
<head><meta charset="utf-8"><title>{{ title }}</title></head><body>
<h1>{{ title }}</h1>{% for row in rows %}
<section><h2>Round {{ row.number }}</h2><table>{% for cell in row.cells %}<tr>
<th>{{ cell.name }}</th><td>{{ cell.points }}</td><td>{{ cell.total }}</td></tr>{% endfor %}</table>
<p>{{ row.words }}</p></section>{% endfor %}</body></html>"""


def make_bare_page(size: int) -> Callable[[], object]:
    """Fetches a bare Flask page with 30 rounds of 4, filled up to as many bytes."""
    app = Flask("bare")
    app.jinja_loader = None
    app.jinja_env.globals["title"] = "Ann, Ben, Cem, Dee"
    template = app.jinja_env.from_string(BARE_TEMPLATE)
    cells = [{"name": name, "points": 60, "total": 1200} for name in NAMES]

    def make_rows(words: int) -> list[dict[str, object]]:
        return [{"number": number, "cells": cells, "words": "x" * words} for number in range(ROUNDS)]

    with app.app_context():
        empty = len(render_template(template, rows=make_rows(0)))
    rows = make_rows(max(0, (size - empty) // ROUNDS))

    @app.get("/")
    def page() -> str:
        return render_template(template, rows=rows)

    client = app.test_client()
    assert abs(len(client.get("/").data) - size) < 0.05 * size
    return lambda: client.get("/")


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
        yield compare(
            f"game page, {ROUNDS} rounds of 4 ({size:,} bytes)", game, make_bare_page(size), 1.3, turns=101
        )
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
