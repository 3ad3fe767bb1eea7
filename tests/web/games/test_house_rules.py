"""House rules: read by everybody, changed from now on or for all rounds, and what moved is said."""

from flask import Flask

from tests.web.table import Table, by_points, read_faults, read_fields, read_notices

AGREED = {"method": "A", "target": "200", "preset": "all"}
PLAYED = by_points(95, 85, 60, yaku_2=["four-iris"])


def test_options_changed_for_all_rounds_move_the_totals_and_say_so(table: Table) -> None:
    game = table.start("Ann", "Ben", "Cem")
    table.record(game, PLAYED)
    table.post(f"{game}/house-rules", {**AGREED, "options/bonus": "before-floor", "reach": "for-all"})
    said = "House rules changed for all rounds. Totals: Cem 30 → 10. Ann now leads with 15."
    assert said in read_notices(table.get(game))
    assert table.totals(game) == [15, 5, 10]
    table.press(game, "undo")
    assert table.totals(game) == [15, 5, 30]


def test_options_changed_from_now_on_leave_earlier_rounds_alone(table: Table) -> None:
    game = table.start("Ann", "Ben", "Cem")
    table.record(game, PLAYED)
    table.post(f"{game}/house-rules", {**AGREED, "options/bonus": "before-floor", "reach": "from-now-on"})
    assert "House rules changed from the next round on. Scores unchanged." in read_notices(table.get(game))
    table.record(game, PLAYED)
    assert table.totals(game) == [30, 10, 40]
    assert "The rules changed during this game" in table.get(f"{game}/house-rules")


def test_without_a_target_or_from_when_nothing_changes(table: Table) -> None:
    game = table.start("Ann", "Ben")
    asked = "From the next round, or for all rounds? Please choose."
    target = "The target is a whole number from 1 to 100\u202f000, not "
    for typed, faults in (
        ({"target": "0", "reach": "for-all"}, [f"{target}0."]),
        ({"target": "150"}, [asked]),
        # Both kinds of fields are judged at once.
        ({"target": "-5", "reach": "yesterday"}, [f"{target}-5.", asked]),
    ):
        text = table.post(f"{game}/house-rules", AGREED | typed, 422).text
        # What was typed stays.
        assert (read_faults(text), read_fields(text)["target"]) == (faults, [typed["target"]])
        assert read_fields(text).get("reach", [""])[0] == typed.get("reach", "").replace("yesterday", "")
    assert "to 200" in table.get(game)


def test_who_looks_on_reads_them_and_cannot_change_them(app: Flask, table: Table) -> None:
    view = table.view_link(table.start("Ann", "Ben"))
    text = Table(app.test_client()).get(f"{view}/house-rules")
    assert "after the floor is taken off" in text
    assert "<form" not in text.partition("<main")[2]
