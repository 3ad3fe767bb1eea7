"""The score pad: its rounds, pages and games, what stands on each page, and what was agreed."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pypdfium2
import pytest

from companion.printing import compose, parse_order
from companion.printing.columns import get_yaku_in_play
from companion.printing.score_pad import (
    describe_pad,
    find_check,
    list_dealers,
    plan_pad,
    say_agreed,
    say_sums,
)
from companion.printing.words import can_matter, say_house_rules
from companion.reference import name_fully
from companion.rules import (
    RULE_SET_IDS,
    Options,
    get_rule_set,
    parse_game,
    parse_options,
    parse_rule_set,
    score_game,
)
from tests.printing.conftest import THOROUGH, LaySheet, PrintSheet, make_printed_game, order_sheet, read_words
from tests.printing.reading import list_bookmarks, read_pages, read_spots, squeeze
from tests.rules.tables import CARD_GAMES, list_values

PAPERS = ("a4", "letter", "a5")


LONG_NAMES = [
    *("Maximiliane von Hohenstein-Wittgenstein", "Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww"),
    *("山田太郎左衛門尉源朝臣義経之助兵衛", "김민수이영희박철수최지우정다은강하늘윤서준"),
    *("Þórður Ægisson Straumfjörð Guðmundsson", "Ann Mary Lou Beth Jane Sue Kate Rose Eve", "ゆうこ"),
]


def list_agreements(rules: str) -> Iterator[Options]:
    """Every way in which a table can agree on the options of a rule set, or every pair of choices."""
    rule_set = get_rule_set(rules)
    presets = dict.fromkeys((rule_set.presets[0].id, "all")) if rule_set.presets else (None,)
    for method, preset in product([method.id for method in rule_set.methods], presets):
        for chosen in list_values(rule_set):
            agreed = dict(zip([option.id for option in rule_set.options], chosen, strict=True))
            chosen_yaku = {"yaku": preset} if preset is not None else {}
            yield parse_options(rule_set, {"method": method, "target": 90_000, **chosen_yaku, **agreed})


def test_what_was_agreed_is_said_in_sentences() -> None:
    rule_set = get_rule_set("kwado-1985")
    assert say_house_rules(rule_set, parse_options(rule_set, {}), 2) == (
        "We add bonuses after the floor and announce Sakura yaku. "
        "Equal totals share the win; the best of a round deals next."
    )
    agreed = {
        "method": "B",
        "target": 500,
        "yaku": "none",
        "gaji": "kwado",
        "tie": "play-on",
        "dealer": "left",
    }
    assert say_house_rules(rule_set, parse_options(rule_set, agreed), 2) == (
        "We play Gaji for the willow left over. Equal totals play on; the deal passes to the left."
    )


@pytest.mark.parametrize("rules", RULE_SET_IDS)
def test_every_agreement_has_words_of_its_own(rules: str) -> None:
    rule_set = get_rule_set(rules)
    # Every option matters to five players, or to any four.
    side_count = min(5, rule_set.side_counts[-1])
    said = [
        say_house_rules(rule_set, options, side_count)
        for options in list_agreements(rules)
        if options.method == rule_set.methods[0].id
        and options.preset in ("all", None)
        # What cannot matter beside another choice is said of nobody: there it stands as usual.
        and all(
            options.choice(option.id) == option.default
            for option in rule_set.options
            if not can_matter(option, rule_set, options, side_count)
        )
    ]
    # Mushi lets a table choose two things only.
    assert len(set(said)) == len(said) >= (24 if len(rule_set.options) > 4 else 6)
    assert all(option.title not in each for each in said for option in rule_set.options)


def test_a_value_that_nobody_has_words_for_is_said_by_the_title_of_its_option() -> None:
    text = get_rule_set("kwado-1985").text.replace('value = "fixed"', 'value = "oldest"')
    rule_set = parse_rule_set(text.replace(', said = "one player deals all evening"', ""))
    assert say_house_rules(rule_set, parse_options(rule_set, {"dealer": "oldest"}), 2) == (
        "We add bonuses after the floor and announce Sakura yaku. "
        "Equal totals share the win; The next round is dealt by: the same player all evening."
    )


@pytest.mark.parametrize(
    ("rules", "sides", "paper"),
    [
        ("kwado-1985", 4, "a5"),
        ("kwado-1985", 6, "a4"),
        ("min-hwatu", 5, "letter"),
        ("koikoi-modern", 2, "letter"),
    ],
)
def test_the_longest_agreement_stands_whole_on_every_pad(
    rules: str, sides: int, paper: str, lay_sheet: LaySheet
) -> None:
    """With the longest names, and on no more pages than planned."""
    rule_set = get_rule_set(rules)
    longest = max(list_agreements(rules), key=lambda each: len(say_house_rules(rule_set, each, sides)))
    agreed = longest.document() | {"target": 90_000}
    game = make_printed_game(1, LONG_NAMES[:sides], options=agreed, rules=rules)
    order = order_sheet("score-pad", game, paper=paper)
    assert order.options.choices == longest.choices
    laid = lay_sheet("score-pad", game, paper=paper)
    assert laid.faults == [], (rules, paper)
    assert len(laid.texts) <= plan_pad(order).pages, (rules, paper)
    said = [say_agreed(order), *order.sides]
    for text in map(squeeze, laid.texts):
        assert [words for words in said if squeeze(words) not in text] == []


@pytest.mark.parametrize(("rules", "paper"), [*product(("kwado-1985", "min-hwatu", "sakura"), PAPERS)])
def test_up_to_four_sides_have_rows_and_more_have_columns_where_the_paper_is_wide(
    rules: str, paper: str
) -> None:
    for sides in get_rule_set(rules).side_counts:
        plan = plan_pad(order_sheet("score-pad", rules=rules, sides=str(sides), paper=paper))
        wide = "rows" if sides <= 4 else "columns"
        assert plan.layout == ("narrow" if paper == "a5" else wide), (rules, sides, paper)
        assert plan.row_mm >= 8.0


def test_a_column_leads_from_the_cards_to_the_total() -> None:
    def list_heads(**raw: str) -> list[str]:
        described = describe_pad(order_sheet("score-pad", **raw))
        return [" · ".join(described["heads"][box.id][0] for box in row) for _, row in described["boxes"]]

    groups = "Brights · Animals · Ribbons"
    assert list_heads(sides="6") == [groups, "Card points · Net", "Yaku · Bonus", "Round · Total"]
    assert list_heads(sides="6", yaku="none") == [groups, "Card points · Net", "Round · Total"]
    sakura = ["Card points", "Yaku · Yaku of others", "Round · Total"]
    assert list_heads(sides="6", rules="sakura")[1:] == sakura
    mine = ["Card points · Yaku", "Received · Paid", "Round · Total"]
    assert list_heads(sides="7", rules="min-hwatu") == [groups, *mine]


@pytest.mark.parametrize("paper", PAPERS)
def test_a_narrow_pad_has_boxes_to_write_in_where_rings_would_be_too_small(paper: str) -> None:
    described = describe_pad(order_sheet("score-pad", paper=paper))
    ringed = [bool(described["tallies"][each]) for each in ("brights", "animals", "ribbons", "yaku")]
    assert ringed == [paper != "a5"] * 4
    said = [described["heads"][each][1] for each in ("brights", "yaku")]
    assert said == (["count, 20\u00a0each", "signs"] if paper == "a5" else ["20\u00a0each", ""])


@pytest.mark.parametrize(
    ("raw", "least_pt"), [({}, 8.0), ({"rules": "koikoi-modern"}, 8.0), ({"large": "yes"}, 13.0 / 1.4)]
)
def test_rings_are_4_millimetres_wide_and_letters_8_points(
    raw: dict[str, Any], least_pt: float, print_sheet: PrintSheet
) -> None:
    pad = print_sheet("score-pad", **raw)
    assert pad.faults == []
    assert pad.laid.least_pt >= least_pt
    rings = [spot for page in read_spots(pad.content) for spot in page if spot.character in "◯Ⓜ"]
    # Those of the key are letters.
    widths = sorted(spot.right - spot.left for spot in rings)
    assert len(rings) > 20
    assert widths[len(widths) // 2] >= 4.0


@pytest.mark.parametrize(
    ("raw", "brought"),
    [({"sides": "4"}, "Totals brought forward"), ({"sides": "6", "large": "yes"}, "Totals brought forward")],
    ids=str,
)
def test_each_page_has_its_head_its_key_and_totals_brought_forward(
    raw: dict[str, str], brought: str, print_sheet: PrintSheet
) -> None:
    pad = print_sheet("score-pad", **raw)
    order = order_sheet("score-pad", **raw)
    assert pad.faults == []
    assert pad.page_count == plan_pad(order).pages > 1
    pages = [squeeze(text) for text in read_pages(pad.content)]
    for said in ("Kwa-Dō (1985)", "Winner", brought, "Total = total before + round."):
        # Large print explains once.
        is_once = "large" in raw and said.startswith("Total =")
        assert [squeeze(said) in page for page in pages] == [True] + [not is_once] * (len(pages) - 1), said
    rounds = "".join(pages).count("Dealer:")
    assert rounds == plan_pad(order).rounds >= order.rule_set.usual_rounds[len(order.sides) - 2]
    assert len(list_bookmarks(pad.content)) == 1


@pytest.mark.parametrize("rules", ["kwado-1985", "hana-awase"])
def test_four_write_their_names_in_one_line_above_a_worked_row(rules: str, print_sheet: PrintSheet) -> None:
    pad = print_sheet("score-pad", rules=rules, sides="4").content
    tops = sorted(spot.top for spot in next(read_spots(pad)) if spot.character == "=")
    assert tops[3] - tops[0] < 1, rules
    assert "e.g." in read_pages(pad)[0], rules


@pytest.mark.parametrize("sides", ["4", "5"])
def test_the_first_page_of_go_stop_in_large_print_has_a_round(sides: str, print_sheet: PrintSheet) -> None:
    pad = print_sheet("score-pad", rules="go-stop", sides=sides, large="yes").content
    assert "1Σ 0" in read_pages(pad)[0].replace("\n", "")


def test_five_players_of_go_stop_have_four_rounds_a_page() -> None:
    order = parse_order("score-pad", {"rules": "go-stop", "sides": "5"})
    plan = plan_pad(order)
    assert (plan.rounds, plan.pages, plan.rows) == (12, 3, 4)


def list_pads() -> Iterator[tuple[str, int, str, str]]:
    for rules in RULE_SET_IDS:
        yield from product((rules,), get_rule_set(rules).side_counts, PAPERS, ("", "3", "6", "12", "24"))


# Of each kind a few, with few and many sides and rounds, on each paper.
SOME_PADS = [
    *(
        ("kwado-1985", 2, "a5", "24"),
        ("kwado-1985", 6, "letter", ""),
        ("koikoi-compendium", 2, "letter", "12"),
    ),
    *(("hana-awase", 2, "letter", ""), ("sakura", 3, "a5", "3"), ("sakura", 3, "letter", "3")),
    *(("go-stop", 4, "a5", "12"), ("go-stop", 2, "a4", ""), ("by-points", 5, "a4", "6")),
]


@pytest.mark.parametrize(("rules", "sides", "paper", "rounds"), [*list_pads()] if THOROUGH else SOME_PADS)
def test_every_pad_has_names_the_date_an_example_and_the_meaning_of_its_signs(
    rules: str, sides: int, paper: str, rounds: str, lay_sheet: LaySheet
) -> None:
    raw = {"rules": rules, "sides": str(sides), "paper": paper, **({"rounds": rounds} if rounds else {})}
    order, laid = order_sheet("score-pad", **raw), lay_sheet("score-pad", **raw)
    plan, first = plan_pad(order), squeeze(laid.texts[0])
    assert laid.faults == []
    assert len(laid.texts) == plan.pages
    assert [said for said in ("e.g.", "Date") if said not in first] == []
    if plan.layout != "columns":
        assert [letter for letter in "ABCDEFG"[:sides] if f"{letter}=" not in first] == []
    for yaku in get_yaku_in_play(order.rule_set, order.options):
        # What players call it is left out where another page would be needed.
        usual = (None, yaku.latin_name, "")
        assert any(squeeze(name_fully(yaku, usual=each)) in first for each in usual), yaku.id


@pytest.mark.parametrize(
    ("rules", "paper", "called"),
    [
        # Twelve rounds leave no room for other letters on Letter.
        ("koikoi-modern", "letter", "latin_name"),
        ("hana-awase", "a4", "usual_name"),
        ("roppyakken", "a5", "usual_name"),
    ],
)
def test_a_pad_says_what_players_call_the_yaku(
    rules: str, paper: str, called: str, lay_sheet: LaySheet
) -> None:
    order = order_sheet("score-pad", rules=rules)
    first = squeeze(lay_sheet("score-pad", rules=rules, paper=paper).texts[0])
    names = [getattr(yaku, called) for yaku in get_yaku_in_play(order.rule_set, order.options)]
    assert sum(map(bool, names)) >= 10
    assert [name for name in names if name and squeeze(f"({name}") not in first] == []


def test_long_names_take_no_round_from_large_print_and_its_explanation_stands_once(
    lay_sheet: LaySheet,
) -> None:
    names = ["Maximilian-Alexander", "Bartholomäus Weiß", "Konstantin Theodor", "Anna-Magdalena von"]
    for chosen in ({"sides": "4"}, {"name": names}):
        order = {"large": "yes", **chosen}
        text = "".join(lay_sheet("score-pad", **order).texts)
        assert text.count("Dealer:") == plan_pad(order_sheet("score-pad", **order)).rounds == 8
        assert text.count("Total = total before + round.") == 1


def test_two_pages_of_a_game_have_as_many_rounds_each(lay_sheet: LaySheet) -> None:
    first, second = lay_sheet("score-pad", rules="koikoi-modern", paper="a5").texts
    assert [month in first for month in ("A stopped", "Peony", "Clover")] == [True, True, False]
    assert [month in second for month in ("Peony", "Clover", "Paulownia")] == [False, True, True]


@pytest.mark.parametrize(
    ("raw", "rounds"),
    [
        ({"sides": "3", "paper": "a5", "rounds": "12"}, [4, 4, 4]),
        ({"rules": "min-hwatu", "sides": "5", "paper": "a5", "rounds": "12"}, [3, 3, 3, 3]),
        # The first page has the explanation.
        ({"rules": "min-hwatu", "sides": "3", "large": "yes"}, [2, 4, 3, 3]),
        ({"sides": "4", "large": "yes"}, [2, 3, 3]),
    ],
)
def test_the_pages_of_a_game_have_nearly_as_many_rounds(
    raw: dict[str, str], rounds: list[int], lay_sheet: LaySheet
) -> None:
    laid = lay_sheet("score-pad", **raw)
    assert [text.count("Dealer:") for text in laid.texts] == rounds
    assert laid.faults == []


def test_heads_of_ten_columns_fit_a_small_pad_with_names(lay_sheet: LaySheet) -> None:
    assert lay_sheet("score-pad", rules="hana-awase", name=LONG_NAMES[:4], paper="a5", sides="4").faults == []


@pytest.mark.parametrize("rules", ["kwado-1985", "roppyakken", "sakura"])
def test_cards_with_a_worth_of_their_own_have_columns_that_fit(rules: str, lay_sheet: LaySheet) -> None:
    worth = dict.fromkeys(("maple-deer", "chrysanthemum-cup", "iris-bridge"), 60)
    own = {"rules": rules, "own": json.dumps({"values": worth})}
    laid = lay_sheet("score-pad", **own, paper="a5")
    assert laid.faults == []
    assert [head for head in ("Deer", "Sake", "Bridge") if head not in " ".join(laid.texts)] == []


@pytest.mark.parametrize(("sides", "look"), [("2", {}), ("3", {}), ("3", {"large": "yes"})])
def test_nineteen_rings_stay_in_their_column(lay_sheet: LaySheet, sides: str, look: dict[str, str]) -> None:
    """Roppyakken has 19 tens, no other game more than 14 of a group with rings."""
    assert lay_sheet("score-pad", rules="roppyakken", sides=sides, paper="a4", **look).faults == []


def test_without_yaku_no_sum_has_what_is_got() -> None:
    order = order_sheet("score-pad", rules="hana-awase")
    assert "Got" in say_sums(order)
    assert "Got" not in say_sums(replace(order, options=replace(order.options, yaku=())))


def test_a_whole_game_of_five_stands_on_both_sides_of_a_sheet() -> None:
    plans = {sides: plan_pad(order_sheet("score-pad", sides=str(sides))) for sides in range(2, 7)}
    assert {sides: (plan.rounds, plan.pages) for sides, plan in plans.items()} == {
        2: (12, 1), 3: (8, 1), 4: (12, 2), 5: (12, 2), 6: (12, 2),
    }  # fmt: skip
    assert plan_pad(order_sheet("score-pad", sides="5", rounds="24")).rounds == 24


def test_the_pad_of_a_game_goes_on_after_its_last_round() -> None:
    names = ["Al", "B", "Cy", "Di", "Ed"]
    # The line for the totals of the next page stands only where there is one.
    for sides, is_carried in ((3, False), (4, True), (5, True)):
        game = make_printed_game(2, names[:sides], options={"target": 90_000})
        totals = [str(total).replace("-", "−") for total in game.breakdown.totals]
        named = [" ".join(each) for each in zip("ABCDE", names, totals, strict=False)]
        text = read_words("score-pad", game)
        assert f"After round 2{'' if sides > 4 else ':'} {' '.join(totals if sides > 4 else named)}" in text
        assert re.findall(r"([0-9]) ?Σ 240 Dealer:", text)[0] == "3"
        assert ("brought forward" in text) is is_carried
        assert "Live scores" in text


def test_short_games_share_a_page(lay_sheet: LaySheet) -> None:
    for raw, games in (
        ({"rules": "sakura", "sides": "2"}, 2),
        # Two would leave no room for the example.
        ({"rules": "sakura", "sides": "3"}, 1),
        ({"rules": "sakura", "sides": "7"}, 1),
        ({"rules": "koikoi-hu", "rounds": "6"}, 2),
        ({"rules": "koikoi-modern", "rounds": "3"}, 3),
        ({"rules": "koikoi-modern"}, 1),
        ({"rules": "kwado-1985", "rounds": "2"}, 1),
    ):
        assert plan_pad(order_sheet("score-pad", **raw)).games == games, raw
        if games > 1:
            laid = lay_sheet("score-pad", **raw)
            assert (laid.faults, len(laid.texts)) == ([], 1), raw
        text = read_words("score-pad", **raw)
        assert (text.count("Game Winner"), text.count("Winner")) == (games if games > 1 else 0, games), raw
    sakura = make_printed_game(1, ["Ann", "Ben"], rules="sakura")
    assert plan_pad(order_sheet("score-pad", sakura)).games == 1


def test_each_round_has_a_place_for_who_deals() -> None:
    for rules in map(get_rule_set, RULE_SET_IDS):
        for sides in rules.side_counts:
            text = read_words("score-pad", rules=rules.id, rounds="12", sides=str(sides))
            found = (len(re.findall(r"[0-9] Dealer:", text)), text.count("Deals"))
            plan = plan_pad(order_sheet("score-pad", rules=rules.id, rounds="12", sides=str(sides)))
            # In the rows of a race it is a column, with a ring for each side.
            has_column = rules.race is not None and plan.layout != "columns"
            assert found == ((0, 1) if has_column else (12 * plan.games, 0)), rules.id


@pytest.mark.parametrize(
    ("raw", "figures"),
    [
        ({"sides": "4"}, "2 3 3 85 25 Ⓡ 30 55 55"),
        ({"sides": "2"}, "3 5 5 135 15 Ⓡ 30 45 45"),
        ({"sides": "2", "yaku": "none"}, "3 5 5 135 15 15 15"),
        ({"sides": "3", "method": "B"}, "2 3 4 90 Ⓡ 30 120 120"),
        ({"sides": "2", "rules": "min-hwatu"}, "3 5 5 135 Ⓗ 30 0 165 165 2 4 5 105 – 0 30 75 75"),
        ({"sides": "3", "rules": "sakura"}, "2 4 4 100 ① 0 100 100 1 4 3 75 – 50 25 25"),
        ({"sides": "4", "rules": "sakura", "yaku": "none"}, "1 3 3 65 65 65"),
    ],
)
def test_worked_rows_add_up_by_the_rules_of_the_table(raw: dict[str, str], figures: str) -> None:
    """Two rows where the others pay for a yaku: of the side that has it, and of one that has not."""
    described = describe_pad(parse_order("score-pad", raw))
    columns = described["columns"]
    groups = [column for column in columns if column.cards]
    found = []
    for worked in described["worked"]:
        counts = [str(worked[each.id].count("●")) for each in groups]
        found += [*counts, *(worked[each.id] for each in columns if not each.cards)]
        points = sum(int(count) * group.each for count, group in zip(counts, groups, strict=True))
        assert worked["card_points"] == str(points)
        for each in groups:
            assert worked[each.id].replace("●", "◯") == described["tallies"][each.id]
            assert len(worked[each.id].replace("\n", "")) == each.cards
    assert " ".join(found) == figures


def test_a_worked_row_of_a_game_of_victories_totals_them() -> None:
    raw = {"rules": "sakura", "count": "victories", "target": "9"}
    for worked in describe_pad(order_sheet("score-pad", **raw))["worked"]:
        assert worked["total"] == worked["victories"]


def test_a_worked_row_marks_rings_as_a_pen_does_and_the_foot_says_how() -> None:
    for rules, filled in (
        ("sakura", "Fill a ring for each card"),
        ("koikoi-modern", "Fill the ring of who deals"),
    ):
        order = order_sheet("score-pad", rules=rules)
        html, described = compose(order).html, describe_pad(order)
        assert re.findall("<s>(.*?)</s>", html) == [described["worked"][0]["yaku"]]
        assert f"{filled}, strike through the sign of each yaku." in html
    assert "trike" not in compose(order_sheet("score-pad", yaku="none")).html


@pytest.mark.parametrize(
    "rules",
    [
        each
        for each in CARD_GAMES
        if get_rule_set(each).race is None and get_rule_set(each).methods[0].settlement.check
    ],
)
def test_a_check_is_what_rounds_add_up_to_by_every_option_that_it_depends_on(rules: str) -> None:
    rule_set = get_rule_set(rules)
    options = [each for each in rule_set.options if each.id in rule_set.methods[0].settlement.changed_by]
    for sides in rule_set.side_counts[:2]:
        letters = "ABC"[:sides]
        if sides > rule_set.most_playing:
            continue
        for values in product(*(each.listed for each in options)):
            chosen = {each.id: value for each, value in zip(options, values, strict=True)}
            raw = {key: value.typed for key, value in chosen.items()}
            order = order_sheet("score-pad", rules=rules, sides=str(sides), **raw)
            found = re.search("the scores add up to (−?[0-9]+)", find_check(order)[1])
            share = rule_set.counting.deck_points // sides // 10 * 10
            points = [rule_set.counting.deck_points - share * (sides - 1), *[share] * (sides - 1)]
            sums = set()
            for yaku in ([], [order.options.yaku[0]], [*order.options.yaku[:2]]):
                piles = {
                    letter: {"card_points": each, "yaku": [] if place else yaku}
                    for place, (letter, each) in enumerate(zip(letters, points, strict=True))
                }
                document = {
                    "game": rules,
                    "sides": [*letters],
                    "options": {key: value.value for key, value in chosen.items()},
                    "rounds": [{"points": piles}],
                }
                sums.add(sum(score_game(parse_game(document)).totals))
            assert (sums == {int(found[1].replace("−", "-"))}) if found else len(sums) > 1, (raw, sums)


def test_a_round_that_may_be_void_has_a_word_for_its_column_and_no_check_where_yaku_add() -> None:
    order = order_sheet("score-pad", rules="hana-awase", sides="3", dandruff="on", settlement="additive")
    assert find_check(order) == ("Σ 264", "Σ: all captured, the card points add up to 264.")
    assert "20 card points or less of a player void the round: all score 0. Valid: × 0 then" in say_sums(
        order
    )


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (
            "roppyakken",
            "Of several at the target four brights win, then seven ribbons, else the highest total;",
        ),
        ("kwado-1985", "announce Sakura yaku. Equal totals share the win; the best of a round deals next."),
        ("koikoi-modern", "the winner of a round deals next."),
    ],
)
def test_a_blank_pad_says_who_wins_and_deals_next_and_nothing_that_is_not(rules: str, words: str) -> None:
    said = say_agreed(order_sheet("score-pad", rules=rules))
    assert words in said
    assert [each for each in ("no ", "No ", "nothing", "without", "nobody loses") if each in said] == []


@pytest.mark.parametrize(
    "raw",
    [
        {"rules": "go-stop", "sides": "3"},
        {"rules": "hana-awase", "sides": "3"},
        {"rules": "koikoi-modern", "rounds": "6"},
        {"sides": "3", "paper": "letter"},
    ],
)
def test_rows_grow_until_the_first_page_is_full(raw: dict[str, str], print_sheet: PrintSheet) -> None:
    with pypdfium2.PdfDocument(print_sheet("score-pad", **raw).content) as document:
        page = document[0].render().to_pil().convert("L")
    below = page.height - page.point(lambda light: 255 * (light < 200)).getbbox()[3]
    assert below / page.height * 297 < 8 + 12


def test_a_round_has_beside_it_what_it_adds_up_to() -> None:
    for raw, sum_of_round in (
        ({}, "Σ 240"),
        ({"rules": "hana-awase"}, "Σ 0"),
        ({"rules": "go-stop"}, "Σ 0"),
        ({"rules": "mushi"}, "Σ 0"),
        ({"rules": "roppyakken"}, "Σ 490"),
    ):
        html = compose(order_sheet("score-pad", **raw)).html
        assert html.count(f'<small class="balance">{sum_of_round}</small>') == html.count('class="round"')
    for raw in ({"rules": "koikoi-modern"}, {"rules": "by-points"}, {"paper": "a5"}):
        assert "Σ" not in compose(order_sheet("score-pad", **raw)).html


def test_a_pad_has_a_place_for_the_wild_card_and_for_what_is_announced() -> None:
    html = compose(order_sheet("score-pad", gaji="kwado", yaku="all")).html
    assert "①②③④⑤⑥⑦⑧: / when announced, × when complete. Ⓙ\u00a0used Gaji, the lightning." in html
    described = describe_pad(order_sheet("score-pad", gaji="kwado", yaku="all"))
    assert described["tallies"]["yaku"].endswith("⑧Ⓙ")
    plain = compose(order_sheet("score-pad", yaku="all", declare="no")).html
    assert not [each for each in ("announced", "Ⓙ", "Gaji") if each in plain]


@pytest.mark.parametrize(
    ("way", "named"), [("left", ["Ben", "Cem", "Ann", "Ben"]), ("most-points", [""] * 4)]
)
def test_the_pad_of_a_game_names_dealers_where_no_score_decides(way: str, named: list[str]) -> None:
    options = {"dealer": way, "target": 90_000}
    game = make_printed_game(1, ["Ann", "Ben", "Cem"], options=options)
    order = order_sheet("score-pad", game)
    assert list_dealers(order, 4) == named
    if way == "left":
        assert re.findall("Dealer: <b>(.*?)</b>", compose(order).html)[:4] == named
