"""Settlements as data: the shipped ones are sound, a new one needs a file and nothing else."""

import json
import random
import zlib
from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.rules import settlement
from companion.rules.records import Reader, parse_toml
from companion.rules.rule_set_files import RULE_SET_IDS, get_rule_set
from companion.rules.settlement import Settlement, get_settlement, load_settlements

SETTLEMENTS = Path(settlement.__file__).parent / "settlements"
PAYMENTS = (SETTLEMENTS / "payments.toml").read_text(encoding="utf-8")


def parse_settlement(text):
    reader = Reader([])
    settlement = reader.read_record(Settlement, parse_toml(text, "test"), (), id="test")
    return settlement, [fault.message for fault in reader.faults]


def give(points, bonus, extra, calls=None, scores=None):
    """What a settlement is given: without calls and who scores, that of a game without a race."""
    given = {"card_points": points, "bonus": bonus, "extra": extra}
    return given | ({"calls": calls, "scores": scores} if calls else {})


@pytest.mark.parametrize("settlement_id", sorted(load_settlements()))
def test_a_shipped_settlement_works_out_all_its_figures_under_every_option(settlement_id):
    plain = get_settlement(settlement_id)
    ids = {figure.id for figure in plain.figures}
    for change in plain.changes:
        assert {*(change.shown or ()), *(figure.id for figure in change.figures)} <= ids
    for changed in [plain, *map(plain.change, plain.changes)]:
        named = {*changed.shown, *changed.result, *changed.columns, changed.decides, changed.pays or "score"}
        assert named <= ids
        assert changed.decides == "score" or changed.decider.name
        assert not any(test.over_sides for tests in changed.tests.values() for test in tests)
        assert set(changed.times) == ids
        for row in changed.settle(give([130, 110], [25, 0], [0, 10]), 240):
            assert len(row) == len(changed.figures)
            assert all(type(figure) is int for figure in row.values())
        assert changed.lines[-1].id == changed.decides


@pytest.mark.parametrize("rule_set_id", RULE_SET_IDS)
def test_a_figure_without_a_formula_is_something_that_a_round_has(rule_set_id):
    rule_set = get_rule_set(rule_set_id)
    known = {"card_points", "bonus", "extra", *(each.id for each in (*rule_set.numbers, *rule_set.extras))}
    known |= {"scores", "calls", "winner", "dealt", "shobu", "exhausted"} if rule_set.race else set()
    for method in rule_set.methods:
        assert set(method.settlement.given) <= known


# Kept games name their settlement and carry no copy of it: another way to count is another file or, last of
# its file, another change. Of each the sums of the settlement itself and of each of its changes.
RELEASED = {
    "above-floor": [616507449, 4171089357],
    "added-or-void": [3911662905, 4098481763, 2300962695],
    "as-entered": [949203509, 2011479531],
    "calls-counted": [2485929828],
    "card-points": [3911662905],
    "doubled": [4067833064],
    "par": [420700647, 4098481763, 1697126913, 3798695828],
    "par-for-two": [329688973],
    "payments": [3020823610, 3516801705, 491975877, 323642364],
    "penalties": [2865750923, 714406821, 282878103, 1990645137, 3674052458],
    "yaku-added": [3911662905, 685172598],
}


def test_every_settlement_counts_as_it_did_when_games_were_kept_with_it():
    counted = {}
    for settlement_id, plain in load_settlements().items():
        dice = random.Random(1959)
        counted[settlement_id] = []
        for changed in [plain, *(plain.change(change) for change in plain.changes)]:
            scores = []
            for sides in (2, 3, 4, 7):
                given = [[dice.randrange(0, 240, 5) for _ in range(sides)] for _ in range(3)]
                calls, scoring = [dice.randrange(4) for _ in range(sides)], [1] + [0] * (sides - 1)
                rows = changed.settle(give(*given, calls, scoring), 240)
                scores.append([row["score"] for row in rows])
            counted[settlement_id].append(zlib.crc32(json.dumps(scores).encode()))
    assert {each: counted[each][: len(RELEASED[each])] for each in RELEASED} == RELEASED
    assert counted.keys() == RELEASED.keys(), "name a new one here once it is released"


@pytest.mark.parametrize(("payment", "sign"), [("zero-sum", 1), ("as-written", 0)])
def test_payments_of_1000_rounds_are_those_of_a_plain_function(payment, sign):
    payments = get_settlement("payments").under((("payment", payment), ("round-up", "off")))
    dice = random.Random(2025)
    for _ in range(1_000):
        sides = dice.randrange(2, 8)
        points = [dice.randrange(0, 241, 5) for _ in range(sides)]
        bonus = [dice.randrange(0, 200, 10) for _ in range(sides)]
        extra = [dice.randrange(0, 11, 5) for _ in range(sides)]
        expected = [
            p + x + b * (sides - sign) - (sum(bonus) - b)
            for p, x, b in zip(points, extra, bonus, strict=True)
        ]
        assert [row["score"] for row in payments.settle(give(points, bonus, extra), 240)] == expected


# A figure that is worked out for all sides, and one that is the same for all.
@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("card_points - most_others(card_points)", {(90, 80, 70): [10, -10, -20], (80, 80, 80): [0, 0, 0]}),
        ("most_others(card_points) + sum(card_points)", {(90, 80, 0): [250, 260, 260]}),
        ("most_others(deck_points)", {(90, 80, 70): [240, 240, 240]}),
    ],
)
def test_the_highest_of_the_others_is_that_of_a_plain_function(formula, expected):
    text = f'id = "score"\nhead = "Round"\nwords = "Round"\nformula = "{formula}"\n'
    found, faults = parse_settlement(
        PAYMENTS.partition("[[figure]]")[0]
        .replace("pays", "# pays")
        .replace('shown = ["card_points", "received", "paid", "score"]', "")
        + '[[figure]]\nid = "card_points"\nhead = "Cards"\nwords = "Cards"\n[[figure]]\nid = "bonus"\n'
        'head = "Yaku"\nwords = "Yaku"\n[[figure]]\nid = "extra"\nhead = "Extra"\nwords = "Extra"\n'
        "[[figure]]\n" + text
    )
    assert not faults
    for points, scores in expected.items():
        assert [row["score"] for row in found.settle(give(points, [0] * 3, [0] * 3), 240)] == scores


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("others(bonus)", "others(bonsu)", "there is no “bonsu”; the nearest is bonus"),
        ("others(bonus)", "others(score)", "there is no “score”"),
        ('id = "paid"', 'id = "paid-by-us"', "there is no “paid”"),
        ('times = "sides - 1"', 'times = "bonus"', "there is no “bonus”"),
    ],
)
def test_a_figure_that_cannot_be_worked_out_is_refused(old, new, said):
    assert old in PAYMENTS
    found, faults = parse_settlement(PAYMENTS.replace(old, new, 1))
    assert not faults
    with pytest.raises(CompanionError, match=said):
        _ = found.formulas, found.tests, found.times


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('id = "paid"', 'id = "received"', "the id “received” comes twice"),
        ('lists = "extras"', 'lists = "jokers"', "“lists” must be cards or yaku or"),
        ("is_taken_off = true", "is_taken_off = 1", "“is_taken_off” must be true or false, not 1"),
    ],
)
def test_a_faulty_settlement_is_refused(old, new, said):
    assert old in PAYMENTS
    _, faults = parse_settlement(PAYMENTS.replace(old, new, 1))
    assert any(said in fault for fault in faults), faults
