"""What is new in a game since a page of it was made; the page asks for it (`static/js/follow/`)."""

import re

from flask import Blueprint, Response, jsonify, request, url_for

from companion.rules import GameBreakdown, isolate
from companion.store import (
    Game,
    HistoryLine,
    find_later_game,
    get_game_token,
    list_changes,
    score_kept_game,
)
from companion.web.badges import get_game_badges
from companion.web.filters import usual_dealer
from companion.web.games.change_words import say_history, say_scores, say_sides
from companion.web.games.standings import list_sides
from companion.web.serving.access import viewing

blueprint = Blueprint("news", __name__)
# Who was away for longer sees the page as it is, and the history.
MOST_SAID = 3
ELSEWHERE = "On another phone: "


@blueprint.get("/<any(g, v):access>/<token>/news")
def news(access: str, token: str) -> Response:
    """What has changed since the page's own version, with the version as an ETag (304: `unchanged`).

    `{"version": "12", "said": ["Round 3 saved on another phone: Ann +30 · Ben 0."], "round": 3, "sides":
    [{"name": "Ann", "short": "Ann", "initial": "A", "total": 30, "tally": 30}, …], "dealer": {"seat": 1,
    "words": "Ben (no change)"}, "renamed": false, "next": null}`. `round` is the one to look at, if
    there is one; `dealer` deals the next one, where that can matter; `renamed` says that names have changed;
    `next` is the address of the game that the table plays now, if it was begun since.
    """
    with viewing(token, access) as (session, game):
        # Of a page from before a restore nobody can say what has changed since.
        found = re.fullmatch(rf"([0-9]{{1,9}}){game.mark}", request.args.get("since", ""), re.ASCII)
        since = int(found[1]) if found else game.revision
        changes = [each for each in list_changes(session, game, limit=MOST_SAID) if each.sequence > since]
        scored = score_kept_game(session, game)
        goes_on = any(each.kind in ("rematch", "players") for each in changes)
        later = find_later_game(session, game) if goes_on else None
    seat = scored.next_dealer if game.rule_set.needs_dealer else None
    rounds = [each.number for each in changes if each.number and each.number <= len(scored.rounds)]
    answer = jsonify(
        version=game.version,
        said=say_all_news(game, scored, changes[::-1]),
        round=rounds[0] if rounds else None,
        sides=list_sides(game, scored),
        dealer=None if seat is None else {"seat": seat, "words": usual_dealer(game.players[seat])},
        renamed=any(each.kind == "names" or each.of_kind == "names" for each in changes),
        next=url_for("games.game", access=access, token=get_game_token(token, later)) if later else None,
    )
    answer.set_etag(game.version)
    return answer


def say_all_news(game: Game, scored: GameBreakdown, changes: list[HistoryLine]) -> list[str]:
    """The changes that others made, the oldest first; that it was another phone is said once."""
    said: list[str] = []
    for words in [say_news(game, scored, change) for change in changes]:
        is_said = any(each.startswith(ELSEWHERE) for each in said)
        rest = words.removeprefix(ELSEWHERE)
        said.append(f"{rest[0].upper()}{rest[1:]}" if is_said else words)
    return said


def say_news(game: Game, scored: GameBreakdown, change: HistoryLine) -> str:
    """A change that somebody else made: “Round 3 saved on another phone: Ann +30 · Ben 0.”"""
    if change.kind == "add" and change.number and change.number <= len(scored.rounds):
        sides = zip(
            get_game_badges(game),
            scored.rounds[change.number - 1].breakdown.sides,
            strict=True,
        )
        scores = say_sides((badge.short, side.score) for badge, side in sides)
        return f"Round {change.number} saved on another phone: {scores}."
    line, scores = say_history(change), say_scores(game, change)
    if change.kind == "seats":
        scores = f"{isolate(game.players[scored.next_dealer])} deals the next round"
    return f"{ELSEWHERE}{line[0].lower()}{line[1:]}{f' {scores}.' if scores else ''}"
