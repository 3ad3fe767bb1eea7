"""Links as chats and people pass them on: with a full stop behind, in a preview that everybody sees."""

import re
from urllib.parse import urlsplit

import pytest
from flask import Flask

from companion.store import get_game_token
from tests.web.table import Table

TAILS = (".", ",", ")", "/", "),", "!", ">", "*", "_", "%20", "%E2%80%A6", "%E2%80%9D.", "//", ").%22")


def list_pages(table: Table, game: str) -> list[str]:
    return [game, table.view_link(game), game.replace("/g/", "/t/")]


@pytest.mark.parametrize("tail", TAILS)
def test_a_link_with_a_mark_behind_it_still_opens_its_page(app: Flask, table: Table, tail: str) -> None:
    first = table.start("Ann", "Ben")
    second = urlsplit(table.post(f"{first}/again", {"player-0": "Ann", "player-1": "Ben"}).location).path
    assert get_game_token(second.rpartition("/")[2], 1) == first.rpartition("/")[2]
    for page in [*list_pages(table, first), *list_pages(table, second)]:
        answer = app.test_client().get(f"{page}{tail}?from=chat")
        assert answer.status_code == 302
        assert answer.location == page
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
        assert app.test_client().get(page).status_code == 200


@pytest.mark.parametrize("tail", ["a", ".a", "./rounds/new", "/.git", ".." * 20])
def test_what_is_no_link_with_a_mark_behind_it_is_not_found(app: Flask, table: Table, tail: str) -> None:
    assert app.test_client().get(table.start("Ann", "Ben") + tail).status_code == 404


def test_nothing_is_posted_to_a_mended_link(table: Table) -> None:
    game = table.start("Ann", "Ben")
    answer = table.client.post(f"{game}/", data={"csrf_token": table.get_token()})
    assert answer.status_code == 404


def test_no_preview_of_a_link_shows_who_plays(table: Table) -> None:
    """A chat shows the title and the description of a page to everybody in it."""
    game = table.start("Ann", "Ben")
    for page in (*list_pages(table, game), f"{game}/rounds/new", f"{game}/share", f"{game}/history"):
        head = re.findall(r"<title>.*?</title>|<meta[^>]*>", table.get(page))
        assert len(head) > 3
        assert not [each for each in head if "Ann" in each or "Ben" in each]
