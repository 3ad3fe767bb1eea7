"""Sharing: what each link allows, and replacing links."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from flask import Flask

from tests.web.table import Table, by_points


def test_both_links_are_shown_with_what_they_allow_and_as_codes(table: Table) -> None:
    game = table.start("Ann", "Ben")
    text = table.get(f"{game}/share")
    assert f'value="http://localhost{game}"' in text
    assert "can change nothing" in text
    assert "can enter, correct and remove rounds" in text
    assert text.count('class="code__line"') == 2


@pytest.mark.parametrize(
    ("opened", "address", "is_warned"),
    [
        ("http://127.0.0.1:8000", "", True),
        ("http://localhost", "", True),
        ("http://[::1]:8000", "", True),
        ("http://192.168.1.7:8000", "", False),
        ("http://127.0.0.1:8000", "https://kwado.example", False),
    ],
)
def test_links_that_other_phones_cannot_open_come_with_a_warning(
    app: Flask, table: Table, opened: str, address: str, is_warned: bool
) -> None:
    game = table.start("Ann", "Ben")
    usual, app.config["ADDRESS"] = app.config["ADDRESS"], address
    pages = [app.test_client().get(f"{game}/{page}", base_url=opened) for page in ("share", "print")]
    app.config["ADDRESS"] = usual
    assert [page.status_code for page in pages] == [200, 200]
    assert ["Other phones cannot open" in page.text for page in pages] == [is_warned] * 2


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
