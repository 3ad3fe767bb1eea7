"""The worked rows of every pad: a document says the same round, and its result the same figures."""

from itertools import pairwise

import pytest

from companion.printing.columns import get_signs
from companion.printing.score_pad import list_columns
from companion.printing.words import number
from companion.printing.worked_row import make_game, work_rows
from companion.rules import RULE_SET_IDS, get_rule_set, get_scorer, score_document
from tests.printing.conftest import order_sheet


@pytest.mark.parametrize("rules", RULE_SET_IDS)
def test_every_worked_row_is_what_score_prints_for_its_cards(rules: str) -> None:
    rule_set = get_rule_set(rules)
    choices = [{}, *({"method": each.id} for each in rule_set.methods)]
    choices += [{"yaku": each.id} for each in rule_set.presets]
    if rule_set.presets:
        choices += [{"yaku": f"{one.id},{other.id}"} for one, other in pairwise(rule_set.yaku)]
    said = {True: "on", False: "off"}
    for option in rule_set.options:
        choices += [{option.id: said.get(each.value, each.value)} for each in option.listed]
    for sides in rule_set.side_counts:
        for chosen in choices:
            order = order_sheet("score-pad", rules=rules, sides=str(sides), **chosen)
            document, yaku, _ = make_game(order)
            # Points stand for cards only in a game without cards.
            assert ("points" in document["rounds"][0]) is not rule_set.has_cards, chosen
            result = score_document(document)
            rows = work_rows(order, columns := list_columns(order))
            for letter, row in zip(document["sides"], rows, strict=False):
                scored = result["rounds"][0]["sides"][letter]
                # What wins the game is totalled: victories.
                scored["total"] = scored[get_scorer(rule_set, order.options).settlement.decides]
                shown = {
                    each.id for each in columns if each.id in scored and not set(row[each.id]) <= set("–I")
                }
                printed = {key: row[key].removeprefix("× ") for key in shown - {"calls", "yaku"}}
                assert printed == {key: number(scored[key]) for key in printed}, (sides, chosen, letter)
                assert "score" in printed or rule_set.race is None, chosen
            sign = "".join(get_signs(rule_set)[each.id] for each in yaku) or "–"
            assert rows[0].get("yaku", sign) == sign
