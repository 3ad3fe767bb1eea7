"""Rulings in the words of a game: whose verdict is given, and that every game has one that is true of it."""

import re
import tomllib
from pathlib import Path

import pytest

from companion.reference import (
    compare_editions,
    find_game,
    find_hits,
    find_rulings,
    get_chosen,
    get_readings,
    get_ruling,
    list_elsewhere,
    load_rulings,
    name_game,
)
from companion.reference.comparing import _say_features
from companion.reference.figures import fill
from companion.reference.pages import load_page
from companion.reference.rulings import GAMES, _parse_unfilled, parse_rulings, read_rulings
from companion.rules import RULE_SET_IDS, get_rule_set, parse_options

# Words of Kwa-Dō's own rulebook, which are true of no other game.
KWADO_ONLY = re.compile(r"booklet|\b[Tt]he sheet\b|\bfloor\b|[Mm]ethod [AB]|\b19(82|85)\b")
FACTS = Path(__file__).parents[2] / "docs" / "rules"
COMPARING = {"mh-vs-kwado", "ha-vs-kwado"}
# docs/rules/README.md, "Sources": those that describe the game itself.
OWN_SOURCES = {
    "kwado": {"KD85", "KD82", "CEL"},
    "min-hwatu": {"MH21", "MH25"},
    "koi-koi": {"FKK", "KKN", "KKC", "KKH"},
    "sakura": {"SAK"},
    "hana-awase": {"HAN", "BK26"},
    "mushi": {"MUS"},
    "roppyakken": {"ROP"},
    "go-stop": {"GOS"},
}
# next-games.md, "A. Min-Hwatu": its 25 rulings, each asked in its own words.
MIN_HWATU = [
    ("How many cards each in Min-Hwatu?", "deal"),
    ("How many can play Min-Hwatu?", "how-many-players"),
    ("min-hwatu dealer, bam-il naj-jang", "mh-dealer"),
    ("Who deals next in Min-Hwatu?", "next-dealer"),
    ("When is it a misdeal in min-hwatu, when do we deal again?", "mh-misdeal"),
    ("Does a dealt hand earn anything in min-hwatu, four alike, four pairs, all chaff?", "mh-lucky-hand"),
    ("three of a month are stacked in min-hwatu, does the fourth take all?", "three-on-field"),
    ("two match in min-hwatu, do I choose one?", "two-matches"),
    ("min-hwatu hand pair, then the pile shows the same month", "drawn-card-takes-own-match"),
    ("Must I play a matching card in min-hwatu?", "must-match"),
    ("min-hwatu card values", "values"),
    ("Which yaku are always used in min-hwatu, which by agreement?", "mh-yaku"),
    ("Are five brights 50 or 200 in min-hwatu?", "mh-five-brights"),
    ("min-hwatu views", "mh-views"),
    ("One card in two yaku in min-hwatu?", "shared-cards"),
    ("min-hwatu: each other player pays you the yaku once?", "mh-payment"),
    ("min-hwatu, two yaku of mine, one of yours", "mh-several-yaku"),
    ("negative min-hwatu round", "mh-negative"),
    ("min-hwatu length", "mh-length"),
    ("equal totals at the end of min-hwatu", "exact-tie"),
    ("min-hwatu five players, 250", "mh-five-players"),
    ("jokers in min-hwatu", "jokers"),
    ("paulownia 11, willow 12 in min-hwatu", "which-month"),
    ("What differs from Kwa-Dō in min-hwatu?", "mh-vs-kwado"),
    ("Is min-hwatu Go-Stop?", "mh-vs-gostop"),
]
# next-games.md, "C. Sakura": its 26 rulings, each asked in its own words.
SAKURA = [
    ("How many can play Sakura?", "how-many-players"),
    ("How many cards each in Sakura?", "deal"),
    ("What happens in Sakura when two players' hands are empty?", "sk-two-players"),
    ("Who deals first in Sakura?", "first-dealer"),
    ("Who deals next in Sakura?", "next-dealer"),
    ("Four of a month on the field in Sakura, does the dealer take them?", "four-on-field"),
    ("three of a month on the field in Sakura, the fourth takes all three?", "three-on-field"),
    ("Must I play a matching card in Sakura?", "must-match"),
    ("hiki", "sk-hiki"),
    ("four of a month in my hand in Sakura", "four-in-hand"),
    ("What does the wild card do in Sakura?", "gaji-what"),
    ("Gaji on the field in Sakura", "gaji-on-field"),
    ("Gaji turned up from the pile in Sakura", "gaji-from-pile"),
    ("Can a hiki block the Gaji in Sakura?", "gaji-hiki"),
    ("Gaji dealt to the field in Sakura", "gaji-dealt-to-field"),
    ("cards left over at the end of Sakura", "cards-left"),
    ("Does Gaji get the rest of the month in Sakura?", "sk-leftover"),
    ("card values in Sakura", "values"),
    ("How is Sakura scored?", "sk-scoring"),
    ("Are partners' yaku taken off in Sakura?", "sk-team-yaku"),
    ("One card in two yaku in Sakura?", "shared-cards"),
    ("May we throw chaff away in Sakura?", "counting-chaff"),
    ("How many rounds in Sakura?", "sk-length"),
    ("Sakura by victories", "sk-victories"),
    ("Why are the Sakura yaku numbered differently?", "sk-numbers"),
    ("equal totals at the end of Sakura", "exact-tie"),
    ("Must a yaku be announced in Sakura?", "declare"),
    ("May teammates show their hands in Sakura?", "team-talk"),
    ("Is Sakura the same as Koi-Koi?", "sk-vs-koikoi"),
    ("What is Oibana?", "sk-oibana"),
    ("Is willow November or December in Sakura?", "which-month"),
]
# hana-awase.md, each asked in its own words.
HANA_AWASE = [
    ("How many can play Hana-Awase?", "how-many-players"),
    ("How many cards each in Hana-Awase?", "deal"),
    ("Who deals next in Hana-Awase?", "next-dealer"),
    ("Who plays first in Hana-Awase?", "who-starts"),
    ("two players in hana-awase, cards left in the pile", "ha-two-players"),
    ("card values in Hana-Awase", "values"),
    ("does chaff count in hana-awase", "ha-chaff"),
    ("How is Hana-Awase scored?", "ha-scoring"),
    ("What is the par in Hana-Awase?", "ha-par"),
    ("just add up the points in hana-awase", "ha-additive"),
    ("Which yaku are there in Hana-Awase?", "ha-yaku"),
    ("do yaku add up in hana-awase", "ha-best-of-group"),
    ("bakappana", "ha-bakappana"),
    ("what is bakappana", "ha-bakappana"),
    ("dandruff in hana-awase", "ha-dandruff"),
    ("rain man and flower viewing in hana-awase", "ha-rain"),
    ("four willows cancel yaku in hana-awase", "ha-willow-row"),
    ("How many rounds in Hana-Awase?", "ha-length"),
    ("few captured cards in hana-awase", "ha-compensation"),
    ("dealt six chaff in hana-awase", "ha-hand-chaff"),
    ("difference between hana-awase and min-hwatu", "ha-vs-min-hwatu"),
    ("difference between hana-awase and kwado", "ha-vs-kwado"),
    ("equal totals at the end of hana-awase", "exact-tie"),
    ("three of a month on the field in hana-awase", "three-on-field"),
    ("is the lightning wild in hana-awase", "ha-gaji"),
]
# mushi.md, each asked in its own words.
MUSHI = [
    ("How many can play Mushi?", "how-many-players"),
    ("How many cards each in Mushi?", "deal"),
    ("Who deals next in Mushi?", "next-dealer"),
    ("Who plays first in Mushi?", "who-starts"),
    ("card values in Mushi", "values"),
    ("peony in mushi", "mu-deck"),
    ("How is Mushi scored?", "mu-scoring"),
    ("What is the par in Mushi?", "mu-par"),
    ("Which yaku are there in Mushi?", "mu-yaku"),
    ("is the warbler a bright in mushi", "mu-three-brights"),
    ("do five brights count in mushi", "mu-five-brights"),
    ("lightning turned up from the pile in mushi", "gaji-from-pile"),
    ("lightning is the last card of the pile in mushi", "mu-lightning-last"),
    ("who gets the last willow in mushi", "mu-left-over"),
    ("How many rounds in Mushi?", "mu-length"),
    ("mushi with three players", "mu-many-players"),
    ("equal totals at the end of mushi", "exact-tie"),
    ("difference between mushi and hana-awase", "mu-vs-hana-awase"),
    ("osaka mushi", "mu-name"),
    ("虫", "mu-name"),
    ("무시바나", "mu-name"),
]
# roppyakken.md, each asked in its own words.
ROPPYAKKEN = [
    ("How many can play Roppyakken?", "how-many-players"),
    ("How many cards each in Roppyakken?", "deal"),
    ("Who deals next in Roppyakken?", "next-dealer"),
    ("card values in Roppyakken", "values"),
    ("How is Roppyakken scored?", "ro-scoring"),
    ("target in roppyakken", "ro-target"),
    ("sanbyakuken", "ro-name"),
    ("which yaku win at once in roppyakken", "ro-at-once"),
    ("seven ribbons in roppyakken", "ro-seven-ribbons"),
    ("both of us reached 600 in roppyakken", "ro-several"),
    ("yaku in roppyakken", "ro-yaku"),
    ("cup, curtain and moon in roppyakken", "ro-gun"),
    ("do willows spoil viewings in roppyakken", "ro-viewings"),
    ("do four irises count in roppyakken", "ro-months"),
    ("what does the rain man take in roppyakken", "ro-rain-man"),
    ("rain man on the field in roppyakken", "ro-rain-man-on-field"),
    ("fuke", "ro-fuke"),
    ("lucky hand in roppyakken", "ro-lucky-hands"),
    ("two players roppyakken, cards left in the pile", "ro-two-players"),
    ("difference between roppyakken and hana-awase", "ro-vs-hana-awase"),
    ("六百間", "ro-name"),
    ("육백", "ro-name"),
]
# go-stop.md: what every game is asked, in the words of Go-Stop; the rest is in `questions.toml`.
GO_STOP = [
    ("How many can play Go-Stop?", "how-many-players"),
    ("How many cards each in Go-Stop?", "deal"),
    ("Who deals first in Go-Stop?", "first-dealer"),
    ("Who plays first in Go-Stop?", "who-starts"),
    ("do card points count in go-stop", "values"),
    ("three of a month on the field in go-stop, does the fourth take all", "three-on-field"),
    ("two match on the field in go-stop, do I choose?", "two-matches"),
    ("Must I play a matching card in Go-Stop?", "must-match"),
    ("is the lightning wild in go-stop", "gaji-what"),
    ("is passing allowed in go-stop", "passing"),
    ("when does a round of go-stop end", "end-of-round"),
    ("can I play go-stop with a Japanese deck", "which-deck"),
    ("equal totals at the end of go-stop", "exact-tie"),
    ("What must we agree before the first deal in go-stop?", "house-rules-first"),
]
HAWAIIAN = [
    ("chu", "sk-chu"),
    ("basa", "sk-basa"),
    ("what is shira basa", "sk-basa"),
    ("how many cards each in higo-bana", "deal"),
    ("who is the next dealer in higobana", "next-dealer"),
    ("Hawaiian Koi-Koi", "sk-vs-koikoi"),
    ("nomi, omote sugawara", "sk-numbers"),
    ("oi-bana", "sk-oibana"),
    ("hiki with one in hand and three on the field", "sk-hiki"),
    ("what is gaji in hawaiian hanafuda", "gaji-what"),
    ("does a hiki block the gaji", "gaji-hiki"),
]
# next-games.md, "B. Koi-Koi": its 32 rulings, each asked in its own words.
KOI_KOI = [
    ("How many cards each in Koi-Koi?", "deal"),
    ("Who deals first in Koi-Koi?", "first-dealer"),
    ("Do I turn up a pile card every turn in Koi-Koi?", "drawn-card"),
    ("Must I play a matching card in Koi-Koi?", "must-match"),
    ("two match on the field in koi-koi, do I choose?", "two-matches"),
    ("Three of a month on the field in Koi-Koi, does the fourth take all?", "three-on-field"),
    ("koi-koi deal void, four pairs on the field", "kk-field-void"),
    ("Dealt four alike in Koi-Koi, what does it bring?", "kk-dealt"),
    ("both of us were dealt an instant win in koi-koi", "kk-both-dealt"),
    ("teshi and kuttsuki in one hand", "kk-both-in-one-hand"),
    ("What is each yaku worth in koi-koi?", "kk-points"),
    ("Are five brights 10 or 15 in Koi-Koi?", "kk-five-brights-10-or-15"),
    ("Are three brights 5 or 6 in Koi-Koi?", "kk-three-brights-5-or-6"),
    ("does the rain man count for three brights in koi-koi", "kk-rain-man"),
    ("Do three, four and five brights add up in koi-koi?", "kk-best-bright"),
    ("What does a further ribbon bring in koi-koi?", "kk-ribbons"),
    ("poetry and blue ribbons together in koi-koi", "kk-poetry-and-blue"),
    ("Is the sake cup chaff in koi-koi?", "kk-sake-cup"),
    ("hanami in rain, koi-koi", "kk-viewing"),
    ("may a viewing be the only yaku in koi-koi", "kk-viewing-alone"),
    ("curtain, moon and cup together in koi-koi", "kk-moonlit"),
    ("four cards of the round's month in koi-koi", "kk-month-cards"),
    ("are 7 points doubled in koi-koi", "kk-double-seven"),
    ("the other called koi-koi twice and I stop", "kk-koikoi-multiplier"),
    ("when may I stop after koi-koi", "kk-improve"),
    ("three points before koi-koi may be called", "kk-min-three"),
    ("hands ran out and nobody stopped in koi-koi", "kk-exhausted"),
    ("I called koi-koi and never improved, are my points lost", "kk-exhausted-after-koikoi"),
    ("Who deals the next koi-koi round?", "kk-next-dealer"),
    ("is the lightning wild in koi-koi", "kk-gaji"),
    ("How long is a game of koi-koi?", "kk-length"),
    ("equal totals at the end of koi-koi", "exact-tie"),
    ("who scores when somebody stops in koi-koi", "kk-who-scores"),
    ("old koi-koi book adds akatan and tan", "kk-old-yaku"),
    ("which koi-koi rules are these", "kk-which-rules"),
    ("ten-card hands in koi-koi", "kk-ten-cards"),
    ("points taken from the loser in koi-koi", "kk-zero-sum"),
    ("brights dealt to the field in koi-koi", "kk-field-brights"),
    ("does my own call of koi-koi double my points", "kk-own-calls"),
    ("only the best yaku in koi-koi", "kk-best-only"),
    ("can three play koi-koi", "kk-three-players"),
    ("a card that is two chaff in koi-koi", "kk-double-chaff"),
    ("do card points count in koi-koi", "values"),
]
JAPANESE = [
    ("五光", "kk-five-brights-10-or-15"),
    ("三光", "kk-three-brights-5-or-6"),
    ("雨四光", "kk-rain-man"),
    ("手四", "kk-dealt"),
    ("月見 花見 雨", "kk-viewing"),
    ("赤短 青短", "kk-poetry-and-blue"),
    ("勝負", "kk-who-scores"),
    ("月札", "kk-month-cards"),
]
# koi-koi.md, column by column; next-games.md, "B. Koi-Koi".
# kwado.md: the deal table, the floors, values, targets, bonuses; accidents at the deal.
OF_KWADO = [
    ("deal", None, "Two players: 10 each and 8 to the field. Three: 7 and 6. Four: 5 and 8."),
    ("deal", None, "Five: 4 and 8. Six: 3 and 12."),
    ("floor", None, "two 120, three 80, four 60, five 48, six 40"),
    ("values", None, "Brights 20, animals 10, ribbons 5, chaff 0. The whole deck holds 240 points."),
    ("target-a", None, "With method A to 200."),
    ("dragon", None, "brings 25 on top of its 20 points"),
    ("phoenix-and-five-brights", None, "25 for the Dragon and 100 for the five brights"),
    ("which-yaku", None, "Month sets 30 each, five brights 100, Dragon 25, Sakura sets 30 each"),
    ("how-many-players", None, "2 to 6 with the rules of 1985; the rulebook of 1982 stops at 4"),
    ("highest-round", None, "575 points"),
    # sakura.md, koi-koi.md.
    ("values-sakura", None, "ribbons count 10 and animals 5"),
    ("four-pairs", None, "6 points"),
    ("mh-five-players", None, "250"),
    *(
        (ruling_id, None, "The rules do not say.")
        for ruling_id in ("exposed-card", "missing-card", "misdeal")
    ),
    ("missing-card", "koikoi-modern", "The rules do not say."),
]
OF_FORMS = [
    ("kk-points", "koikoi-modern", "five 15, four 8, with the rain man 7, three 6"),
    ("kk-points", "koikoi-modern", "Poetry or blue ribbons 5, both 10. A viewing 5. The month 4."),
    ("kk-points", "koikoi-nintendo", "five 10, four 8, with the rain man 7, three 5"),
    ("kk-points", "koikoi-compendium", "five 10, four 8, with the rain man 7, three 6"),
    ("kk-points", "koikoi-hu", "Any five brights 10, any four 8, any three 6. Boar-deer-butterflies 6."),
    ("kk-five-brights-10-or-15", "koikoi-hu", "15 in today's common form; 10 by Nintendo's rules"),
    ("kk-three-brights-5-or-6", "koikoi-hu", "6; 5 by Nintendo's rules."),
    ("kk-poetry-and-blue", "koikoi-modern", "One yaku of 10"),
    ("kk-poetry-and-blue", "koikoi-modern", "Hu has no such yaku: 6 and 6"),
    ("kk-rain-man", "koikoi-compendium", "rainy four brights, 7 points"),
    ("kk-rain-man", "koikoi-hu", "Yes: any three brights are 6, any four 8."),
    ("kk-ribbons", "koikoi-hu", "Boar-deer-butterflies, poetry and blue ribbons stay at 6"),
    ("kk-sake-cup", "koikoi-modern", "Both at once in the common form"),
    ("kk-sake-cup", "koikoi-compendium", "One or the other, whichever scores more"),
    ("kk-sake-cup", "koikoi-hu", "An animal only."),
    ("kk-double-seven", "koikoi-hu", "Yes: 7 become 14."),
    ("kk-double-seven", "koikoi-nintendo", "No: seven stay seven."),
    ("kk-koikoi-multiplier", "koikoi-modern", "their points are doubled, once"),
    ("kk-koikoi-multiplier", "koikoi-nintendo", "with two calls the base counts three times"),
    ("kk-exhausted", "koikoi-modern", "Nobody scores"),
    ("kk-exhausted", "koikoi-nintendo", "unless a yaku was made with the last play"),
    ("kk-exhausted", "koikoi-compendium", "If neither has a yaku, the dealer scores 6."),
    ("kk-both-dealt", "koikoi-modern", "In the common form a draw"),
    ("kk-both-dealt", "koikoi-compendium", "The dealer scores 6, the other nothing."),
    ("kk-both-dealt", "koikoi-hu", "Both are ignored"),
    ("kk-dealt", "koikoi-nintendo", "6 points at once"),
    ("kk-both-in-one-hand", "koikoi-modern", "6, or 12 if you agreed"),
    ("three-on-field", "koikoi-hu", "The fourth card takes all three."),
    ("three-on-field", "koikoi-nintendo", "You choose one of the three."),
    ("deal", "koikoi-modern", "8 to each and 8 to the field, two or four at a time. The other 24"),
    ("which-month", "koikoi-modern", "willow in round eleven, paulownia in round twelve"),
    ("kk-length", "koikoi-modern", "12 rounds as a rule"),
]
KOREAN = [
    ("밤일낮장", "mh-dealer"),
    ("화투 선", "first-dealer"),
    ("민화투 고도리", "mh-yaku"),
    ("홍단 청단 초단", "mh-yaku"),
    ("민화투 파투", "mh-misdeal"),
    ("오광 50, 200", "mh-five-brights"),
]
TEXT = """
[[ruling]]
id = "who-sings"
section = "playing"
question = "Who sings?"
verdict = "The dealer, {bright} bars."
reason = "Somebody has to."
rulebook = "Has the dealer sing."
tradition = "None is recorded."
label = "rulebook"
source = "KD85"
games = ["kwado", "sakura"]
near = ["who-dances"]
house = { option = "singing", default = "loud", readings = [["loud", "loudly"], ["soft", "softly"]] }
asked = "who has to sing"

[[ruling.verdicts]]
game = "min-hwatu"
verdict = "Nobody."
label = "silent"
source = "MH21"
default = "soft"

[[ruling]]
id = "who-dances"
section = "playing"
question = "Who dances?"
verdict = "Nobody."
reason = "It is late."
rulebook = "Says nothing."
tradition = "None is recorded."
label = "silent"
source = "KD85"
games = ["kwado"]
near = ["who-sings"]
asked = "who has to dance"
"""


def test_a_game_is_told_its_own_verdict_and_every_other_game_the_first():
    sings = parse_rulings(TEXT)[0]
    assert sings.say_for("kwado") == sings.say_for("sakura") == sings
    said = sings.say_for("min-hwatu")
    assert (said.verdict, said.label, said.sources) == ("Nobody.", "silent", ("MH21",))
    assert (sings.verdict, sings.label) == ("The dealer, 20 bars.", "rulebook")
    assert "min-hwatu" in sings.rule_sets


def test_a_question_and_a_reason_are_for_all_games_a_rulebook_and_a_tradition_for_one():
    said = parse_rulings(TEXT)[0].say_for("min-hwatu")
    assert (said.question, said.reason) == ("Who sings?", "Somebody has to.")
    assert (said.rulebook, said.tradition) == ("", "")


def test_a_game_has_its_own_reading_where_nothing_was_agreed():
    sings = parse_rulings(TEXT)[0]
    options = parse_options(get_rule_set("kwado-1985"), {})
    assert get_chosen(sings, options) == "loud"
    assert get_chosen(sings.say_for("min-hwatu"), options) == "soft"


def test_every_ruling_of_a_game_speaks_of_that_game():
    for rule_set_id in RULE_SET_IDS:
        game = find_game(rule_set_id)
        for ruling in find_rulings(rule_set_id=rule_set_id):
            if ruling.label in ("rulebook", "silent"):
                assert OWN_SOURCES[game] & set(ruling.sources), (rule_set_id, ruling.id)
            said = (ruling.question, ruling.verdict, ruling.reason, ruling.rulebook, ruling.tradition)
            assert "{" not in "".join(said), (rule_set_id, ruling.id)
            is_told_apart = game == "kwado" or ruling.id in COMPARING
            assert is_told_apart or not KWADO_ONLY.search("\n".join(said)), (rule_set_id, ruling.id)
            assert game in ruling.games or all(said[3:]), (rule_set_id, ruling.id)


def test_what_other_games_say_is_told_where_it_is_not_the_same():
    # Sakura and Hana-Awase begin as Min-Hwatu does.
    kwado, koi_koi, hu = list_elsewhere(get_ruling("who-starts", "min-hwatu"), "min-hwatu")
    assert kwado[:2] == (("Kwa-Dō",), "kwado-1985")
    assert "clockwise" in kwado[2].verdict
    assert len(koi_koi[0]) == 4
    assert hu[:2] == ((get_rule_set("koikoi-hu").name,), "koikoi-hu")
    games, _, other = list_elsewhere(get_ruling("who-starts"))[0]
    assert games == ("Min-Hwatu", "Sakura", "Hana-Awase", "Roppyakken", "Go-Stop")
    assert "counter-clockwise" in other.verdict
    assert list_elsewhere(get_ruling("misdeal"), "min-hwatu") == []


def test_a_question_about_a_game_finds_the_verdict_of_that_game():
    asked = {
        "min-hwatu": MIN_HWATU + KOREAN,
        "sakura": SAKURA + HAWAIIAN,
        "hana-awase": HANA_AWASE,
        "mushi": MUSHI,
        "roppyakken": ROPPYAKKEN,
        "koikoi-modern": KOI_KOI + JAPANESE,
        "go-stop": GO_STOP,
    }
    missed = [
        (question, wanted, hit.id)
        for game, rows in asked.items()
        for question, wanted in rows
        for hit in [next(hit for hit in find_hits(question)[:2] if hit.kind == "ruling")]
        if (hit.id, hit.summary) != (wanted, get_ruling(wanted, game).verdict)
    ]
    assert missed == []


def test_a_form_has_its_own_words_and_else_those_of_its_game():
    doubled = load_rulings()["kk-double-seven"]
    assert doubled.say_for("koikoi-nintendo").verdict != doubled.verdict
    assert doubled.say_for("koikoi-hu") == doubled.say_for("koi-koi") == doubled
    assert doubled.all_games == ("koi-koi",)
    three = load_rulings()["three-on-field"]
    assert three.say_for("koikoi-hu").verdict == three.say_for("koi-koi").verdict != three.verdict
    assert three.say_for("koikoi-nintendo").verdict != three.say_for("koi-koi").verdict


def test_the_address_of_a_ruling_names_a_form_only_where_it_has_its_own_words():
    assert name_game("kk-points", "koikoi-modern") is None
    assert name_game("kk-points", "koikoi-nintendo") == "koikoi-nintendo"
    assert name_game("kk-who-scores", "koikoi-nintendo") is None
    assert name_game("three-on-field", "koikoi-hu") == "koikoi-hu"


def test_below_a_verdict_of_a_form_stand_the_other_forms_by_their_names():
    [(games, *_)] = list_elsewhere(get_ruling("kk-double-seven"), "koikoi-nintendo")
    forms = ("koikoi-modern", "koikoi-compendium", "koikoi-hu")
    assert games == tuple(get_rule_set(form).name for form in forms)
    # A game whose forms agree is named once.
    assert ("Koi-Koi",) in [games for games, *_ in list_elsewhere(get_ruling("how-many-players"))]


def test_no_form_is_told_a_figure_of_another_form_as_its_own():
    """A figure in a text is that of the form that is played; one of another form names it."""
    for unfilled, ruling in zip(_parse_unfilled(read_rulings()), load_rulings().values(), strict=True):
        for form in unfilled.rule_sets:
            here, said = unfilled.say_for(form), ruling.say_for(form)
            for part in ("question", "verdict", "reason", "rulebook", "tradition"):
                assert fill(getattr(here, part), form) == getattr(said, part), (ruling.id, form, part)


# jawiki and kwado.md: figures of the form, not of the first form of its game.
OF_THE_FORM = [
    ("which bonuses are there", "hana-awase-japanese", "five brights 200"),
    ("which bonuses are there", "kwado-1982", "poetry ribbons 30"),
    ("how many can play", "kwado-1982", "2 to 4"),
    ("how many cards does each get", "go-stop-hangame", "10 to each"),
]


@pytest.mark.parametrize(("question", "played", "said"), OF_THE_FORM)
def test_the_search_answers_with_the_figures_of_the_form_that_is_played(question, played, said):
    assert said in find_hits(question, played=played)[0].summary


# What the rulebook of a game says, with its label.
CLAIMS = [
    ("sk-numbers", "sakura", None, "2, 1, 8, 7, 6, 3, 5, 4"),
    ("sk-numbers", "sakura", None, "2, 1, 8, 7, 3, 6, 5, 4"),
    ("gaji-hiki", "sakura", None, "goes back to the hand, and another card is played"),
    ("face-up-piles", "koikoi-hu", "rulebook", "The compendium and Hu lay them face up."),
    ("kk-improve", "koikoi-nintendo", "rulebook", "says nothing of one that has grown"),
    ("kk-viewing", "koikoi-compendium", "rulebook", "an optional variant drops them"),
    ("kk-viewing-alone", "koikoi-compendium", "rulebook", "the compendium calls them optional"),
    ("drawn-card-takes-own-match", "koikoi-modern", "silent", "Says nothing."),
    ("drawn-card-takes-own-match", "koikoi-nintendo", "inferred", "capture with the hand card first"),
    ("drawn-card-takes-own-match", "koikoi-compendium", "silent", "Says nothing."),
    ("drawn-card-takes-own-match", "koikoi-hu", "inferred", "capture with the hand card first"),
    ("who-starts", "koikoi-hu", "silent", "Says nothing."),
    ("must-match", "koikoi-nintendo", "rulebook", "a turned-up card must take"),
    ("kk-exhausted", "koikoi-hu", "silent", "Says nothing."),
    ("kk-exhausted-after-koikoi", "koikoi-hu", "silent", "Says nothing."),
    ("kk-gaji", "koikoi-nintendo", "rulebook", "of some games, not of their own"),
]


def test_a_form_of_koi_koi_claims_only_what_its_own_text_says():
    for ruling_id, rule_set_id, label, said in CLAIMS:
        ruling = get_ruling(ruling_id, rule_set_id)
        assert label in (None, ruling.label), (ruling_id, rule_set_id)
        assert said in ruling.rulebook, (ruling_id, rule_set_id)
    assert "KKC" not in get_ruling("two-matches", "koikoi-compendium").sources


@pytest.mark.parametrize("rule_set_id", GAMES["koi-koi"])
def test_only_where_a_form_lets_a_grown_yaku_stop_its_rules_say_so(rule_set_id):
    words = " ".join(
        block.markdown for section in load_page(rule_set_id) for block in section.blocks if block.markdown
    )
    assert "or a better one" not in words
    assert ("whether one that has grown is enough is open" in words) == (rule_set_id == "koikoi-nintendo")


@pytest.mark.parametrize(
    ("question", "played", "wanted"),
    [
        ("are seven points doubled", "koikoi-nintendo", "koikoi-nintendo"),
        ("are seven points doubled", "koikoi-hu", "koikoi-modern"),
        ("are seven points doubled by Nintendo", "koikoi-hu", "koikoi-nintendo"),
        ("are seven points doubled in koi-koi", None, "koikoi-modern"),
    ],
)
def test_a_question_is_answered_for_the_form_that_is_played_or_named(question, played, wanted):
    hit = find_hits(question, played=played)[0]
    assert (hit.id, hit.summary) == ("kk-double-seven", get_ruling("kk-double-seven", wanted).verdict)


def test_a_form_that_nobody_named_is_not_listed():
    assert {hit.form for hit in find_hits("five brights in koi-koi")} == {""}
    assert "koikoi-hu" in {hit.form for hit in find_hits("five brights in koi-koi by Hu")}


def test_where_a_game_leaves_nothing_to_choose_its_ruling_offers_nothing():
    assert get_ruling("four-in-hand").house is not None
    assert get_ruling("four-in-hand", "koikoi-modern").house is None


def test_the_search_lists_a_ruling_once_and_without_a_game_gives_the_verdict_of_kwado():
    for question in ("who deals next", "who plays first and which way round", "jokers"):
        found = [hit.id for hit in find_hits(question) if hit.kind == "ruling"]
        assert len(set(found)) == len(found)
        assert find_hits(question)[0].summary == get_ruling(found[0]).verdict


def test_a_ruling_of_every_game_is_found_by_the_words_of_its_verdict():
    # Of the night only the words of Min-Hwatu speak.
    assert "first-dealer" in [
        hit.id for hit in find_hits("draw again if the points are equal too, min-hwatu")
    ]


def test_the_question_whose_piles_do_not_add_up_names_the_points_of_that_deck():
    """The booklet of Mushi, whose deck has 230, asked for 240."""
    for rules in map(get_rule_set, RULE_SET_IDS):
        if rules.counting.deck_points:
            asked = get_ruling("card-count-check", rules.id).question
            assert asked == f"Our piles do not add up to {rules.counting.deck_points}."


def list_typed(game):
    """The questions and verdicts of a game in which a figure is typed."""
    typed = []
    for row in tomllib.loads(read_rulings())["ruling"]:
        own = [row] if row["games"][0] == game else []
        for said in own + [one for one in row.get("verdicts", ()) if one["game"] == game]:
            for key in ("question", "verdict"):
                bare = re.sub(r"\{[^}]*\}|\b20(21|25)\b", "", said.get(key, ""))
                if re.search(r"\d", bare):
                    typed.append((row["id"], key))
    return typed


def test_no_figure_of_a_game_is_typed_in_a_verdict():
    # How far ahead chu and basa must be stands in formulas.
    assert list_typed("sakura") == [("sk-chu", "verdict"), ("sk-basa", "verdict")]
    # What grows, doubling, dealt hands, the dealer's six and lengths are not points of a yaku.
    assert list_typed("koi-koi") == [
        ("kk-ribbons", "verdict"),
        ("kk-double-seven", "question"),
        ("kk-double-seven", "verdict"),
        ("kk-exhausted", "verdict"),
        ("kk-dealt", "verdict"),
        ("kk-both-in-one-hand", "verdict"),
        ("kk-length", "verdict"),
    ]
    # A sum of 0, rounds to play, and what variations say that are not played or stand in formulas.
    assert list_typed("hana-awase") == [
        ("cards-left", "verdict"),
        ("ha-par", "verdict"),
        ("ha-dandruff", "verdict"),
        ("ha-length", "verdict"),
        ("ha-two-players", "verdict"),
        ("ha-compensation", "verdict"),
        ("ha-hand-chaff", "verdict"),
        ("ha-vs-kwado", "verdict"),
    ]
    # Rounds to play and what a share comes to are not figures of a rule set.
    assert list_typed("min-hwatu") == [
        ("mh-payment", "question"),
        ("mh-five-players", "question"),
        ("mh-five-players", "verdict"),
        ("mh-length", "verdict"),
    ]


OF_MIN_HWATU = [
    # min-hwatu.md: the deals, the values, the yaku.
    ("deal", "Two players: 10 each and 8 to the field. Three: 7 and 6. Four: 5 and 8."),
    ("deal", "Five: 4 and 8. Six: 3 and 12. Seven: 3 and 6."),
    ("how-many-players", "2 to 7"),
    ("values", "Brights 20, animals 10, ribbons 5, chaff 0. The whole deck holds 240 points."),
    ("mh-yaku", "the three ribbon sets 30; four irises, maples or willows 20."),
    ("mh-yaku", "godori 50, five brights 50, four paulownias 20"),
    ("mh-five-brights", "50 in Korean accounts, 200 in some English ones"),
    ("mh-views", "150 with crane, curtain, moon and cup, else 100"),
    ("who-starts", "counter-clockwise"),
    ("mh-five-players", "gets 10 points, or a joker counts 10: 250 makes 50 each. Seven players add 5."),
    ("three-on-field", "the fourth card takes all three"),
]


OF_GO_STOP = [
    # go-stop.md: players, deal, the stop minimum, points, goes, payment.
    ("deal", "Two players: 10 each and 8 to the field. Three: 7 and 6."),
    ("gs-stop", "3 with three players, 7 with two"),
    ("gs-yaku", "Brights 2 to 15, godori 5, hongdan, cheongdan, chodan 3 each; five animals, five ribbons"),
    ("gs-brights", "Three without the rain man 3, with him 2. Four 4, with or without him. Five 15."),
    ("gs-go", "1 go +1, 2 goes +2, 3 goes (points + 3) × 2, 4 goes (points + 4) × 4"),
    ("gs-go-growth", "with n goes you stop with the minimum and n more"),
    ("gs-pibak", "1 to 5 counted chaff with three players, 1 to 7 with two"),
    ("gs-gobak", "With two players double. With three you pay for both losers"),
    ("gs-undecided", "after two undecided rounds four times"),
    ("gs-length", "12 rounds, a year; or 6, or 3; or until somebody has 50 points"),
    ("gs-selling", "2 points for each bright, joker and double chaff"),
]


OF_SAKURA = [
    # sakura.md: players, deal, hiki, values, settlement, length.
    ("how-many-players", "2 to 7"),
    ("deal", "Two players: 8 each and 8 to the field. Three: 7 and 6. Four: 5 and 8."),
    ("deal", "Five: 4 and 8. Six: 3 and 12. Seven: 3 and 6."),
    ("values", "Brights 20, ribbons 10, animals 5, chaff 0. The rain man counts as an animal, 5;"),
    ("values", "the coloured paulownia counts 10. The deck holds 240 points."),
    ("sk-scoring", "less 50 for every yaku of each opponent."),
    (
        "sk-scoring",
        "Brights count 20, ribbons 10, animals and the rain man 5, the coloured paulownia 10.",
    ),
    ("which-yaku", "Each takes 50 points off every opponent."),
    ("sk-length", "4 if nothing was said"),
    ("sk-chu", "50 or more"),
    ("sk-basa", "100 or more"),
    # next-games.md, "C. Sakura".
    ("gaji-what", "it takes any one card of the field, willow too."),
    ("gaji-hiki", "announces it and takes the four at once."),
    ("counting-chaff", "keep the coloured paulownia, which counts 10."),
    ("sk-team-yaku", "only yaku of opponents are taken off"),
]


OF_HANA_AWASE = [
    # hana-awase.md: players, deal, values, par, yaku, length.
    ("how-many-players", "2 to 4"),
    ("deal", "Two players: 8 each and 8 to the field. Three: 7 and 6. Four: 5 and 8."),
    ("values", "Brights 20, animals 10, ribbons 5, chaff 1. The whole deck holds 264 points."),
    ("chaff-value", "Yes: 1 each"),
    ("ha-par", "two 132, three 88, four 66"),
    (
        "ha-yaku",
        "16: five brights 100, four 60, drinking, poetry and blue ribbons 40, six ribbons 30, seven 40",
    ),
    ("ha-yaku", "the others are 30, 20 or 10"),
    ("ha-willow-row", "it brings 10"),
    ("ha-length", "12, 6 or 3 rounds; 12 if nothing was said"),
]


def test_a_verdict_has_the_figures_of_its_rules():
    rows = [*OF_KWADO, *OF_FORMS, *((ruling_id, "min-hwatu", said) for ruling_id, said in OF_MIN_HWATU)]
    rows += [(ruling_id, "sakura", said) for ruling_id, said in OF_SAKURA]
    rows += [(ruling_id, "go-stop", said) for ruling_id, said in OF_GO_STOP]
    rows += [(ruling_id, "hana-awase", said) for ruling_id, said in OF_HANA_AWASE]
    assert [row for row in rows if row[2] not in get_ruling(*row[:2]).verdict] == []


def test_a_blocked_gaji_may_go_back_to_the_hand_by_a_house_rule():
    ruling = get_ruling("gaji-hiki", "sakura")
    options = parse_options(get_rule_set("sakura"), {})
    assert get_chosen(ruling, options) == "stays"
    assert "back" in [value for value, _ in get_readings(ruling, get_rule_set("sakura"))]
    kwado = parse_options(get_rule_set("kwado-1985"), {})
    assert get_chosen(get_ruling("gaji-hiki"), kwado) == "no"


def test_every_game_that_can_be_played_has_rulings_in_its_words():
    for rule_set_id, *_ in GAMES.values():
        # Without cards there is little to quarrel about.
        least = 40 if get_rule_set(rule_set_id).has_cards else 4
        assert len(find_rulings(rule_set_id=rule_set_id)) > least
    assert len(load_rulings()) > 100


def test_wisteria_hangs_down_on_japanese_decks_only_and_no_sheet_calls_an_average_typical():
    # deck.md: Korean and Kwa-Dō wisteria hangs upside down.
    ruling = get_ruling("wisteria-or-clover")
    assert "hangs down" not in ruling.verdict
    assert "On Japanese decks the wisteria hangs down" in ruling.tradition
    assert "typical" not in get_ruling("method-a").tradition


def test_side_by_side_says_who_begins_and_who_plays_alone_as_the_texts_do():
    features = {
        each: _say_features(get_rule_set(each)) for each in ("koikoi-hu", "koikoi-modern", "hana-awase")
    }
    assert features["koikoi-hu"]["First to play"] == "not in the rules (the dealer), in turn"
    assert features["koikoi-modern"]["First to play"] == "the dealer, in turn"
    assert features["hana-awase"]["First to play"] == "the dealer, counter-clockwise"
    assert features["hana-awase"]["Teams"] == "each alone"
    as_sides = {row.what: row.cells for row in compare_editions("kwado-1982", "min-hwatu")}[
        "Players as sides"
    ]
    assert as_sides == ("4 as 4 or 2; else each alone", "each alone")


def test_an_empty_field_is_answered_in_every_game_and_inferred_where_only_kwado_says_it():
    games = ("min-hwatu", "sakura", "koikoi-modern", "hana-awase")
    assert {get_ruling("empty-field", game).label for game in games} == {"inferred"}


STATED = [
    (path.stem, *row)
    for path in sorted(FACTS.glob("*.md"))
    for row in re.findall(
        r"^\| `([a-z-]+)` \| ([A-Z0-9, ]+) \| .+ \|$", path.read_text(encoding="utf-8"), re.M
    )
]


def test_no_ruling_calls_silent_what_the_rule_facts_have_from_a_source():
    silent = re.compile(r"does not say|do not say|not in the rules|[Nn]ot said|[Ss]ays nothing")
    assert len(STATED) > 20
    for rule_set_id, ruling_id, source in STATED:
        ruling = get_ruling(ruling_id, rule_set_id)
        assert ruling.label not in {"silent", "inferred", "house"}, (ruling_id, rule_set_id)
        assert source in ruling.sources, (ruling_id, rule_set_id)
        assert not silent.search(f"{ruling.verdict} {ruling.rulebook}"), (ruling_id, rule_set_id)
