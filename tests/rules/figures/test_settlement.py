"""Settlements as data: the shipped ones are sound, a new one needs a file and nothing else."""

import json
import math
import random
import re
import zlib
from itertools import chain, combinations, islice, product, takewhile

import pytest

from companion.errors import NotUnderstood
from companion.rules import get_rule_set
from companion.rules.figures.settlement import OF_SIDES, Settlement
from companion.rules.records.files import RULE_SET_IDS, SETTLEMENTS, get_settlement, load_settlements
from companion.rules.text.names import say_for
from companion.rules.text.reader import Reader, find_unknown, parse_toml, say_value

DOUBLED = (SETTLEMENTS / "doubled.toml").read_text(encoding="utf-8")
PAYMENTS = (SETTLEMENTS / "payments.toml").read_text(encoding="utf-8")

# All that formulas of any settlement may ask about.
GIVEN = (*OF_SIDES, *get_settlement("doubled").given)


def parse_settlement(text):
    reader = Reader([])
    settlement = reader.read_record(Settlement, parse_toml(text, "test"), (), id="test", given=GIVEN)
    faults = reader.faults or list_faults(settlement)
    return settlement, [("/".join(fault.where), fault.message) for fault in faults]


# All that our rule sets offer to choose.
OFFERED = {
    (option.id, value)
    for rules in map(get_rule_set, RULE_SET_IDS)
    for option in rules.options
    for value, _ in option.values
}


def list_faults(settlement):
    """What is wrong in a settlement that could be read, at its path: of formulas the first fault."""
    faults = [
        NotUnderstood(said, ("figure", figure.id))
        for figure in settlement.figures
        for said in tell_faults(figure)
    ]
    for place in ("rule", "foot"):
        clauses = [(figure.id, getattr(figure, place)) for figure in settlement.figures]
        before = takewhile(lambda each: not each[1].opens, clauses)
        where = [("figure", figure_id, place) for figure_id, clause in before if clause.joins]
        faults += [NotUnderstood("no sentence is open that it joins.", each) for each in where]
    chosen = [each.when | change.when for each in settlement.figures for change in each.changes]
    try:
        for each in (settlement, *(settlement.with_choices(tuple(one.items())) for one in chosen)):
            assert each.formulas.keys() | each.tests.keys() == each.times.keys()
    except NotUnderstood as error:
        faults.append(error)
    return faults


def tell_faults(figure):
    """What can never be in force, so that its words are never said; what no rule set of ours knows."""
    for each in (figure, *figure.changes):
        for option, value in each.when.items():
            other = figure.when.get(option, value) != value
            if other or (option, value) in (*figure.unless.items(), *each.unless.items()):
                yield f"with {option} = {say_value(value)} it is never in force."
    for option, value in figure.waits:
        if (option, value) not in OFFERED:
            yield f"no rule set offers {option} = {say_value(value)}."
    is_given = figure.formula is None and not figure.pool and not figure.worth
    yield from find_unknown([figure.id] if is_given else [], GIVEN, "number of a round")


def list_given(settlement):
    """The figures that have no formula."""
    return {figure.id for figure in settlement.figures if figure.formula is None}


@pytest.mark.parametrize("settlement_id", sorted(load_settlements()))
def test_a_settlement_of_ours_has_no_fault(settlement_id):
    assert not list_faults(get_settlement(settlement_id))


def give(points, bonus, extra, calls=None, scores=None, brights=None):
    """What a settlement is given: without calls and who scores, that of a game without a race."""
    given = {"card_points": points, "bonus": bonus, "extra": extra}
    if calls:
        given |= {"calls": calls, "scores": scores, "field_brights": brights or [0] * len(points)}
    return given


@pytest.mark.parametrize("rule_set_id", RULE_SET_IDS)
def test_a_figure_without_a_formula_is_something_that_a_round_has(rule_set_id):
    rule_set = get_rule_set(rule_set_id)
    known = {"card_points", "bonus", "extra", *(each.id for each in (*rule_set.numbers, *rule_set.extras))}
    known |= {"scores", "calls", "winner", "dealt", "shobu", "exhausted"} if rule_set.race else set()
    for method in rule_set.methods:
        of_piles = {each.id for each in method.settlement.figures if each.pool or each.worth}
        assert list_given(method.settlement) <= known | of_piles


# The choices of each settlement that games could be kept with. A kept game names its settlement and carries
# no copy of it: another way to count is another file or another choice.
FIELD, PAYS = {"field-brights": True}, {"loser-pays": True}
RELEASED: dict[str, list[tuple[dict[str, str | bool], int]]] = {
    "above-floor": [({}, 616507449), ({"bonus": "before-floor"}, 2663542941)],
    "added-or-void": [({}, 3911662905), ({"fuke": "on"}, 3911662905), ({"fuke": "cards"}, 1256242568)],
    "as-entered": [({}, 949203509)],
    "calls-counted": [({}, 2485929828), (PAYS, 1527319175), (FIELD, 4261514036), (FIELD | PAYS, 3145274600)],
    "card-points": [({}, 3911662905)],
    "doubled": [({}, 4067833064), (PAYS, 955494062), (FIELD, 2612030682), (FIELD | PAYS, 2171178556)],
    "par": [
        ({}, 420700647),
        ({"settlement": "additive"}, 3911662905),
        ({"dandruff": "on"}, 3000457537),
        ({"settlement": "additive", "dandruff": "on"}, 1256242568),
    ],
    "par-for-two": [({}, 329688973)],
    "payments": [
        ({}, 3020823610),
        ({"payment": "as-written"}, 1727074828),
        ({"settlement": "additive"}, 3044004432),
        ({"settlement": "par"}, 389942756),
        ({"payment": "as-written", "settlement": "par"}, 389942756),
        ({"payment": "as-written", "settlement": "additive"}, 3044004432),
    ],
    "penalties": [({}, 2865750923)],
    "stakes": [
        ({}, 458025655),
        ({"go": "times"}, 411296345),
        ({"go": "only-doubling"}, 4203622927),
        ({"seven-animals": True}, 2731110154),
        ({"no-animals": True}, 757590432),
        ({"liable": "last"}, 3382872897),
        ({"liable-doubled": True}, 1174417253),
        ({"empty-pile": "pays"}, 2594139452),
        ({"carry-limit": "1"}, 3218059574),
    ],
    "yaku-added": [({}, 3911662905), ({"fuke": "on"}, 1256242568)],
}


def list_choices(method):
    """All choices of the options that change the settlement of a method; of many each pair."""
    rules, settlement = method
    offered = [each for each in rules.options if each.id in settlement.changed_by]
    usual = {each.id: each.default for each in offered}
    lists = [[(each.id, value) for value, _ in each.values] for each in offered]
    every = list(islice(product(*lists), 65))
    pairs = [pair for one, other in combinations(lists, 2) for pair in product(one, other)]
    return [usual | dict(chosen) for chosen in (every if len(every) < 65 else pairs)]


METHODS = {
    f"{rules.id} {method.id}": (rules, method.settlement)
    for rules in map(get_rule_set, RULE_SET_IDS)
    for method in rules.methods
}


def settle_some(settlement, sides=(2, 3, 4, 7)):
    """The rows of some rounds, one for each number of sides."""
    dice = random.Random(1959)
    for count in sides:
        given = [[dice.randrange(0, 240, 5) for _ in range(count)] for _ in range(3)]
        calls, scoring = [dice.randrange(4) for _ in range(count)], [1] + [0] * (count - 1)
        known = give(*given, calls, scoring, [2] * count)
        if settlement.id == "stakes":
            names = {name for each in settlement.formulas.values() for name in each.names}
            asked = sorted(({*GIVEN} | list_given(settlement)) & names - known.keys())
            # Each has its own dice, so that a further name changes no other.
            rolled = {name: random.Random(f"{name} {count}") for name in asked}
            known |= {name: [own.randrange(3) for _ in range(count)] for name, own in rolled.items()}
            known |= {"winner": scoring, "stop": [1] * count, "before_undecided_run": [2] * count}
            known |= {"calls": [3] + [1] * (count - 1), "first_go": [0, 1] + [0] * (count - 2)}
            known |= {"agreed_carry_limit": [99] * count}
        yield settlement.settle(known, 240)


def test_every_settlement_counts_as_it_did_when_games_were_kept_with_it():
    for settlement_id, released in RELEASED.items():
        for chosen, expected in released:
            settlement = get_settlement(settlement_id).with_choices(tuple(chosen.items()))
            scores = [[row["score"] for row in rows] for rows in settle_some(settlement)]
            assert zlib.crc32(json.dumps(scores).encode()) == expected, (settlement_id, chosen)
    assert load_settlements().keys() == RELEASED.keys(), "name a new one here once it is released"


@pytest.mark.parametrize("method", METHODS)
def test_a_settlement_works_out_all_its_figures_under_every_choice(method):
    rules, settlement = METHODS[method]
    ids = {figure.id for figure in settlement.figures}
    for chosen in list_choices(METHODS[method]):
        changed = settlement.with_choices(tuple(chosen.items()))
        assert set(changed.formulas) == ids - list_given(changed)
        assert changed.pays is None or changed.pays in ids
        assert not any(test.over_sides for tests in changed.tests.values() for test in tests)
        assert changed.decides == "score" or changed.decider.name
        assert changed.lines[-1].id == changed.decides
        for row in settle_some(changed, rules.side_counts):
            assert all(type(figure) is int for side in row for figure in side.values())


@pytest.mark.parametrize("method", METHODS)
def test_choices_that_count_or_decide_differently_are_told_apart_by_rule_and_foot(method):
    _, settlement = METHODS[method]
    seen = {}
    for chosen in list_choices(METHODS[method]):
        changed = settlement.with_choices(tuple(chosen.items()))
        columns = [figure.id for figure in settlement.figures]
        counted = [[[row["score"], row[changed.decides]] for row in rows] for rows in settle_some(changed)]
        said = json.dumps([counted, changed.decides, changed.is_lowest])
        seen.setdefault(said, []).append((changed.say_rule(), changed.say_foot(columns), chosen))
    for (one, others), (other, more) in combinations(seen.items(), 2):
        for (rule, foot, chosen), (rule_2, foot_2, chosen_2) in product(others, more):
            assert rule != rule_2, (chosen, chosen_2, one, other)
            assert foot != foot_2, (chosen, chosen_2, one, other)


# Without a word of its own: what others add up to, and extra points, which each game names.
_NEEDS_NO_CLAUSE = {"extra", "score", "multiplier"}
# What the clause of another figure says.
_SAID_BY = {
    "valid": ("poor", "poor_in_cards"), "card_points": ("net",), "amount": ("base",), "calls": ("goes",),
    "times": ("owed",), "shifted": ("liable",), "paid": ("owed",),
}  # fmt: skip


@pytest.mark.parametrize("method", METHODS)
def test_each_line_in_force_has_its_clause_once(method):
    _, settlement = METHODS[method]
    for chosen in list_choices(METHODS[method]):
        changed = settlement.with_choices(tuple(chosen.items()))
        columns = [figure.id for figure in changed.list_shown("pad")]
        by_id = {figure.id: figure for figure in changed.figures}
        for playing, place in product((0, 2, 3), ("rule", "foot")):
            said = changed.say_rule(playing), changed.say_foot(columns, playing)
            sentences = said[place == "foot"]
            # Online nobody sells brights: the line is never there.
            lines = [each for each in changed.lines if each.id != "net_sold" or "selling" in chosen]
            for figure in lines:
                speaking = [each for each in (figure.id, *_SAID_BY.get(figure.id, ())) if each in by_id]
                words = [word for each in speaking for word in list_words(getattr(by_id[each], place))]
                assert figure.id in _NEEDS_NO_CLAUSE or words, (figure.id, place, chosen)
                for word in words:
                    assert say_for(word, playing).removesuffix(".") in sentences, (word, sentences)
            whole = re.split(r"(?<=\.) ", sentences)
            assert len(whole) == len(set(whole)), sentences
            assert not re.search(r"  |\.\.| ,|\. \.", sentences), sentences


def list_words(clause):
    """What a clause says."""
    return [words for words in (clause.opens, clause.joins, clause.before, clause.after) if words]


# Their noun is in the clause, or in that of the points of the yaku, which is always in force.
_CLEAR = "card points as they are|if they come to 7 or more|both sides"


def test_no_clause_points_at_a_word_of_another():
    figures = [figure for each in load_settlements().values() for figure in each.figures]
    for each in chain(figures, *(figure.changes for figure in figures)):
        for words in chain(*(list_words(clause) for clause in (each.rule, each.foot) if clause)):
            left = re.sub(_CLEAR, "", words)
            assert not re.search(r"\b(it|they|them|theirs|both)\b", left), words


@pytest.mark.parametrize("settlement_id", sorted(load_settlements()))
def test_the_choices_that_a_figure_waits_for_are_those_of_a_rule_set(settlement_id):
    settlement = get_settlement(settlement_id)
    users = [rules for rules, each in METHODS.values() if each is settlement]
    if not users:
        # Games were kept with it; no form of today names it.
        assert settlement_id == "yaku-added"
        users = [get_rule_set("roppyakken")]
    offered = {
        (option.id, value) for rules in users for option in rules.options for value, _ in option.values
    }
    for figure in settlement.figures:
        for each in (figure, *figure.changes):
            assert {*each.when.items(), *each.unless.items()} <= offered, figure.id


@pytest.mark.parametrize("method", [each for each in METHODS if METHODS[each][0].race])
def test_the_points_of_a_race_times_its_factors_are_its_score(method):
    _, settlement = METHODS[method]
    for chosen in list_choices(METHODS[method]):
        changed = settlement.with_choices(tuple(chosen.items()))
        for points, own, others, brights in product((1, 6, 7, 12), (0, 1, 2), (0, 1, 2), (0, 1, 3)):
            given = give([0, 0], [points, 5], [0, 0], [own, others], [1, 0], [brights, brights])
            row = changed.settle(given, 0)[0]
            factors = [row[figure.id] for figure in changed.lines if figure.is_factor]
            assert row["score"] == row["base"] * math.prod(factors), (chosen, given)


@pytest.mark.parametrize(("payment", "sign"), [("zero-sum", 1), ("as-written", 0)])
def test_payments_of_1000_rounds_are_those_of_a_plain_function(payment, sign):
    payments = get_settlement("payments").with_choices((("payment", payment), ("round-up", "off")))
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
        PAYMENTS.partition("[[figure]]")[0].replace("pays", "# pays")
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
        ("bonus * sides", "bonus * side", "there is no “side”; the nearest is sides"),
        (
            'unless = { settlement = "additive" }\nshown',
            'unless = { settlement = "additive" }\nwhen = { settlement = "additive" }\nshown',
            "never in force",
        ),
        ('unless = { settlement = "par" }', 'unless = { payment = "as-written" }', "never in force"),
    ],
)
def test_a_figure_that_cannot_be_worked_out_is_refused(old, new, said):
    assert old in PAYMENTS
    _, faults = parse_settlement(PAYMENTS.replace(old, new, 1))
    assert any(said in fault for _, fault in faults), faults


# What is wrong in the settlement of today's Koi-Koi, and where.
@pytest.mark.parametrize(
    ("old", "new", "where", "said"),
    [
        ("others(won)", "others(own)", "figure/paid/formula", "there is no “own”"),
        ("base * (1 - scores)", "bass * (1 - scores)", "figure/score/variants", "there is no “bass”"),
        ('opens = "Round = the', 'joins = "Round = the', "figure/base/rule", "no sentence is open"),
        ('foot = { opens = "Round', 'foot = { after = "Round', "figure/seven/foot", "no sentence is open"),
        ("{ seven-doubles = f", "{ seven-double = f", "figure/seven", "offers seven-double = false"),
        ("{ seven-doubles = false", '{ seven-doubles = "no"', "figure/seven", "offers seven-doubles = no"),
        ("{ loser-pays = true", "{ loser-pay = true", "figure/paid", "offers loser-pay = true"),
        (
            'foot = { after = "The other loses as many." }',
            '[[figure.under]]\nwhen = { both-hands = "13" }',
            "figure/paid",
            "offers both-hands = 13",
        ),
        ('id = "field_brights"', 'id = "field_bright"', "figure/field_bright", "nearest is field_brights"),
        ('id = "calls"', 'id = "cals"', "figure/cals", "the nearest is calls"),
    ],
)
def test_a_faulty_figure_is_refused_at_its_path(old, new, where, said):
    assert old in DOUBLED
    _, faults = parse_settlement(DOUBLED.replace(old, new, 1))
    assert any(place == where and said in message for place, message in faults), faults


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
    assert any(said in fault for _, fault in faults), faults
