"""Numbers as people type and read them; test_phone_scoring.py asks the phone the same."""

from decimal import Decimal

import pytest

from companion.rules import write_number
from companion.rules.text.numbers import find_typed_fault, read_exact, read_number, read_whole_number
from tests.rules.text.written_numbers import FAULTY, TYPED, WRITTEN


def test_a_number_is_read_as_every_keyboard_writes_it() -> None:
    assert {text: read_exact(text) for text in TYPED} == TYPED


def test_a_whole_number_has_no_places_and_a_number_one_at_most() -> None:
    for text, number in TYPED.items():
        assert read_whole_number(text) == (number if isinstance(number, int) else None), text
        has_more = isinstance(number, Decimal) and len(str(number).partition(".")[2]) > 1
        assert read_number(text) == (None if has_more else number), text


@pytest.mark.parametrize("number", WRITTEN)
def test_what_is_written_is_read_as_the_same_number(number: int | Decimal) -> None:
    assert write_number(number) == WRITTEN[number]
    assert read_exact(WRITTEN[number]) == number


@pytest.mark.parametrize("text", FAULTY)
def test_what_is_wrong_with_typed_points_is_said(text: str) -> None:
    assert tuple(find_typed_fault(text, 9_999, has_tenths) for has_tenths in (False, True)) == FAULTY[text]
