"""A round: entered by cards, by counts or by points, corrected, removed; nothing empty is taken for zero."""

import re
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.cards import POINT_CARDS
from tests.web.table import (
    NOBODYS_DRAGON,
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
SAKURA_1 = by_cards({"Ann": ["pine-crane", "plum-warbler", "cherry-curtain"], "Ben": "rest"})
BY_COUNTS: dict[str, Any] = {"way": "counts"} | {
    f"counts/{side}/{kind}": str(count)
    for side, counts in enumerate([(3, 5, 4), (2, 4, 6)])
    for kind, count in zip(("brights", "animals", "ribbons"), counts, strict=True)
}


@pytest.mark.parametrize(
    ("name", "players", "fields"),
    [
        ("two-players-method-a", 2, {"option_gaji": "kwado"}),
        ("three-players-method-b-to-500", 3, {"preset": "ribbons", "method": "B", "target": "500"}),
        ("two-teams-of-two-1982", 4, {"game": "kwado-1982", "sides": "2", "option_gaji": "kwado"}),
        (
            "six-players-before-floor",
            6,
            {"target": "100", "option_gaji": "sakura", "option_bonus": "before-floor"},
        ),
    ],
)
def test_a_whole_game_entered_by_its_24_cards_ends_as_published(
    table: Table, example: Any, name: str, players: int, fields: dict[str, str]
) -> None:
    given, expected = example(name)
    game = table.start(*["Ann", "Ben", "Cem", "Dee", "Eva", "Fay"][:players], **fields)
    for entered, figures in zip(given["rounds"], expected["rounds"], strict=True):
        typed = by_cards(entered["captured"], entered.get("gaji"))
        table.record(game, {**typed, **{f"sure/nothing/{side}": "yes" for side in range(6)}})
        assert table.totals(game) == [figures[side]["total"] for side in given["sides"]]
    heading = table.get(game).split("</h1>")[0]
    for winner in expected["winners"]:
        assert f"<bdi>{winner.replace('&', '&amp;')}</bdi>" in heading


def test_cards_given_to_nobody_and_a_side_that_has_nothing_are_asked_about(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="none")
    by_choice = {"way": "cards", **{f"captured/{card}": "0" for card in ANN}}
    table.record(game, {**by_choice, "rest": "1"})
    assert table.totals(game) == [0, 60]
    nobody = {**by_cards({"Ann": ANN, "Ben": "rest"}), "captured/maple-deer": []}
    nothing = by_cards({"Ann": "rest", "Ben": []})
    for fields, asked, sure, totals in (
        (nobody, "1 card was given to nobody: Deer under maple. Left on the table?", "unplaced", [0, 110]),
        (nothing, "Ben has no card with points: is that right?", "nothing/1", [120, 110]),
        (by_points(150, 85), "5 of the 240 card points are nobody", "left", [150, 110]),
    ):
        assert asked in table.record(game, fields, 422).text
        table.record(game, {**fields, f"sure/{sure}": "yes"})
        assert table.totals(game) == totals


def test_the_entry_says_of_two_people_that_they_have_and_of_points_in_which_steps_they_come(
    table: Table,
) -> None:
    game = table.start("Ann", "Ben", "Cho", "Dee", sides="2")
    text = drop_terms(table.get(f"{game}/rounds/new"))
    assert re.findall(r"\w+ &amp; \w+ has", text) == []
    assert re.findall(r"\w+ &amp; \w+ have no card with points", text)
    assert "Card points come in steps of 5" in text


def test_all_four_of_a_month_are_asked_where_one_side_has_both_cards_with_points(table: Table) -> None:
    fields = by_cards({"Ann": ["maple-deer", "maple-ribbon"], "Ben": "rest"})
    del fields["all_four/maple"]
    for answer, total in (("yes", 30), ("no", 0)):
        game = table.start("Ann", "Ben", preset="month", option_gaji="kwado")
        assert "all four of Maple?" in read_faults(table.record(game, fields, 422).text)[-1]
        table.record(game, {**fields, "all_four/maple": answer})
        assert table.totals(game)[0] == total
        # Answered is answered: nothing wonders about it any more.
        assert "may have" not in table.get(f"{game}/rounds/1/why")
    # What a Gaji took is with whoever used it, so that nothing need be asked.
    table.record(game, {**fields, "gaji/by": "1", "gaji/took": "maple-chaff-1", "all_four/willow": "yes"})
    assert table.totals(game)[0] == 0


def test_a_yaku_counts_unless_it_was_not_announced(table: Table) -> None:
    """One that a correction completes came up as not announced, though nobody had been asked."""
    game = table.start("Ann", "Ben")
    table.record(game, {**SAKURA_1, "captured/cherry-curtain": "1"})
    for change, total in (
        ({"captured/cherry-curtain": "0"}, 30),
        ({"undeclared": "sakura-1"}, 0),
        ({"undeclared": ""}, 30),
    ):
        table.correct(game, 1, change)
        assert table.totals(game)[0] == total
        assert ("complete, but not announced" in table.get(f"{game}/rounds/1/why")) is (total == 0)


def test_a_round_by_counts_scores_its_kinds_and_yaku(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, {**BY_COUNTS, "yaku/0": ["dragon"]})
    assert table.totals(game) == [10 + 25, 0]


@pytest.mark.parametrize(
    ("fields", "way"), [(BY_COUNTS | {"yaku/1": "dragon"}, "counts"), (by_points(150, 90), "points")]
)
def test_a_round_opens_in_the_way_in_which_the_last_one_was_entered(
    table: Table, fields: dict[str, Any], way: str
) -> None:
    game = table.start("Ann", "Ben")
    assert read_fields(table.get(f"{game}/rounds/new"))["way"] == ["cards"]
    table.record(game, fields)
    assert read_fields(table.get(f"{game}/rounds/new"))["way"] == [way]


def send(table: Table, game: str, fields: dict[str, Any], status: int, **headers: str) -> TestResponse:
    """Post a new round as it is, without pressing Save on a summary."""
    table.token = table.token or table.get_token()
    sent = {"csrf_token": table.token, "key": "one-and-the-same", **fields}
    answer = table.client.post(f"{game}/rounds/new", data=sent, headers=headers)
    assert answer.status_code == status, read_faults(answer.text)
    return answer


CARDS = by_cards({"Ann": ANN, "Ben": "rest"})
MAPLE = {"captured/maple-deer": "0", "captured/maple-ribbon": "0"}
REFUSED: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({"way": "cards"}, {}, "No card was given to anybody yet."),
    (CARDS, {"captured/maple-deer": "0", "all_four/maple": "yes"}, "no side has"),
    (
        CARDS,
        {**MAPLE, "gaji/by": "1", "gaji/took": "maple-chaff-1", "all_four/maple": "yes"},
        "All four of Maple: whoever used the Gaji has a card of it.",
    ),
    (
        CARDS,
        {"gaji/by": [], "captured/willow-swallow": "table"},
        "Cards are left over: did anybody use the Gaji as a wild card?",
    ),
    (CARDS, {"gaji/by": "0"}, "depends on the card that it took"),
    # What no page of ours sends.
    (CARDS, {"captured/pine-crane": "7"}, "No side “7” plays here."),
    (CARDS, {"captured/pine-crane": ["0", "1"]}, "a card has one owner"),
    (CARDS, {"captured/oak-squirrel": "0"}, "There is no card “oak-squirrel”"),
    (CARDS, {"captured/pine-ribbon": [], "rest": "9"}, "No side “9” plays here."),
    (CARDS, {"gaji/by": "9"}, "No side “9” plays here."),
    (BY_COUNTS, {"counts/0/brights": ""}, "Ann: how many brights? Enter 0 for none."),
    (BY_COUNTS, {"counts/0/brights": "6"}, "The deck has 5 brights, not 8."),
    (
        BY_COUNTS,
        {"counts/0/animals": "99999999999"},
        "Ann: “animals” is a whole number from 0 to 999, not 99999999999.",
    ),
    (BY_COUNTS, {"counts/0/animals": "-1"}, "Ann: “animals” is a whole number from 0 to 999, not -1."),
    (BY_COUNTS, {"counts/1/ribbons": "１２"}, "Ben: “ribbons” is a whole number from 0 to 999, not １２."),
    (BY_COUNTS, {"counts/1/ribbons": "true"}, "Ben: “ribbons” is a whole number from 0 to 999, not true."),
    (BY_COUNTS, {"counts/1/ribbons": "NaN"}, "Ben: “ribbons” is a whole number from 0 to 999, not NaN."),
    (by_points(120, 115), {"points/0": ""}, "Ann: how many card points? Enter 0 for none."),
    (by_points(123, 117), {}, "card points come in steps of 5"),
    (by_points(200, 100), {}, "The deck has 240 card points, not 300."),
    (by_points(-5, 100), {}, "is a whole number from 0 to 999, not -5"),
    (by_points(0, 100), {"points/0": "1e2"}, "is a whole number from 0 to 999, not 1e2"),
    (by_points(120, 120, yaku_0=["dragon"], yaku_1=["dragon"]), {}, "paulownia-phoenix"),
]


def test_a_round_that_cannot_be_is_refused_in_a_sentence(table: Table) -> None:
    game = table.start("Ann", "Ben", option_gaji="sakura")
    misses = []
    for fields, change, fault in REFUSED:
        text = send(table, game, {**fields, **change}, 422).text
        typed = [value for name, value in change.items() if name.startswith("counts/")]
        if fault not in " ".join(read_faults(text)) or not all(f'value="{one}"' in text for one in typed):
            misses.append((change, fault, read_faults(text)))
    assert misses == []
    assert "Enter round 1" in table.get(game)


def test_a_refused_round_comes_back_with_all_three_ways_as_they_were_typed(table: Table) -> None:
    game = table.start("Ann", "Ben", option_gaji="kwado")
    fields = {
        "way": ["points"],
        "points/0": ["123"],
        "counts/1/animals": ["4"],
        "captured/pine-crane": ["1"],
        "gaji/by": ["0"],
        "gaji/took": ["maple-deer"],
        "yaku/0": ["dragon"],
    }
    shown = read_fields(table.record(game, fields, 422).text)
    assert {name: shown[name] for name in fields} == fields


def test_every_card_with_points_is_there_once_and_sorting_keeps_what_was_typed(table: Table) -> None:
    game = table.start("Ann", "Ben", "Cem")
    text = table.get(f"{game}/rounds/new")
    assert sorted(re.findall(r'data-card="([^"]+)"', text)) == sorted(card.id for card in POINT_CARDS)
    for card in POINT_CARDS:
        assert re.findall(rf'name="captured/{card.id}" value="([^"]+)"', text) == ["0", "1", "2", "table"]
    fields = {"way": "cards", "captured/willow-ribbon": "1", "show": "by-month", "key": "12345678"}
    text = table.post(f"{game}/rounds/new", fields, 200).text
    assert "12. Willow" in text
    assert 'name="captured/willow-ribbon" value="1" checked' in text
    assert text.index('data-card="paulownia-phoenix"') < text.index('data-card="willow-rain-man"')
    assert table.totals(game) == [0, 0, 0]


def test_one_key_gives_one_round_and_a_key_that_cannot_be_read_none(table: Table) -> None:
    game = table.start("Ann", "Ben")
    for key, status in (("", 422), ("no spaces!", 422), ("one-and-the-same", 302), ("one-and-the-same", 302)):
        table.post(f"{game}/rounds/new", {**by_points(125, 115), "key": key}, status)
    text = table.get(game)
    assert table.totals(game) == [5, 0]
    assert "Enter round 2" in text


def test_a_correction_moves_totals_and_says_what_moved(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(125, 115))
    table.record(game, by_points(110, 130))
    table.correct(game, 1, {"points/0": "150", "points/1": "90"})
    assert "Round 1: Ann 5 → 30. Ann now leads with 30." in read_notices(table.get(game))
    assert table.totals(game) == [30, 10]
    table.correct(game, 1, {"points/0": "150", "points/1": "85", "sure/left": "yes"})
    assert "Round 1 corrected. Scores unchanged." in read_notices(table.get(game))


def test_a_round_opens_for_correction_as_it_was_entered(table: Table) -> None:
    game = table.start("Ann", "Ben", option_gaji="kwado")
    fields = by_cards({"Ann": ANN, "Ben": "rest"}, {"by": "Ben", "took": "susuki-geese"})
    table.record(game, fields)
    shown = read_fields(table.get(f"{game}/rounds/1"))
    # The lightning lies with whoever used it, and with it all four willows.
    for name, value in {**fields, "all_four/willow": "yes"}.items():
        assert shown[name] == [value], name
    table.correct(game, 1, {})
    assert "Round 1 is unchanged." in read_notices(table.get(game))


def test_a_stale_correction_shows_both_versions_and_lets_the_person_choose(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.record(game, by_points(125, 115))
    seen = read_fields(table.get(f"{game}/rounds/1"))
    table.correct(game, 1, {"points/0": "130", "points/1": "110"})
    mine = {**seen, NOBODYS_DRAGON: "yes", "points/0": "140", "points/1": "100"}
    text = table.post(f"{game}/rounds/1", mine, 409).text
    for words in ("Mine", "Saved as round 1", "<b>+20</b>", "<b>+10</b>"):
        assert words in text
    assert table.totals(game) == [10, 0]
    chosen = re.search(r"<form method=\"post\".*?>Use mine<", text, re.DOTALL)
    assert chosen
    table.post(f"{game}/rounds/1", read_fields(chosen[0].replace('type="hidden"', "")))
    assert table.totals(game) == [20, 0]
    # Removed meanwhile, it can be saved anew, though its number has another round.
    seen = read_fields(table.get(f"{game}/rounds/1"))
    table.post(f"{game}/rounds/1/remove", {"version": seen["version"]})
    table.record(game, by_points(130, 110))
    mine = {**seen, NOBODYS_DRAGON: "yes", "points/0": "145", "points/1": "95"}
    text = table.post(f"{game}/rounds/1", mine, 409).text
    assert "was removed since you opened it" in text
    assert "Save mine as a new round" in text


def test_removing_a_round_moves_the_later_ones_up_and_can_be_undone(table: Table) -> None:
    game = table.start("Ann", "Ben")
    for points in ((125, 115), (130, 110), (110, 130)):
        table.record(game, by_points(*points))
    first, second, third = (
        read_fields(table.get(f"{game}/rounds/{number}"))["version"] for number in (1, 2, 3)
    )
    assert read_fields(table.get(f"{game}/rounds/2/why"))["version"] == second
    table.post(f"{game}/rounds/2/remove", {"version": second})
    removed = "Round 2 is removed. Totals: Ann 15 → 5. Ben now leads with 10."
    assert removed in read_notices(table.get(game))
    assert table.totals(game) == [5, 10]
    table.press(game, "undo")
    assert table.totals(game) == [15, 10]
    # A removal names the number that the round had when it was removed.
    table.post(f"{game}/rounds/1/remove", {"version": first})
    table.post(f"{game}/rounds/3/remove", {"version": third})
    assert "Round 2 is removed." in read_notices(table.get(game))


def test_a_lost_session_loses_nothing_that_was_typed(table: Table) -> None:
    game = table.start("Ann", "Ben")
    table.client.delete_cookie("kwado")
    answer = table.client.post(f"{game}/rounds/new", data={**by_points(125, 115), "key": "12345678"})
    assert answer.status_code == 422
    assert "Your session expired" in answer.text
    assert 'value="125"' in answer.text
    assert table.totals(game) == [0, 0]


# --- The summary ----------------------------------------------------------------------------------


def test_a_plain_form_with_bonuses_is_shown_before_it_is_saved(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="ticked", yaku=["sakura-1", "dragon"], target="90")
    text = send(table, game, SAKURA_1, 422).text
    shown = read_summary(text)
    assert shown["shown"] == ["0/sakura-1/30", "1/dragon/25"]
    assert table.totals(game) == [0, 0]
    text = drop_terms(text)
    for words in ("Sakura 1 (crane, warbler, curtain) <b>+30</b>", "not announced", "Ben wins with 95."):
        assert words in text
    # Back to the round, everything is as it was typed.
    again = read_fields(table.post(f"{game}/rounds/new", {**shown, "show": "again"}, 200).text)
    for name in (name for name in SAKURA_1 if name.startswith("captured/")):
        assert again[name] == [SAKURA_1[name]], name
    # A yaku that is struck out has new figures, and they are shown first.
    text = table.post(f"{game}/rounds/new", {**shown, "undeclared": ["sakura-1"]}, 422).text
    assert "Save round 1: Ann 0 · Ben +95" in text
    table.post(f"{game}/rounds/new", read_summary(text))
    assert table.totals(game) == [0, 95]


def test_a_round_whose_bonuses_are_not_those_that_were_shown_is_not_saved(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="ticked", yaku=["sakura-1", "dragon"])
    told = ["1/dragon/25", "0/sakura-1/30"]
    for named in (
        [],
        told[1:],
        ["0/sakura-1/30", "1/dragon/20"],
        ["1/sakura-1/30", "1/dragon/25"],
        [*told, "1/five-brights/100"],
        ["nonsense"],
    ):
        assert read_summary(send(table, game, {**SAKURA_1, "shown": named}, 422).text)
        answer = send(table, game, {**SAKURA_1, "shown": named}, 422, Accept="application/json").json
        assert answer["unshown"]["rules"]["yaku"][0]["id"] == "dragon"
        assert answer["errors"] == ["The yaku of this round have changed. Please check them again."]
    assert table.totals(game) == [0, 0]
    saved = send(table, game, {**SAKURA_1, "shown": told}, 200, Accept="application/json").json
    assert saved["saved"] == "one-and-the-same"


def test_a_ticked_yaku_was_seen_but_whether_a_sakura_yaku_was_announced_is_asked(table: Table) -> None:
    both = by_points(125, 115, yaku_0=["sakura-1", "dragon"])
    counts = {**BY_COUNTS, "yaku/0": ["sakura-1", "dragon"]}
    for options, fields, status in (
        ({"preset": "none"}, SAKURA_1, 302),
        ({}, by_points(125, 115, yaku_0=["dragon"]), 302),
        ({}, {**both, "undeclared": "sakura-1"}, 422),
        ({}, both, 422),
        ({}, counts, 422),
        ({"option_declare": "no"}, both, 302),
        ({"option_declare": "no"}, counts, 302),
    ):
        answer = send(table, table.start("Ann", "Ben", **options), fields, status)
        assert ("not announced" in answer.text) is (status == 422)


def test_a_correction_with_bonuses_is_shown_before_it_is_saved(table: Table) -> None:
    game = table.start("Ann", "Ben", preset="ticked", yaku=["sakura-1"])
    for _ in range(2):
        table.record(game, by_points(120, 120))
    fields = {**read_fields(table.get(f"{game}/rounds/1")), **SAKURA_1, "undeclared": []}
    text = table.post(f"{game}/rounds/1", fields, 422).text
    assert "Check round 1" in text
    # What later rounds decide, the summary of an earlier one does not say.
    assert "leads with" not in text
    table.post(f"{game}/rounds/1", read_summary(text))
    assert table.totals(game)[0] == 30
