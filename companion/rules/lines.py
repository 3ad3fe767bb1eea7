"""The lines of a breakdown: the sum of a side in words, each line with its rule and where that comes from.

Sources: the rule set's own records; each line carries theirs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from companion.cards import NAMED_SETS, CardSet
from companion.rules.entry import COUNTED_KINDS
from companion.rules.options import Options
from companion.rules.rule_set import Provenance, RuleSet

if TYPE_CHECKING:
    from companion.rules.round import RoundBreakdown, SideBreakdown


class Line(NamedTuple):
    """One line: what it is (`id`), in words, its points, and its rule.

    `is_sum` marks a line that adds up those above it. `ruling` is the id of the ruling that explains it;
    `yaku` the id of the yaku that it is about, if it is about one.
    """

    id: str
    words: str
    points: int
    cards: CardSet
    ruling: str
    provenance: Provenance
    is_sum: bool = False
    yaku: str | None = None


def name_rulings(rules: RuleSet, options: Options) -> dict[str, str]:
    """The ruling that explains each sort of line: {"values": ruling id, …}."""
    method = rules.get_method(options.method).ruling
    bonus, declare = rules.find_option("bonus"), rules.find_option("declare")
    return {
        "values": "values",
        "floor": "floor",
        "net": method,
        "under": "negative-net",
        "yaku": "which-yaku",
        "undeclared": declare.ruling if declare is not None else "which-yaku",
        "score": method,
        "score-with-yaku": bonus.ruling if bonus is not None else method,
    }


def make_lines(round_: RoundBreakdown, side: SideBreakdown) -> tuple[Line, ...]:
    """The sum of a side, from its cards to its round score."""
    rules, options = round_.rule_set, round_.options
    method = rules.get_method(options.method)
    rulings = name_rulings(rules, options)
    nothing = CardSet()
    lines = []
    for kind, counted in zip(COUNTED_KINDS, side.counts or (None, None, None), strict=True):
        if side.pile is None and side.counts is None:
            break
        cards = side.pile & NAMED_SETS[kind.plural] if side.pile is not None else nothing
        count = counted if counted is not None else len(cards)
        value = rules.card_values[kind]
        words = f"{count} {kind.value if count == 1 else kind.plural} × {value}"
        lines.append(
            Line(kind.plural, words, count * value, cards, rulings["values"], rules.card_value_provenance)
        )
    lines.append(
        Line(
            "card-points",
            "Card points",
            side.card_points,
            nothing,
            rulings["values"],
            rules.card_value_provenance,
            True,
        )
    )
    bonus = rules.find_option("bonus")
    is_before = side.floor is not None and options.choice("bonus") == "before-floor"
    floor_lines = []
    if side.floor is not None and side.net is not None:
        words = f"Floor: {rules.deck_points} ÷ {len(round_.sides)} sides"
        floor_lines.append(Line("floor", words, -side.floor, nothing, rulings["floor"], method.provenance))
        if not is_before:
            is_under = side.card_points < side.floor
            words = "Net: under the floor counts as 0" if is_under else "Net"
            ruling = rulings["under" if is_under else "net"]
            floor_lines.append(Line("net", words, side.net, nothing, ruling, method.provenance, True))
    if not is_before:
        lines += floor_lines
    lines += [
        Line(
            "yaku", score.yaku.name, score.points, score.cards, rulings["yaku"],
            Provenance(score.yaku.label, score.yaku.source), yaku=score.yaku.id,
        )
        for score in side.yaku
    ]  # fmt: skip
    declare = rules.find_option("declare")
    if declare is not None:
        lines += [
            Line(
                "undeclared", f"{score.yaku.name}: complete, but not declared", 0, score.cards,
                rulings["undeclared"], declare.provenance, yaku=score.yaku.id,
            )
            for score in side.undeclared
        ]  # fmt: skip
    if is_before:
        lines += floor_lines
    provenance = bonus.provenance if bonus is not None and side.yaku else method.provenance
    ruling = rulings["score-with-yaku" if side.yaku else "score"]
    words = "Round score"
    if is_before and side.floor is not None and side.card_points + side.bonus < side.floor:
        words = "Round score: under the floor counts as 0"
    lines.append(Line("score", words, side.score, nothing, ruling, provenance, True))
    return tuple(lines)
