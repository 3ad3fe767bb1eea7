"""What qualifies a yaku or a round stands in the rule data, and every reader says so."""

import pytest

from companion.printing import parse_order, score_for_print
from companion.printing.player_card import list_qualifying
from companion.printing.rule_sheet import describe_rules
from companion.printing.words import say_house_rules
from companion.reference import compare_editions, find_rulings, get_ruling
from companion.rules import RULE_SET_IDS, get_rule_set, parse_game, say_run_out
from tests.printing.conftest import order_job, order_sheet, read_words
from tests.rules.tables import CARD_GAMES

RACES = [each for each in CARD_GAMES if get_rule_set(each).race]


@pytest.mark.parametrize("rules", RACES)
def test_every_reader_says_who_scores_where_the_hands_ran_out(rules: str) -> None:
    race = get_rule_set(rules).race
    assert race is not None
    said = say_run_out(race)
    assert (", unless a yaku was made with the last play" in said) is (rules == "koikoi-nintendo")
    assert f"If nobody stopped, {said}" in read_words("rule-sheet", rules=rules)
    assert f"If nobody stopped, {said}" in read_words("booklet", rules=rules)
    (row,) = [row for row in compare_editions(*RACES) if row.what == "The hands ran out"]
    is_option = race.dealer is not None and race.dealer.option
    if is_option:
        assert "nobody scores or the dealer scores 1" in row.cells[RACES.index(rules)]
    else:
        assert row.cells[RACES.index(rules)] == said
    for sheet in ("player-card", "score-pad"):
        words = "nobody scores when the hands run out" if is_option else f"Hands run out: {said}."
        assert words.lower() in read_words(sheet, rules=rules).lower(), sheet


@pytest.mark.parametrize("rules", CARD_GAMES)
def test_every_option_that_bears_on_a_score_is_on_card_and_pad(rules: str) -> None:
    """Each value of each option, as the foot of a pad says it: the cup, Gaji, declaring, viewings."""
    rule_set = get_rule_set(rules)
    for option in list_qualifying(rule_set):
        for value in option.listed:
            chosen = {option.id: value.typed} | {key: str(each) for key, each in option.when.items()}
            order = parse_order("player-card", {"rules": rules, **chosen})
            said = say_house_rules(rule_set, order.options, len(order.sides), [option])
            said = said.removeprefix("We ").rstrip(".").lower()
            for sheet in ("player-card", "score-pad"):
                assert said in read_words(sheet, rules=rules, **chosen).lower(), (sheet, chosen)


def test_every_rule_sheet_and_card_explains_the_wild_card_that_is_played() -> None:
    for rules, chosen in (
        ("kwado-1985", {"gaji": "kwado"}),
        ("kwado-1982", {"gaji": "sakura"}),
        ("sakura", {}),
    ):
        gaji = get_rule_set(rules).gaji
        assert gaji is not None
        for sheet in ("player-card", "rule-sheet", "booklet"):
            assert gaji.words in read_words(sheet, rules=rules, **chosen), (rules, sheet)
    assert "wild" not in read_words("player-card", rules="kwado-1985")


@pytest.mark.parametrize("rules", CARD_GAMES)
def test_a_card_and_the_deck_guide_name_value_groups_as_the_pad_does(rules: str) -> None:
    rule_set = get_rule_set(rules)
    card, pad = (read_words(sheet, rules=rules) for sheet in ("player-card", "score-pad"))
    guide = read_words("deck-guide", rules=rules)
    for group in rule_set.counting.point_groups:
        assert f"{group.name} {group.points}" in guide
        if group.words:
            assert f"{group.id.capitalize()}: {group.words}" in card
            assert f"{group.id.capitalize()}: {group.words}" in pad
    assert ("Hiki: all four of a month" in card) is (rules == "sakura")


@pytest.mark.parametrize("rules", CARD_GAMES)
def test_a_default_is_called_ours_only_where_its_label_says_so(rules: str) -> None:
    words = read_words("house-rules", rules=rules)
    sheet = read_words("rule-sheet", rules=rules)
    for option in get_rule_set(rules).options:
        default = option.get_default(12 if option.default_in else None)
        is_theirs = option.get_provenance(default).label in ("rulebook", "variant", "tradition")
        usual = option.get_value(default).words
        assert f"{usual} ({'our default' if not is_theirs else ''}" in words or is_theirs, option.id
        assert f"{usual} (our default)" not in (words + sheet if is_theirs else ""), option.id
        assert f"{usual} (" in words, option.id


def test_a_yaku_of_the_table_has_its_cards_and_what_spoils_it_on_every_reader() -> None:
    own = {
        "name": "Moon walk",
        "points": 5,
        "all_of": ["susuki-moon", "pine-crane"],
        "unless": ["willow-rain-man"],
    }
    document = {
        "game": "koikoi-hu",
        "sides": ["Ann", "Ben"],
        "rules": {"yaku": {"moon-walk": own}},
        "rounds": [],
    }
    game = score_for_print(parse_game(document))
    for sheet in ("rule-sheet", "player-card", "score-pad", "house-rules"):
        assert "spoilt by the rain man" in read_words(sheet, game), sheet
    for sheet in ("score-pad", "house-rules"):
        assert "Moon walk (crane, moon)" in read_words(sheet, game).replace("\u00a0", " "), sheet


@pytest.mark.parametrize("rules", RULE_SET_IDS)
def test_a_game_without_yaku_has_no_list_of_them(rules: str) -> None:
    has_yaku = bool(get_rule_set(rules).yaku)
    assert ("and their points" in read_words("house-rules", rules=rules)) is has_yaku, rules


@pytest.mark.parametrize("rules", CARD_GAMES)
def test_a_yaku_by_agreement_has_its_cards_in_pictures_and_its_points_once(rules: str) -> None:
    rule_set = get_rule_set(rules)
    further = [each["yaku"] for each in describe_rules(order_sheet("rule-sheet", rules=rules))["further"]]
    offered = rules in ("min-hwatu", "koikoi-compendium") or rule_set.game == "Go-Stop"
    assert bool(further) is offered
    for sheet in ("rule-sheet", "booklet"):
        html = order_job(sheet, rules=rules).html
        _, _, shown = html.partition("By agreement only")
        for yaku in further:
            assert all(f"/{card.id}" in shown for card in yaku.required_pool), (sheet, yaku.id)
    for yaku in rule_set.yaku:
        assert not yaku.name.endswith(f", {yaku.points}"), yaku.id


@pytest.mark.parametrize("rules", CARD_GAMES)
def test_only_house_rules_of_a_game_that_declares_ask_about_declaring(rules: str) -> None:
    is_declared = any(yaku.is_declared for yaku in get_rule_set(rules).yaku)
    assert ("I announced" in read_words("house-rules", rules=rules)) is is_declared


@pytest.mark.parametrize("rules", CARD_GAMES)
def test_every_rule_sheet_answers_what_stops_a_first_game_and_says_where_it_is_ours(rules: str) -> None:
    words = read_words("rule-sheet", rules=rules)
    assert "Must I take if I can?" in words
    is_void = get_rule_set(rules).turn.void
    assert is_void or "on the field: is the deal void?" in words or "were dealt to the field." in words
    is_silent = get_ruling("kk-field-void", rules).label == "silent"
    assert ("otherwise before. (Our choice; not in the rules.)" in words) is is_silent
    assert is_silent is (rules in ("koikoi-nintendo", "koikoi-hu"))


def test_sheets_of_a_table_with_own_values_say_its_figures_in_every_ruling() -> None:
    document = {
        "game": "kwado-1985",
        "sides": ["Ann", "Ben"],
        "rules": {"values": {"brights": 25}, "yaku": {"dragon": {"points": 40}}},
        "rounds": [],
    }
    game = score_for_print(parse_game(document))
    published = {each.id: each.verdict for each in find_rulings(rule_set_id="kwado-1985")}
    played = find_rulings(played=game.rule_set)
    changed = {each.id: each.verdict for each in played if each.verdict != published[each.id]}
    assert len(changed) > 1
    # An example is formed anew with the table's figures.
    assert changed.pop("highest-round").startswith("603 points as a sum")
    assert all("your table" in verdict for verdict in changed.values())
    booklet = read_words("booklet", game).replace("\u00a0", " ")
    said = [verdict for verdict in changed if verdict in booklet]
    assert said
    for before in published.values():
        assert before not in booklet or before in {each.verdict for each in played}, before


@pytest.mark.parametrize(("rules", "ours"), [("koikoi-modern", "rained-out"), ("koikoi-compendium", "field")])
def test_a_value_that_is_ours_says_so_where_its_option_is_the_rules(rules: str, ours: str) -> None:
    """corrections: of the viewings, `rained-out` is ours in the common form, `field` in the compendium."""
    option = get_rule_set(rules).find_option("viewing")
    assert option is not None
    assert option.provenance.label == "rulebook"
    for each in option.listed:
        assert (each.provenance is not None and each.provenance.label == "house") is (each.value == ours)
        for sheet in ("rule-sheet", "house-rules"):
            said = f"{each.words} (our reading)" in read_words(sheet, rules=rules)
            assert said is (each.value == ours), (sheet, each.value)
