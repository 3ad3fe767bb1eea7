"""My pile: a player hands in the own cards of the next round, and whoever enters the round sees them come."""

from flask import Blueprint, flash, jsonify, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from wtforms import HiddenField, SelectMultipleField, StringField, ValidationError

from companion.cards import CardSet
from companion.rules import and_list, count_pile, isolate, phone_document, read_pile
from companion.rules.form.fields import name_count, say_count_fault, write_pile
from companion.store import Game, HandedPile, hand_in_pile, list_piles, score_kept_game
from companion.web.badges import get_game_badges
from companion.web.forms import Form
from companion.web.serving.access import editing, viewing
from companion.web.serving.security import keep_on_phone

blueprint = Blueprint("piles", __name__)


class PileForm(Form):
    """The cards of a side, and a number where a round has one of each; `number` is that of the round."""

    number = HiddenField()
    card = SelectMultipleField("Cards", default=list, validate_choice=False)
    count = StringField(default="")

    def __init__(self, game: Game, side: int, shown: HandedPile | None) -> None:
        self.game, self.side = game, side
        self.pile, self.pile_faults = read_pile(game.rule_set, request.form.getlist("card"))
        kept: dict[str, object] = {"card": shown.cards, "count": shown.count} if shown else {}
        if read := request.args.getlist("card"):
            kept = {"card": read, "count": request.args.get("count", "")}
        super().__init__({"number": str(game.round_count + 1), **kept})
        if not self.is_submitted():
            self.pile = read_pile(game.rule_set, self.card.data)[0] & game.rule_set.counting.picked

    def validate_number(self, field: HiddenField) -> None:
        now = self.game.round_count + 1
        if field.data != str(now):
            said = f"Round {field.data[:4]} is saved already."
            field.data = str(now)
            raise ValidationError(f"{said} If this pile is one of round {now}, hand it in again.")

    def validate_card(self, _field: SelectMultipleField) -> None:
        if self.pile_faults:
            raise ValidationError(" ".join(self.pile_faults))

    def validate_count(self, field: StringField) -> None:
        game, name = self.game, self.game.side_names[self.side]
        if field.data and (fault := say_count_fault(game.rule_set, game.options, name, field.data)):
            raise ValidationError(fault)


@blueprint.route("/g/<token>/pile", methods=["GET", "POST"])
def pile(token: str) -> ResponseReturnValue:
    """Who am I, and what have I taken? `?side=1` says who, “who” asks; else it is who this phone was.

    `?card=pine-crane&count=9` is what a photo has shown, which is not handed in yet.
    """
    with viewing(token) as (reading, game):
        scored, handed = score_kept_game(reading, game), list_piles(reading, game)
    names = game.side_names
    # The side for which this phone handed in last.
    me = session.get("me")
    known = str(names.index(me)) if me in names else ""
    said = request.args.get("side", known)
    if said not in map(str, range(len(names))):
        taken = [each.side for each in handed]
        return render_template("games/who.html", game=game, badges=get_game_badges(game), handed=taken)
    side = int(said)
    shown = next((each for each in handed if each.side == side), None)
    form = PileForm(game, side, shown)
    if form.validate_on_submit():
        with editing(token) as (writing, now):
            is_open = now.round_count == game.round_count
            if is_open:
                hand_in_pile(writing, now, side, form.pile.ids, form.count.data.strip())
        if is_open:
            flash(say_handed_in(game, side, form.pile, handed))
            keep_on_phone(me=names[side])
            return redirect(url_for("piles.pile", side=side))
        form.fail("number", f"Round {form.number.data} was saved meanwhile: this pile was not handed in.")
    month = len(scored.rounds) % 12 + 1
    counted = count_pile(game.rule_set, game.options, form.pile) if game.rule_set.has_cards else None
    page = render_template(
        "games/pile.html",
        game=game,
        form=form,
        side=get_game_badges(game)[side],
        counted=counted,
        count_path=name_count(game.rule_set, str(side)),
        groups=[
            (group.id.capitalize(), group.cards & game.rule_set.counting.picked)
            for group in game.rule_set.counting.picked_groups
        ],
        shown=None if request.args.get("card") else shown,
        others=[each.side for each in handed if each.side != side],
        badges=get_game_badges(game),
        live=phone_document(game.rule_set, game.options, month, scored.carried),
    )
    return page, 422 if form.errors else 200


def say_handed_in(game: Game, side: int, pile: CardSet, handed: list[HandedPile]) -> str:
    """That it is handed in, and which of its cards another has handed in too."""
    names = game.side_names
    said = f"The pile of {isolate(names[side])} is handed in for round {game.round_count + 1}."
    for other in handed:
        if other.side != side and (both := pile & CardSet.from_ids(other.cards)):
            cards = and_list(card.english for card in both)
            said += (
                f" {isolate(names[other.side])} has handed in {cards} too: whoever saves the round is asked."
            )
    return said


@blueprint.get("/g/<token>/piles")
def piles(token: str) -> ResponseReturnValue:
    """What was handed in for the next round, in the fields of its form."""
    with viewing(token) as (reading, game):
        handed = list_piles(reading, game)
    rows = [
        {
            "side": each.side,
            "at": each.at_ms,
            "fields": write_pile(game.rule_set, each.side, each.cards, each.count),
        }
        for each in handed
    ]
    return jsonify(round=game.round_count + 1, piles=rows)
