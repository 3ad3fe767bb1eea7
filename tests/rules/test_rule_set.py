"""The rule sets as data: the tables of kwado.md, and what a rule set may not be."""

import time
from pathlib import Path

import pytest

from companion.cards import DECK, CardSet, Kind, get_suit
from companion.errors import FAULT_LIMIT, CompanionError, NotAllowedHere, NotUnderstood
from companion.rules import RULE_SET_IDS, get_rule_set, parse_rule_set, rule_set
from companion.rules.records import LABELS, SOURCES

NEW = get_rule_set("kwado-1985")
OLD = get_rule_set("kwado-1982")


def test_kwado_of_1985_leads_the_list_of_games():
    assert RULE_SET_IDS[:2] == ("kwado-1985", "kwado-1982")


def test_every_rule_file_is_in_the_list_of_games():
    assert sorted(f"{rule_set_id}.toml" for rule_set_id in RULE_SET_IDS) == sorted(
        path.name for path in (Path(rule_set.__file__).parent / "rulesets").iterdir()
    )


# kwado.md, "Deal": players, to each player, to the field, draw pile.
@pytest.mark.parametrize(
    ("players", "hand", "field", "draw_pile"),
    [(2, 10, 8, 20), (3, 7, 6, 21), (4, 5, 8, 20), (5, 4, 8, 20), (6, 3, 12, 18)],
)
def test_the_deal_is_that_of_the_table(players, hand, field, draw_pile):
    deal = NEW.get_deal(players)
    assert (deal.hand, deal.field, deal.draw_pile) == (hand, field, draw_pile)
    assert deal.draw_pile == players * hand


def test_the_edition_of_1982_knows_the_same_deals_up_to_four_players():
    assert [OLD.get_deal(players) for players in (2, 3, 4)] == [
        NEW.get_deal(players) for players in (2, 3, 4)
    ]
    with pytest.raises(NotAllowedHere, match="2 to 4 players, not 5"):
        OLD.get_deal(5)


# kwado.md, "Players, sides, seats".
@pytest.mark.parametrize(("players", "sides"), [(2, (2,)), (3, (3,)), (4, (4, 2)), (5, (5,)), (6, (6, 3, 2))])
def test_players_form_the_sides_of_the_table(players, sides):
    assert NEW.sides[players] == sides
    assert OLD.sides.get(players) == (sides if players <= 4 else None)


def test_a_card_is_worth_what_the_booklet_says():
    values = {Kind.BRIGHT: 20, Kind.ANIMAL: 10, Kind.RIBBON: 5, Kind.CHAFF: 0}
    for rules in (NEW, OLD):
        assert all(rules.get_points(card) == values[card.kind] for card in DECK)
        assert rules.deck_points == 240


# kwado.md, "Bonuses": id, cards, points, in 1985, in 1982.
BONUSES = [
    ("four-iris", "iris-bridge iris-ribbon iris-chaff-1 iris-chaff-2", 30, True),
    ("four-maple", "maple-deer maple-ribbon maple-chaff-1 maple-chaff-2", 30, True),
    ("four-willow", "willow-rain-man willow-swallow willow-ribbon willow-lightning", 30, True),
    ("five-brights", "pine-crane cherry-curtain susuki-moon willow-rain-man paulownia-phoenix", 100, True),
    ("dragon", "paulownia-phoenix", 25, True),
    ("sakura-1", "pine-crane plum-warbler cherry-curtain", 30, False),
    ("sakura-2", "cherry-curtain susuki-moon chrysanthemum-cup", 30, False),
    ("sakura-3", "peony-butterflies chrysanthemum-cup maple-deer", 30, False),
    ("sakura-4", "clover-boar susuki-geese maple-deer", 30, False),
    ("sakura-5", "wisteria-cuckoo iris-bridge clover-boar", 30, False),
    ("sakura-6", "wisteria-ribbon iris-ribbon clover-ribbon", 30, False),
    ("sakura-7", "peony-ribbon chrysanthemum-ribbon maple-ribbon", 30, False),
    ("sakura-8", "pine-ribbon plum-ribbon cherry-ribbon", 30, True),
]


@pytest.mark.parametrize(("yaku_id", "cards", "points", "is_in_1982"), BONUSES)
def test_a_bonus_is_that_of_the_table(yaku_id, cards, points, is_in_1982):
    yaku = NEW.get_yaku(yaku_id)
    assert (yaku.all_of, yaku.points) == (CardSet.from_ids(cards.split()), points)
    assert yaku.is_declared is yaku_id.startswith("sakura")
    if is_in_1982:
        old = OLD.get_yaku(yaku_id)
        assert (old.all_of, old.points, old.is_declared) == (yaku.all_of, yaku.points, False)
    else:
        with pytest.raises(NotUnderstood, match=f"no yaku “{yaku_id}”"):
            OLD.get_yaku(yaku_id)


def test_no_edition_has_other_bonuses_than_those_of_the_table():
    assert [yaku.id for yaku in NEW.yaku] == [row[0] for row in BONUSES]
    assert [yaku.id for yaku in OLD.yaku] == [row[0] for row in BONUSES if row[3]]


# kwado.md: the ladder for learners.
@pytest.mark.parametrize(
    ("rules", "preset", "yaku"),
    [
        (NEW, "none", ()),
        (NEW, "month", ("four-iris", "four-maple", "four-willow")),
        (NEW, "ribbons", ("four-iris", "four-maple", "four-willow", "sakura-6", "sakura-7", "sakura-8")),
        (NEW, "all", tuple(row[0] for row in BONUSES)),
        (OLD, "none", ()),
        (OLD, "month", ("four-iris", "four-maple", "four-willow")),
        (OLD, "all", tuple(row[0] for row in BONUSES if row[3])),
    ],
)
def test_a_preset_is_a_step_of_the_ladder(rules, preset, yaku):
    assert rules.get_preset(preset).yaku == yaku


def test_the_ladder_of_1982_has_no_step_for_ribbons():
    with pytest.raises(NotUnderstood, match="no yaku preset “ribbons”"):
        OLD.get_preset("ribbons")


def test_method_a_plays_to_200_and_method_b_to_what_is_agreed():
    assert [(method.id, method.target) for method in NEW.methods] == [("A", 200), ("B", None)]
    assert [(method.id, method.target) for method in OLD.methods] == [("A", 200), ("B", None)]


# kwado.md: each option, its values, its default, and whether the edition of 1982 offers it.
@pytest.mark.parametrize(
    ("option_id", "values", "default", "is_in_1982"),
    [
        ("bonus", {"after-floor", "before-floor"}, "after-floor", True),
        ("declare", {True, False}, True, False),
        ("gaji", {"off", "kwado", "sakura"}, "off", True),
        ("tie", {"share", "play-on"}, "share", True),
        ("dealer", {"most-points", "left", "fixed"}, "most-points", True),
    ],
)
def test_an_option_has_the_values_and_the_default_of_the_rules(option_id, values, default, is_in_1982):
    option = NEW.find_option(option_id)
    assert {value for value, _ in option.values} == values
    assert option.default == default
    assert (OLD.find_option(option_id) is not None) is is_in_1982


def test_paulownia_is_november_and_willow_december_in_kwado():
    assert NEW.get_month(get_suit("paulownia")) == 11
    assert NEW.get_month(get_suit("willow")) == 12
    assert NEW.get_month(get_suit("pine")) == 1
    assert NEW.get_month(get_suit("maple")) == 10


@pytest.mark.parametrize("rule_set_id", RULE_SET_IDS)
def test_every_record_of_a_rule_set_names_its_source_and_label(rule_set_id):
    rules = get_rule_set(rule_set_id)
    records = [rules.provenance, rules.turn.provenance, *(group.provenance for group in rules.values)]
    for sort in (rules.deals, rules.methods, rules.options, rules.presets, rules.awards):
        records += [record.provenance for record in sort]
    records += [rules.length.provenance] if rules.length else []
    records += [rules.race.provenance] if rules.race else []
    for label, source in [(each.label, each.source) for each in records] + [
        (yaku.provenance.label, yaku.provenance.source) for yaku in rules.yaku
    ]:
        assert label in LABELS
        assert set(source.split(", ")) <= set(SOURCES)


@pytest.mark.parametrize("rule_set_id", RULE_SET_IDS)
def test_a_frozen_copy_of_a_rule_set_is_the_rule_set(rule_set_id):
    rules = get_rule_set(rule_set_id)
    assert parse_rule_set(rules.text) is rules


# A change of the text of 1985, and what is then said.
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('name = "bright"\n', 'name = "bright"\nnmae = "bright"\n', "unknown key “nmae”"),
        ('cards = "animals"', 'cards = "brights"', "pine-crane has two values"),
        ('source = "KD85"\nlabel = "rulebook"\n# Our', 'label = "rulebook"\n# Our', "“source” is missing"),
        ("hand = 10", 'hand = "10"', "“hand” must be int, not '10'"),
        ("hand = 10", "hand = true", "“hand” must be int, not True"),
        ("hand = 10", "hand = 25", "more cards than the deck has"),
        ('label = "rulebook"\n\n[[deal]]', 'label = "certain"\n\n[[deal]]', "no label “certain”"),
        ('source = "KD85"\nlabel = "silent"', 'source = "KD58"\nlabel = "silent"', "no source “KD58”"),
        ('"pine-crane", "plum-warbler"', '"pine-crain", "plum-warbler"', "the nearest is pine-crane"),
        ('all_of = "suit-iris"', 'all_of = "suit-irish"', "the nearest is suit-iris"),
        ('settlement = "card-points"', 'settlement = "card-point"', "the nearest is card-points"),
        ('default = "after-floor"', 'default = "later"', "the default 'later' is none of its values"),
        ('default_preset = "all"', 'default_preset = "every"', "is none of its presets"),
        ('id = "sakura-2"', 'id = "sakura-1"', "the id “sakura-1” comes twice"),
        ('month_order = "korean"', 'month_order = "lunar"', "no month order “lunar”"),
        ('starts = "left-of-dealer"', 'starts = "oldest"', "unknown “starts”: “oldest”"),
        ('direction = "clock', 'of_three = "two"\ndirection = "clock', "unknown “of_three”: “two”"),
        ('card = "willow-lightning"', 'card = "willow-thunder"', "no card “willow-thunder”"),
        ('yaku = ["four-iris", "four-maple", "four-willow"]', 'yaku = ["four-rose"]', "no yaku “four-rose”"),
        ("points = 25", "points = 25\nat_least = { n = 1, of = \"brights\" }", "overlap"),
        ("points = 25", "points = 25\nat_least = { n = 11, of = \"ribbons\" }", "asks for 11 of 10"),
        ('all_of = ["paulownia-phoenix"]\n', "", "needs “all_of”, “at_least” or “of_month”"),
        ("points = 25", "points = 25\nreplaces = [\"tiger\"]", "replaces “tiger”, which there is not"),
        ("players = 6\nsides", "players = 7\nsides", "nothing says how 6 players form sides"),
        ("[gaji]", "[gaji", "not TOML"),
    ],
)  # fmt: skip
def test_a_faulty_rule_set_does_not_load(old, new, said):
    assert old in NEW.text
    with pytest.raises(CompanionError, match=said):
        parse_rule_set(NEW.text.replace(old, new, 1))


def test_all_faults_of_a_rule_set_are_told_at_once():
    text = NEW.text.replace("points = 25", 'points = "25"').replace("hand = 10", "hant = 10")
    with pytest.raises(CompanionError) as caught:
        parse_rule_set(text)
    assert len(caught.value.faults) == 3


def test_an_unknown_game_is_refused_with_the_nearest_known_one():
    with pytest.raises(NotUnderstood, match="the nearest is kwado-1985"):
        get_rule_set("kwado-1958")


# --- Rule sets that are brought in ------------------------------------------------------------------


def change(old: str, new: str) -> str:
    assert old in NEW.text
    return NEW.text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('name = "Kwa-Dō (1985)"', f'name = "{"A" * 41}"'),
        ('name = "Kwa-Dō (1985)"', 'name = "Kwa\\u202eDo"'),
        ('name = "Kwa-Dō (1985)"', 'name = "Kwa\\nDo"'),
        ('name = "Kwa-Dō (1985)"', 'name = ""'),
        ('game = "Kwa-Dō"', f'game = "{"A" * 41}"'),
        ("sides = [2]", "sides = [2, 0]"),
        ("sides = [2]", "sides = [-2]"),
        ("sides = [2]", "sides = []"),
        ("sides = [2]", 'sides = ["2"]'),
        ("sides = [2]", "sides = [[2]]"),
        ("sides = [3]", "sides = [2]"),
        ("players = 2\nsides", "players = 200\nsides"),
        ("[[sides]]\nplayers = 2", "[[sides]]\nplayers = 7"),
        ("hand = 10", "hand = 0"),
        ("hand = 10", f"hand = {10**30}"),
        ("field = 8", "field = -8"),
    ],
)
def test_a_rule_set_that_no_table_can_play_is_refused(old, new):
    text = change(old, new)
    with pytest.raises(CompanionError) as caught:
        parse_rule_set(text)
    assert all(isinstance(fault, NotUnderstood) for fault in caught.value.faults)


@pytest.mark.parametrize(
    "text",
    [
        ".".join(["a"] * 20_000) + " = 1",
        "\n".join(f"a.b{n} = 1" for n in range(20_000)),
        f'note = "{"x" * 100_001}"',
        "a = " + "[" * 50_000,
        "a = " + "{a = " * 3_000,
        "\n".join(f"key{n} = 1" for n in range(8_000)),
        "sides = [1, 2]",
        "sides = 3",
    ],
    ids=["one long key", "many keys", "long text", "lists", "tables", "unknown keys", "numbers", "number"],
)
def test_a_text_that_is_no_rule_set_is_refused_at_once(text):
    before = time.process_time()
    with pytest.raises(CompanionError) as caught:
        parse_rule_set(text)
    assert len(caught.value.faults) <= FAULT_LIMIT + 1
    assert len(caught.value.message) < 20_000
    # The long key took more than eight; reading our own takes a few milliseconds.
    assert time.process_time() - before < 2
