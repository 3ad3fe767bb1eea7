"""Sharing: what each link allows, and replacing links."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask

from tests.web.table import Table, by_points


def test_both_links_are_shown_with_what_they_allow_and_as_codes(table: Table) -> None:
    game = table.start("Ann", "Ben")
    text = table.get(f"{game}/share")
    assert f'value="http://localhost{game}"' in text
    assert "can change nothing" in text
    assert "can do everything" in text
    assert text.count('class="code__line"') == 2


def test_replaced_links_open_nothing_and_the_new_ones_open_the_game(app: Flask, table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(125, 115))
    view = table.view_link(game)
    new = urlsplit(table.post(f"{game}/links", {}).location).path.removesuffix("/share")
    assert new != game
    for old in (game, view):
        assert Table(app.test_client()).get(old, 404)
    assert table.totals(new) == [5, 0]
    assert table.view_link(new) != view
    assert f'href="{new}"' in table.get("/")
    assert f'href="{game}"' not in table.get("/")
