"""Formulas: what the grammar allows, and that nothing else runs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import NotUnderstood
from companion.rules.figures.formula import parse_formula

KNOWN = ("points", "paid", "sides")


def work_out(text, **names):
    """The value of a formula, worked out by Python's own reading of it."""
    formula = parse_formula(text, KNOWN)
    used = {f"{over}_{name}" for over, name in formula.over_sides} | set(formula.names)
    return formula.evaluate({name: value for name, value in names.items() if name in used})


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("points", 130),
        ("-points + 1", -129),
        ("points - paid * 2", 70),
        ("points // sides", 43),
        ("(points - 20) // 10", 11),
        ("max(0, paid - points)", 0),
        ("min(points, paid, 7)", 7),
        ("paid if points < 100 else 0", 0),
        ("1 if paid == 30 else 2", 1),
        ("sum(paid)", 90),
        ("others(paid)", 60),
        ("most_others(paid)", 50),
        ("most_others(points)", 110),
        ("points - most_others(points)", 20),
        ("double(paid - 31)", 1),
        ("double(paid - 30)", 1),
        ("double(paid // 10)", 8),
        ("double(paid - 14)", 65_536),
        ("double(paid - 13)", 65_536),
    ],
)
def test_a_formula_is_worked_out_as_written(text, value):
    over_sides = {
        "sum_paid": 90,
        "others_paid": 60,
        "most_others_paid": 50,
        "most_others_points": 110,
    }
    assert work_out(text, points=130, paid=30, sides=3, **over_sides) == value


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("poinst", "there is no “poinst”; the nearest is points"),
        ("points ** 9", "“points ** 9” is not allowed"),
        ("points / 2", "“points / 2” is not allowed"),
        ("points // paid", "divide by a number or by “sides” only"),
        ("points // 0", "divide by a number or by “sides” only"),
        ("points.real", "“points.real” is not allowed"),
        ("points[0]", "is not allowed"),
        ("__import__('os')", "is not allowed"),
        ("open(points)", "is not allowed"),
        ("max(points)", "is not allowed"),
        ("sum(points + 1)", "is not allowed"),
        ("most_others(points, paid)", "is not allowed"),
        ("min(*points, 1)", "is not allowed"),
        ("[points for points in paid]", "is not allowed"),
        ("lambda: points", "is not allowed"),
        ("points < paid < sides", "is not allowed"),
        ("points and paid", "is not allowed"),
        ("'points'", "is not allowed"),
        ("True", "is not allowed"),
        ("1.5", "is not allowed"),
        ("points +", "is not a formula"),
        ("points; paid", "is not a formula"),
        ("(" * 150, "is not a formula"),
    ],
)
def test_what_the_grammar_does_not_have_is_refused(text, said):
    with pytest.raises(NotUnderstood, match=said.replace("(", r"\(").replace("*", r"\*").replace("[", r"\[")):
        parse_formula(text, KNOWN)


@given(st.text(max_size=200))
def test_no_text_makes_anything_but_a_formula_or_a_sentence(text):
    try:
        formula = parse_formula(text, KNOWN)
    except NotUnderstood:
        return
    assert {*formula.names, *(name for _, name in formula.over_sides)} <= set(KNOWN)
