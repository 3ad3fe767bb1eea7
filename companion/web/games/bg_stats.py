"""A finished game as a play for the app BG Stats, which takes it by a link.

The app ranks and adds up what it is told; its Android form refuses a player of whom it is not said whether
they won and began. Names leave this server only when somebody follows the link.

Sources: BG Stats, “Push plays to BG Stats from other apps or websites”.
"""

import json
from typing import Any
from urllib.parse import quote

from companion.rules import GameBreakdown
from companion.store import Game

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="


def link_play(game: Game, scored: GameBreakdown) -> str:
    """The link that opens the app with this game."""
    return ADDRESS + quote(
        json.dumps(make_play(game, scored), ensure_ascii=False, separators=(",", ":"), default=float)
    )


def make_play(game: Game, scored: GameBreakdown) -> dict[str, Any]:
    """The play of a game that is over: of each player the sum that decided for their side.

    It begins with the start of the game, and whoever played first in round 1 began. The time names the play:
    a copy of the game on another server is the same play.
    """
    seating, tallies = game.seating, scored.final.tallies
    dealer = scored.rounds[0].dealer
    starter = seating.get_starter(
        seating.first_dealer if dealer is None else dealer, game.rule_set.turn.starts
    )
    ranks = {place: rank for rank, place in scored.final.list_ranks()}
    players = []
    for seat, name in enumerate(game.players):
        side = seating.get_side(seat)
        team = {} if len(seating.get_seats(side)) == 1 else {"team": game.side_names[side]}
        players.append(
            {
                "name": name,
                "sourcePlayerId": name,
                **team,
                "score": tallies[side],
                "rank": ranks[side],
                "winner": game.side_names[side] in scored.winners,
                "startPlayer": seat == starter,
            }
        )
    return {
        "sourceName": "Kwa-Dō Companion",
        "sourcePlayId": str(game.started_at_ms),
        "playDate": f"{game.started_at:%Y-%m-%d %H:%M:%S}",
        "game": {
            "name": game.rule_set.game,
            "sourceGameId": game.rule_set.id,
            "highestWins": not scored.is_lowest,
            "noPoints": False,
        },
        "players": players,
    }
