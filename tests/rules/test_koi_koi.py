"""Koi-Koi as koi-koi.md has it: four published forms, their yaku, rounds, options and worked examples."""

import pytest

from companion.cards import DECK, CardSet, Kind, get_suit
from companion.rules import (
    add_rounds,
    get_rule_set,
    make_lines,
    open_game,
    parse_entry,
    parse_game,
    parse_options,
    score_document,
    score_game,
)
from tests.rules.tables import list_unrefused, score, side_of

# The columns of koi-koi.md.
FORMS = ("koikoi-nintendo", "koikoi-compendium", "koikoi-hu", "koikoi-modern")
SOURCES = {
    "koikoi-nintendo": "KKN",
    "koikoi-compendium": "KKC",
    "koikoi-hu": "KKH",
    "koikoi-modern": "FKK",
}
WITH_VIEWING = ("koikoi-compendium", "koikoi-modern")
ALL_ON = {"koikoi-compendium": {"month-cards": True, "moonlit-blossoms": True}}
every_form = pytest.mark.parametrize("form", FORMS)

DRY_BRIGHTS = "pine-crane cherry-curtain susuki-moon paulownia-phoenix"
POETRY = "pine-ribbon plum-ribbon cherry-ribbon"
BLUE = "peony-ribbon chrysanthemum-ribbon maple-ribbon"
FIVE_RIBBONS = "wisteria-ribbon iris-ribbon clover-ribbon willow-ribbon pine-ribbon"
BOAR_DEER_BUTTERFLIES = "clover-boar maple-deer peony-butterflies"
VIEWS = "cherry-curtain susuki-moon chrysanthemum-cup"
IRIS = "iris-bridge iris-ribbon iris-chaff-1 iris-chaff-2"
STANDARD_ORDER = "pine plum cherry wisteria iris peony clover susuki chrysanthemum maple willow paulownia"
# None of them is the lightning card.
CHAFF = [card.id for card in DECK if card.kind is Kind.CHAFF and card.id != "willow-lightning"]
# None of them is the cup, the boar, the deer or the butterflies.
PLAIN_ANIMALS = ["plum-warbler", "wisteria-cuckoo", "iris-bridge", "susuki-geese", "willow-swallow"]


def chaff(count):
    return " ".join(CHAFF[:count])


def animals(count):
    return " ".join(PLAIN_ANIMALS[:count])


def find(form, cards, *, others="", month=1, rained_out=(), **options):
    """The yaku of a pile with their points, whoever scores."""
    piles = {"Ann": cards.split(), "Ben": others.split()}
    raw = {"outcome": "exhausted", "captured": piles, "month": month, "rained_out": list(rained_out)}
    scored = score(raw, rule_set=form, **options)
    return {each.yaku.id: each.points for each in side_of(scored).yaku}


def stop(form, cards, *, calls=(0, 0), month=2, **options):
    """The breakdown of a round that Ann stopped with these cards."""
    raw = {
        "outcome": "shobu",
        "winner": "Ann",
        "captured": {"Ann": cards.split()},
        "calls": dict(zip(("Ann", "Ben"), calls, strict=True)),
        "month": month,
    }
    return score(raw, rule_set=form, **options)


def list_scores(breakdown):
    return [side.score for side in breakdown.sides]


def won(points, winner="Ann", **further):
    """A round in which one side stopped with so many points."""
    return {"outcome": "shobu", "winner": winner, "points": {winner: points}, **further}


# --- The yaku ------------------------------------------------------------------------------------

# koi-koi.md, "Yaku": id, the fewest cards, points of nintendo, compendium, hu, modern; None for a dash.
YAKU = [
    ("five-brights", f"{DRY_BRIGHTS} willow-rain-man", 10, 10, 10, 15),
    ("four-brights", DRY_BRIGHTS, 8, 8, 8, 8),
    ("rainy-four-brights", "willow-rain-man pine-crane cherry-curtain susuki-moon", 7, 7, None, 7),
    ("three-brights", "pine-crane cherry-curtain susuki-moon", 5, 6, 6, 6),
    ("boar-deer-butterflies", BOAR_DEER_BUTTERFLIES, 5, 5, 6, 5),
    ("animals", animals(5), 1, 1, 1, 1),
    ("poetry-and-blue-ribbons", f"{POETRY} {BLUE}", 10, 10, None, 10),
    ("poetry-ribbons", POETRY, 5, 5, 6, 5),
    ("blue-ribbons", BLUE, 5, 5, 6, 5),
    ("ribbons", FIVE_RIBBONS, 1, 1, 1, 1),
    ("moon-viewing", "susuki-moon chrysanthemum-cup", 5, 5, 5, 5),
    ("flower-viewing", "cherry-curtain chrysanthemum-cup", 5, 5, 5, 5),
    ("moonlit-blossoms", VIEWS, None, 10, None, None),
    ("month-cards", IRIS, None, 4, None, 4),
    ("chaff", chaff(10), 1, 1, 1, 1),
]  # fmt: skip
YAKU_IN_FORMS = [
    (form, yaku_id, cards, row[FORMS.index(form)])
    for yaku_id, cards, *row in YAKU
    for form in FORMS
    if row[FORMS.index(form)] is not None
]


def test_the_cards_of_a_yaku_score_what_the_table_says_and_one_less_does_not():
    for form, yaku_id, cards, points in YAKU_IN_FORMS:
        options = ALL_ON.get(form, {})
        assert find(form, cards, month=5, **options) == {yaku_id: points}, (form, yaku_id)
        for card in cards.split():
            assert yaku_id not in find(form, cards.replace(card, ""), month=5, **options), (
                form,
                yaku_id,
                card,
            )


@every_form
def test_a_form_has_the_yaku_of_its_column_and_no_others(form):
    column = [yaku_id for yaku_id, _, *row in YAKU if row[FORMS.index(form)] is not None]
    assert [yaku.id for yaku in get_rule_set(form).yaku] == column
    assert {yaku.provenance.source for yaku in get_rule_set(form).yaku} == {SOURCES[form]}


# koi-koi.md, "Yaku", "+1": id, cards, a further card of the kind, points with it in nintendo, compendium,
# hu, modern.
FURTHER = [
    ("boar-deer-butterflies", BOAR_DEER_BUTTERFLIES, "plum-warbler", 6, 6, 6, 6),
    ("animals", animals(5), "clover-boar", 2, 2, 2, 2),
    ("poetry-and-blue-ribbons", f"{POETRY} {BLUE}", "iris-ribbon", 11, 11, None, 11),
    ("poetry-ribbons", POETRY, "peony-ribbon", 6, 6, 6, 6),
    ("blue-ribbons", BLUE, "willow-ribbon", 6, 6, 6, 6),
    ("ribbons", FIVE_RIBBONS, "maple-ribbon", 2, 2, 2, 2),
    ("chaff", chaff(10), "willow-lightning", 2, 2, 2, 2),
]  # fmt: skip


def test_a_further_card_of_the_kind_is_one_point_more_where_the_table_says_so():
    for yaku_id, cards, further, *row in FURTHER:
        found = [find(form, f"{cards} {further}").get(yaku_id) for form in FORMS]
        assert found == row, yaku_id


# Every card of the kind.
ALL_OF_A_KIND = [
    (Kind.ANIMAL, "koikoi-nintendo", {"boar-deer-butterflies": 11}),
    (Kind.ANIMAL, "koikoi-compendium", {"boar-deer-butterflies": 11}),
    (Kind.ANIMAL, "koikoi-hu", {"boar-deer-butterflies": 6, "animals": 5}),
    (Kind.ANIMAL, "koikoi-modern", {"boar-deer-butterflies": 11}),
    (Kind.RIBBON, "koikoi-nintendo", {"poetry-and-blue-ribbons": 14}),
    (Kind.RIBBON, "koikoi-compendium", {"poetry-and-blue-ribbons": 14}),
    (Kind.RIBBON, "koikoi-hu", {"poetry-ribbons": 6, "blue-ribbons": 6, "ribbons": 6}),
    (Kind.RIBBON, "koikoi-modern", {"poetry-and-blue-ribbons": 14}),
    (Kind.CHAFF, "koikoi-nintendo", {"chaff": 15}),
    (Kind.CHAFF, "koikoi-compendium", {"chaff": 15}),
    (Kind.CHAFF, "koikoi-hu", {"chaff": 15}),
    (Kind.CHAFF, "koikoi-modern", {"chaff": 15}),
    (Kind.BRIGHT, "koikoi-nintendo", {"five-brights": 10}),
    (Kind.BRIGHT, "koikoi-compendium", {"five-brights": 10}),
    (Kind.BRIGHT, "koikoi-hu", {"five-brights": 10}),
    (Kind.BRIGHT, "koikoi-modern", {"five-brights": 15}),
]


def test_all_cards_of_a_kind_score_the_best_of_what_excludes_each_other():
    for kind, form, found in ALL_OF_A_KIND:
        assert find(form, " ".join(card.id for card in DECK if card.kind is kind)) == found, (kind, form)


@every_form
def test_card_points_do_not_score_and_all_but_chaff_is_picked(form):
    rules = get_rule_set(form)
    assert {rules.get_points(card) for card in DECK} == {0}
    assert (rules.deck_points, rules.point_cards) == (0, CardSet())
    assert rules.picked == CardSet.of(card for card in DECK if card.kind is not Kind.CHAFF)


# koi-koi.md, "Round": of three on the field the fourth takes all; KKN lets one choose one.
@every_form
def test_two_play_with_eight_cards_in_the_standard_order_and_the_dealer_begins(form):
    rules = get_rule_set(form)
    deal = rules.get_deal(2)
    assert (deal.hand, deal.field, deal.draw_pile, rules.get_sides(2)) == (8, 8, 24, (2,))
    assert (rules.turn.starts, rules.turn.of_three) == ("dealer", "one" if form == FORMS[0] else "all")
    assert [rules.months.index(get_suit(suit)) + 1 for suit in ("pine", "willow", "paulownia")] == [1, 11, 12]
    assert list_unrefused([(3, "is for 2 players, not 3")], rules.get_deal) == []
    three = {"game": form, "sides": ["Ann", "Ben", "Cem"], "rounds": []}
    assert list_unrefused([(three, "is for 2 sides, not 3")], score_document) == []


# --- The round -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "offered", "targets", "label"),
    [
        ("koikoi-nintendo", (12, 6), (), "house"),
        ("koikoi-compendium", (12, 6), (), "rulebook"),
        ("koikoi-hu", (12, 6), (), "house"),
        ("koikoi-modern", (12, 6, 3), (50,), "rulebook"),
    ],
)
def test_a_game_has_twelve_rounds_unless_the_table_agrees_otherwise(form, offered, targets, label):
    rules = get_rule_set(form)
    length = rules.length
    assert (length.offered, length.targets, length.provenance.label) == (offered, targets, label)
    agreed = [
        {"rounds": 12},
        *({"rounds": each} for each in offered),
        *({"target": each} for each in targets),
    ]
    for raw, read in zip(({}, *agreed[1:]), agreed, strict=True):
        options = parse_options(rules, raw)
        assert (options.rounds, options.target) == (read.get("rounds"), read.get("target"))
        assert parse_options(rules, options.document()) == options


@every_form
@pytest.mark.parametrize("hand", ["teshi", "kuttsuki", "both"])
def test_a_dealt_hand_that_ends_the_round_scores_6_whoever_dealt(form, hand):
    raw = {"outcome": "dealt", "dealt": {"Ben": hand}}
    found = [list_scores(score({**raw, "dealer": dealer}, rule_set=form)) for dealer in ("Ann", "Ben")]
    assert found == [[0, 6], [0, 6]]


def test_four_of_a_month_and_four_pairs_in_one_hand_are_6_or_12_as_modern_tables_agree():
    rows = [("both", "6", 6), ("both", 6, 6), ("both", "12", 12), ("both", 12, 12)]
    for hand, said, points in (*rows, ("teshi", "12", 6), ("kuttsuki", "12", 6)):
        raw = {"outcome": "dealt", "dealt": {"Ann": hand}}
        assert list_scores(score(raw, rule_set="koikoi-modern", **{"both-hands": said})) == [points, 0]


# koi-koi.md, "Round" (multiplier); next-games.md, B 20 and 21: base, calls of the stopper and of the other,
# score of nintendo, compendium, hu, modern.
MULTIPLIERS = [
    (5, (0, 0), 5, 5, 5, 5),
    (5, (0, 1), 10, 10, 10, 10),
    (5, (0, 2), 15, 10, 10, 10),
    (5, (1, 1), 15, 10, 10, 10),
    (5, (1, 0), 10, 5, 5, 5),
    (5, (2, 0), 15, 5, 5, 5),
    (6, (0, 0), 6, 6, 6, 6),
    (6, (0, 1), 12, 12, 12, 12),
    (7, (0, 0), 7, 14, 14, 14),
    (7, (0, 1), 14, 28, 28, 28),
    (7, (3, 0), 28, 14, 14, 14),
    (7, (0, 3), 28, 28, 28, 28),
    (8, (2, 2), 40, 32, 32, 32),
]


@pytest.mark.parametrize(
    ("form", "base", "calls", "points"),
    [
        (form, base, calls, row[FORMS.index(form)])
        for base, calls, *row in MULTIPLIERS
        for form in FORMS
    ],
)  # fmt: skip
def test_a_stopped_round_is_multiplied_as_the_table_says(form, base, calls, points):
    raw = won(base, calls={"Ann": calls[0], "Ben": calls[1]})
    assert list_scores(score(raw, rule_set=form)) == [points, 0]


# koi-koi.md, "Round" (worked examples), and the worked checks of next-games.md: cards, calls, score of
# nintendo, compendium, hu, modern; None where there is no yaku.
EXAMPLES = {
    "koi-koi.md, compendium, 7 and a call": (
        f"{BOAR_DEER_BUTTERFLIES} {animals(2)}", (0, 1), 14, 28, 28, 28),
    "koi-koi.md, nintendo, 5 and two calls": (
        "susuki-moon chrysanthemum-cup", (0, 2), 15, 10, 10, 10),
    "koi-koi.md, hu, blue and poetry": (f"{POETRY} {BLUE}", (0, 0), 10, 20, 28, 20),
    "next-games.md, moon, curtain, cup": (VIEWS, (0, 0), 10, 20, 20, 20),
    "next-games.md, boar, deer, butterflies and two": (
        f"{BOAR_DEER_BUTTERFLIES} {animals(2)}", (0, 0), 7, 14, 14, 14),
    "next-games.md, poetry and two plain": (
        f"{POETRY} iris-ribbon wisteria-ribbon", (0, 0), 7, 14, 14, 14),
    "next-games.md, nine chaff and the cup": (f"{chaff(9)} chrysanthemum-cup", (0, 0), 1, 1, None, 1),
}  # fmt: skip


@pytest.mark.parametrize(
    ("form", "cards", "calls", "points"),
    [
        pytest.param(form, cards, calls, row[FORMS.index(form)], id=f"{form}: {source}")
        for source, (cards, calls, *row) in EXAMPLES.items()
        for form in FORMS
    ],
)
def test_a_worked_example_scores_as_printed(form, cards, calls, points):
    if points is None:
        assert find(form, cards) == {}
    else:
        assert list_scores(stop(form, cards, calls=calls)) == [points, 0]


def test_a_breakdown_can_be_followed_line_by_line():
    lines = make_lines(stop("koikoi-modern", f"{POETRY} iris-ribbon", calls=(0, 1)), 0)
    assert [(line.words, line.points, line.is_factor) for line in lines] == [
        ("Poetry ribbons: 5 + 1", 6, False),
        ("Points of the yaku", 6, False),
        ("Ben called koi-koi", 2, True),
        ("Round score", 12, False),
    ]
    assert [line.ruling for line in lines][1:3] == ["kk-points", "kk-koikoi-multiplier"]
    each_call = make_lines(stop("koikoi-nintendo", DRY_BRIGHTS, calls=(1, 1)), 0)
    seven = make_lines(stop("koikoi-hu", DRY_BRIGHTS), 0)
    assert [(line.words, line.points) for line in (*each_call, *seven[2:])] == [
        ("Four brights (without the rain man)", 8),
        ("Points of the yaku", 8),
        ("for one and each call of koi-koi", 3),
        ("Round score", 24),
        ("for 7 or more", 2),
        ("Round score", 16),
    ]


@pytest.mark.parametrize(
    ("cup", "further", "words"),
    [
        ("animal", {}, "Ten chaff: 1 + 1"),
        ("either", {}, "Ten chaff (11 + sake cup = 12): 1 + 2"),
        ("both", {}, "Ten chaff (11 + sake cup = 12): 1 + 2"),
        ("both-double", {}, "Ten chaff (11 + sake cup × 2 = 13): 1 + 3"),
        ("both", {"captured": {"Ann": ["pine-crane"]}}, "Ten chaff: 1 + 1"),
        ("both", {"chaff": {"Ann": 9}}, "Ten chaff (9 + sake cup = 10)"),
        ("both", {"captured": {"Ann": [*CHAFF[:9], "chrysanthemum-cup"]}, "chaff": {}},
            "Ten chaff (9 + sake cup = 10)"),
    ],
)  # fmt: skip
def test_the_breakdown_says_that_the_cup_is_one_of_the_chaff(cup, further, words):
    raw = {"outcome": "shobu", "winner": "Ann", "captured": {"Ann": ["chrysanthemum-cup"]}}
    scored = score(raw | {"chaff": {"Ann": 11}} | further, rule_set="koikoi-modern", cup=cup)
    assert make_lines(scored, 0)[0].words == words


@every_form
def test_a_side_whose_cards_nobody_listed_has_no_points_of_yaku_in_its_breakdown(form):
    assert [line.words for line in make_lines(stop(form, POETRY), 1)] == ["Round score"]


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"outcome": "dealt", "dealt": {"Ann": "teshi"}}, "Dealt four of a month"),
        ({"outcome": "dealt", "dealt": {"Ann": "kuttsuki"}}, "Dealt four pairs"),
        ({"outcome": "dealt", "dealt": {"Ann": "both"}}, "Dealt both in one hand"),
        (
            {"outcome": "exhausted", "captured": {"Ann": [], "Ben": []}},
            "Nobody has a yaku: the dealer",
        ),
    ],
)
def test_points_that_no_yaku_brings_are_a_line_of_their_own(raw, words):
    line = next(line for line in make_lines(score(raw, rule_set="koikoi-compendium"), 0) if line.points == 6)
    assert line.words == words


# --- Hands run out -------------------------------------------------------------------------------


# koi-koi.md, compendium: cards of Ann, of Ben, calls, dealer, scores.
EXHAUSTED = [
    (POETRY, animals(5), (0, 0), "Ben", [5, 0]),
    (animals(5), POETRY, (0, 0), "Ann", [0, 5]),
    (POETRY, animals(5), (0, 1), "Ben", [10, 0]),
    (POETRY, animals(5), (3, 0), "Ben", [5, 0]),
    (DRY_BRIGHTS, POETRY, (0, 0), "Ben", [16, 0]),
    (DRY_BRIGHTS, POETRY, (0, 2), "Ben", [32, 0]),
    (POETRY, BLUE, (0, 0), "Ann", [5, 0]),
    (POETRY, BLUE, (0, 0), "Ben", [0, 5]),
    (POETRY, BLUE, (1, 0), "Ben", [0, 10]),
    (POETRY, "", (0, 0), "Ben", [5, 0]),
    ("", "", (0, 0), "Ann", [6, 0]),
    ("", "", (0, 0), "Ben", [0, 6]),
]


@pytest.mark.parametrize(("ann", "ben", "calls", "dealer", "scores"), EXHAUSTED)
def test_when_the_hands_run_out_the_side_with_more_yaku_scores_in_the_compendium_and_else_the_dealer(
    ann, ben, calls, dealer, scores
):
    captured = {"Ann": ann.split(), "Ben": ben.split()}
    called = dict(zip(captured, calls, strict=True))
    raw = {"outcome": "exhausted", "captured": captured, "calls": called, "dealer": dealer}
    assert list_scores(score(raw, rule_set="koikoi-compendium")) == scores


# --- Options -------------------------------------------------------------------------------------


# koi-koi.md, "Yaku" (the sake cup).
def test_left_unsaid_the_cup_is_both_or_what_its_column_says():
    found = {form: get_rule_set(form).find_option("cup").default for form in FORMS}
    assert found == dict.fromkeys(FORMS, "both") | {"koikoi-compendium": "either", "koikoi-hu": "animal"}


@pytest.mark.parametrize("form", WITH_VIEWING)
def test_a_viewing_is_rained_out_on_the_field_only_where_that_was_agreed(form):
    assert find(form, VIEWS, viewing="field", rained_out=["flower"]) == {"moon-viewing": 5}
    raw = {"outcome": "exhausted", "captured": {"Ann": VIEWS.split(), "Ben": []}, "rained_out": ["moon"]}
    document = {"game": form, "sides": ["Ann", "Ben"], "rounds": [raw]}
    others = [{"viewing": each} for each in ("on", "off", "with-another", "rained-out")]
    rows = [(document | {"options": each}, "The table did not agree that rain counts") for each in others]
    assert list_unrefused(rows, score_document) == []


# scoring-io.md: left unsaid, month cards are on in a modern game of 12 rounds and off otherwise.
@pytest.mark.parametrize(
    ("form", "raw", "is_on"),
    [
        ("koikoi-modern", {}, True),
        ("koikoi-modern", {"rounds": 12}, True),
        ("koikoi-modern", {"rounds": 6}, False),
        ("koikoi-modern", {"rounds": 3}, False),
        ("koikoi-modern", {"rounds": 24}, False),
        ("koikoi-modern", {"target": 50}, False),
        ("koikoi-modern", {"rounds": 12, "month-cards": "off"}, False),
        ("koikoi-modern", {"rounds": 12, "month-cards": False}, False),
        ("koikoi-modern", {"rounds": 6, "month-cards": "on"}, True),
        ("koikoi-modern", {"target": 50, "month-cards": True}, True),
        ("koikoi-compendium", {}, False),
        ("koikoi-compendium", {"rounds": 12}, False),
        ("koikoi-compendium", {"rounds": 12, "month-cards": "on"}, True),
        ("koikoi-compendium", {"rounds": 6, "month-cards": "on"}, True),
    ],
)
def test_month_cards_left_unsaid_depend_on_the_number_of_rounds(form, raw, is_on):
    options = parse_options(get_rule_set(form), raw)
    assert options.choice("month-cards") is is_on
    assert ("month-cards" in options.yaku) is is_on
    # What was left unsaid is said in what a game keeps.
    assert options.document()["month-cards"] is is_on
    assert parse_options(get_rule_set(form), options.document()) == options
    assert find(form, IRIS, month=5, **raw) == ({"month-cards": 4} if is_on else {})


# --- The game ------------------------------------------------------------------------------------


# koi-koi.md, "Round" (next dealer, hands run out, both dealt): round, the next dealer where Ben dealt.
NEXT_DEALERS = [
    (won(5, "Ann"), "Ann"),
    (won(5, "Ben"), "Ben"),
    ({"outcome": "dealt", "dealt": {"Ann": "teshi"}}, "Ann"),
    ({"outcome": "dealt", "dealt": {"Ben": "kuttsuki"}}, "Ben"),
]


@pytest.mark.parametrize(
    ("form", "raw", "following"),
    [
        *((form, raw, following) for form in FORMS for raw, following in NEXT_DEALERS),
        *((form, {"outcome": "exhausted"}, "Ben") for form in FORMS if form != "koikoi-compendium"),
        ("koikoi-compendium", {"outcome": "exhausted", "points": {"Ann": 5, "Ben": 1}}, "Ann"),
        ("koikoi-compendium", {"outcome": "exhausted", "points": {"Ann": 5, "Ben": 5}}, "Ben"),
        ("koikoi-compendium", {"outcome": "exhausted", "points": {"Ann": 0, "Ben": 0}}, "Ben"),
        ("koikoi-compendium", {"outcome": "dealt", "dealt": {"Ann": "teshi", "Ben": "teshi"}}, "Ben"),
        ("koikoi-modern", {"outcome": "dealt", "dealt": {"Ann": "teshi", "Ben": "teshi"}}, "Ben"),
        ("koikoi-nintendo", {"outcome": "dealt", "dealt": {"Ann": "teshi", "Ben": "teshi"}}, "Ben"),
    ],
)
def test_the_winner_of_a_round_deals_the_next_and_after_no_score_the_same_dealer(form, raw, following):
    document = {"game": form, "sides": ["Ann", "Ben"], "rounds": [raw | {"dealer": "Ben"}]}
    assert ("Ann", "Ben")[score_game(parse_game(document)).next_dealer] == following


@every_form
def test_a_change_of_options_may_leave_a_stop_without_a_yaku_and_says_so(form):
    empty = parse_game({"game": form, "sides": ["Ann", "Ben"], "rounds": []})
    raw = {"outcome": "shobu", "winner": "Ann", "captured": {"Ann": f"{chaff(9)} chrysanthemum-cup".split()}}
    entry = parse_entry(raw, empty.rule_set, ("Ann", "Ben"))
    scored = add_rounds(open_game(empty), [(entry, parse_options(empty.rule_set, {"cup": "animal"}))])
    assert scored.totals == (0, 0)
    assert scored.rounds[0].warnings == ("Ann stopped without a yaku, so nobody scores.",)


@every_form
def test_the_first_side_deals_first_and_the_winner_of_a_round_is_the_dealer_of_the_next(form):
    game = parse_game({"game": form, "sides": ["Ann", "Ben"], "rounds": [won(5, "Ben"), won(5, "Ann")]})
    scored = score_game(game)
    assert [*(each.dealer for each in scored.rounds), scored.next_dealer] == [0, 1, 0]
