"""The rule sets as data: the tables of kwado.md, and what a rule set may not be."""

import itertools
import re
import time
import tomllib
from pathlib import Path

import pytest

from companion.cards import DECK, RIBBONS, CardSet, get_suit
from companion.errors import FAULT_LIMIT, CompanionError, NotUnderstood
from companion.rules import RULE_SET_IDS, get_rule_set, parse_options, parse_rule_set
from companion.rules.records import files as rule_set_files
from companion.rules.records import rule_set
from companion.rules.records.files import extend, get_own_rule_set, load_text
from companion.rules.scoring import pile
from companion.rules.text.reader import LABELS, SOURCES
from tests.rules.records.published import PUBLISHED

NEW = get_rule_set("kwado-1985")
OLD = get_rule_set("kwado-1982")


def test_every_rule_file_is_in_the_list_of_games_and_kwado_of_1985_leads_it():
    files = (Path(rule_set.__file__).parents[1] / "rulesets").iterdir()
    assert sorted(RULE_SET_IDS) == sorted(file.stem for file in files)
    assert RULE_SET_IDS[:2] == ("kwado-1985", "kwado-1982")


MONTHS = ("pine", "maple", "willow", "paulownia")


def describe(rules):
    """What a rule set says, by the words of the table of what the texts say."""
    options, turn = parse_options(rules, {}), rules.turn
    return {
        "deals": [
            (deal.players, deal.hand, deal.field, rules.count_draw_pile(deal), rules.get_sides(deal.players))
            for deal in rules.deals
        ],
        "deal sources": [deal.provenance.source for deal in rules.deals],
        "months": [
            rules.months.index(get_suit(suit)) + 1 for suit in ("pine", "maple", "willow", "paulownia")
        ],
        "starts": turn.starts,
        "direction": turn.direction,
        "of three": turn.of_three,
        "turn label": turn.provenance.label,
        "worth": {card.id: rules.counting.get_points(card) for card in DECK},
        "picked": rules.counting.picked,
        "most playing": rules.most_playing,
        "yaku": [(yaku.id, yaku.points, yaku.all_of) for yaku in rules.yaku],
        "korean": [name for yaku in rules.yaku for name in re.findall(r"[가-힣]+", yaku.name)],
        "yaku ids": [yaku.id for yaku in rules.yaku],
        "groups": [yaku.group for yaku in rules.yaku],
        "sources": {yaku.provenance.source for yaku in rules.yaku},
        "declared": [yaku.id for yaku in rules.yaku if yaku.is_declared],
        "played": list(options.yaku),
        "presets": {preset.id: list(preset.yaku) for preset in rules.presets},
        "short names": [yaku.short_name for yaku in rules.yaku if yaku.id not in ("sakura-3", "sakura-5")],
        "rounds": (options.rounds, options.target),
        "length": rules.length and (rules.length.offered, rules.length.provenance.label),
        "targets": rules.length and rules.length.targets,
        "options": {
            option.id: ({value for value, _ in option.values}, option.default) for option in rules.options
        },
        "methods": [(method.id, method.target) for method in rules.methods],
        "dealer": getattr(rules.find_option("dealer"), "default", None),
        "cup": getattr(rules.find_option("cup"), "default", None),
    }


def test_every_game_of_cards_is_compared_with_its_text():
    games = {rule_set_id for rule_set_id in RULE_SET_IDS if get_rule_set(rule_set_id).has_cards}
    assert games - PUBLISHED.keys() == set(), (
        "Write what its text says into tests/rules/records/published.py."
    )


@pytest.mark.parametrize("rule_set_id", PUBLISHED)
def test_a_rule_set_is_that_of_its_text(rule_set_id):
    rules, wanted = get_rule_set(rule_set_id), PUBLISHED[rule_set_id]
    found = describe(rules)
    assert {what: found[what] for what in wanted} == wanted
    assert rules.counting.deck_points == sum(wanted["worth"].values())
    too_many = max(rules.sides) + 1
    with pytest.raises(CompanionError, match=f"players, not {too_many}"):
        rules.get_deal(too_many)


def test_six_and_seven_ribbons_of_hana_awase_are_any_of_nine_without_the_willows():
    rules = get_rule_set("hana-awase")
    for yaku_id, count in (("seven-ribbons", 7), ("six-ribbons", 6)):
        least = rules.get_yaku(yaku_id).at_least
        assert (least.n, least.of) == (count, RIBBONS - CardSet.from_ids(["willow-ribbon"]))


@pytest.mark.parametrize("rules", [NEW, OLD])
def test_the_target_proposed_for_method_b_is_five_floors_of_method_a(rules):
    easy = rules.get_method("B")
    proposed = {sides: easy.propose(sides) for sides in rules.side_counts}
    assert proposed == {sides: 5 * rules.counting.deck_points // sides for sides in rules.side_counts}
    assert (proposed[2], proposed[3], proposed[4]) == (600, 400, 300)
    assert {rules.get_method("A").propose(sides) for sides in rules.side_counts} == {200}


def test_an_option_knows_the_methods_that_ignore_it_and_how_many_play_where_it_is_of_use():
    hwatu = get_rule_set("min-hwatu")
    bonus, gaji, round_up = NEW.find_option("bonus"), NEW.find_option("gaji"), hwatu.find_option("round-up")
    assert [method.id for method in bonus.list_idle(NEW.methods)] == ["B"]
    assert (gaji.list_idle(NEW.methods), bonus.list_players(NEW.extras)) == ([], [])
    assert (round_up.list_idle(hwatu.methods), set(round_up.list_players(hwatu.extras))) == ([], {5, 7})


def test_rules_of_a_table_with_a_target_of_their_own_propose_it_by_both_methods():
    own = get_own_rule_set("kwado-1985", {"target": 70})
    assert [method.propose(3) for method in own.methods] == [70, 70]


@pytest.mark.parametrize("rule_set_id", RULE_SET_IDS)
def test_every_record_of_a_rule_set_names_its_source_and_label(rule_set_id):
    rules = get_rule_set(rule_set_id)
    lists = (
        rules.values,
        rules.deals,
        rules.methods,
        rules.options,
        rules.presets,
        rules.race.awards if rules.race else (),
        rules.yaku,
    )
    single = [each for each in (rules, rules.turn, rules.length, rules.race) if each]
    told = [record.provenance for record in itertools.chain(single, *lists)]
    assert {each.label for each in told} <= set(LABELS)
    assert {source for each in told for source in each.source.split(", ")} <= set(SOURCES)


@pytest.mark.parametrize("rule_set_id", RULE_SET_IDS)
def test_a_frozen_copy_of_a_rule_set_is_the_rule_set(rule_set_id):
    rules = get_rule_set(rule_set_id)
    assert parse_rule_set(rules.text) is rules


FORM = """extends = "kwado-1985"
leave_out = ["gaji", "yaku.five-brights"]
behind = { "yaku.rain" = "yaku.four-iris" }

id = "new-form"
source = "OUR"

[[yaku]]
id = "dragon"
points = 30
source = "OUR"

[[yaku]]
id = "rain"
source = "APP"

[[note]]
id = "last"
"""


def test_a_form_of_a_game_is_the_other_form_with_its_differences():
    form = tomllib.loads(extend(FORM, NEW.text))
    ids = [yaku.id for yaku in NEW.yaku if yaku.id != "five-brights"]
    ids.insert(ids.index("four-iris") + 1, "rain")
    assert [yaku["id"] for yaku in form["yaku"]] == ids
    by_id = {yaku["id"]: yaku for yaku in form["yaku"]}
    assert by_id["dragon"] == {"id": "dragon", "points": 30, "source": "OUR"}
    assert (by_id["rain"]["source"], by_id["four-iris"]["source"]) == ("APP", "OUR")
    assert form["deal"][0] == {"players": 2, "hand": 10, "field": 8, "source": "OUR", "label": "rulebook"}
    assert (form["id"], form["note"]) == ("new-form", [{"id": "last"}])
    assert not {"gaji", "extends", "leave_out", "behind", "name"} & form.keys()


# What a form says of the defaults of options.
DEFAULTS = 'keeps_sources = true\ndefaults = { bonus = "before-floor", declare = false }\n'


def test_a_form_may_keep_the_sources_of_the_other_and_give_its_options_other_defaults():
    form = tomllib.loads(extend(FORM.replace("leave_out", f"{DEFAULTS}leave_out"), NEW.text))
    own = {option["id"]: option["default"] for option in form["option"]}
    published = {option.id: option.default for option in NEW.options}
    assert own == published | {"bonus": "before-floor", "declare": False} != published
    assert {option["source"] for option in form["option"]} == {
        option.provenance.source for option in NEW.options
    }
    by_id = {yaku["id"]: yaku["source"] for yaku in form["yaku"]}
    assert (form["source"], by_id["dragon"], by_id["four-iris"]) == ("OUR", "OUR", "KD85")
    assert not {"defaults", "keeps_sources"} & form.keys()


@pytest.mark.parametrize(
    ("default", "said"),
    [
        ('bonnus = "before-floor"', "no table “option.bonnus”; the nearest is option.bonus"),
        ('bonus = "later"', "the default 'later' is none of its values"),
    ],
)
def test_a_form_gives_no_default_to_an_option_that_the_other_lacks_nor_a_value_that_it_lacks(default, said):
    head = NEW.text.partition("\n\n[[")[0]
    with pytest.raises(CompanionError, match=said):
        parse_rule_set(extend(f'extends = "kwado-1985"\ndefaults = {{ {default} }}\n\n{head}', NEW.text))


@pytest.mark.parametrize("key", ["yaku.five-brights", "yaku.four-iris"])
def test_a_form_leaves_out_only_what_the_other_form_has(key):
    with pytest.raises(NotUnderstood, match=f"no table “{key}s”; the nearest is {key}"):
        extend(FORM.replace(f'"{key}"', f'"{key}s"'), NEW.text)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('extends = "kwado-1958"', "form extends: it cannot extend “kwado-1958”; the nearest is kwado-1985"),
        ('extends = "form"', "form extends: it cannot extend “form”"),
        ('id = "form"\n[turn]\nextends = "kwado-1985"', "the paragraph of “extends”: “extends” is missing"),
        ('extends = "kwado-1985"\nid = "form"', "form: the paragraph of “extends”: unknown key “id”"),
        (
            'extends = "kwado-1985"\nleave_outs = ["gaji"]',
            "unknown key “leave_outs”; the nearest is leave_out",
        ),
        ('extends = "kwado-1985"\nleave_out = "gaji"', "“leave_out” must be a list"),
        ('extends = "kwado-1985"\nbehind = { turm = "gaji" }', "form behind: there is no table “turm”"),
        (
            'extends = "kwado-1985"\ndefaults = { bonnus = true }',
            "form defaults: there is no table “option.bonn",
        ),
    ],
)
def test_a_form_that_extends_wrongly_names_its_file_and_the_key(line, said, tmp_path, monkeypatch):
    for name, text in {"form": f'{line}\n\nsource = "OUR"\n', "kwado-1985": NEW.text}.items():
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(rule_set_files, "RULE_SETS", tmp_path)
    monkeypatch.setattr(rule_set_files, "RULE_SET_IDS", ("form", "kwado-1985"))
    with pytest.raises(CompanionError) as caught:
        load_text.__wrapped__("form")
    assert said in str(caught.value)


def test_a_form_that_does_not_say_its_source_is_told_so():
    with pytest.raises(CompanionError, match="“source” is missing"):
        parse_rule_set(extend('extends = "kwado-1985"\n\nid = "form"\n', NEW.text))


def test_a_rule_set_with_presets_and_no_default_is_told_which_key_is_missing():
    text = re.sub("(?m)^default_preset = .*\n", "", NEW.text)
    with pytest.raises(CompanionError, match="“default_preset” must be one of its presets, not None"):
        parse_rule_set(text)


@pytest.mark.parametrize(("yaku", "tag"), [("ribbons", "5 ribbons"), ("three-brights", "3 brights")])
def test_a_rule_set_has_the_yaku_whose_cards_or_points_its_settlement_counts(yaku, tag):
    text = load_text("go-stop")
    record = next(each for each in text.split("\n\n") if f'tag = "{tag}"' in each)
    assert f'[[yaku]]\nid = "{yaku}"' in record
    without = text.replace(record, record.replace(f'id = "{yaku}"', 'id = "another"'))
    with pytest.raises(CompanionError, match=f"no yaku “{yaku}”"):
        parse_rule_set(without)


def test_a_table_may_leave_out_a_yaku_whose_cards_its_settlement_counts():
    own = get_own_rule_set("go-stop", {"yaku": {"five-brights": {"off": True}}})
    assert "five-brights" not in [yaku.id for yaku in own.yaku]


def test_a_rule_set_that_is_brought_in_cannot_extend_another():
    with pytest.raises(NotUnderstood, match="unknown key “extends”"):
        parse_rule_set('extends = "kwado-1985"\n' + NEW.text)


# A change of the text of 1985, and what is then said.
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('name = "bright"\n', 'name = "bright"\nnmae = "bright"\n', "unknown key “nmae”"),
        ('cards = "animals"', 'cards = "brights"', "pine-crane has two values"),
        ('source = "KD85"\nlabel = "rulebook"\n# Our', 'label = "rulebook"\n# Our', "“source” is missing"),
        ("hand = 10", 'hand = "10"', "“hand” must be a whole number, not '10'"),
        ("hand = 10", "hand = true", "“hand” must be a whole number, not True"),
        ("hand = 10", "hand = 25", "cannot be dealt so many cards"),
        ('label = "rulebook"\n\n[[deal]]', 'label = "certain"\n\n[[deal]]', "no label “certain”"),
        ('source = "KD85"\nlabel = "silent"', 'source = "KD58"\nlabel = "silent"', "no source “KD58”"),
        ('"pine-crane", "plum-warbler"', '"pine-crain", "plum-warbler"', "the nearest is pine-crane"),
        ('all_of = "suit-iris"', 'all_of = "suit-irish"', "the nearest is suit-iris"),
        ('settlement = "card-points"', 'settlement = "card-point"', "the nearest is card-points"),
        ('default = "after-floor"', 'default = "later"', "the default 'later' is none of its values"),
        ('default_preset = "all"', 'default_preset = "every"', "must be one of its presets, not every"),
        ('id = "sakura-2"', 'id = "sakura-1"', "the id “sakura-1” comes twice"),
        ('month_order = "korean"', 'month_order = "lunar"', "no month order “lunar”"),
        ('starts = "left-of-dealer"', 'starts = "oldest"', "“starts” must be dealer or left"),
        ('direction = "clock', 'of_three = "two"\ndirection = "clock', "“of_three” must be one or all"),
        ('card = "willow-lightning"', 'card = "willow-thunder"', "no card “willow-thunder”"),
        ('yaku = ["four-iris", "four-maple", "four-willow"]', 'yaku = ["four-rose"]', "no yaku “four-rose”"),
        ("points = 25", "points = 25\nat_least = { n = 1, of = \"brights\" }", "overlap"),
        ("points = 25", "points = 25\nat_least = { n = 11, of = \"ribbons\" }", "asks for 11 of 10"),
        ('all_of = ["paulownia-phoenix"]\n', "", "needs “all_of”, “at_least” or “of_month”"),
        ("points = 25", "points = 25\nreplaces = [\"tiger\"]", "no yaku “tiger”"),
        ("players = 6\nsides", "players = 7\nsides", "nothing says how 6 players form sides"),
        ("[gaji]", "[gaji", "not TOML"),
        # What no table can play.
        ('name = "Kwa-Dō (1985)"', f'name = "{"A" * 41}"', "name has at most 40 characters"),
        ('name = "Kwa-Dō (1985)"', 'name = "Kwa\\u202eDo"', "one line of at most 400"),
        ('name = "Kwa-Dō (1985)"', 'name = "Kwa\\nDo"', "one line of at most 400"),
        ('name = "Kwa-Dō (1985)"', 'name = ""', "name has at least one letter"),
        ('game = "Kwa-Dō"', f'game = "{"A" * 41}"', "name has at most 40 characters"),
        ("sides = [2]", "sides = [2, 0]", "2 players do not form 2 or 0 sides"),
        ("sides = [2]", "sides = [-2]", "2 players do not form -2 sides"),
        ("sides = [2]", "sides = []", "2 players do not form no sides"),
        ("sides = [2]", 'sides = ["2"]', "must be a whole number, not '2'"),
        ("sides = [2]", "sides = [[2]]", "must be a whole number, not"),
        ("sides = [3]", "sides = [2]", "3 players do not form 2 sides"),
        ("players = 2\nsides", "players = 200\nsides", "nothing can be dealt to 200 players"),
        ("[[sides]]\nplayers = 2", "[[sides]]\nplayers = 7", "nothing can be dealt to 7 players"),
        ("hand = 10", "hand = 0", "cannot be dealt so many cards"),
        ("hand = 10", f"hand = {10**30}", "is a number up to 100"),
        ("field = 8", "field = -8", "cannot be dealt so many cards"),
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


# --- Cards that are alike by the rules --------------------------------------------------------------

PINE, YELLOW = ["pine-chaff-1", "pine-chaff-2"], ["paulownia-chaff-1", "paulownia-chaff-2"]
WHITE = ["paulownia-chaff-2", "paulownia-chaff-3"]


@pytest.mark.parametrize(
    ("game", "cards", "are_alike"),
    [
        ("kwado-1985", PINE, True),
        ("kwado-1985", YELLOW, True),
        ("kwado-1985", ["pine-chaff-1", "plum-chaff-1"], False),
        ("kwado-1985", ["willow-lightning", "willow-ribbon"], False),
        ("koikoi-modern", PINE, True),
        # The yellow one has points.
        ("sakura", YELLOW, False),
        ("sakura", WHITE, True),
    ],
)
def test_cards_are_alike_where_no_rule_names_one_without_the_others(game, cards, are_alike):
    assert pile.are_alike(get_rule_set(game), CardSet.from_ids(cards)) is are_alike


@pytest.mark.parametrize(
    "asks",
    [
        {"all_of": PINE[:1]},
        {"at_least": {"n": 1, "of": PINE[:1]}},
        {"all_of": ["iris-bridge"], "extra": {"points": 1, "of": PINE[:1]}},
        {"all_of": ["iris-bridge"], "unless": PINE[:1]},
    ],
)
def test_cards_are_not_alike_where_a_yaku_of_the_table_names_one_of_them(asks):
    own = {"name": "Ours", "yaku": {"one": {"name": "One", "points": 1, **asks}}}
    rules = get_own_rule_set("kwado-1985", own)
    assert not pile.are_alike(rules, CardSet.from_ids(PINE))
    assert pile.are_alike(rules, CardSet.from_ids(WHITE))


@pytest.mark.parametrize(
    ("game", "where", "named"),
    [
        ("kwado-1985", "card = ", "willow-lightning"),
        ("koikoi-modern", 'reading = true\nyaku = ["chaff"]\nwith = [', "chrysanthemum-cup"),
        ("koikoi-modern", "without = [", "chrysanthemum-cup"),
        ("koikoi-modern", "twice = [", "chrysanthemum-cup"),
        ("koikoi-modern", "unless = [", "willow-rain-man"),
    ],
)
def test_the_wild_card_and_what_an_option_names_are_not_like_another_card(game, where, named):
    text = get_rule_set(game).text
    changed = text.replace(f'{where}"{named}"', f'{where}"pine-chaff-1"')
    assert changed != text
    assert not pile.are_alike(parse_rule_set(changed), CardSet.from_ids(PINE))


# --- Rule sets that are brought in ------------------------------------------------------------------


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


def test_the_words_of_the_chaff_name_each_card_that_counts_two():
    called = {"willow-lightning": "lightning", "paulownia-chaff-1": "yellow paulownia"}
    for rules in map(get_rule_set, RULE_SET_IDS):
        said = " ".join(group.words for group in rules.values if not group.points)
        assert {card for card, name in called.items() if name in said} == set(rules.counting.double_chaff.ids)
