"""The play that BG Stats is sent, read from the link on the page of a game."""

import json
import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import time_machine

from tests.web.table import Table, by_points


def find_play(page: str) -> Any:
    """What the link says; None without a link."""
    link = re.search(r'<a href="([^"]+)"[^>]*>Send to BG Stats</a>', page)
    if not link:
        return None
    parts = urlsplit(unescape(link[1]))
    assert parts[:3] == ("https", "app.bgstatsapp.com", "/createPlay.html")
    return json.loads(parse_qs(parts.query, strict_parsing=True)["data"][0])


def make_player(name: str, score: int, rank: int, *, won: bool, began: bool, **team: str) -> dict[str, Any]:
    said = {"name": name, "sourcePlayerId": name, **team, "score": score, "rank": rank}
    return said | {"winner": won, "startPlayer": began}


@time_machine.travel("2026-11-27T21:30:00Z", tick=False)
def test_a_finished_game_is_sent_with_day_scores_ranks_winner_and_who_began(table: Table) -> None:
    """Ann & Bo deals: whoever sits next began."""
    game = table.start("Ann & Bo", "Ünal", target="30")
    table.record(game, by_points(120, 120))
    assert find_play(table.get(game)) is None
    table.record(game, by_points(150, 90))
    play = find_play(table.get(game))
    assert play.pop("sourcePlayId").isdigit()
    assert play == {
        "sourceName": "Kwa-Dō Companion",
        "playDate": "2026-11-27 21:30:00",
        "game": {"name": "Kwa-Dō", "sourceGameId": "kwado-1985", "highestWins": True, "noPoints": False},
        "players": [
            make_player("Ann & Bo", 30, 1, won=True, began=False),
            make_player("Ünal", 0, 2, won=False, began=True),
        ],
    }
    assert find_play(table.get(table.view_link(game)))["players"] == play["players"]


@pytest.mark.parametrize(
    ("names", "fields", "points", "players"),
    [
        pytest.param(
            ("Ann", "Ben", "Cem", "Dee"),
            {"sides": "2", "target": "30", "team_0": "Moon"},
            (150, 90),
            [
                make_player("Ann", 30, 1, won=True, began=False, team="Moon"),
                make_player("Ben", 0, 2, won=False, began=True, team="Ben & Dee"),
                make_player("Cem", 30, 1, won=True, began=False, team="Moon"),
                make_player("Dee", 0, 2, won=False, began=False, team="Ben & Dee"),
            ],
            id="teams",
        ),
        pytest.param(
            ("Ann", "Ben", "Cem"),
            {},
            (90, 90, 60),
            [
                make_player("Ann", 10, 1, won=True, began=False),
                make_player("Ben", 10, 1, won=True, began=True),
                make_player("Cem", 0, 3, won=False, began=False),
            ],
            id="a shared win",
        ),
    ],
)
def test_teams_and_shared_ranks(
    table: Table, names: tuple[str, ...], fields: dict[str, str], points: tuple[int, ...], players: Any
) -> None:
    game = table.start(*names, **fields)
    table.record(game, by_points(*points))
    table.client.post(f"{game}/end", data={"csrf_token": table.get_token()})
    assert find_play(table.get(game))["players"] == players


def test_where_the_lowest_total_wins_the_app_hears_it(table: Table) -> None:
    game = table.start("Ann", "Ben", game="by-points", fields_of="by-points", **{"options/wins": "lowest"})
    table.record(game, {"points/0": "7", "points/1": "3"})
    table.post(f"{game}/end", {})
    play = find_play(table.get(game))
    assert (play["game"]["highestWins"], [player["rank"] for player in play["players"]]) == (False, [2, 1])
