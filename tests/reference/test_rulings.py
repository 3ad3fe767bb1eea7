"""Rulings: every one complete, every number from the rule data, every link in both directions."""

import itertools
import re
import tomllib
from collections.abc import Callable

import pytest

from companion.errors import CompanionError
from companion.reference import (
    GAMES,
    SECTIONS,
    adopt,
    find_game,
    get_chosen,
    get_readings,
    get_ruling,
    load_rulings,
    load_sources,
)
from companion.reference.rulings import parse_rulings, read_rulings
from companion.rules import (
    RULE_SET_IDS,
    get_rule_set,
    make_lines,
    parse_entry,
    parse_options,
    score_round,
)
from companion.rules.text.reader import LABELS, SOURCES, find_unknown

# rulings.md, in its order.
IDS = (
    "how-many-players", "teams", "first-dealer", "next-dealer", "deal", "who-starts",
    "house-rules-first", "five-players-leftover", "which-month", "missing-card", "jokers",
    "four-on-field", "three-on-field", "four-in-hand", "four-pairs", "misdeal", "exposed-card",
    "must-match", "two-matches", "no-match", "drawn-card", "drawn-card-takes-own-match",
    "face-up-piles", "counting-chaff", "call-kwado", "end-of-round", "cards-left", "team-talk",
    "gaji-what", "gaji-from-pile", "gaji-on-field", "gaji-leftover-willow", "gaji-mate", "gaji-stack",
    "gaji-hiki", "gaji-value", "gaji-dealt-to-field", "gaji-yaku", "gaji-no-wild", "method-a",
    "method-b", "which-method", "floor", "negative-net", "bonus-before-or-after", "chaff-value",
    "dragon", "phoenix-and-five-brights", "shared-cards", "four-willow-lightning", "willow-ribbon",
    "declare", "declare-too-late", "declare-broken", "which-yaku-beginner", "card-count-check",
    "values-sakura", "target-a", "two-reach-target", "exact-tie", "early-stop", "wrong-score-found",
    "mh-payment", "mh-five-players", "mh-misdeal", "mh-dealer", "mh-length", "mh-yaku",
    "kk-which-rules", "kk-double-seven", "kk-koikoi-multiplier", "kk-exhausted", "kk-sake-cup",
    "kk-viewing", "kk-both-dealt", "kk-rain-man", "kk-improve", "kk-field-void", "kk-gaji",
    "kk-old-yaku",
)  # fmt: skip

# rulings.md says of these that the booklet is silent.
SILENT = (
    "next-dealer", "missing-card", "jokers", "four-on-field", "three-on-field", "four-in-hand",
    "misdeal", "exposed-card", "team-talk", "gaji-mate", "gaji-stack", "bonus-before-or-after",
    "two-reach-target", "exact-tie",
    # Accidents: their verdicts say themselves that the rules do not.
    "out-of-turn", "wrong-capture", "peek", "take-back", "forgot-to-draw", "hand-seen", "piles-mixed",
    "card-found", "slow-player", "leave-join",
)  # fmt: skip

# rulings.md: the option that makes the app follow the other reading.
OPTIONS = [
    ("next-dealer", "dealer"),
    ("gaji-leftover-willow", "gaji"),
    ("gaji-mate", "gaji"),
    ("bonus-before-or-after", "bonus"),
    ("declare", "declare"),
    ("two-reach-target", "tie"),
    ("exact-tie", "tie"),
    ("mh-payment", "payment"),
    ("mh-five-players", "round-up"),
    ("kk-sake-cup", "cup"),
    ("kk-viewing", "viewing"),
]
TABLE_ONLY = (
    "missing-card", "four-on-field", "three-on-field", "misdeal", "exposed-card", "must-match",
    "team-talk", "early-stop", "kk-gaji",
)  # fmt: skip

RULINGS = list(load_rulings().values())
NEW = get_rule_set("kwado-1985")
ALL = [get_rule_set(rule_set_id) for rule_set_id in RULE_SET_IDS]


def change(old: str, new: str) -> Callable[[str], str]:
    def changed(text: str) -> str:
        assert text.count(old), old
        return text.replace(old, new, 1)

    return changed


def test_every_ruling_of_the_rule_facts_is_there_and_more():
    assert [ruling_id for ruling_id in IDS if ruling_id not in load_rulings()] == []


def test_a_ruling_is_complete_and_every_link_goes_both_ways():
    for ruling in RULINGS:
        said = (ruling.question, ruling.verdict, ruling.reason, ruling.rulebook, ruling.tradition)
        assert [text for text in said if len(text) < 6 or text[-1] not in '.?!"' or "{" in text] == []
        assert len(ruling.verdict) <= 200
        assert all((ruling.games, ruling.near, ruling.sources)), ruling.id
        assert len(set(ruling.asked)) == len(ruling.asked) >= 3, ruling.id
        assert [near for near in ruling.near if ruling.id not in get_ruling(near).near] == [], ruling.id


def test_where_the_booklet_is_silent_the_ruling_and_its_label_say_so():
    said = re.compile(r"The (rules|booklet|sheet) (do|does) not say|The rules set none")
    advice = [ruling.id for ruling in RULINGS if said.match(ruling.verdict)]
    assert len(advice) > 12
    assert [each for each in [*advice, *SILENT] if get_ruling(each).label != "silent"] == []


def test_a_ruling_names_the_option_that_follows_the_other_reading():
    for ruling_id, option in OPTIONS:
        house = get_ruling(ruling_id).house
        assert (house.option, house.is_table) == (option, False)
        assert len(get_readings(get_ruling(ruling_id))) > 1


def test_a_reading_that_changes_no_score_is_for_the_house_rule_sheet():
    for house in [get_ruling(ruling_id).house for ruling_id in TABLE_ONLY]:
        assert house.is_table
        assert house.default in [value for value, _ in house.readings]


@pytest.mark.parametrize("rule_set_id", RULE_SET_IDS)
def test_every_option_of_every_rule_set_is_explained_by_a_ruling(rule_set_id):
    rules = get_rule_set(rule_set_id)
    unruled = [(option.id, option.ruling) for option in rules.options if option.ruling not in load_rulings()]
    assert unruled == [], "Write each ruling in companion/reference/content/rulings/."
    for option in rules.options:
        ruling = get_ruling(option.ruling, rule_set_id)
        assert rule_set_id in ruling.rule_sets
        assert ruling.house is not None
        assert ruling.house.option == option.id
        assert get_readings(ruling, rules) == option.values
        if option.provenance.label == "silent":
            assert ruling.label == "silent"
    for method in rules.methods:
        assert rule_set_id in get_ruling(method.ruling).rule_sets
    if rules.gaji:
        assert rule_set_id in get_ruling(rules.gaji.ruling).rule_sets
    for option in ("method", "yaku"):
        assert any(ruling.house and ruling.house.option == option for ruling in RULINGS)


def test_every_line_of_a_breakdown_leads_to_a_ruling_of_its_game():
    won = [
        "clover-boar",
        "maple-deer",
        "peony-butterflies",
        "plum-warbler",
        "wisteria-cuckoo",
        "susuki-geese",
    ]
    race = {"winner": "Ann", "calls": {"Ben": 1}, "captured": {"Ann": won}}
    piles = {"captured": {"Ann": "rest", "Ben": ["pine-crane"]}, "declared": {}}
    for rules in map(get_rule_set, RULE_SET_IDS):
        choices = [{}, *({option.id: value} for option in rules.options for value, _ in option.values)]
        counted = piles if rules.has_cards else {"points": {"Ann": 5, "Ben": -5}}
        stopped = race | {"outcome": rules.race.endings[0].id} if rules.race else {}
        entry = parse_entry(stopped or counted, rules, ("Ann", "Ben"))
        for method, chosen in itertools.product(rules.methods, choices):
            options = parse_options(rules, {"method": method.id, "target": 300, **chosen})
            breakdown = score_round(rules, options, entry)
            lines = [line for number in (0, 1) for line in make_lines(breakdown, number)]
            assert len(lines) > (4 if rules.race else 8 if rules.has_cards else 1)
            astray = [line for line in lines if rules.id not in get_ruling(line.ruling).rule_sets]
            assert astray == [], (rules.id, method.id, chosen)


def test_the_sources_of_rulings_and_of_rule_sets_are_the_same_list():
    assert set(load_sources()) == set(SOURCES)


def test_no_figure_of_kwado_is_typed_in_a_ruling():
    typed = []
    for row in tomllib.loads(read_rulings())["ruling"]:
        if "kwado" not in row["games"]:
            continue
        for key in ("question", "verdict", "reason", "rulebook"):
            bare = re.sub(r"\{[^}]*\}|\b1[5-9]\d\d\b|\bof 0\b|\bas 0\b|\bbelow 0\b|\bcount 0\b", "", row[key])
            if re.search(r"\d", bare):
                typed.append((row["id"], key, bare))
    # A question asks for one point in its own words; the order of other numberings is a list of names.
    assert typed == [
        ("chaff-value", "question", "Are chaff cards worth 1?"),
        ("sk-numbers", "rulebook", get_ruling("sk-numbers").rulebook),
    ]


def list_faults(ruling):
    """What a ruling names that does not exist, and what its words lack or have too much."""
    games = [*ruling.games, *(said.game for said in ruling.verdicts)]
    homeless = [game for game in games if (find_game(game) or game) not in games]
    faults = find_unknown([ruling.section], SECTIONS, "section")
    faults += find_unknown(ruling.games, GAMES, "game")
    faults += find_unknown([said.game for said in ruling.verdicts], [*GAMES, *RULE_SET_IDS], "game")
    faults += find_unknown(ruling.yaku, {each.id for rules in ALL for each in rules.yaku}, "yaku")
    faults += find_unknown(ruling.near, load_rulings().keys() - {ruling.id}, "other ruling")
    faults += [f"{game} has two verdicts" for game in games if games.count(game) > 1]
    faults += [f"{game} has a verdict, its game none" for game in homeless]
    for said in (ruling, *ruling.verdicts):
        faults += find_unknown([said.label], LABELS, "label")
        faults += find_unknown(said.sources, load_sources(), "source")
        faults += [f"{len(said.verdict)} characters in a verdict"] if len(said.verdict) > 200 else []
    if ruling.house and ruling.house.is_table:
        defaults = [ruling.house.default, *(said.default for said in ruling.verdicts if said.default)]
        faults += find_unknown(defaults, [value for value, _ in ruling.house.readings], "reading")
    elif ruling.house and ruling.house.option not in ("method", "yaku"):
        offered = {option.id for rules in ALL for option in rules.options}
        faults += find_unknown([ruling.house.option], offered, "option")
    return faults


def test_a_ruling_names_only_what_exists():
    assert [(ruling.id, faults) for ruling in RULINGS if (faults := list_faults(ruling))] == []


SPOILT = [
    (change('id = "teams"', 'id = "deal"'), "comes twice"),
    (
        change("{players.min}", "{players.some}"),
        "ruling how-many-players: No figure is called “players.some”",
    ),
    (change('question = "How many can play?"', 'question = ""'), "“question” must say something"),
    (change('reason = "The deal is made', 'raeson = "The deal is made'), "unknown key “raeson”"),
    (change('cards = ["willow-rain-man"', 'cards = ["rain-man"'), "There is no card “rain-man”"),
    (lambda text: text + "\n[[rulings]]\n", "a list of “ruling”"),
    (change("asked = ", "asked = ="), "not TOML"),
]


@pytest.mark.parametrize(("spoil", "said"), SPOILT)
def test_a_ruling_that_cannot_be_read_does_not_load(spoil, said):
    with pytest.raises(CompanionError, match=said):
        parse_rulings(spoil(read_rulings()))


def test_adopting_a_reading_sets_the_option_and_nothing_else():
    options = parse_options(NEW, {})
    adopted = parse_options(NEW, adopt(get_ruling("declare"), "false", NEW, options))
    assert adopted.choice("declare") is False
    assert get_chosen(get_ruling("declare"), adopted) is False
    assert {**adopted.document(), "declare": True} == options.document()


@pytest.mark.parametrize("rule_set_id", ["kwado-1985", "kwado-1982"])
def test_every_reading_of_every_ruling_can_be_adopted(rule_set_id):
    rules = get_rule_set(rule_set_id)
    count = 0
    for ruling in RULINGS:
        for value, _ in get_readings(ruling, rules):
            word = str(value).lower() if isinstance(value, bool) else value
            options = parse_options(rules, adopt(ruling, word, rules, parse_options(rules, {})))
            assert get_chosen(ruling, options) == value
            count += 1
    assert count > 40


def test_the_booklet_of_1982_offers_no_declaring():
    assert get_readings(get_ruling("declare"), get_rule_set("kwado-1982")) == ()
    with pytest.raises(CompanionError):
        adopt(get_ruling("declare"), "true", get_rule_set("kwado-1982"), parse_options(NEW, {}))
