"""Entering, correcting and removing a round, and how its scores came about."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from flask import Blueprint, flash, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import HiddenField, StringField

from companion.errors import CompanionError, NotAllowedHere, NotUnderstood
from companion.rules import (
    OWN,
    Entry,
    GameBreakdown,
    RoundBreakdown,
    list_payments,
    make_lines,
    say_adjustment,
    say_ending,
    score_round,
)
from companion.rules.form.fields import WAYS, find_way
from companion.rules.text.numbers import read_whole_number
from companion.store import (
    MAX_START,
    Game,
    HandedPile,
    Round,
    SavedMeanwhile,
    Session,
    StaleRound,
    adjust,
    correct_round,
    find_unseen,
    get_game,
    get_round,
    list_piles,
    name_seen,
    record_round,
    remove_round,
    score_kept_game,
)
from companion.web.badges import get_game_badges
from companion.web.forms import ButtonForm, Form, NumberedFields, WholeNumberField
from companion.web.games.change_words import say_moved, say_sides
from companion.web.games.claims import find_disputes, list_claims, say_handed, tell_piles
from companion.web.games.rounds.answers import (
    answer_refused,
    answer_saved,
    answer_stale,
    answer_unshown,
    compare_versions,
    draft_name,
    get_entry_screen,
    list_resolutions,
)
from companion.web.games.rounds.forms import FILLED, RoundForm, get_card_rows
from companion.web.games.rounds.summary import get_game_before, is_shown, list_bonuses, make_summary
from companion.web.games.standings import find_decider, get_next_deal
from companion.web.serving.access import button, editing, viewing
from companion.web.serving.addresses import address_number
from companion.web.serving.error_pages import asks_json

blueprint = Blueprint("rounds", __name__)
blueprint.app_template_filter()(draft_name)
Save = Callable[[Session, Game, Entry, RoundBreakdown], str]


@blueprint.route("/g/<token>/rounds/new", methods=["GET", "POST"])
def new_round(token: str) -> ResponseReturnValue:
    """The entry screen for the next round.

    As data it says what a draft of it has not seen: the number under which it was saved itself, those of
    other new rounds, and what `seen` is once a person has said that it comes after them.
    """
    with viewing(token) as (session, game):
        if asks_json() and request.method == "GET":
            said = (request.args.get(name, "") for name in ("seen", "key"))
            own, rounds = find_unseen(session, game, *said)
            own_number = own.number if own and own.stands else None
            seen = name_seen(game, score_kept_game(session, game))
            return jsonify(own=own_number, rounds=[kept.number for kept in rounds], seen=seen)
        piles = list_piles(session, game)
        before = (
            score_kept_game(session, game)
            if game.rule_set.needs_dealer or (game.rule_set.race and game.rule_set.race.carries)
            else None
        )
        dealer = before.next_dealer if before and game.rule_set.needs_dealer else None
        left = before.carried if before else ()
        form = RoundForm(game, number=game.round_count + 1, dealer=dealer, before=left)
        # One whose answer was lost is saved: the piles are of the next round.
        is_saved = form.is_submitted() and find_unseen(session, game, form.get("seen"), form.get("key"))[0]

    def save(session: Session, game: Game, entry: Entry, scored: RoundBreakdown) -> str:
        # Its own scores only: how the game stands is counted by the page that shows it.
        until = read_whole_number(form.get("piles")[:20])
        kept = record_round(session, game, entry, form.get("key"), seen=form.get("seen"), piles_until=until)
        form.fields_typed["seen"] = f"{kept.added_by}{game.mark}"
        said = say_sides((side.side, side.score) for side in scored.sides)
        return f"Round {kept.number} is saved: {said}."

    claims = list_claims(game, piles)
    disputed = find_disputes(game, claims)
    if form.is_submitted() and not is_saved and form.asks.way == WAYS[0]:
        # The rest has no card that two have handed in.
        for path, words in disputed.items():
            if not form.get(path):
                form.fail("captured", words)
    if saved := save_round(form, game, token, save):
        return saved
    with viewing(token) as (session, game):
        scored = score_kept_game(session, game)
    # What was sent before a round was saved elsewhere has not seen that round, however often it comes back.
    if request.method == "GET":
        form.fields_typed["seen"] = name_seen(game, scored)
        if scored.rounds:
            form.fields_typed["way"] = find_way(scored.rounds[-1].entry)
        form.fields_typed["piles"] = str(max((pile.at_ms for pile in piles), default=0))
        for claim in list_claims(game, piles, request.args.get("way", form.get("way"))):
            for path, text in claim["fields"].items():
                if path not in disputed:
                    form.fields_typed.setlist(path, text.split(",") if path.startswith("yaku/") else [text])
        # A pile that was counted before the game.
        for path, texts in request.args.lists():
            if path.partition("/")[0] in FILLED:
                form.fields_typed.setlist(path, texts)
    dealt = get_next_deal(game, scored)
    return show_round(form, game, scored, number=game.round_count + 1, dealt=dealt, piles=piles)


@blueprint.route("/g/<token>/rounds/<int:number>", methods=["GET", "POST"])
def edit_round(token: str, number: int) -> ResponseReturnValue:
    """The entry screen for correcting a round."""
    with viewing(token) as (session, game):
        # What was opened may have another number by now, or none.
        kept = get_round(session, game, number, request.form.get("version", ""))
        scored = score_kept_game(session, game)
    # A removed round would be dealt by whoever deals next.
    before = get_game_before(scored, kept)
    dealer = before.next_dealer if game.rule_set.needs_dealer else None
    form = RoundForm(game, number=number, dealer=dealer, kept=kept, before=before.carried)

    def save(session: Session, game: Game, entry: Entry, scored: RoundBreakdown) -> str:
        before = score_kept_game(session, game)
        corrected = correct_round(session, game, form.get("version"), entry)
        now = get_game(session, token, to="edit")
        after = score_kept_game(session, now, (corrected.serial, entry, scored))
        if corrected.version == form.get("version"):
            return f"Round {corrected.number} is unchanged."
        return say_moved(before, after, corrected.number)

    if saved := save_round(form, game, token, save, kept):
        return saved
    return show_round(form, game, scored, number=number, kept=kept)


def save_round(
    form: RoundForm, game: Game, token: str, save: Save, kept: Round | None = None
) -> ResponseReturnValue | None:
    """Saves what was sent; None, with what is wrong noted in the form, where nothing could be saved."""
    if not form.is_sent() or not (found := form.read()):
        return None
    entry, scored = found
    if not is_shown(form, entry, scored):
        return show_summary(form, game, token, entry, scored, kept)
    try:
        with editing(token) as (session, now):
            said = save(session, now, entry, scored)
    except (StaleRound, SavedMeanwhile) as stale:
        return show_stale(form, game, stale, entry, scored)
    except (NotAllowedHere, NotUnderstood) as error:
        form.fail("captured", error.message)
        return None
    return answer_saved(form, said, token)


def show_round(
    form: RoundForm,
    game: Game,
    scored: GameBreakdown,
    *,
    number: int,
    kept: Round | None = None,
    dealt: dict[str, Any] | None = None,
    piles: Sequence[HandedPile] = (),
) -> ResponseReturnValue:
    """The form of a round, with what is wrong with it, and the piles that were handed in for it."""
    if form.faults and asks_json():
        return answer_refused(form)
    usual = "games/round.html" if game.rule_set.has_cards else "games/scored.html"
    return render_template(
        "games/race.html" if game.rule_set.race is not None else usual,
        form=form,
        game=game,
        badges=get_game_badges(game),
        rows=get_card_rows(game.rule_set, form.asks.picked, game.deck, form.order),
        groups=[
            group for group in game.rule_set.counting.point_groups if group != game.rule_set.counting.numbered
        ],
        screen=get_entry_screen(game, scored, form.asks.options, kept, form.context.month),
        number=number,
        kept=kept,
        dealt=dealt,
        handed=say_handed(game, piles),
        told=tell_piles(list_claims(game, piles), list_claims(game, piles, form.get("way"))),
    ), 422 if form.faults else 200


def show_summary(
    form: RoundForm, game: Game, token: str, entry: Entry, scored: RoundBreakdown, kept: Round | None
) -> ResponseReturnValue:
    """What the round brings, to be seen before it is saved."""
    with viewing(token) as (session, _):
        in_game = score_kept_game(session, game)
    if asks_json():
        screen = get_entry_screen(game, in_game, form.asks.options, kept, form.context.month)
        return answer_unshown(screen, scored, list_bonuses(scored))
    badges = get_game_badges(game)
    return render_template(
        "games/round_summary.html",
        form=form,
        game=game,
        number=kept.number if kept else game.round_count + 1,
        **make_summary(entry, scored, form.asks.options, in_game, kept, badges),
    ), 422


def show_stale(
    form: RoundForm, game: Game, stale: StaleRound | SavedMeanwhile, yours: Entry, scored: RoundBreakdown
) -> ResponseReturnValue:
    """Both versions of a round side by side, each with what can be done with it, for a person to choose."""
    current = stale.current
    rounds = [scored]
    titles = [name_version("Mine", game, yours)]
    if current and current.stands:
        context, entry = form.context._replace(number=current.number), current.entry
        rounds.append(score_round(game.rule_set, current.options, entry, context))
        titles.append(name_version(f"Saved as round {current.number}", game, entry))
    title, choices = list_resolutions(stale, is_new=request.endpoint == "rounds.new_round")
    versions = compare_versions(titles, rounds, choices, get_game_badges(game))
    if asks_json():
        return answer_stale(title, stale.message, versions)
    return render_template(
        "games/stale_round.html", form=form, game=game, title=title, stale=stale, versions=versions
    ), 409


def name_version(name: str, game: Game, entry: Entry) -> str:
    """The version with what a race says of how it ended: "Mine. Ben stopped."."""
    ending = say_ending(game.rule_set, entry)
    return f"{name}. {ending}" if ending else name


class AdjustmentsForm(Form):
    """Points of each side beside a round, and why."""

    points = NumberedFields(WholeNumberField("Points", limit=MAX_START))
    reason = StringField("Reason")


@blueprint.route("/g/<token>/rounds/<int:number>/points", methods=["GET", "POST"])
def adjustments(token: str, number: int) -> ResponseReturnValue:
    """Gives or takes points beside a round: a wrong payment of last week, a penalty."""
    with viewing(token) as (session, game):
        get_round(session, game, number)
        scored = score_kept_game(session, game)
    form = AdjustmentsForm(data={"points": [None] * len(game.side_names)})
    if form.validate_on_submit():
        points, reason = [each or 0 for each in form.points.data], form.reason.data or ""
        try:
            with editing(token) as (session, now):
                adjust(session, now, number, points, reason, seen=form.get("seen"))
                moved = say_moved(scored, score_kept_game(session, now))
            flash(f"Points beside round {number} are saved. {moved}")
            return redirect(url_for("games.game", access="g", token=token))
        except CompanionError as error:
            form.fail_all(error, "reason", {"points": "points-0"})
    return render_template(
        "games/adjustments.html",
        form=form,
        game=game,
        number=number,
        badges=get_game_badges(game),
        decider=find_decider(game, scored),
        saved=[
            say_adjustment(scored.sides, each.points, each.reason) for each in scored.list_adjustments(number)
        ],
    ), 422 if form.faults else 200


class RemovalForm(ButtonForm):
    """The button that removes a round, as the page showed it."""

    version = HiddenField()


@blueprint.post("/g/<token>/rounds/<int:number>/remove")
@button(RemovalForm)
def delete_round(session: Session, game: Game, form: RemovalForm, token: str, number: int) -> str:
    """Takes a round out of the game. The form names it: it may have another number by now."""
    before = score_kept_game(session, game)
    removed = remove_round(session, game, form.version.data or "").number
    after = score_kept_game(session, get_game(session, token, to="edit"))
    return f"Round {removed} is removed. {say_moved(before, after, changed=removed)}".strip()


@blueprint.get("/<any(g, v):access>/<token>/rounds/<int:number>/why")
def breakdown(access: str, token: str, number: int) -> str:
    """The score details of a round: every number with its sum, every line with its rule."""
    with viewing(token, access) as (session, game):
        kept = get_round(session, game, number)
        scored = score_kept_game(session, game)
    in_game = scored.rounds[number - 1]
    badges = get_game_badges(game)
    scores = [side.score for side in in_game.breakdown.sides]
    lines = [make_lines(in_game.breakdown, badge.place) for badge in badges]
    # Where most lines come from: the page says it once, and only other lines say their own.
    # What the table changed says so itself.
    said = (line.provenance for each in lines for line in each if line.provenance != OWN)
    usual = Counter(said).most_common(1)
    sums = zip(badges, in_game.breakdown.sides, lines, in_game.totals, in_game.tallies, strict=True)
    return render_template(
        "games/breakdown.html",
        game=game,
        kept=kept,
        in_game=in_game,
        sums=list(sums),
        usual=usual[0][0] if usual else None,
        payments=[
            (badges[payer], badges[receiver], points, reasons)
            for payer, receiver, points, reasons in list_payments(in_game.breakdown)
        ],
        dealer=game.players[in_game.dealer],
        ending=say_ending(game.rule_set, in_game.entry),
        check=in_game.breakdown.settlement.say_check(sum(scores)),
        last=len(scored.rounds),
        beside=scored.list_adjustments(number),
        opened=request.args.get(
            "side", max(badges, key=lambda badge: scores[badge.place]).place, type=address_number
        ),
        form=RemovalForm(version=kept.version),
    )
