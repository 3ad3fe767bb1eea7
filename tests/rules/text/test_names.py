"""What may be a name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import NotUnderstood
from companion.rules import find_doubled_names, parse_name


@pytest.mark.parametrize(
    "name", ["Ann", "José", "花札", "화투", "محمد", "O'Neil", "x", "🎴", "А" * 40, "Ann & Cem", "=1+1"]
)
def test_a_name_of_any_script_is_kept_as_it_is(name):
    assert parse_name(name) == name


@pytest.mark.parametrize(
    ("text", "name"), [("  Ann ", "Ann"), ("Ann\u00a0 Lee", "Ann Lee"), ("Jose\u0301", "José")]
)
def test_a_name_is_composed_and_trimmed(text, name):
    assert parse_name(text) == name


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "at least one letter"),
        ("   ", "at least one letter"),
        ("\u200b\u200d", "at least one letter"),
        ("\u3164", "at least one letter"),
        ("\u2800\u115f \uffa0", "at least one letter"),
        ("\u180b\ufe0f", "at least one letter"),
        ("a" * 41, "at most 40 characters; this one has 41"),
        ("a" * 10_000, "at most 40 characters; this one has 10\u202f000"),
        ("🎴" * 40 + "é", "at most 40"),
        ("👨‍👩‍👧‍👦" * 6, "at most 40 characters; this one has 42"),
        ("a\x00b", "no control characters"),
        ("a\nb", "no control characters"),
        ("a\ud800b", "no control characters"),
        ("a\u202eb", "no control characters"),
        (7, "A name is a text"),
        (None, "A name is a text"),
    ],
)
def test_what_is_no_name_is_refused(text, said):
    with pytest.raises(NotUnderstood, match=said):
        parse_name(text)


@given(st.text())
def test_a_name_is_the_same_when_it_is_read_again(text):
    try:
        name = parse_name(text)
    except NotUnderstood:
        return
    assert parse_name(name) == name
    assert len(name) <= 40
    assert len(name.encode()) <= 160


@pytest.mark.parametrize(
    "other",
    [
        "Ann Lee",
        "Ann\u200b Lee",
        "\u2060Ann Lee",
        "Ann\u3164Lee",
        "Ann \u2800Lee",
        "Ann Lee\ufe0f",
        "A\u00adnn Lee",
    ],
)
def test_two_names_that_look_the_same_are_one_name_twice(other):
    assert find_doubled_names(["Ann Lee", "Ben", parse_name(other)]) == [(2, parse_name(other))]


@pytest.mark.parametrize("other", ["ann Lee", "AnnLee", "Ann Le\u00e9", "Ann Lee 2"])
def test_names_that_a_reader_can_tell_apart_are_two_names(other):
    assert find_doubled_names(["Ann Lee", other]) == []
