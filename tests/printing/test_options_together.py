"""Four options of Koi-Koi in all sixteen combinations: each adds its own to sums, sheets and house rules.

What each says and multiplies is typed from koi-koi.md; the sums are those of the second scorer.
"""

import math
import re
from itertools import product
from typing import Any

import pytest

from companion.printing.words import say_house_rules
from companion.rules import get_rule_set, get_scorer, make_lines, parse_options, score_document
from tests.printing.conftest import read_html, read_words
from tests.printing.test_house_rules import list_ticked
from tests.rules.second_scorer import koikoi
from tests.rules.tables import POETRY, score, stopped

# Of each option: where it stands, the words of its line, on the rule sheet, on the pad, in the house rules.
SEVEN = (
    *("for 7 or more", ", ×2 if they come to 7 or more", ", ×2 from 7 points on"),
    *("7 or more double", "7 or more do not double"),
)
OWN = (
    *(
        "for own calls of koi-koi こいこい",
        ", ×2 for own calls of koi-koi, however many",
        ", ×2 for own calls",
    ),
    *("own calls double", "own calls do not double"),
)
FIELD = (
    "for brights dealt to the field",
    "All this counts as often as brights were dealt to the field, at least once.",
    "All counts once for each bright dealt to the field, at least once.",
    *("a round counts once for each bright dealt to the field", "brights on the field change nothing"),
)
PAYS = (
    "Taken by Ben",
    *("The other side loses as many points.", "The other loses as many."),
    *("the other side loses what the winner gets", "nobody loses points"),
)
WORDS = {"seven-doubles": SEVEN, "own-calls": OWN, "field-brights": FIELD, "loser-pays": PAYS}
COMBINED = [dict(zip(WORDS, chosen, strict=True)) for chosen in product((False, True), repeat=len(WORDS))]
BOTH = ("Ann", "Ben")
COMPARED = ("base", "multiplier", "score")


def play(base: int, own: int, others: int, brights: int) -> dict[str, Any]:
    """Ann stops with ribbons worth 6 or 7."""
    captured = {"Ann": [*POETRY, "iris-ribbon", "wisteria-ribbon"][: base - 2]}
    return stopped(captured=captured, calls={"Ann": own, "Ben": others}, field_brights=brights, month=12)


@pytest.mark.parametrize("options", COMBINED, ids=str)
def test_four_options_add_up_in_every_sum(options: dict[str, bool]) -> None:
    for base, own, others, brights in product((6, 7), (0, 1), (0, 1), (0, 1, 3)):
        raw = play(base, own, others, brights)
        lines, lost = (make_lines(score(raw, rule_set="koikoi-modern", **options), n) for n in range(2))
        factors = [
            2 * (base == 7 and options["seven-doubles"]),
            2 * (others > 0),
            2 * (own > 0 and options["own-calls"]),
            brights * options["field-brights"],
        ]
        assert [line.points for line in lines if line.is_factor] == [each for each in factors if each > 1]
        # Nothing is taken from who won.
        assert not any(line.words.startswith("Taken by") for line in lines)
        assert any(line.words == "Taken by Ann" for line in lost) == options["loser-pays"]
        document = {"game": "koikoi-modern", "options": options, "sides": BOTH, "rounds": [raw]}
        first, second = (
            [{key: result["rounds"][0]["sides"][side][key] for key in COMPARED} for side in BOTH]
            for result in (score_document(document), koikoi.score(document))
        )
        assert first == second, raw
        points = base * math.prod(each for each in factors if each > 1)
        assert [side["score"] for side in first] == [points, -points * options["loser-pays"]], raw


@pytest.mark.parametrize("options", COMBINED, ids=str)
def test_four_options_say_their_own_on_every_sheet(options: dict[str, bool]) -> None:
    rule_set = get_rule_set("koikoi-modern")
    agreed = parse_options(rule_set, options)
    settlement = get_scorer(rule_set, agreed).settlement
    columns = [figure.id for figure in settlement.list_shown("pad")]
    assert columns == ["base", "calls", *["field_brights"] * options["field-brights"], "multiplier", "score"]
    words = {figure.words.format(others="Ben", **dict.fromkeys(WORDS)) for figure in settlement.lines}
    typed = {"rules": rule_set.id, **{key: "yes" if is_on else "no" for key, is_on in options.items()}}
    pad, sheet = (read_words(name, **typed) for name in ("score-pad", "rule-sheet"))
    # Whose a reading is stands behind it.
    ticked = [each.removesuffix(" (our reading)") for each in list_ticked(read_html("house-rules", **typed))]
    said = say_house_rules(rule_set, agreed, 2)
    for option, is_on in options.items():
        line, rule, foot, *deeds = WORDS[option]
        assert [line in words, rule in sheet, foot in pad] == [is_on] * 3, option
        assert [deed in re.split("; |[.]", said) for deed in deeds] == [is_on, not is_on], option
        values = {value: words for one in rule_set.options if one.id == option for value, words in one.values}
        # What was said stands, also where the rules have it so.
        assert [values[each] in ticked for each in (is_on, not is_on)] == [True, False], option
