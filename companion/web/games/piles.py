"""My pile: a player hands in the own cards of the next round, and whoever enters the round sees them come."""

from collections.abc import Mapping

from flask import Blueprint, flash, jsonify, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from wtforms import BooleanField, HiddenField, SelectMultipleField, StringField, ValidationError

from companion.cards import CardSet
from companion.errors import NotAllowedHere
from companion.rules import GameBreakdown, count_pile, isolate, phone_document, read_pile
from companion.rules.form.fields import (
    CARD,
    WAYS,
    list_pile_numbers,
    name_count,
    name_of_side,
    say_count_fault,
)
from companion.rules.form.written import WrittenRound
from companion.rules.text.numbers import read_whole_number
from companion.store import (
    Game,
    HandedPile,
    count_below,
    find_last_serial,
    hand_in_pile,
    list_all_piles,
    list_piles,
    score_kept_game,
)
from companion.web import known_games
from companion.web.badges import get_game_badges
from companion.web.forms import Form
from companion.web.games.change_words import say_sides
from companion.web.games.claims import find_disputes, list_claims, say_handed
from companion.web.games.rounds.answers import answer_refused, draft_name
from companion.web.serving.access import editing, viewing
from companion.web.serving.error_pages import asks_json
from companion.web.serving.security import keep_on_phone

blueprint = Blueprint("piles", __name__)


class PileForm(Form):
    """The pile of a player, by cards, counts or points, in the fields that a round has for the side.

    `after` is the serial of the round before, `empty` says that there is no card. `asks` is a round of the
    game, which the macros of its form know; `is_filled` says that the address has a pile, as of a photo.
    """

    key = HiddenField()
    after = HiddenField()
    card = SelectMultipleField("Cards", default=list, validate_choice=False)
    count = StringField(default="")
    empty = BooleanField()

    def __init__(self, game: Game, player: int, after: int, shown: HandedPile | None) -> None:
        self.game, self.name, self.last = game, game.players[player], after
        self.asks = WrittenRound(game.rule_set, game.options, game.side_names, {})
        side = game.seating.get_side(player)
        self.yaku_path = name_of_side("yaku", side)
        self.numbers = {
            way: {
                name_of_side(key, side): (key, *number)
                for key, number in list_pile_numbers(game.rule_set, game.options, way).items()
            }
            for way in WAYS
        }
        self.pile, self.pile_faults = read_pile(game.rule_set, request.form.getlist("card"))
        kept: dict[str, object] = {"way": session.get("way", WAYS[0])}
        self.is_filled = bool(request.args.keys() - {"player"})
        if self.is_filled:
            lists = {name: request.args.getlist(name) for name in ("card", self.yaku_path)}
            kept = {"way": WAYS[0], **request.args, **lists}
        elif shown:
            kept = {"way": WAYS[0], "card": shown.cards, **self.show_numbers(shown)}
        super().__init__({"after": str(after), **kept})
        if not self.is_submitted():
            self.pile = read_pile(game.rule_set, self.card.data)[0] & game.rule_set.counting.picked
        # In a game without cards the points are the `count`.
        is_by_hand = game.rule_set.has_cards and self.get("way") in WAYS
        self.way = self.get("way") if is_by_hand else WAYS[0]
        self.cards = self.pile if self.way == WAYS[0] else CardSet()

    def show_numbers(self, pile: HandedPile) -> dict[str, object]:
        """The fields of what was typed."""
        paths = {"way": "way", "count": "count", self.yaku_path: "yaku"}
        paths |= {path: key for each in self.numbers.values() for path, (key, *_) in each.items()}
        typed = {path: pile.numbers[key] for path, key in paths.items() if key in pile.numbers}
        return {path: text.split(",") if path == self.yaku_path else text for path, text in typed.items()}

    def list_numbers(self) -> dict[str, str]:
        """What was typed and ticked, as it is stored."""
        ticked = ",".join(each for each in self.game.options.yaku if self.has(self.yaku_path, each))
        typed = {"count": self.count.data} if self.way == WAYS[0] else {"way": self.way, "yaku": ticked}
        typed |= {key: self.get(path) for path, (key, *_) in self.numbers[self.way].items()}
        found = {key: text.strip() for key, text in typed.items() if text.strip()}
        return found if found.keys() - {"way"} else {}

    def validate_after(self, field: HiddenField) -> None:
        if field.data != str(self.last):
            now, field.data = self.game.round_count + 1, str(self.last)
            said = "Its round is saved already, or the one before it was taken back."
            raise ValidationError(f"{said} If this pile is one of round {now}, hand it in again.")

    def validate_card(self, _field: SelectMultipleField) -> None:
        if self.pile_faults:
            raise ValidationError(" ".join(self.pile_faults))

    def validate_count(self, field: StringField) -> None:
        game = self.game
        if (
            self.way == WAYS[0]
            and field.data
            and (fault := say_count_fault(game.rule_set, game.options, self.name, field.data))
        ):
            raise ValidationError(fault)

    def validate_empty(self, field: BooleanField) -> None:
        for path, (_, possible, words) in self.numbers[self.way].items():
            if self.get(path) and read_whole_number(self.get(path)) not in possible:
                self.fail(path, f"{isolate(self.name)}: 0 to {possible[-1]} {words}, please.")
        if not (field.data or self.cards or self.list_numbers() or self.pile_faults):
            raise ValidationError("Nothing is in this pile. Have you taken nothing in this round?")


@blueprint.route("/g/<token>/pile", methods=["GET", "POST"])
def pile(token: str) -> ResponseReturnValue:
    """Who am I, and what have I taken? `?player=1` says who, “who” asks; else it is who this phone was.

    `?card=pine-crane&count=9` is what a photo has shown, which is not handed in yet.
    """
    with viewing(token) as (reading, game):
        scored, piles = score_kept_game(reading, game), list_all_piles(reading, game)
        last = find_last_serial(reading, game)
        numbers = {each.player: count_below(reading, game, each.after + 1) + 1 for each in piles}
    known_games.remember(token, game.rule_set.id, game.deck)
    names, badges = game.players, get_game_badges(game)
    handed = [each for each in piles if each.after == last]
    # The player for whom this phone handed in last.
    me = session.get("me")
    said = request.args.get("player", str(names.index(me)) if me in names else "")
    is_over = bool(game.ended or game.continued or scored.winners)
    shown_besides = {
        "game": game,
        "badges": badges,
        "scored": scored,
        "is_over": is_over,
        "handed": say_handed(game, handed),
        "result": say_result(game, scored) if scored.rounds else "",
    }
    if said not in map(str, range(len(names))):
        return render_template("games/who.html", **shown_besides)
    player = int(said)
    mine = next((each for each in piles if each.player == player), None)
    shown = mine if mine in handed else None
    form = PileForm(game, player, last, shown)
    is_valid = form.validate_on_submit()
    # After the validation, which drops faults of before.
    if is_over and form.is_submitted():
        form.fail("card", "This game is over, and takes no more piles.")
    if is_valid and not form.faults:
        try:
            with editing(token) as (writing, now):
                hand_in_pile(writing, now, player, form.cards.ids, form.list_numbers(), after=last)
                disputes = find_disputes(now, list_claims(now, list_piles(writing, now)))
        except NotAllowedHere as error:
            form.fail("card", error.message)
        else:
            return answer_handed_in(form, player, disputes)
    if form.faults and asks_json():
        return answer_refused(form)
    late, side = None if mine in handed else mine, badges[game.seating.get_side(player)]
    page = render_template(
        "games/pile.html",
        form=form,
        player=player,
        side=side._replace(name=form.name),
        counted=count_pile(game.rule_set, game.options, form.pile) if game.rule_set.has_cards else None,
        count_path=name_count(game.rule_set, str(side.place)),
        groups=[
            (group.id.capitalize(), group.cards & game.rule_set.counting.picked)
            for group in game.rule_set.counting.picked_groups
        ],
        shown=None if form.is_filled else shown,
        late=late,
        late_number=numbers.get(player),
        late_numbers=form.show_numbers(late) if late else {},
        draft=f"{draft_name(game)}-pile-{player}",
        live=phone_document(game.rule_set, game.options, len(scored.rounds) % 12 + 1, scored.carried),
        **shown_besides,
    )
    return page, 422 if form.faults else 200


def say_result(game: Game, scored: GameBreakdown) -> str:
    """What the last round brought: “Round 1: Ann +15 · Ben 0.”"""
    sides = zip(get_game_badges(game), scored.rounds[-1].breakdown.sides, strict=True)
    return f"Round {len(scored.rounds)}: {say_sides((badge.short, side.score) for badge, side in sides)}."


def answer_handed_in(form: PileForm, player: int, disputes: Mapping[str, str]) -> ResponseReturnValue:
    """That it is handed in, and which of its cards another has handed in too."""
    said = f"The pile of {isolate(form.name)} is handed in for round {form.game.round_count + 1}."
    both = [words for path, words in disputes.items() if path.removeprefix(CARD) in form.cards.ids]
    keep_on_phone(me=form.name, way=form.way)
    flash(" ".join([said, *both]))
    here = url_for("piles.pile", player=player)
    return jsonify(saved=form.key.data, next=here) if asks_json() else redirect(here)


@blueprint.get("/g/<token>/piles")
def piles(token: str) -> ResponseReturnValue:
    """What was handed in for the next round, in the fields of its form."""
    with viewing(token) as (reading, game):
        handed = list_piles(reading, game)
    claims = list_claims(game, handed)
    return jsonify(round=game.round_count + 1, piles=claims, handed=say_handed(game, handed))
