"""Who plays in a game: names, seats, the dealer, players who come and go."""

from __future__ import annotations

import itertools

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import (
    Field,
    HiddenField,
    RadioField,
    SelectChoice,
    SelectField,
    SelectMultipleField,
    ValidationError,
    widgets,
)

from companion.errors import CompanionError
from companion.rules import GameBreakdown, and_list, isolate
from companion.store import (
    MAX_START,
    Game,
    change_players,
    get_game_token,
    rename_players,
    score_kept_game,
    seat_players,
)
from companion.web import known_games
from companion.web.badges import get_badges, get_game_badges
from companion.web.forms import Form, NameField, NumberedFields, WholeNumberField
from companion.web.serving.access import editing, viewing

blueprint = Blueprint("players", __name__)
# The fields of the paths to faults of the store.
PLACES = {"players/": "name-", "sides/": "team-", "order": "place"}


@blueprint.route("/g/<token>/players", methods=["GET", "POST"])
def players(token: str) -> str | Response | tuple[str, int]:
    """The names, the seats, who deals next, and who leaves or joins."""
    with viewing(token) as (session, game):
        scored = score_kept_game(session, game)
    # Both forms stand on the page; one of them is sent.
    part = request.form.get("part", "seats")
    names = NamesForm(game, scored, is_sent=part != "players")
    who_plays = WhoPlaysForm(game, scored, is_sent=part == "players")
    form = who_plays if part == "players" else names
    if form.validate_on_submit():
        try:
            if part == "players":
                number = change_who_plays(who_plays, token)
            else:
                number = change_names(names, token, with_seats=part == "seats")
            return redirect(url_for("games.game", access="g", token=get_game_token(token, number)))
        except CompanionError as error:
            form.fail_all(error, part if part == "players" else "names", PLACES)
    is_over = game.ended or game.continued or scored.is_finished
    return render_template(
        "games/players.html",
        form=form,
        names=names,
        who_plays=who_plays,
        game=game,
        scored=scored,
        badges=[
            side._replace(initial=own.initial)
            for side, own in zip(itertools.cycle(get_game_badges(game)), get_badges(game.players))
        ],
        may_sit=not is_over,
        may_change=not is_over and not names.team.data and max(game.rule_set.sides) > 2,
    ), 422 if form.faults else 200


def change_names(form: NamesForm, token: str, *, with_seats: bool) -> int:
    """The number of the game with these names and, if wanted, with these seats and this dealer."""
    dealer = int(form.dealer.data)
    with editing(token) as (session, game):
        is_renamed = rename_players(session, game, form.name.data, form.list_teams())
        said = ["Names saved."] if is_renamed else []
        if with_seats and seat_players(session, game, form.list_seats(), dealer):
            said.append(f"{isolate(game.players[dealer])} deals the next round.")
    flash(" ".join(said) or ("Nothing was changed." if with_seats else "No name was changed."))
    return game.number


def change_who_plays(form: WhoPlaysForm, token: str) -> int:
    """The number of the game that goes on with these players."""
    # The place of the dealer among those who go on.
    dealer = form.seats.index(form.next_dealer) if form.next_dealer in form.seats else 0
    with editing(token) as (session, game):
        started = change_players(session, game, players=form.players, joining=form.joining, dealer=dealer)
    known_games.remember(started.token, game.rule_set.id, game.deck)
    flash(f"The game goes on with {and_list([isolate(name) for name in form.players])}.")
    return started.number


def offer_players(form: PlayersForm, _field: Field) -> list[SelectChoice]:
    return [SelectChoice(str(seat), form.game.players[seat]) for seat in form.order]


def offer_places(form: PlayersForm, _field: Field) -> list[SelectChoice]:
    return [SelectChoice(str(place)) for place in range(1, len(form.order) + 1)]


class PlayersForm(Form):
    """The players of a game as they sit now. `known` are the names that the page showed."""

    known = HiddenField(id="names", default="")

    def __init__(self, game: Game, scored: GameBreakdown, *, is_sent: bool) -> None:
        self.game = game
        self.order = scored.seating.places
        self.next_dealer = scored.next_dealer
        self.known_now = "\n".join((*game.players, *game.side_names))
        most = max(players for players, sides in game.rule_set.sides.items() if players in sides)
        shown = {
            "name": game.players,
            "team": game.side_names if len(game.side_names) < len(game.players) else (),
            "place": [str(self.order.index(seat) + 1) for seat in range(len(game.players))],
            "dealer": self.next_dealer,
            "stays": self.order,
            "join": [""] * (most - 1),
            "points": [None] * (most - 1),
        }
        super().__init__(data=shown, **({} if is_sent else {"formdata": None}))

    def validate_known(self, field: Field) -> None:
        if field.data.split() != self.known_now.split():
            raise ValidationError("Names were changed on another phone. Check them, then save again.")


class NamesForm(PlayersForm):
    """The names of players and teams, where each player sits, and who deals next."""

    name = NumberedFields(NameField())
    team = NumberedFields(NameField())
    place = NumberedFields(SelectField(choices=offer_places, validate_choice=False))
    dealer = RadioField(
        choices=offer_players, invalid_choice_message="Who deals the next round? Please choose."
    )

    def validate_place(self, field: NumberedFields) -> None:
        count = len(field.data)
        if sorted(field.data) != sorted(map(str, range(1, count + 1))):
            raise ValidationError(f"Give each player another place, from 1 to {count}.")

    def list_seats(self) -> list[int]:
        """The seats in the order of play."""
        return sorted(range(len(self.place.data)), key=lambda seat: int(self.place.data[seat]))

    def list_teams(self) -> list[str] | None:
        """The names of the teams where there are any. One that has its players' names follows them."""
        teams = []
        for number, typed in enumerate(self.team.data):
            seats = self.game.seating.get_seats(number)
            usual = " & ".join(self.game.players[seat] for seat in seats)
            is_usual = typed in ("", usual)
            teams.append(" & ".join(self.name.data[seat] for seat in seats) if is_usual else typed)
        return teams or None


class WhoPlaysForm(PlayersForm):
    """Who stays, and who joins with how many points."""

    stays = SelectMultipleField(
        choices=offer_players, validate_choice=False, option_widget=widgets.CheckboxInput(), id="players"
    )
    join = NumberedFields(NameField("Joins"))
    points = NumberedFields(WholeNumberField("Points", limit=MAX_START))

    @property
    def joining(self) -> dict[str, int]:
        """The points of those who join."""
        return {
            name: points or 0 for name, points in zip(self.join.data, self.points.data, strict=True) if name
        }

    @property
    def seats(self) -> list[int]:
        """The seats of those who stay, in the order of play."""
        return [seat for seat in self.order if str(seat) in self.stays.data]

    @property
    def players(self) -> tuple[str, ...]:
        """Who goes on, in the order of play."""
        return (*(self.game.players[seat] for seat in self.seats), *filter(None, self.join.data))

    def validate_stays(self, _field: Field) -> None:
        count = len(self.players)
        if not self.joining and count == len(self.game.players):
            raise ValidationError("Untick who leaves, or name who joins.")
        if count not in self.game.rule_set.sides:
            raise ValidationError(f"{self.game.rule_set.name} is not for {count} players.")
