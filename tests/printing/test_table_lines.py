"""The lines of tables: touching ones become one, with the marks on paper as before."""

from __future__ import annotations

from companion.printing.table_lines import join_lines

PEN = ["/A1.0 gs", "0.5 0.4 0.3 RG", "0.567 w"]


def draw(start: str, end: str, pen: list[str] = PEN) -> list[str]:
    return ["/Artifact", "BMC", "q", "q", *pen, f"{start} m", f"{end} l", "S", "Q", "Q", "EMC"]


def join(*drawn: list[str]) -> list[str]:
    commands = [command for each in drawn for command in each]
    return [each.decode() if isinstance(each, bytes) else each for each in join_lines(commands)]


def test_lines_that_go_on_become_one() -> None:
    flat = [draw("10 5", "20 5"), draw("30 5", "20 5"), draw("40 5", "50 5")]
    assert join(*flat, draw("10 5", "10 15"), draw("10 15", "10 25")) == [
        *("/Artifact", "BMC", "q", *PEN),
        *("10.000000 5.000000 m", "30.000000 5.000000 l"),
        *("40.000000 5.000000 m", "50.000000 5.000000 l"),
        *("10.000000 5.000000 m", "10.000000 25.000000 l"),
        *("S", "Q", "EMC"),
    ]


def test_lines_of_another_pen_or_with_something_between_stay_apart_and_what_is_no_line_as_it_is() -> None:
    joined = join(draw("1 5", "2 5"), draw("2 5", "3 5", [*PEN[:2], "2 w"]), draw("3 5", "4 5"))
    assert [each for each in joined if each.endswith(" w")] == ["0.567 w", "2 w", "0.567 w"]
    assert join(draw("1 5", "2 5"), ["BT", "ET"], draw("2 5", "3 5")).count("S") == 2
    curve = ["/Artifact", "BMC", "q", "q", *PEN, "1 2 m", "1 2 3 4 5 6 c", "S", "Q", "Q", "EMC"]
    assert join(curve) == curve
    assert join(curve[:5]) == curve[:5]
