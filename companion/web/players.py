"""Who plays in a game: names, seats, the dealer, players who come and go."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.errors import CompanionError
from companion.rules import GameBreakdown, and_list, write_number
from companion.store import (
    MAX_START,
    Game,
    Session,
    change_players,
    get_game_token,
    rename_players,
    score_kept_game,
    seat_players,
)
from companion.web import known_games
from companion.web.access import editing, viewing
from companion.web.badges import get_badges, get_game_badges
from companion.web.filters import isolate
from companion.web.forms import PageForm

blueprint = Blueprint("players", __name__)


@blueprint.route("/g/<token>/players", methods=["GET", "POST"])
def players(token: str) -> str | Response | tuple[str, int]:
    """The names, the seats, who deals next, and who leaves or joins."""
    with viewing(token) as (session, game):
        scored = score_kept_game(session, game)
        form = PlayersForm(game, scored)
    if form.is_sent() and form.part:
        form.check_known()
        number = None if form.faults else change(form, token)
        if number is not None:
            return redirect(url_for("games.game", access="g", token=get_game_token(token, number)))
    is_over = game.ended or game.continued or scored.is_finished
    return render_template(
        "players.html",
        form=form,
        game=game,
        scored=scored,
        badges=[
            side._replace(initial=own.initial)
            for side, own in zip(itertools.cycle(get_game_badges(game)), get_badges(game.players))
        ],
        may_sit=not is_over,
        may_change=not is_over and not form.has_teams and max(game.rule_set.sides) > 2,
    ), 422 if form.faults else 200


def change(form: PlayersForm, token: str) -> int | None:
    """The number of the game to show after the change; None if the form was refused."""
    try:
        with editing(token) as (session, game):
            return CHANGES[form.part](session, game, form)
    except CompanionError as error:
        form.fail_of(error)
        return None


def change_names(session: Session, game: Game, form: PlayersForm) -> int | None:
    """The names, and with the part “seats” who sits where and who deals."""
    with_seats = form.part == "seats"
    order, dealer = form.read_seats() if with_seats else ([], 0)
    if form.faults:
        return None
    is_renamed = rename_players(session, game, *form.read_names())
    said = ["Names saved."] if is_renamed else []
    if with_seats and seat_players(session, game, order, dealer):
        said.append(f"{isolate(game.players[dealer])} deals the next round.")
    flash(" ".join(said) or ("Nothing was changed." if with_seats else "No name was changed."))
    return game.number


def change_who_plays(session: Session, game: Game, form: PlayersForm) -> int | None:
    chosen = form.read_players()
    if form.faults:
        return None
    started = change_players(session, game, **chosen)
    known_games.remember(started.token, game.rule_set.id, game.deck)
    names = and_list([isolate(name) for name in chosen["players"]])
    flash(f"The game goes on with {names}.")
    return started.number


CHANGES: dict[str, Callable[[Session, Game, PlayersForm], int | None]] = {
    "names": change_names,
    "seats": change_names,
    "players": change_who_plays,
}


class PlayersForm(PageForm):
    """Who plays in a game. `part` is what was sent, empty while nothing was; seats come with the names."""

    def __init__(self, game: Game, scored: GameBreakdown) -> None:
        places = scored.seating.places if scored.seating else tuple(range(len(game.players)))
        self.game = game
        self.order = places
        self.dealer = places[0] if scored.next_dealer is None else scored.next_dealer
        shown: dict[str, str | list[str]] = {}
        for seat, name in enumerate(game.players):
            shown[f"name-{seat}"] = name
            shown[f"place-{seat}"] = str(places.index(seat) + 1)
        shown |= {f"team-{number}": name for number, name in enumerate(game.side_names)}
        shown |= {"dealer": str(self.dealer), "stays": [str(seat) for seat in places]}
        super().__init__(shown)
        self.part = self.get("part") if self.get("part") in CHANGES else ""
        if self.part == "players":
            # Who is not ticked leaves.
            del shown["stays"]
        if self.part:
            self.fields_typed = MultiDict({**shown, **self.fields_typed.to_dict(flat=False)})

    @property
    def has_teams(self) -> bool:
        return len(self.game.side_names) < len(self.game.players)

    @property
    def known(self) -> str:
        """The names of now, as a page shows them."""
        return "\n".join((*self.game.players, *self.game.side_names))

    @property
    def joining(self) -> range:
        """The fields for players who join: as many as the game has room for."""
        most = max(players for players, sides in self.game.rule_set.sides.items() if players in sides)
        return range(max(0, most - 1))

    def check_known(self) -> None:
        """Notes a fault if somebody has changed the names since the page was made."""
        if self.get("known").split() != self.known.split():
            self.fail("names", "Names were changed on another phone. Check them, then save again.")

    def read_names(self) -> tuple[list[str], list[str] | None]:
        """The names of the players by seat, and of the teams where there are any."""
        players = [" ".join(self.get(f"name-{seat}").split()) for seat in range(len(self.game.players))]
        if not self.has_teams:
            return players, None
        teams = []
        for number in range(len(self.game.side_names)):
            seats = self.game.seating.get_seats(number)
            typed = " ".join(self.get(f"team-{number}").split())
            usual = " & ".join(self.game.players[seat] for seat in seats)
            # A team that has its players' names follows them.
            teams.append(" & ".join(players[seat] for seat in seats) if typed in ("", usual) else typed)
        return players, teams

    def read_seats(self) -> tuple[list[int], int]:
        """The seats in the order of play, and the one that deals; a fault where places are unclear."""
        places = [self.read_number(f"place-{seat}", name) for seat, name in enumerate(self.game.players)]
        count = len(places)
        if not self.faults and sorted(place or 0 for place in places) != list(range(1, count + 1)):
            self.fail("place-0", f"Give each player another place, from 1 to {count}.")
        order = sorted(range(count), key=lambda seat: places[seat] or 0)
        dealers = {str(seat): seat for seat in range(count)}
        if self.get("dealer") not in dealers:
            self.fail("dealer", "Who deals the next round? Please choose.")
        return order, dealers.get(self.get("dealer"), 0)

    def read_players(self) -> dict[str, Any]:
        """Who goes on in the order of play, the points of those who join, and the place of the dealer.

        A fault where nobody changes or points cannot be read.
        """
        seats = [seat for seat in self.order if str(seat) in self.get_all("stays")]
        players = [self.game.players[seat] for seat in seats]
        joining: dict[str, int] = {}
        for field in self.joining:
            name = " ".join(self.get(f"join-{field}").split())
            points = self.read_number(f"points-{field}", name or "Points")
            if points is not None and abs(points) > MAX_START:
                self.fail(f"points-{field}", f"{name}: at most {write_number(MAX_START)} points.")
            if name:
                joining[name] = points or 0
                players.append(name)
        if not joining and len(players) == len(self.game.players):
            self.fail("players", "Untick who leaves, or name who joins.")
        if len(players) not in self.game.rule_set.sides:
            self.fail("players", f"{self.game.rule_set.name} is not for {len(players)} players.")
        dealer = seats.index(self.dealer) if self.dealer in seats else 0
        return {"players": tuple(players), "joining": joining, "dealer": dealer}

    def fail_of(self, error: CompanionError) -> None:
        """The faults of the store, at the fields of the part that was sent."""
        fields = {f"players/{seat}": f"name-{seat}" for seat in range(len(self.game.players))}
        fields |= {f"sides/{number}": f"team-{number}" for number in range(len(self.game.side_names))}
        fields |= {"order": "place-0", "dealer": "dealer"}
        self.fail_all(error, fields if self.part != "players" else {}, self.part)
