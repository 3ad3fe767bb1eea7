"""Statistics counted a second time: in SQL, from documents and their results, never from a breakdown.

`TableGame` holds what a table knows of a game; `count` gives what
`companion.rules.scoring.statistics` must give, as plain values.
"""

import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, NamedTuple

from tests.rules.second_scorer.ending import find_winners

NO_LENGTH = 10**6


class TableGame(NamedTuple):
    """A game as a document, the document of its result, the players of each side, what sides had before."""

    number: int
    document: Mapping[str, Any]
    result: Mapping[str, Any]
    players: Mapping[str, tuple[str, ...]]
    starts: Mapping[str, int]
    is_stopped: bool


SCHEMA = """
create table member (game, side, player, seat);
create table round (game, round, side, score, gaji);
create table yaku (game, side, name, points);
create table winner (game, side);
"""
BEST_OF_OTHERS = (
    "(select max(o.score) from round o where o.game=r.game and o.round=r.round and o.side<>r.side)"
)


def count(games: Iterable[TableGame]) -> dict[str, Any]:
    """Games, rounds, yaku, and by player all figures; players in the order in which they came."""
    with closing(sqlite3.connect(":memory:")) as data:
        data.executescript(SCHEMA)
        for game in games:
            enter(data, game)
        return add_up(data.execute)


def add_up(ask: Callable[..., sqlite3.Cursor]) -> dict[str, Any]:
    """What `count` gives, asked of the tables."""
    players = {
        player: {
            "games": ask(
                "select count(distinct m.game) from member m join winner w using (game) where player=?",
                [player],
            ).fetchone()[0],
            "games won": ask(
                "select count(*) from member m join winner using (game, side) where player=?", [player]
            ).fetchone()[0],
            "rounds": rounds,
            "rounds won": ask(
                f"select count(*) from round r join member m using (game, side)"
                f" where player=? and score>{BEST_OF_OTHERS}",
                [player],
            ).fetchone()[0],
            "points": points,
            "average": str((Decimal(points) / max(1, rounds)).quantize(Decimal("0.1"), ROUND_HALF_UP)),
            "best": ask(
                "select score, game, round from round join member using (game, side) where player=?"
                " order by score desc, game, round limit 1",
                [player],
            ).fetchone()
            or (0, 0, 0),
            "gaji": gaji,
            "yaku": ask(
                "select name, count(*), sum(points) from yaku join member using (game, side) where player=?"
                " group by name order by 2 desc, 3 desc, 1",
                [player],
            ).fetchall(),
        }
        for player, rounds, points, gaji in ask(
            "select player, count(score), coalesce(sum(score), 0), coalesce(sum(gaji), 0)"
            " from member left join round using (game, side)"
            " group by player order by min(game * 100 + seat)"
        ).fetchall()
    }
    return {
        "games": ask("select count(distinct game) from winner").fetchone()[0],
        "rounds": ask("select count(*) from (select distinct game, round from round)").fetchone()[0],
        "yaku": ask(
            "select name, count(*), sum(points) from yaku group by name order by 2 desc, 3 desc, 1"
        ).fetchall(),
        "players": players,
    }


def enter(data: sqlite3.Connection, game: TableGame) -> None:
    """Write the rounds of a game that count, its winners and who played in it into the tables."""
    seats = enumerate((side, player) for side, players in game.players.items() for player in players)
    last, winners, played = find_end(game)
    data.executemany(
        "insert into member values (?, ?, ?, ?)",
        [(game.number, side, player, seat) for seat, (side, player) in seats if side in played],
    )
    data.executemany("insert into winner values (?, ?)", [(game.number, side) for side in winners])
    rows = zip(game.document["rounds"], game.result["rounds"], strict=True)
    for number, (entered, scored) in enumerate(rows, 1):
        if number > last:
            break
        playing = scored["sides"].keys() - set(entered.get("sits_out") or ())
        for side, figures in ((each, scored["sides"][each]) for each in scored["sides"] if each in playing):
            data.execute(
                "insert into round values (?, ?, ?, ?, ?)",
                (game.number, number, side, figures["score"], len(figures.get("gaji") or ())),
            )
            if has_points_for_yaku(game.document["game"], entered, side, figures):
                data.executemany(
                    "insert into yaku values (?, ?, ?, ?)",
                    [
                        (game.number, side, yaku["name"].split(" (")[0], yaku["points"])
                        for yaku in figures["yaku"]
                    ],
                )


def has_points_for_yaku(game: str, entered: Mapping[str, Any], side: str, figures: Mapping[str, Any]) -> bool:
    """Whether the yaku of a side count: in Koi-Koi those of who stopped or, in the compendium, has more."""
    if not game.startswith("koikoi"):
        return True
    if entered["outcome"] == "shobu":
        return bool(entered["winner"] == side)
    return game == "koikoi-compendium" and entered["outcome"] == "exhausted" and figures["score"] > 0


def find_end(game: TableGame) -> tuple[int, list[str], set[str]]:
    """The number of the last round that counts, who won the game, and who played in it."""
    options = game.document["options"]
    key = "victories" if options.get("count") == "victories" else "score"
    # What was brought along are points: no game here brings victories along.
    sums = dict(game.starts) if key == "score" else dict.fromkeys(game.starts, 0)
    played = {side for side, start in game.starts.items() if start}
    tallies: list[dict[str, int]] = []
    for entered, scored in zip(game.document["rounds"], game.result["rounds"], strict=True):
        played |= sums.keys() - set(entered.get("sits_out") or ())
        sums = {side: known + scored["sides"][side][key] for side, known in sums.items()}
        tallies.append({side: each for side, each in sums.items() if side in played})
        if winners := find_winners(tallies, options, NO_LENGTH):
            return len(tallies), winners, played
    if not tallies:
        return 0, [], set()
    leaders = [side for side, each in tallies[-1].items() if each == max(tallies[-1].values())]
    return len(tallies), leaders if game.is_stopped else [], played
