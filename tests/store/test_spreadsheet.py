"""CSV as spreadsheets read it."""

from decimal import Decimal

from companion.store import write_csv


def test_numbers_are_numbers_where_people_write_decimal_commas() -> None:
    rows = [("Ann", 12, -5, Decimal("0.5"), None), ("Ben; 1.5", 1.5, 0, "-1.5", "")]
    assert write_csv(["side", "a.b"], rows, decimal_comma=True) == (
        '\ufeffside;a.b\r\nAnn;12;-5;0,5;\r\n"Ben; 1.5";1,5;0;\'-1.5;\r\n'
    )
    assert write_csv(["side"], rows[:1]) == "\ufeffside\r\nAnn,12,-5,0.5,\r\n"
