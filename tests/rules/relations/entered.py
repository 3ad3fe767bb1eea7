"""The same round in other ways, and in other places: each takes a scored game of one round as a document.

A way that cannot say a round gives None.

Sources: scoring-io.md.
"""

from collections.abc import Mapping
from typing import Any

from companion.cards import CHAFF, CardSet, get_suit_cards
from companion.rules import Entry, GameBreakdown, Options, RoundBreakdown, RuleSet, YakuScore
from companion.rules.form.fields import CARD, write_fields
from companion.rules.form.score import score_written
from companion.rules.form.written import WrittenRound
from companion.rules.scoring.scorer import get_finders, get_scorer
from tests.rules.relations.plays import Document

ROUND_ONE = 0


def change_round(document: Document, *gone: str, **changes: Any) -> Document:
    """The document with another only round, without these keys."""
    round_ = {key: each for key, each in document["rounds"][ROUND_ONE].items() if key not in gone}
    return document | {"rounds": [round_ | changes]}


def rename(value: Any, names: Mapping[str, str]) -> Any:
    """A document with other names, wherever they stand."""
    if isinstance(value, dict):
        return {names.get(key, key): rename(each, names) for key, each in value.items()}
    if isinstance(value, list):
        return [rename(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) else value


def tell(game: GameBreakdown) -> list[dict[str, Any]]:
    """What a table hears of each round: points, yaku and scores of each side, and the totals."""
    return [
        {
            side.side: (side.bonus, sorted(tell_yaku(side.yaku)), side.card_points, side.score, total)
            for side, total in zip(each.breakdown.sides, each.totals, strict=True)
        }
        for each in game.rounds
    ]


def tell_yaku(yaku: tuple[YakuScore, ...]) -> list[tuple[str, int]]:
    return [(score.yaku.id, score.points) for score in yaku]


def claim(rule_set: RuleSet, options: Options, round_: RoundBreakdown, *, by_counts: bool) -> Document:
    """What the sides enter of piles that they count: cards of a value, or card points, and their yaku."""
    finder = get_scorer(rule_set, options).finder
    rows = {}
    for side in round_.sides:
        pile = side.pile or CardSet()
        counts = {each.id: pile.count(each.cards) for each in rule_set.counting.point_groups}
        numbers = counts if by_counts else {"card_points": rule_set.counting.count_points(pile)}
        rows[side.side] = numbers | {
            "yaku": {score.yaku.id: score.size - score.yaku.size for score in finder.find(pile)}
        }
    return rows


def tick(game: GameBreakdown) -> Document:
    """The yaku that score, each with its further cards; in Koi-Koi of both sides."""
    round_ = game.rounds[ROUND_ONE].breakdown
    return {
        side.side: {
            score.yaku.id: (score.points - score.yaku.points) // score.yaku.extra.points
            if score.yaku.extra
            else 0
            for score in side.yaku
        }
        for side in list_counting(game, round_)
    }


def list_counting(game: GameBreakdown, round_: RoundBreakdown) -> list[Any]:
    """The sides whose yaku are found: all, or who stopped."""
    is_all = game.rule_set.race and game.rule_set.race.counts == "all"
    return [side for side in round_.sides if side.is_known and (is_all or side.figures["winner"])]


def number_chaff(game: GameBreakdown, document: Document) -> Document:
    """The chaff of each side as a number; listed stays what some yaku names, and a whole month is said."""
    rule_set, entry = game.rule_set, game.rounds[ROUND_ONE].entry
    race = rule_set.race
    assert race
    options = game.rounds[ROUND_ONE].breakdown.options
    pools = [
        pool
        for finder in get_finders(get_scorer(rule_set, options), entry.month or 1)
        for yaku in finder.yaku
        if not yaku.is_of_month
        for pool in (yaku.all_of, yaku.unless, yaku.required_pool, yaku.pool)
        if not pool >= CHAFF
    ]
    named = CardSet.of(card for pool in pools for card in pool & race.chaff)
    piles = {side: CardSet.from_ids(ids) for side, ids in document["rounds"][ROUND_ONE]["captured"].items()}
    suit = rule_set.months[(entry.month or 1) - 1]
    whole = [(suit.id, side) for side, pile in piles.items() if get_suit_cards(suit) <= pile]
    doubles = rule_set.counting.double_chaff
    return change_round(
        document,
        captured={side: list((pile - (race.chaff - named)).ids) for side, pile in piles.items()},
        chaff={
            side: len(pile & race.chaff) + len(pile & race.chaff & doubles) for side, pile in piles.items()
        },
        **({"all_four": dict(whole)} if rule_set.has_months else {}),
    )


def leave_out_chaff(game: GameBreakdown, document: Document) -> Document:
    """The round as a phone has it: cards that are picked, chaff as a number where it counts, whole months."""
    rule_set, gaji = game.rule_set, game.rule_set.gaji
    # Whoever used the Gaji has it.
    wild = gaji.card if gaji and "gaji" in document["rounds"][ROUND_ONE] else CardSet()
    captured = document["rounds"][ROUND_ONE]["captured"]
    piles = {side: CardSet.from_ids(captured.get(side, [])) for side in document["sides"]}
    chaff = (
        {side: pile.count(rule_set.counting.numbered.cards) for side, pile in piles.items()}
        if rule_set.counting.numbered
        else {}
    )
    return change_round(
        document,
        captured={side: list((pile & (rule_set.counting.picked | wild)).ids) for side, pile in piles.items()},
        all_four={
            suit.id: side
            for suit in rule_set.months
            if get_suit_cards(suit) <= rule_set.cards
            for side, pile in piles.items()
            if get_suit_cards(suit) <= pile
        },
        **({"chaff": chaff} if rule_set.counting.numbered else {}),
    )


def list_lacks(round_: RoundBreakdown, few: int, piles: Mapping[str, list[str]]) -> Document:
    """What each loser of Go-Stop lacks, of whom no card is listed then."""
    lacks = {}
    for side in round_.sides:
        figures = side.figures
        if not figures["winner"] and side.side in piles:
            words = {
                "brights": not figures["brights"],
                "animals": not figures["animals"],
                "ribbons": not figures["ribbons"],
                "chaff": not figures["chaff"],
                "few-chaff": 0 < figures["chaff"] <= few,
                "all": not piles[side.side],
            }
            lacks[side.side] = [word for word, is_so in words.items() if is_so]
    return lacks


def correct(game: GameBreakdown) -> tuple[Entry, RoundBreakdown]:
    """The only round as a correction saves it that changes nothing."""
    kept = game.rounds[ROUND_ONE]
    round_, entry = kept.breakdown, kept.entry
    month = getattr(entry, "month", None)
    fields = write_fields(entry, round_)
    # A page has only the cards that are picked.
    gone = {CARD + card.id for card in game.rule_set.cards - get_scorer(game.rule_set, round_.options).picked}
    fields = {path: each for path, each in fields.items() if path not in gone}
    if entry.dealer is not None:
        fields["dealer"] = [str(game.sides.index(entry.dealer))]
    written = WrittenRound(
        game.rule_set,
        round_.options,
        game.sides,
        fields,
        context=round_.context._replace(number=month or round_.context.number),
        players=game.sides,
        dealer=kept.dealer,
        month=month,
    )
    return score_written(written)
