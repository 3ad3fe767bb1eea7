"""“Our rules”: a rule set with what a table plays otherwise, what that means, its link and its file.

Nothing is stored: own rules are the JSON in the address of their page, and a game that is begun keeps them.
"""

import json
import re
from collections.abc import Set
from itertools import islice
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as BaseResponse

from companion.cards import DECK, Card, CardSet, Kind
from companion.errors import CompanionError
from companion.rules import (
    RULE_SET_IDS,
    GameBreakdown,
    RuleSet,
    Yaku,
    get_own_rule_set,
    get_rule_set,
    get_scorer,
    parse_options,
    read_typed,
    score_again,
)
from companion.rules.records.own_rules import KEY, NAME_LIMIT, find_overlaps, parse_own_rules
from companion.store import Game, score_kept_game
from companion.web.forms import Form, NameField, WholeNumberField
from companion.web.serving.access import viewing
from companion.web.serving.security import make_address

blueprint = Blueprint("own_rules", __name__)
# What a card is to a new yaku.
MARKS = {"": "–", "all": "needed", "of": "one of", "not": "spoils it"}
# What a row of the form does not show, and so leaves as it is.
_CARDS = ("all_of", "at_least", "extra", "replaces")
# The beginning of the fields of a new yaku.
NEW = "rules/yaku/+"
# The field of a card that is to have a worth of its own.
CARD = "rules/values/+"


@blueprint.route("/rules/<rule_set_id>/ours", methods=["GET", "POST"])
def own_rules(rule_set_id: str) -> str | BaseResponse | tuple[str, int]:
    """The form for the own rules in the address, and what they mean."""
    return show(rule_set_id)


@blueprint.route("/<any(g, v):access>/<token>/ours", methods=["GET", "POST"])
def game_own_rules(access: str, token: str) -> str | BaseResponse | tuple[str, int]:
    """The same for the table of a game: what it plays now, and its rounds scored by both."""
    with viewing(token, access) as (session, kept):
        return show(kept.rule_set.id, kept, score_kept_game(session, kept))


@blueprint.get("/rules/<rule_set_id>/ours.json")
def file(rule_set_id: str) -> Response:
    """The own rules in the address as a file, which the form opens again."""
    own = get_own_rule_set(rule_set_id, parse_own_rules(request.args.get(KEY, "{}"))).own
    head = {"Content-Disposition": f'attachment; filename="our-rules-{rule_set_id}.json"'}
    return Response(write_own(own), mimetype="application/json", headers=head)


def show(
    rule_set_id: str, kept: Game | None = None, scored: GameBreakdown | None = None
) -> str | BaseResponse | tuple[str, int]:
    """The page, or the way to it with what was typed, or with what a file has, in its address."""
    if rule_set_id not in RULE_SET_IDS:
        abort(404)
    form = OwnRulesForm(get_rule_set(rule_set_id), kept.rule_set.own if kept else None)
    given = request.files.get("file")
    text = given.read().decode("utf-8", "replace") if given else form.read() if form.is_sent() else ""
    if text:
        words: dict[str, Any] = {**(request.view_args or {}), KEY: text}
        return redirect(url_for(str(request.endpoint), **words))
    rules = form.rules
    text = write_own(form.own) if rules.own or KEY in request.args else ""
    return render_template(
        "reference/own_rules.html",
        form=form,
        game=kept,
        rule_set=rules,
        text=text,
        link=make_address("own_rules.own_rules", rule_set_id=rules.id, own=text),
        examples=list_examples(form.published, rules),
        overlaps=find_overlaps(rules.yaku, rules.own_yaku),
        past=score_by(rules, scored) if scored and scored.rounds and text else None,
        marks=MARKS,
        new=NEW,
        card_field=CARD,
        kinds=[(kind, [card for card in rules.cards if card.kind is kind]) for kind in Kind],
        own_name_limit=NAME_LIMIT,
        game_rounds=scored.rounds if scored else (),
    ), 422 if form.faults else 200


def write_own(own: Any) -> str:
    """Own rules as a field and an address have them."""
    return json.dumps(own, ensure_ascii=False, separators=(",", ":"))


def list_examples(before: RuleSet, after: RuleSet) -> list[tuple[str, CardSet, int, int]]:
    """For each yaku that is new, off or changed its smallest pile, and one with a card that spoils it.

    Each with its points by the published rules and by the table's, without what the others change.
    """
    was = {each.id: each for each in before.yaku}
    yaku = was | {each.id: each for each in after.yaku}
    rows: list[tuple[str, CardSet, int, int]] = []
    for each in (yaku[yaku_id] for yaku_id in after.own_yaku if not yaku[yaku_id].is_of_month):
        piles: dict[str, CardSet] = {each.name: each.take_least(each.unless)}
        for card in islice(each.unless - (was[each.id].unless if each.id in was else CardSet()), 1):
            with_card = piles[each.name] | CardSet.of([card])
            piles[f"{each.short_name} with the {card.short_name.lower()}"] = with_card
        others = {*after.own_yaku} - {each.id}
        rows += [
            (words, cards, count(before, cards, others), count(after, cards, others))
            for words, cards in piles.items()
        ]
    return rows


def count(rules: RuleSet, pile: CardSet, without: Set[str]) -> int:
    """The points of the yaku of a pile but for these, as the rules are usually played."""
    found = get_scorer(rules, parse_options(rules, {})).find_best(pile)
    return sum(score.points for score in found if score.yaku.id not in without)


def score_by(rules: RuleSet, scored: GameBreakdown) -> GameBreakdown | str:
    """The game with its rounds scored by these rules, or why they do not fit it."""
    try:
        return score_again(scored, rules, lambda options: parse_options(rules, options.document()))
    except CompanionError as error:
        return error.message


class OwnRulesForm(Form):
    """The fields of own rules: a row for each yaku, a new yaku with its cards, values, and the length."""

    name = NameField(name="rules/name")
    rounds = WholeNumberField("The number of rounds", name="rules/rounds")
    target = WholeNumberField("The target", name="rules/target")

    def __init__(self, published: RuleSet, own: Any) -> None:
        self.published, self.rules = published, published
        super().__init__()
        try:
            own = parse_own_rules(request.args[KEY]) if KEY in request.args else own
            self.rules = get_own_rule_set(published.id, own)
        except CompanionError as error:
            for fault in error.faults:
                self.fail(KEY, fault.message)
        self.own = self.rules.own or {}
        # A yaku that is off stays in its place; those of the table come last.
        self.rows = {each.id: each for each in (*published.yaku, *self.rules.yaku)}
        self.shown = self.list_shown()
        if not self.is_submitted():
            self.fields_typed = MultiDict(self.shown)
            self.process(data=self.own)
        del self["rounds" if published.length is None else "target"]
        edited = self.rows.get(self.get("show").removeprefix("edit:"))
        if edited is not None and edited.provenance is None:
            self.show_cards(edited)

    def is_wrong(self, path: str) -> bool:
        """Whether something is wrong at this path or below it."""
        return any(name == path or name.startswith(f"{path}/") for name in self.faults)

    def list_shown(self) -> dict[str, str | list[str]]:
        """What the fields hold for the rules in the address; those of a new yaku have a plus for its id."""
        shown: dict[str, str | list[str]] = {"on": [each.id for each in self.rules.yaku]}
        for each in self.rows.values():
            path = f"rules/yaku/{each.id}"
            shown |= {path: [], f"{path}/name": each.name, f"{path}/points": str(each.points)}
            shown[f"{path}/unless"] = list(each.unless.ids)
        shown |= {f"{NEW}{key}": [] for key in ("", "/name", "/points", "/at_least/n", "/extra/points")}
        shown |= {CARD: "", f"{CARD}/points": ""}
        return shown | {f"rules/values/{group.id}": str(group.points) for group in self.rules.values}

    @property
    def cards(self) -> list[Card]:
        """The cards that have a worth of their own."""
        return [card for card in self.published.cards if card.id in self.own.get("values", {})]

    def show_cards(self, yaku: Yaku) -> None:
        """Fills the fields of the new yaku with one of the table's."""
        least = yaku.at_least
        pools = {"all": yaku.all_of, "of": least.of if least else CardSet(), "not": yaku.unless}
        shown: dict[str, Any] = {
            "edited": yaku.id,
            f"{NEW}/name": yaku.name,
            f"{NEW}/points": str(yaku.points),
            f"{NEW}/at_least/n": str(least.n) if least else "",
            f"{NEW}/extra/points": str(yaku.extra.points) if yaku.extra else "",
            **{f"card-{card.id}": mark for mark, cards in pools.items() for card in cards},
        }
        self.fields_typed = MultiDict({**self.fields_typed.to_dict(flat=False), **shown})

    def read(self) -> str:
        """The own rules that were typed; empty with a fault at each field that has one."""
        yaku = {each.id: row for each in self.rows.values() if (row := self.read_row(each))}
        new = self.get("edited") if self.get("edited") in yaku else ""
        if self.get(f"{NEW}/name").strip() or any(self.get(f"card-{card.id}") for card in DECK):
            new = new or self.make_id()
            yaku[new] = self.read_new()
        usual = {group.id: group.points for group in self.published.values}
        usual |= {card.id: self.published.counting.get_points(card) for card in self.cards}
        values = {
            key: points
            for key, worth in usual.items()
            if (points := read_typed(self.get(f"rules/values/{key}"))) not in (worth, "")
        }
        if card := self.get(CARD):
            values[card] = read_typed(self.get(f"{CARD}/points"))
        typed = {key: self[key].data for key in ("name", "target", "rounds") if key in self} | {
            "yaku": yaku,
            "values": values,
        }
        own = {key: value for key, value in typed.items() if value not in ("", {}, None)}
        try:
            get_own_rule_set(self.published.id, own)
        except CompanionError as error:
            places = {f"rules/values/{card}": f"{CARD}/points"} if card else {}
            self.fail_all(error, KEY, places | ({f"rules/yaku/{new}": NEW} if new else {}))
        return "" if self.faults else write_own(own)

    def read_row(self, yaku: Yaku) -> dict[str, Any] | None:
        """What a row says otherwise than the published rules; None where it says nothing."""
        was = self.published.get_yaku(yaku.id) if yaku.provenance else None
        if not self.has("on", yaku.id):
            return {"off": True} if was else None
        path = f"rules/yaku/{yaku.id}"
        typed = {
            "name": self.get(f"{path}/name").strip(),
            "points": read_typed(self.get(f"{path}/points")),
            "unless": sorted(self.get_all(f"{path}/unless")),
        }
        usual: dict[str, Any] = {"unless": sorted(was.unless.ids if was else ())}
        usual |= {"name": was.name, "points": was.points} if was else {}
        kept = {key: value for key, value in self.rules.own_yaku.get(yaku.id, {}).items() if key in _CARDS}
        return kept | {key: value for key, value in typed.items() if value != usual.get(key)}

    def read_new(self) -> dict[str, Any]:
        """The new yaku, as a document has it."""
        needed, of, unless = (
            [card.id for card in DECK if self.get(f"card-{card.id}") == mark] for mark in MARKS if mark
        )
        n, further = (read_typed(self.get(f"{NEW}/{key}")) for key in ("at_least/n", "extra/points"))
        fits = isinstance(n, int) and 0 < n <= len(of)
        if not needed and not of:
            self.fail(NEW, "Mark the cards that this yaku needs.")
        elif (of or n) and not fits:
            self.fail(
                f"{NEW}/at_least/n", f"How many of those marked “{MARKS['of']}” ({len(of)}) are needed?"
            )
        row = {
            "name": self.get(f"{NEW}/name").strip(),
            "points": read_typed(self.get(f"{NEW}/points")),
            "all_of": needed,
            "at_least": {"n": n, "of": of} if fits else None,
            "extra": {"points": further, "of": of} if further != "" else None,
            "unless": unless,
        }
        return {key: value for key, value in row.items() if value not in (None, [])}

    def make_id(self) -> str:
        """An id for the new yaku: the words of its name, with a number where there is one of that name."""
        name = "-".join(re.findall("[a-z0-9]+", self.get(f"{NEW}/name").lower())[:5])[:30].strip("-") or "own"
        return next(each for each in (name, *(f"{name}-{n}" for n in range(2, 99))) if each not in self.rows)
