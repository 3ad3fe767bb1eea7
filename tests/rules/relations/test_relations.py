"""Relations between rounds that must hold whatever the rules say: no scorer, first or second, is asked.

Short in a normal run; `KWADO_TEST_THOROUGH=1` looks a hundred times as long, elsewhere at every run.
"""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings

from companion.cards import BRIGHTS
from companion.errors import CompanionError
from companion.rules import (
    RULE_SET_IDS,
    EnteredGame,
    GameBreakdown,
    Start,
    add_rounds,
    add_up_games,
    begin_game,
    change_seats,
    count_game,
    get_rule_set,
    parse_entry,
    parse_game,
    parse_options,
    score_again,
    score_game,
    stop_game,
)
from companion.rules.scoring.scorer import get_finders, get_scorer
from tests.rules.relations.entered import (
    change_round,
    claim,
    correct,
    leave_out_chaff,
    list_counting,
    list_lacks,
    number_chaff,
    rename,
    tell,
    tick,
)
from tests.rules.relations.plays import (
    COUNTED,
    GO_STOP,
    KOI_KOI,
    RACES,
    THOROUGH,
    Document,
    documents,
    read_rules,
)

CHECKS, SHORT = 200_000, 4_000
MAY_SIT_OUT = [each for each in RULE_SET_IDS if get_rule_set(each).may_sit_out]
RAINY = "koikoi-compendium"
CARDS = [each for each in RULE_SET_IDS if each != "by-points"]


@pytest.fixture(autouse=True)
def _rules_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.rules.documents.document.get_own_rule_set", read_rules)


def score(document: Document) -> GameBreakdown:
    return score_game(parse_game(document))


def score_played(document: Document) -> GameBreakdown:
    """The game as scored; whether it may be refused is a relation of its own."""
    try:
        return score(document)
    except CompanionError:
        assume(False)
        raise


def get_round(game: GameBreakdown) -> Any:
    return game.rounds[0].breakdown


# --- Seats, rounds, words ------------------------------------------------------------------------


def check_seats(document: Document) -> None:
    for round_ in document["rounds"]:
        # Who deals by default, and whose tie it is, goes by seats.
        round_.setdefault("dealer", document["sides"][0])
    before = score_played(document)
    names = dict(zip(document["sides"], ("Zoe", "Yui", "Xia", "Wim", "Vic", "Uri", "Tom"), strict=False))
    moved = rename(document, names)
    moved["sides"] = moved["sides"][1:][::-1] + moved["sides"][:1]
    after = score(moved)
    assert tell(after) == rename_rows(tell(before), names)
    assert set(after.winners) == {names[side] for side in before.winners}


def rename_rows(rows: list[dict[str, Any]], names: dict[str, str]) -> list[dict[str, Any]]:
    return [{names[side]: each for side, each in row.items()} for row in rows]


def check_one_by_one(document: Document) -> None:
    together = score_played(document)
    entered = parse_game(document)
    alone = begin_game(entered)
    for round_ in entered.rounds:
        alone = add_rounds(alone, [round_])
    assert alone == together
    # A game that goes on from where another ended.
    half = len(entered.rounds) // 2
    first = add_rounds(begin_game(entered), entered.rounds[:half])
    carried = max([value for _, value in first.carried], default=0)
    starts = tuple(map(Start, first.totals, first.tallies, [carried] * len(first.sides)))
    seating = entered.seating
    assert seating
    order = type(seating)(seating.players, seating.side_count, first.next_dealer or 0)
    rest = EnteredGame(
        entered.rule_set, entered.options, entered.sides, entered.rounds[half:], order, None, starts
    )
    if not any("month" not in round_ for round_ in document["rounds"]) or not entered.rule_set.has_months:
        assert score_game(rest).totals == together.totals


def check_defaults(document: Document) -> None:
    before = score_played(document)
    options = before.rounds[0].breakdown.options
    dealers = [document["sides"][each.dealer or 0] for each in before.rounds]
    months = [{"month": each.month} if before.rule_set.has_months else {} for each in before.rounds]
    rounds = [
        {**round_, "dealer": dealer, **month}
        for round_, dealer, month in zip(document["rounds"], dealers, months, strict=True)
    ]
    said = score(document | {"options": options.document(), "rounds": rounds})
    assert tell(said) == tell(before)
    assert said.winners == before.winners


def check_restated(document: Document) -> None:
    before = score_played(document)
    rules = before.rule_set
    stated: Document = {"yaku": {}, "values": {each.id: each.points for each in rules.values}}
    for yaku in rules.yaku:
        row: Document = {"name": yaku.name, "points": yaku.points}
        row |= {"all_of": list(yaku.all_of.ids)} if yaku.all_of else {}
        if yaku.at_least:
            row["at_least"] = {"n": yaku.at_least.n, "of": list(yaku.at_least.of.ids)}
        if yaku.extra:
            row["extra"] = {"points": yaku.extra.points, "of": list(yaku.extra.of.ids)}
        stated["yaku"][yaku.id] = row
    if rules.length:
        stated["rounds"] = rules.length.rounds
    after = score(document | {"rules": stated})
    assert tell(after) == tell(before)
    assert after.winners == before.winners


def check_written_again(document: Document) -> None:
    game = score_played(document)
    for each in game.rounds:
        written = json.loads(json.dumps(each.entry.document(), default=float))
        assert parse_entry(written, game.rule_set, game.sides) == each.entry
    options = get_round(game).options
    assert parse_options(game.rule_set, options.document()) == options


def check_correction(document: Document) -> None:
    game = score_played(document)
    _, scored = correct(game)
    assert [side.score for side in scored.sides] == [side.score for side in get_round(game).sides]


def check_correction_of_numbers(document: Document) -> None:
    game = score_played(document)
    assume("captured" in document["rounds"][0])
    check_correction(number_chaff(game, document))


def check_correction_on_a_phone(document: Document) -> None:
    game = score_played(document)
    check_correction(leave_out_chaff(game, document) if game.rule_set.has_cards else document)


# --- Ways of entry -------------------------------------------------------------------------------


def check_counts(document: Document) -> None:
    game = score_played(document)
    for way in ("counts", "points"):
        rows = claim(game.rule_set, get_round(game).options, get_round(game), by_counts=way == "counts")
        assert tell(score(change_round(document, "captured", "gaji", **{way: rows}))) == tell(game)


def check_without_chaff(document: Document) -> None:
    game = score_played(document)
    # What a Gaji brings may be chaff: only cards say so.
    assume("gaji" not in document["rounds"][0])
    assert tell(score(leave_out_chaff(game, document))) == tell(game)


def check_chaff_numbers(document: Document) -> None:
    game = score_played(document)
    assume("captured" in document["rounds"][0])
    assert tell(score(number_chaff(game, document))) == tell(game)


def check_ticks_and_points(document: Document) -> None:
    game = score_played(document)
    round_ = get_round(game)
    counting = list_counting(game, round_)
    assume(counting and "captured" in document["rounds"][0])
    # A yaku that the better reading of the cup gave up was called upon; ticks and points cannot say it.
    calls = game.rounds[0].entry.calls
    assume(not any(called and not side.bonus for called, side in zip(calls, round_.sides, strict=True)))
    # Ticks say how many animals there are by the yaku of animals alone: where own rules leave it out, seven
    # of them cannot be said.
    off = {each for each, said in document.get("rules", {}).get("yaku", {}).items() if said.get("off")}
    assume(game.rule_set.id != "go-stop" or "animals" not in off)
    sides = {side.side for side in counting}
    captured = {side: pile for side, pile in document["rounds"][0]["captured"].items() if side not in sides}
    left = {"captured": captured} if captured else {}
    # Rain was asked about by cards: here it is left out.
    ticked = change_round(document, "captured", **left, ticked=tick(game))
    assert tell(score(ticked)) == tell(game)
    typed: Document = {"points": {side.side: side.bonus for side in counting}}
    if len(counting) == 1 and game.rule_set.race and game.rule_set.race.counts == "winner":
        figures = counting[0].figures
        words = [
            word
            for word in ("brights", "animals", "ribbons", "chaff")
            if figures[f"{word.rstrip('s')}_points"]
        ]
        typed["counts"] = words + (["seven-animals"] if figures["seven"] == 2 else [])
    found = score(change_round(document, "captured", **left, **typed))
    assert [side.score for side in get_round(found).sides] == [side.score for side in round_.sides]


def check_ticks_and_points_in_the_rain(document: Document) -> None:
    """Whoever has the rain man may have called upon a viewing before."""
    document["options"] |= {"viewing": "rained-out"}
    check_ticks_and_points(document)


def check_lacks(document: Document) -> None:
    game = score_played(document)
    round_, raw = get_round(game), document["rounds"][0]
    assume("captured" in raw and raw.get("winner"))
    few = {"usual": 5 if len(round_.playing) == 3 else 7}.get(
        str(round_.options.choice("few-chaff")), 0
    ) or int(str(round_.options.choice("few-chaff")))
    lacks = list_lacks(round_, few, raw["captured"])
    winner = {raw["winner"]: raw["captured"][raw["winner"]]}
    told = score(change_round(document, captured=winner, lacks=lacks))
    assert [side.score for side in get_round(told).sides] == [side.score for side in round_.sides]


def check_certain(document: Document) -> None:
    """What follows from the winner's cards need not be said of the losers."""
    score_played(document)
    raw = document["rounds"][0]
    assume("captured" in raw and raw.get("winner"))
    pile = [*raw["captured"][raw["winner"]]]
    pile += [card for card in BRIGHTS.ids if card not in pile]
    alone = change_round(document, captured={raw["winner"]: pile})
    losers = [side for side in document["sides"] if side not in (raw["winner"], *raw.get("sits_out", ()))]
    said = change_round(alone, lacks={side: ["brights"] for side in losers})
    try:
        expected = score(said)
    except CompanionError:
        assume(False)
        raise
    assert tell(score(alone)) == tell(expected)


# --- Piles and yaku ------------------------------------------------------------------------------


def check_reading(document: Document) -> None:
    """The cup as an animal or chaff is, for whoever holds it, the better of both."""
    document["options"] |= {"cup": "either"}
    raw = document["rounds"][0]
    assume("captured" in raw and any("chrysanthemum-cup" in pile for pile in raw["captured"].values()))
    holder = next(n for n, pile in enumerate(raw["captured"].values()) if "chrysanthemum-cup" in pile)
    raw.pop("calls", None)

    def weigh(cup: str) -> tuple[int, int]:
        rules = read_rules(document["game"], document.get("rules"))
        options = parse_options(rules, document["options"] | {"cup": cup})
        entry = parse_entry(raw, rules, document["sides"])
        sides = score_game(EnteredGame(rules, options, entry.sides, ((entry, options),))).rounds[0]
        scores = [side.score for side in sides.breakdown.sides]
        return scores[holder], -scores[1 - holder]

    assert weigh("either") == max(weigh("animal"), weigh("chaff"))


def check_reading_when_hands_ran_out(document: Document) -> None:
    """Then it may decide who scores at all."""
    raw = document["rounds"][0]
    assume("captured" in raw)
    # The holder has few other cards, so that the cup makes a yaku or not.
    for side, pile in raw["captured"].items():
        if "chrysanthemum-cup" not in pile:
            raw["captured"][side] = pile[: len(pile) // 2]
    document["rounds"][0] = {
        "outcome": "exhausted",
        "dealer": document["sides"][0],
        "captured": raw["captured"],
    }
    check_reading(document)


def check_go_stop_reading(document: Document) -> None:
    """The cup as two chaff is as good as a joker of two in its place."""
    document["options"] |= {"cup": "better"}
    # A joker is in no yaku of the table's own that names the cup.
    own = document.get("rules", {}).get("yaku", {})
    assume("chrysanthemum-cup" not in json.dumps(own))
    game = score_played(document)
    raw = document["rounds"][0]
    assume("captured" in raw and any("chrysanthemum-cup" in pile for pile in raw["captured"].values()))
    holder = next(side for side, pile in raw["captured"].items() if "chrysanthemum-cup" in pile)
    place = document["sides"].index(holder)
    joker = {
        side: [card for card in pile if card != "chrysanthemum-cup"] for side, pile in raw["captured"].items()
    }
    rules = game.rule_set
    scores = []
    for cup, round_ in (("animal", raw), ("better", raw | {"captured": joker, "jokers": {holder: 2}})):
        options = parse_options(rules, document["options"] | {"cup": cup})
        entry = parse_entry(round_, rules, document["sides"])
        scored = score_game(EnteredGame(rules, options, game.sides, ((entry, options),)))
        scores.append(scored.totals[place])
    assert game.totals[place] == max(scores)


def check_moved_card(document: Document) -> None:
    """A card that another side has takes its points along; nobody else's change."""
    before = score_played(document)
    raw = document["rounds"][0]
    (one, own), (other, _) = [*raw["captured"].items()][:2]
    assume(own and "gaji" not in raw)
    card = own[0]
    piles = raw["captured"] | {one: own[1:], other: [*raw["captured"][other], card]}
    after = score(change_round(document, captured=piles))
    worth = {one: -1, other: 1}
    group = next(each for each in before.rule_set.values if card in each.cards.ids)
    for old, new in zip(get_round(before).sides, get_round(after).sides, strict=True):
        assert new.card_points - old.card_points == worth.get(old.side, 0) * group.points
        if old.side not in worth:
            assert (
                tell_found(new) == tell_found(old) or get_round(before).warnings != get_round(after).warnings
            )


def tell_found(side: Any) -> list[str]:
    return [score.yaku.id for score in (*side.yaku, *side.undeclared)]


def check_yaku_left_out(document: Document) -> None:
    """Without a yaku whoever had it has so many points of yaku less, and nobody else has."""
    before = score_played(document)
    rules, sides = before.rule_set, get_round(before).sides
    options = get_round(before).options
    related = {each for yaku in rules.yaku for each in yaku.replaces}
    plain = [
        yaku
        for yaku in rules.yaku
        if yaku.is_plain and yaku.id not in related and not yaku.cancels and yaku.id in options.yaku
    ]
    assume(plain and "captured" in document["rounds"][0] and not any(yaku.cancels for yaku in rules.yaku))
    yaku = plain[len(str(document)) % len(plain)]
    finders = get_finders(get_scorer(rules, options), 1)
    assume(len(finders) == 1 and not any(each.beside_others or each.cancels for each in finders[0].yaku))
    chosen = document["options"]
    if isinstance(chosen.get("yaku"), list):
        chosen = chosen | {"yaku": [each for each in chosen["yaku"] if each != yaku.id]}
    without = document | {"options": chosen, "rules": {"yaku": {yaku.id: {"off": True}}}}
    raw = document["rounds"][0]
    if "declared" in raw:
        raw = raw | {
            "declared": {
                side: [each for each in row if each != yaku.id] for side, row in raw["declared"].items()
            }
        }
    entered = read_rules(document["game"], without["rules"])
    entry = parse_entry(raw, entered, document["sides"])
    played = parse_options(entered, chosen)
    after = score_game(EnteredGame(entered, played, entry.sides, ((entry, played),)))
    for old, new in zip(sides, get_round(after).sides, strict=True):
        lost = sum(each.points for each in old.yaku if each.yaku.id == yaku.id)
        assert new.bonus == old.bonus - lost
        assert new.card_points == old.card_points


def check_sums(document: Document) -> None:
    game = score_played(document)
    for each in game.rounds:
        round_ = each.breakdown
        if game.rule_set.counting.deck_points:
            left = game.rule_set.counting.count_points(round_.uncaptured)
            assert sum(side.card_points for side in round_.sides) + left == game.rule_set.counting.deck_points
        is_zero = document["game"] in GO_STOP or round_.options.is_zero_sum
        is_zero |= document["game"] in KOI_KOI and round_.options.choice("loser-pays") is True
        if is_zero or (
            document["game"] == "mushi"
            and not round_.uncaptured
            and game.rule_set.counting.deck_points % 2 == 0
        ):
            assert sum(side.score for side in round_.sides) == 0
    assert game.totals == tuple(
        map(sum, zip(*[[s.score for s in each.breakdown.sides] for each in game.rounds], strict=True))
    )


# --- Games ---------------------------------------------------------------------------------------


def check_forecast(document: Document) -> None:
    """A dealer who was named for the second round, and that the game was ended, hold in a forecast too."""
    score_played(document)
    entered = parse_game(document)
    first = add_rounds(begin_game(entered), entered.rounds[:1])
    named = change_seats(first, tuple(range(len(first.sides))), 1)
    whole = stop_game(add_rounds(named, entered.rounds[1:]))
    again = score_again(whole, whole.rule_set, lambda _: entered.options)
    assert tell(again) == tell(whole)
    assert again.winners == whole.winners


def check_adopting(document: Document) -> None:
    """What another choice would give is what a game gives that was played by it."""
    played = score_played(document)
    other = parse_options(played.rule_set, {"rounds": 2} if played.rule_set.length else {"target": 50})
    rounds = tuple((each.entry, other) for each in played.rounds)
    entered = EnteredGame(played.rule_set, other, played.sides, rounds, played.seating)
    assert score_again(played, played.rule_set, lambda _: other) == score_game(entered)


def check_statistics(document: Document) -> None:
    game = score_played(document)
    final = game.final
    found = add_up_games([(1, count_game(game))])
    players = {each.name: each for each in found.players}
    for place, side in enumerate(game.sides):
        rounds = [each.breakdown for each in final.rounds if place in each.breakdown.playing]
        assert (side in players) == bool(rounds)
        if rounds:
            scores = [each.sides[place].score for each in rounds]
            one = players[side]
            assert (one.points, one.rounds, one.best.score) == (
                sum(scores), len(scores), min(scores, key=game.rank)
            )  # fmt: skip
    assert sum(each.rounds_won for each in found.players) <= found.rounds == len(final.rounds)


def check_winners(document: Document) -> None:
    """Who wins has played, and is one of the winners of the statistics."""
    game = stop_game(score_played(document))
    played = {game.sides[place] for each in game.rounds for place in each.breakdown.playing}
    assert set(game.winners) <= played
    counted = add_up_games([(1, count_game(game))]).players
    assert {each.name for each in counted if each.games_won} == set(game.winners)


def check_legal_play(document: Document) -> None:
    score(document)


class Relation(NamedTuple):
    """What must hold of games of these rule sets, with own rules, without (False) or in a third (None)."""

    check: Callable[[Document], None]
    games: list[str] = RULE_SET_IDS
    own: bool | None = None
    rounds: int = 1


RELATIONS = {
    "other seats and other names give the same scores": Relation(check_seats, rounds=3),
    "rounds one by one score as all at once": Relation(check_one_by_one, rounds=4),
    "what is said by default changes nothing when it is said": Relation(check_defaults, rounds=3),
    "own rules that restate the game change nothing": Relation(check_restated, CARDS, own=False, rounds=2),
    "a document written and read again is the same": Relation(check_written_again, rounds=2),
    "a correction that changes nothing keeps the scores": Relation(
        check_correction_on_a_phone, [*COUNTED, "by-points"], own=False
    ),
    "a correction that changes nothing keeps the scores of own rules": Relation(
        check_correction_on_a_phone, COUNTED, own=True
    ),
    "a correction of a round with all its cards keeps the scores": Relation(
        check_correction, COUNTED, own=False
    ),
    "a correction of a race with its chaff as a number keeps the scores": Relation(
        check_correction_of_numbers, RACES, own=False
    ),
    "a correction of a race with its chaff as cards keeps the scores": Relation(
        check_correction, RACES, own=False
    ),
    "counts and points of the cards score as the cards": Relation(check_counts, COUNTED, own=False),
    "counts and points score as the cards with own rules": Relation(check_counts, COUNTED, own=True),
    "cards without their chaff score as all cards": Relation(check_without_chaff, COUNTED, own=False),
    "cards without their chaff score as all cards with own rules": Relation(
        check_without_chaff, COUNTED, own=True
    ),
    "chaff as a number scores as its cards": Relation(check_chaff_numbers, RACES),
    "ticks and points score as the cards": Relation(check_ticks_and_points, RACES, own=False),
    "ticks and points score as the cards with own rules": Relation(check_ticks_and_points, RACES, own=True),
    "ticks and points score as the cards where rain may have taken a viewing": Relation(
        check_ticks_and_points_in_the_rain, [RAINY], own=False
    ),
    "a loser by what is lacking pays as by cards": Relation(check_lacks, GO_STOP),
    "what the cards of a winner make certain is charged unsaid": Relation(check_certain, GO_STOP),
    "the cup that may be either is the better for its holder": Relation(check_reading, KOI_KOI),
    "the cup is the better for its holder where hands ran out": Relation(
        check_reading_when_hands_ran_out, ["koikoi-compendium"], own=False
    ),
    "the cup that may be two chaff is the better for its holder": Relation(check_go_stop_reading, GO_STOP),
    "a card moved takes its points along": Relation(check_moved_card, COUNTED),
    "a yaku left out costs those who had it its points": Relation(check_yaku_left_out, CARDS, own=False),
    "sums are those of the deck, and 0 where all is paid": Relation(check_sums, rounds=2),
    "the rules that are played forecast the game as it stands": Relation(check_forecast, rounds=3),
    "a forecast is what a game by those rules comes to": Relation(check_adopting, rounds=3),
    "statistics add up their games": Relation(check_statistics, rounds=4),
    "who wins has played": Relation(check_winners, MAY_SIT_OUT, rounds=2),
    "legal play by published rules is never refused": Relation(check_legal_play, own=False),
    "legal play by own rules is never refused": Relation(check_legal_play, CARDS, own=True),
}


@pytest.mark.parametrize("name", RELATIONS)
def test_a_relation_holds(name: str) -> None:
    relation = RELATIONS[name]

    @settings(
        max_examples=(CHECKS if THOROUGH else SHORT) // len(RELATIONS),
        derandomize=not THOROUGH,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(document=documents(relation.games, relation.own, relation.rounds))
    def check(document: Document) -> None:
        relation.check(document)

    check()
