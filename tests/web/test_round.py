"""A round: entered by cards, by counts or by points, corrected, removed; nothing empty is taken for zero."""

from __future__ import annotations

import re
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.cards import POINT_CARDS
from tests.web.table import (
    Table,
    by_cards,
    by_points,
    drop_terms,
    read_faults,
    read_fields,
    read_notices,
    read_summary,
)

ANN = ["pine-crane", "plum-warbler", "cherry-curtain", "iris-bridge"]


@pytest.mark.parametrize(
    "name",
    [
        "two-players-method-a",
        "three-players-method-b-to-500",
        "two-teams-of-two-1982",
        "six-players-before-floor",
    ],
)
def test_a_whole_game_entered_by_its_24_cards_ends_as_published(table: Table, example, name: str) -> None:
    given, expected = example(name)
    options = dict(given["options"])
    players, fields = given["sides"], {}
    if any(" & " in side for side in players):
        pairs = [side.split(" & ") for side in players]
        players, fields["sides"] = [pair[seat] for seat in range(2) for pair in pairs], str(len(pairs))
    fields["preset"] = options.pop("yaku", "all") if isinstance(options.get("yaku", "all"), str) else "ticked"
    if fields["preset"] == "ticked":
        fields["yaku"] = options.pop("yaku")
    for option in ("method", "target"):
        if option in options:
            fields[option] = str(options.pop(option))
    words = {True: "yes", False: "no"}
    fields |= {f"option-{option}": words.get(value, value) for option, value in options.items()}
    game = table.start(*players, game=given["game"], **fields)
    for number, (entered, figures) in enumerate(zip(given["rounds"], expected["rounds"], strict=True), 1):
        typed = by_cards(entered["captured"], entered.get("gaji"))
        if "declared" in entered:
            told = {yaku for declared in entered["declared"].values() for yaku in declared}
            typed["undeclared"] = [f"sakura-{n}" for n in range(1, 9) if f"sakura-{n}" not in told]
        typed["sure"] = [f"nothing-{number}" for number in range(6)]
        table.record(game, typed)
        totals = [figures[side]["total"] for side in given["sides"]]
        assert table.totals(game) == totals, f"after round {number}"
    text = table.get(game)
    for winner in expected["winners"]:
        assert f"<bdi>{winner.replace('&', '&amp;')}</bdi>" in text.split("</h1>")[0]


def test_the_rest_goes_to_its_side_in_one_choice(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="none")
    table.record(game, {"way": "cards", **{f"card-{card}": "0" for card in ANN}, "rest-to": "1"})
    assert table.totals(game) == [0, 60]


def test_cards_given_to_nobody_are_asked_about(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="none")
    fields = {**by_cards({"Ann": ANN, "Ben": "rest"}), "card-maple-deer": ""}
    del fields["card-maple-deer"]
    text = table.record(game, fields, 422).text
    assert "1 card was given to nobody: Deer under maple. Left on the table?" in text
    assert table.totals(game) == [0, 0]
    table.record(game, {**fields, "sure": "unplaced"})
    assert table.totals(game) == [0, 50]


def test_a_side_that_has_nothing_is_asked_about(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="none")
    fields = by_cards({"Ann": "rest", "Ben": []})
    text = table.record(game, fields, 422).text
    assert "Ben has no card with points: is that right?" in text
    table.record(game, {**fields, "sure": "nothing-1"})
    assert table.totals(game) == [120, 0]


def test_a_form_with_no_card_given_is_refused(table: Table) -> None:
    game = table.start("Ann", "Ben")
    assert "No card was given to anybody yet." in read_faults(table.record(game, {"way": "cards"}, 422).text)


@pytest.mark.parametrize(("answer", "total"), [("yes", 30), ("no", 0)])
def test_all_four_of_a_month_are_asked_where_one_side_has_both_cards_with_points(
    table: Table, answer: str, total: int
) -> None:
    game = table.start("Ann", "Ben", preset="month")
    fields = by_cards({"Ann": ["maple-deer", "maple-ribbon"], "Ben": "rest"})
    fields |= {"all-four-iris": "no", "all-four-willow": "no"}
    del fields["all-four-maple"]
    assert "all four of Maple?" in read_faults(table.record(game, fields, 422).text)[-1]
    table.record(game, {**fields, "all-four-maple": answer})
    assert table.totals(game)[0] == total
    # Answered is answered: nothing wonders about it any more.
    assert "may have" not in table.get(f"{game}/rounds/1/why")


def test_what_a_gaji_took_rules_out_all_four_for_the_others(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="month", option_gaji="kwado")
    gaji = {"by": "Ben", "took": "maple-chaff-1"}
    fields = by_cards({"Ann": ["maple-deer", "maple-ribbon"], "Ben": "rest"}, gaji)
    fields |= {"all-four-iris": "no", "all-four-maple": "yes"}
    said = read_faults(table.record(game, fields, 422).text)
    assert "All four of Maple: what the Gaji took is with whoever used it." in said
    del fields["all-four-maple"]
    table.record(game, fields)
    assert table.totals(game)[0] == 0


def test_all_four_cannot_be_said_of_a_month_that_two_sides_share(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="month")
    fields = {**by_cards({"Ann": ["maple-deer"], "Ben": "rest"}), "all-four-maple": "yes"}
    assert any("no side has" in fault for fault in read_faults(table.record(game, fields, 422).text))


def test_gaji_is_asked_about_only_when_cards_are_left_over(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="none", option_gaji="kwado")
    fields = by_cards({"Ann": ANN, "Ben": "rest"})
    del fields["gaji-by"]
    table.record(game, fields)
    text = table.record(game, {**fields, "card-willow-swallow": "table"}, 422).text
    assert read_faults(text) == ["Cards are left over: did anybody use the Gaji as a wild card?"]


def test_gaji_as_in_sakura_must_say_what_it_took(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="none", option_gaji="sakura")
    fields = {**by_cards({"Ann": ANN, "Ben": "rest"}), "gaji-by": "0"}
    assert any(
        "depends on the card that it took" in fault
        for fault in read_faults(table.record(game, fields, 422).text)
    )


def test_a_yaku_that_was_not_announced_is_struck_out(table: Table) -> None:
    game = table.start("Ann", "Ben")
    fields = by_cards({"Ann": ["pine-crane", "plum-warbler", "cherry-curtain"], "Ben": "rest"})
    table.record(game, {**fields, "undeclared": "sakura-1"})
    assert table.totals(game)[0] == 0
    assert "complete, but not announced" in table.get(f"{game}/rounds/1/why")
    table.correct(game, 1, {"undeclared": ""})
    assert table.totals(game)[0] == 30


def test_a_yaku_that_a_correction_completes_counts_unless_it_is_struck_out(table: Table) -> None:
    """It came up as not announced, though nobody had been asked."""
    game = table.start("Ann", "Ben")
    table.record(game, by_cards({"Ann": ["pine-crane", "plum-warbler"], "Ben": "rest"}))
    assert table.totals(game)[0] == 0
    table.correct(game, 1, {"card-cherry-curtain": "0"})
    assert table.totals(game)[0] == 30


def test_a_round_by_counts_scores_its_kinds_and_yaku(table: Table) -> None:
    game = table.start("Ann", "Ben")
    counts = {"count-0-brights": "3", "count-0-animals": "5", "count-0-ribbons": "4"}
    counts |= {"count-1-brights": "2", "count-1-animals": "4", "count-1-ribbons": "6"}
    table.record(game, {"way": "counts", **counts, "yaku-0": ["dragon"]})
    assert table.totals(game) == [10 + 25, 0]


@pytest.mark.parametrize(
    ("field", "typed", "fault"),
    [
        ("count-0-brights", "", "Ann: how many brights? Enter 0 for none."),
        ("count-0-brights", "6", "The deck has 5 brights, not 8."),
        ("count-0-animals", "99999999999", "“99999999999” is too large."),
        ("count-0-animals", "-1", "Ann: the animals cannot be less than 0."),
        ("count-1-ribbons", "１２", "Ben, ribbons: “１２” is not a whole number."),
        ("count-1-ribbons", "true", "Ben, ribbons: “true” is not a whole number."),
        ("count-1-ribbons", "NaN", "Ben, ribbons: “NaN” is not a whole number."),
    ],
)
def test_a_count_that_the_deck_cannot_have_is_named(table: Table, field: str, typed: str, fault: str) -> None:
    game = table.start("Ann", "Ben")
    counts = {f"count-{side}-{kind}": "2" for side in (0, 1) for kind in ("brights", "animals", "ribbons")}
    counts["count-1-brights"] = "2"
    text = table.record(game, {"way": "counts", **counts, field: typed}, 422).text
    assert any(fault in said for said in read_faults(text)), read_faults(text)
    assert f'name="{field}" inputmode="numeric" autocomplete="off" value="{typed}"' in text
    assert table.totals(game) == [0, 0]


@pytest.mark.parametrize(
    ("points", "fault"),
    [
        (("", "115"), "Ann: how many card points? Enter 0 for none."),
        (("123", "117"), "card points come in steps of 5"),
        (("200", "100"), "The deck has 240 card points, not 300."),
        (("-5", "100"), "cannot be less than 0"),
        (("1e2", "100"), "is not a whole number"),
    ],
)
def test_card_points_that_no_pile_can_have_are_named(
    table: Table, points: tuple[str, str], fault: str
) -> None:
    game = table.start("Ann", "Ben")
    fields = {"way": "points", "points-0": points[0], "points-1": points[1]}
    assert any(fault in said for said in read_faults(table.record(game, fields, 422).text))


def test_a_yaku_that_two_sides_claim_is_refused(table: Table) -> None:
    game = table.start("Ann", "Ben")
    text = table.record(game, by_points(120, 120, yaku_0=["dragon"], yaku_1=["dragon"]), 422).text
    assert any("paulownia-phoenix" in said for said in read_faults(text))


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("card-pine-crane", "7", "is no side of this game"),
        ("card-pine-crane", ["0", "1"], "a card has one owner"),
        ("card-oak-squirrel", "0", "There is no card “oak-squirrel” with points."),
        ("rest-to", "9", "The rest goes to one of the sides"),
        ("gaji-by", "9", "The Gaji was used by one of the sides, or by nobody."),
    ],
)
def test_a_form_that_no_page_of_ours_sends_is_refused_in_a_sentence(
    table: Table, field: str, value: object, fault: str
) -> None:
    game = table.start("Ann", "Ben", option_gaji="kwado")
    fields = {**by_cards({"Ann": ANN, "Ben": "rest"}), field: value}
    assert any(fault in said for said in read_faults(table.record(game, fields, 422).text))


def test_a_refused_round_comes_back_with_all_three_ways_as_they_were_typed(table: Table) -> None:
    game = table.start("Ann", "Ben", option_gaji="kwado")
    fields = {
        "way": "points",
        "points-0": "123",
        "count-1-animals": "4",
        "card-pine-crane": "1",
        "gaji-by": "0",
        "gaji-took": "maple-deer",
        "yaku-0": ["dragon"],
    }
    shown = read_fields(table.record(game, fields, 422).text)
    for name, value in fields.items():
        assert shown[name] == (value if isinstance(value, list) else [value]), name


def test_sorting_by_month_keeps_what_was_typed_and_stores_nothing(table: Table) -> None:
    game = table.start("Ann", "Ben")
    fields = {"way": "cards", "card-willow-ribbon": "1", "show": "by-month", "key": "12345678"}
    text = table.post(f"{game}/rounds/new", fields, 200).text
    assert "12. Willow" in text
    assert 'name="card-willow-ribbon" value="1" checked' in text
    assert text.index('data-card="paulownia-phoenix"') < text.index('data-card="willow-rain-man"')
    assert table.totals(game) == [0, 0]


def test_every_card_with_points_is_there_once_with_a_choice_for_each_side(table: Table) -> None:
    text = table.get(f"{table.start('Ann', 'Ben', 'Cem')}/rounds/new")
    assert re.findall(r'data-card="([^"]+)"', text).sort() == [card.id for card in POINT_CARDS].sort()
    for card in POINT_CARDS:
        assert re.findall(rf'name="card-{card.id}" value="([^"]+)"', text) == ["0", "1", "2", "table"]


def test_posting_twice_gives_one_round(table: Table) -> None:
    game = table.start("Ann", "Ben")
    fields = {**by_points(125, 115), "key": "one-and-the-same"}
    table.post(f"{game}/rounds/new", fields)
    table.post(f"{game}/rounds/new", fields)
    assert table.totals(game) == [5, 0]
    assert "Enter round 2" in table.get(game)


@pytest.mark.parametrize("key", ["", "short", "x" * 65, "no spaces!", "ключ-ключ"])
def test_a_round_without_a_readable_key_is_not_stored(table: Table, key: str) -> None:
    game = table.start("Ann", "Ben")
    table.post(f"{game}/rounds/new", {**by_points(125, 115), "key": key}, 422)
    assert table.totals(game) == [0, 0]


def test_a_correction_moves_totals_and_says_what_moved(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(125, 115))
    table.record(game, by_points(110, 130))
    table.correct(game, 1, {"points-0": "150", "points-1": "90"})
    text = table.get(game)
    assert table.totals(game) == [30, 10]
    assert "Round 1: Ann 5 → 30. Ann now leads with 30." in read_notices(text)


def test_a_correction_that_moves_no_score_says_so(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(100, 140))
    table.correct(game, 1, {"points-0": "90", "points-1": "140"})
    assert "Round 1 corrected. Scores unchanged." in read_notices(table.get(game))


def test_a_round_opens_for_correction_as_it_was_entered(table: Table) -> None:
    game = table.start("Ann", "Ben", option_gaji="kwado")
    fields = by_cards({"Ann": ANN, "Ben": "rest"}, {"by": "Ben", "took": "susuki-geese"})
    table.record(game, fields)
    shown = read_fields(table.get(f"{game}/rounds/1"))
    # The lightning lies with whoever used it, and with it all four willows.
    for name, value in {**fields, "all-four-willow": "yes"}.items():
        assert shown[name] == [value], name
    table.correct(game, 1, {})
    assert "Round 1 is unchanged." in read_notices(table.get(game))


def test_a_stale_correction_shows_both_versions_and_lets_the_person_choose(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(125, 115))
    seen = read_fields(table.get(f"{game}/rounds/1"))
    table.correct(game, 1, {"points-0": "130", "points-1": "110"})
    mine = {**seen, "points-0": "140", "points-1": "100"}
    text = table.post(f"{game}/rounds/1", mine, 409).text
    assert "Mine" in text
    assert "Saved as round 1" in text
    assert "<b>+20</b>" in text
    assert "<b>+10</b>" in text
    assert table.totals(game) == [10, 0]
    chosen = re.search(r"<form method=\"post\".*?>Use mine<", text, re.DOTALL)
    assert chosen
    table.post(f"{game}/rounds/1", read_fields(chosen[0].replace('type="hidden"', "")))
    assert table.totals(game) == [20, 0]


def test_a_removed_round_can_be_saved_anew_by_whoever_was_correcting_it(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(125, 115))
    table.record(game, by_points(130, 110))
    seen = read_fields(table.get(f"{game}/rounds/2"))
    table.post(f"{game}/rounds/2/remove", {"version": seen["version"]})
    table.record(game, by_points(130, 110))
    text = table.post(f"{game}/rounds/2", {**seen, "points-0": "140", "points-1": "100"}, 409).text
    assert "was removed since you opened it" in text
    assert "Save mine as a new round" in text


def test_removing_a_round_moves_the_later_ones_up_and_can_be_undone(table: Table) -> None:
    game = table.start("Ann", "Ben")
    for points in ((125, 115), (130, 110), (110, 130)):
        table.record(game, by_points(*points))
    version = re.search(r'name="version" value="([^"]+)"', table.get(f"{game}/rounds/2/why"))
    assert version
    table.post(f"{game}/rounds/2/remove", {"version": version[1]})
    text = table.get(game)
    assert "Round 2 is removed. Totals: Ann 15 → 5. Ben now leads with 10." in read_notices(text)
    assert table.totals(game) == [5, 10]
    table.press(game, "undo")
    assert table.totals(game) == [15, 10]


def test_a_removal_names_the_number_that_the_round_had_when_it_was_removed(table: Table) -> None:
    game = table.start("Ann", "Ben")
    for points in ((125, 115), (130, 110), (110, 130)):
        table.record(game, by_points(*points))
    first, third = (read_fields(table.get(f"{game}/rounds/{number}"))["version"] for number in (1, 3))
    table.post(f"{game}/rounds/1/remove", {"version": first})
    table.post(f"{game}/rounds/3/remove", {"version": third})
    assert "Round 2 is removed." in read_notices(table.get(game))


def test_a_round_after_the_game_was_won_is_kept_with_a_warning(table: Table) -> None:
    game = table.start("Ann", "Ben", target="20")
    table.record(game, by_points(150, 90))
    table.record(game, by_points(90, 150))
    assert "this round came after it" in table.get(f"{game}/rounds/2/why")


def test_a_lost_session_loses_nothing_that_was_typed(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.client.delete_cookie("kwado")
    fields = {**by_points(125, 115), "key": "12345678"}
    answer = table.client.post(f"{game}/rounds/new", data=fields)
    assert answer.status_code == 422
    assert "Your session expired" in answer.text
    assert 'value="125"' in answer.text
    assert table.totals(game) == [0, 0]


# --- The summary ----------------------------------------------------------------------------------

SAKURA_1 = by_cards({"Ann": ["pine-crane", "plum-warbler", "cherry-curtain"], "Ben": "rest"})


def send(table: Table, game: str, fields: dict[str, object], status: int, **headers: str) -> TestResponse:
    """Post a new round as it is, without pressing Save on a summary."""
    table.token = table.token or table.get_token()
    sent = {"csrf_token": table.token, "key": "one-and-the-same", **fields}
    answer = table.client.post(f"{game}/rounds/new", data=sent, headers=headers)
    assert answer.status_code == status, read_faults(answer.text)
    return answer


def test_a_plain_form_with_bonuses_is_shown_before_it_is_saved(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="ticked", yaku=["sakura-1", "dragon"], target="90")
    shown = read_summary(send(table, game, SAKURA_1, 422).text)
    assert shown["shown"] == ["0/sakura-1/30", "1/dragon/25"]
    assert table.totals(game) == [0, 0]
    text = drop_terms(send(table, game, SAKURA_1, 422).text)
    for words in ("Sakura 1 (crane, warbler, curtain) <b>+30</b>", "not announced", "Ben wins with 95."):
        assert words in text
    table.post(f"{game}/rounds/new", shown)
    assert table.totals(game) == [30, 95]


@pytest.mark.parametrize(
    "named",
    [
        [],
        ["0/sakura-1/30"],
        ["0/sakura-1/30", "1/dragon/20"],
        ["1/sakura-1/30", "1/dragon/25"],
        ["0/sakura-1/30", "1/dragon/25", "1/five-brights/100"],
        ["nonsense"],
    ],
)
def test_a_round_whose_bonuses_are_not_those_that_were_shown_is_not_saved(
    table: Table, named: list[str]
) -> None:
    game = table.start("Ann", "Ben", preset="ticked", yaku=["sakura-1", "dragon"])
    assert read_summary(send(table, game, {**SAKURA_1, "shown": named}, 422).text)
    answer = send(table, game, {**SAKURA_1, "shown": named}, 422, Accept="application/json").json
    assert answer["unshown"]["rules"]["yaku"][0]["id"] == "dragon"
    assert answer["errors"] == ["The bonuses of this round have changed. Please check them again."]
    assert table.totals(game) == [0, 0]
    told = {**SAKURA_1, "shown": ["1/dragon/25", "0/sakura-1/30"]}
    assert send(table, game, told, 200, Accept="application/json").json["saved"] == "one-and-the-same"


def test_a_round_without_a_bonus_is_saved_at_once(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="none")
    send(table, game, SAKURA_1, 302)
    assert table.totals(game) == [0, 70]


def test_yaku_that_were_ticked_by_hand_were_seen(table: Table) -> None:
    game = table.start("Ann", "Ben")
    send(table, game, by_points(125, 115, yaku_0=["dragon"]), 302)
    assert table.totals(game) == [30, 0]


def test_a_yaku_that_was_ticked_but_not_announced_is_shown_first(table: Table) -> None:
    game = table.start("Ann", "Ben")
    fields = {**by_points(125, 115, yaku_0=["sakura-1", "dragon"]), "undeclared": "sakura-1"}
    assert read_summary(send(table, game, fields, 422).text)


BY_COUNTS: dict[str, Any] = {"way": "counts", "yaku-0": ["sakura-1"]} | {
    f"count-{side}-{kind}": str(count)
    for side, counts in enumerate([(3, 5, 4), (2, 4, 6)])
    for kind, count in zip(("brights", "animals", "ribbons"), counts, strict=True)
}


@pytest.mark.parametrize("fields", [by_points(125, 115, yaku_0=["sakura-1"]), BY_COUNTS])
def test_whether_a_ticked_sakura_yaku_was_announced_is_asked_before_it_counts(
    table: Table, fields: dict[str, Any]
) -> None:
    game = table.start("Ann", "Ben")
    assert "not announced" in send(table, game, fields, 422).text


@pytest.mark.parametrize("fields", [by_points(125, 115, yaku_0=["sakura-1"]), BY_COUNTS])
def test_where_nothing_need_be_announced_a_ticked_yaku_is_saved_at_once(
    table: Table, fields: dict[str, Any]
) -> None:
    send(table, table.start("Ann", "Ben", option_declare="no"), fields, 302)


def test_striking_a_yaku_in_the_summary_shows_the_new_figures(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="ticked", yaku=["sakura-1"])
    shown = read_summary(send(table, game, SAKURA_1, 422).text)
    text = table.post(f"{game}/rounds/new", {**shown, "undeclared": ["sakura-1"]}, 422).text
    assert "Save round 1: Ann 0 · Ben +70" in text
    table.post(f"{game}/rounds/new", read_summary(text))
    assert table.totals(game)[0] == 0


def test_a_correction_with_bonuses_is_shown_before_it_is_saved(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="ticked", yaku=["sakura-1"])
    table.record(game, by_points(120, 120))
    table.record(game, by_points(120, 120))
    fields = {**read_fields(table.get(f"{game}/rounds/1")), **SAKURA_1, "undeclared": []}
    text = table.post(f"{game}/rounds/1", fields, 422).text
    assert "Check round 1" in text
    # What later rounds decide, the summary of an earlier one does not say.
    assert "leads with" not in text
    table.post(f"{game}/rounds/1", read_summary(text))
    assert table.totals(game)[0] == 30


def test_back_to_the_round_keeps_everything_that_was_typed(table: Table) -> None:
    game = table.start("Ann", "Ben")
    shown = read_summary(send(table, game, SAKURA_1, 422).text)
    again = read_fields(table.post(f"{game}/rounds/new", {**shown, "show": "again"}, 200).text)
    for name, value in SAKURA_1.items():
        assert not name.startswith("card-") or again[name] == [value], name
