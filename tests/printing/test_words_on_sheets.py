"""What a sheet says and what it does not, by its rules and what was agreed: a row each.

Figures are those of the rulebooks: kwado.md, koi-koi.md, min-hwatu.md, sakura.md.
"""

import re
from typing import Any

import pytest

from companion.printing.compose import curl_quotes
from companion.printing.sheet_list import list_sheets
from companion.reference.rulings import GAMES
from companion.rules import RULE_SET_IDS, get_rule_set, parse_options
from tests.printing.conftest import make_printed_game, read_words
from tests.printing.reading import squeeze
from tests.rules.tables import CARD_GAMES

MIN_HWATU, SAKURA = {"rules": "min-hwatu"}, {"rules": "sakura"}
MODERN, NINTENDO = {"rules": "koikoi-modern"}, {"rules": "koikoi-nintendo"}
GO_STOP = {"rules": "go-stop"}
COMPENDIUM, HU = {"rules": "koikoi-compendium"}, {"rules": "koikoi-hu"}
OWN, PAID = "own yaku", "Paid = the yaku of the others. Round ="
BY_PAR = {"settlement": "par", "sides": "5"}
ALL_240 = "he scores add up to 240: what one player receives, the others pay."
ONE_EXTRA = "pays a yaku once; the dealer gets 10 extra (five players) or 5 (seven);"
WORKED = "Ribbons 1 2 2 Card points · Net 50 10 Yaku · Bonus Ⓡ 30 Round · Total 40 40 1 Σ 240 Dealer:"

Row = tuple[str, dict[str, Any], list[str]]
PADS: list[Row] = [
    (
        "score-pad",
        GO_STOP,
        [
            "Go: who calls makes a stroke",
            "To stop: 7 points and 1 more",
            "Total = total before + round.",
        ],
    ),
    (
        "score-pad",
        GO_STOP,
        ["Amount = points + goes, ×2 for each go from the third", "Σ: the scores add up to 0. Fill"],
    ),
    # What depends on how many play, as so many players read it; at a larger table three play.
    ("score-pad", GO_STOP, ["×2 for 1 to 7 chaff against counted chaff (피박), ×2 for an own go (고박)."]),
    *(
        (
            "score-pad",
            GO_STOP | {"sides": count},
            ["To stop: 3 points (two play: 7) and", "1 to 5 chaff (two play: 7)", "A loser who"],
        )
        for count in ("3", "5")
    ),
    # Whose points these are, who won, what came before.
    ("score-pad", {"sides": "3"}, ["Card points all: 240", "Floor 80", "Winner", "A = B = C ="]),
    ("score-pad", {"sides": "3"}, ["Net = card points −80", "Dragon bonus (phoenix on paulownia) 25"]),
    ("score-pad", {"sides": "4"}, ["A = B = C = D = Totals brought forward: A B C D"]),
    (
        "score-pad",
        SAKURA | {"count": "victories", "rounds": "40", "target": "9", "name": ["Ann", "Ben"]},
        ["A Ann B Ben Victories brought forward: A B", "Total = all victories so far."],
    ),
    # How each column comes about.
    ("score-pad", {"rules": "hana-awase"}, [f"Got = {OWN} from each other player. {PAID}"]),
    ("score-pad", MIN_HWATU, [f"Received = {OWN} from each other player. {PAID}"]),
    (
        "score-pad",
        MIN_HWATU | {"payment": "as-written"},
        [f"{OWN} × the number of players. {PAID}"],
    ),
    ("score-pad", MODERN, ["Round = points", "Points"]),
    ("score-pad", NINTENDO, ["Round = points", "Points"]),
    # A worked round of columns is a sentence, that of a small pad is in figures.
    ("score-pad", {"sides": "6"}, ["e.g. Brights · Animals", WORKED]),
    ("score-pad", {"paper": "a5"}, ["e.g. A 3 5 5 135 15 Ⓡ 30 45 45"]),
    # Sakura yaku are announced where they are played.
    ("score-pad", {"yaku": "ribbons"}, ["announce Sakura yaku"]),
    ("score-pad", {"yaku": "all", "gaji": "kwado"}, ["announce Sakura yaku"]),
    # The length of the game, and what is added.
    ("score-pad", MIN_HWATU, ["12 rounds", "Round = card points + received − paid.", ALL_240]),
    ("score-pad", MIN_HWATU, ["Total = total before + round. Each"]),
    ("score-pad", MIN_HWATU | {"rounds": "6"}, ["6 rounds"]),
    ("score-pad", MIN_HWATU | {"rounds": "1"}, ["1 round"]),
    ("score-pad", MIN_HWATU | {"target": "500"}, ["Target 500"]),
    ("score-pad", MIN_HWATU | {"sides": "5", "round-up": "player"}, ["+ extra + received − paid", ONE_EXTRA]),
    (
        "score-pad",
        MIN_HWATU | {"sides": "5", "round-up": "player"},
        ["Σ: all captured, the scores add up to 250"],
    ),
    (
        "score-pad",
        MIN_HWATU | {"sides": "3", "round-up": "player"},
        ["= card points + received − paid. Total"],
    ),
    ("score-pad", MIN_HWATU | {"sides": "7", "round-up": "player"}, ["the scores add up to 245: what one"]),
    ("score-pad", MIN_HWATU | {"sides": "7", "round-up": "joker"}, ["the scores add up to 240: what one"]),
    # One wins what another loses only where the sum is 0: 250 less 5 × 48 is 10.
    ("score-pad", {"rules": "hana-awase"}, ["add up to 0: what one player wins, the others lose."]),
    ("score-pad", MIN_HWATU | BY_PAR, ["add up to 0: what one player wins, the others lose."]),
    ("score-pad", MIN_HWATU | BY_PAR | {"round-up": "player"}, ["the scores add up to 10. "]),
    ("rule-sheet", {}, ["together 240, where every card is captured"]),
    *(
        (sheet, {"rules": "koikoi-nintendo"}, ["; calls do not multiply it."])
        for sheet in ("score-pad", "rule-sheet")
    ),
    ("score-pad", MIN_HWATU | {"payment": "as-written"}, ["A yaku counts × the number of players;"]),
]
CARDS: list[Row] = [
    (
        "player-card",
        GO_STOP,
        ["1 Ⓕ Ten chaff pi 피 · any 10", "Stop: the round ends", "×2 for each shake and bomb"],
    ),
    ("player-card", GO_STOP, ["×2 without a bright", "your go costs you double.", "nobody scores."]),
    (
        "player-card",
        GO_STOP | {"sides": "3"},
        ["To stop: 3 points, and 1 more", "pays for the other loser too."],
    ),
    # Which yaku exclude each other, and which are announced.
    ("player-card", MODERN, ["Only the best counts of ⑤④Ⓦ③, of ⒹⒶ, of ⑥ⓅⒷⓇ."]),
    ("player-card", HU, ["Only the best counts of ⑤④③."]),
    ("player-card", COMPENDIUM | {"moonlit-blossoms": "yes"}, ["Ⓛ takes the place of ⓂⒻ."]),
    ("player-card", {}, ["①②③④⑤⑥⑦⑧ count only if announced before the first of their cards is played."]),
    ("player-card", {"yaku": "none"}, ["No bonuses are played at this table.", "From your hand"]),
    (
        "player-card",
        MODERN,
        ["a new yaku, say which: Shōbu, “game”: you stop.", "Koi-koi, “come on”: you play on for more."],
    ),
]
TIMES_2 = [
    "5 – – 5 5 / 0",
    "6 1 – 6 6 / 0",
    "5 – 2 5 × 2 10 / 0",
    "7 – – 7 × 2 14 / 0",
    "7 – 1 7 × 2 × 2 28 / 0",
]
TIMES_3 = ["5 – – 5 5 / 0", "6 1 – 6 × 2 12 / 0", "5 – 2 5 × 3 15 / 0", "7 – – 7 7 / 0", "7 – 1 7 × 2 14 / 0"]
RULE_SHEETS: list[Row] = [
    # By hand, of two and of three: the amount and what everybody gets; the last loser did not call.
    ("rule-sheet", GO_STOP, ["10 3 – (10 + 3) × 2 26 / −26", "7 – 1 7 14 / −14", "3 – 1 / – 3 6 / −6 / 0"]),
    (
        "rule-sheet",
        GO_STOP,
        ["Up to 7 at the table: 3 play,", "Ppeok (뻑): your card,", "To stop: 7 points (three players: 3)"],
    ),
    (
        "rule-sheet",
        GO_STOP,
        ["or win 5 from each (our reading); or win 7 from each", "an animal (our reading)", "or 3 points."],
    ),
    (
        "rule-sheet",
        {},
        ["Who deals first? Anyone may.", "When do I say “Kwa-Dō!”? When you capture a bright."],
    ),
    ("rule-sheet", {}, ["say that you are building a yaku before you play the first of its three cards"]),
    ("rule-sheet", {}, ["then capture all three in that round"]),
    # kwado.md: paulownia-phoenix, on top of its 20.
    ("rule-sheet", {}, ["Dragon bonus on top of its 20", "right the kind. bright · animal · poetry ribbon"]),
    ("rule-sheet", SAKURA, ["Each yaku costs every opponent its points."]),
    ("rule-sheet", SAKURA, ["Captured cards count points; sets of them are yaku."]),
    (
        "rule-sheet",
        SAKURA,
        ["you may take them instead of playing a hand card; then turn up a pile card as usual."],
    ),
    (
        "rule-sheet",
        SAKURA,
        ["Four cards of one month were dealt to the field. The dealer takes the four at once."],
    ),
    ("rule-sheet", SAKURA, ["For learners: no yaku, then the eight yaku."]),
    # What multiplies in Koi-Koi.
    ("rule-sheet", MODERN, [" ".join(["Round", *TIMES_2])]),
    ("rule-sheet", NINTENDO, [" ".join(["Round", *TIMES_3])]),
    ("rule-sheet", COMPENDIUM, [" ".join(["Round", *TIMES_2])]),
    ("rule-sheet", HU, [" ".join(["Round", *TIMES_2])]),
    # The month cards of twelve rounds are the usual rule.
    ("rule-sheet", MODERN, ["Agree: all four cards of the month: a yaku of 4 (the rules)"]),
    (
        "rule-sheet",
        MODERN | {"rounds": "6", "month-cards": "yes"},
        ["At our table: all four cards of the month: a yaku of 4"],
    ),
    # Min-Hwatu: payments, length, misdeals, who takes three.
    ("rule-sheet", MIN_HWATU, ["Everyone plays alone. Agree first: the length, the yaku."]),
    (
        "rule-sheet",
        MIN_HWATU,
        ["The dealer begins; play goes counter-clockwise.", "Three: take all of them."],
    ),
    # MH21: both are misdeals, the second one only if its holder wants it.
    (
        "rule-sheet",
        MIN_HWATU,
        [
            "Four cards of one month were dealt to the field. The same dealer shuffles and deals again.",
            "By the 2021 text you may ask for a new deal; the 2025 text plays on.",
        ],
    ),
    # 95 − 30, 85 − 30, 60 + 2 × 30.
    (
        "rule-sheet",
        MIN_HWATU,
        [
            "the last with hongdan (poetry ribbons, 홍단): received 0 / 0 / 60, paid 30 / 30 / 0, "
            "round 65 / 55 / 120.",
            ALL_240,
        ],
    ),
    ("rule-sheet", MIN_HWATU, ["Agree on 12 or 6 rounds, or on a target. The most points win"]),
    ("rule-sheet", MIN_HWATU, ["By agreement only: 50 Ⓖ Godori (warbler, cuckoo, geese, 고도리)"]),
    ("rule-sheet", MIN_HWATU, ["Five brights (English accounts)"]),
    # 60 + 3 × 30.
    (
        "rule-sheet",
        MIN_HWATU | {"payment": "as-written", "rounds": "6", "yaku": "all"},
        [
            "Your yaku count for you as often as there are players",
            "received 0 / 0 / 90, paid 30 / 30 / 0, round 65 / 55 / 150. The scores add up to 270:",
            "At our table: 6 rounds.",
        ],
    ),
    (
        "rule-sheet",
        MIN_HWATU | {"yaku": "grand-views,views"},
        ["Of grand views and views only the best counts."],
    ),
]
# How a round of Koi-Koi ends.
ENDINGS: list[tuple[dict[str, Any], str]] = [
    (MODERN, "Agree: nobody stopped before the hands ran out (流れ): nobody scores (the rules)"),
    (NINTENDO, "If nobody stopped, nobody scores, unless a yaku was made with the last play."),
    (COMPENDIUM, "of equals the dealer’s. Nobody has a yaku: the dealer scores 6"),
    (HU, "If nobody stopped, nobody scores (our choice; not in the rules). Hands that"),
    (MODERN, "If both were dealt one, nobody scores."),
    (NINTENDO, "If both were dealt one, nobody scores (our choice; not in the rules)."),
    (COMPENDIUM, "If both were dealt one, the dealer scores."),
    (HU, "If both were dealt one, both are ignored: play on."),
    (MODERN, "another yaku or one of yours grows."),
    (NINTENDO, "You are asked only in a turn in which you made a new yaku. Is one that has grown enough?"),
    (COMPENDIUM, "you may not stop until your points have grown."),
    (MODERN, "four of a month and four pairs in one hand: score 6 together (the rules); or score 12."),
    (MODERN, "A field with four cards of a month, or four pairs is dealt again."),
    (MODERN, "Agree on 12 or 6 or 3 rounds, or on a target of 50"),
    (NINTENDO, "Several: choose which one to take."),
    (COMPENDIUM, "Agree on 12 or 6 rounds. The most points win: after the last round."),
    (NINTENDO, "Agree on 12 or 6 rounds, or on a target."),
    (HU, "Three: take all of them."),
    (HU, "×2 if the other side called koi-koi, however often. Yaku"),
    (HU, "Dealt both in one hand: 6 (our choice)."),
    (HU, "Who deals first? Each draws a card: the earliest month deals. Agree"),
    (NINTENDO, "Who deals first? The one on whom you agree; if you draw cards, the earliest month."),
    (COMPENDIUM, "in one month the higher card; if that is equal too, draw again."),
]
OTHERS: list[Row] = [
    # A dealt hand scores 6, and the lengths that are printed are offered.
    *(
        (sheet, {"rules": rules}, ["Dealt four of a month (手四) 6 · Dealt four pairs (くっつき) 6"])
        for sheet in ("player-card", "score-pad")
        for rules in GAMES["koi-koi"]
    ),
    ("player-card", COMPENDIUM, ["Nobody has a yaku: the dealer scores 6."]),
    ("score-pad", COMPENDIUM, ["Nobody has a yaku: the dealer scores 6."]),
    *(("house-rules", {"rules": rules}, ["12 rounds 6 rounds"]) for rules in GAMES["koi-koi"]),
    ("house-rules", MODERN, ["a target of 50"]),
    *(("house-rules", {"rules": rules}, ["Boar, deer, butterflies"]) for rules in GAMES["koi-koi"]),
    *(("rule-sheet", {"rules": rules}, ["Who deals first?"]) for rules in CARD_GAMES),
    *((sheet, rules, [words]) for sheet in ("rule-sheet", "booklet") for rules, words in ENDINGS),
]
NOT_SAID: list[Row] = [
    ("score-pad", GO_STOP, ["three players", "loser", "refused a draw"]),
    ("score-pad", GO_STOP | {"sides": "3"}, ["two players", "7 points"]),
    (
        "rule-sheet",
        {"rules": "go-stop-hangame"},
        ["Two or three", "of three", "loser who called", "Draw offer", "– / –"],
    ),
    ("rule-sheet", GO_STOP | {"name": ["Ann", "Ben", "Cem"]}, ["of two players", "own go (", "14 / −14"]),
    ("score-pad", {}, ["brought forward"]),
    # Nothing is said of an option that a form has not.
    *((sheet, {"rules": "koikoi-nintendo"}, ["7 points"]) for sheet in ("score-pad", "rule-sheet")),
    ("score-pad", MIN_HWATU | BY_PAR | {"round-up": "player"}, ["lose"]),
    ("rule-sheet", {}, ["in every round"]),
    ("score-pad", {"yaku": "month"}, ["announce Sakura yaku"]),
    ("score-pad", {"yaku": "none"}, ["announce Sakura yaku"]),
    ("score-pad", MIN_HWATU, ["Method"]),
    ("score-pad", MIN_HWATU | {"payment": "as-written"}, ["scores add up to"]),
    ("player-card", {"declare": "no"}, ["announced"]),
    # What nobody chose is no agreement.
    *((sheet, {}, ["We announce"]) for sheet in ("score-pad", "player-card")),
    ("player-card", {"yaku": "none"}, ["on the front"]),
    ("player-card", {"method": "B", "target": "300"}, ["Floor"]),
    ("player-card", MODERN, ["bright 20"]),
    ("rule-sheet", {"rules": "kwado-1982"}, ["building a yaku"]),
    ("rule-sheet", {"declare": "no"}, ["building a yaku"]),
    ("rule-sheet", {"yaku": "month"}, ["building a yaku"]),
    ("rule-sheet", MODERN, ["At our table"]),
    ("rule-sheet", MIN_HWATU, ["Method", "Gaji", "bonus", "floor", "teams", "At our table"]),
    ("rule-sheet", MIN_HWATU | {"yaku": "all"}, ["By agreement only"]),
    ("house-rules", MIN_HWATU, ["silent"]),
    *(("house-rules", rules, ["a target of 50"]) for rules in (NINTENDO, COMPENDIUM, HU)),
    *(
        (sheet, rules, ["Nobody has a yaku: the dealer scores 6."])
        for sheet in ("player-card", "score-pad")
        for rules in (MODERN, NINTENDO, HU)
    ),
]


@pytest.mark.parametrize(("sheet", "raw", "said"), [*PADS, *CARDS, *RULE_SHEETS, *OTHERS])
def test_a_sheet_says(sheet: str, raw: dict[str, Any], said: list[str]) -> None:
    text = squeeze(read_words(sheet, **raw))
    assert [words for words in said if squeeze(words) not in text] == []


@pytest.mark.parametrize(("sheet", "raw", "unsaid"), NOT_SAID)
def test_a_sheet_does_not_say(sheet: str, raw: dict[str, Any], unsaid: list[str]) -> None:
    text = read_words(sheet, **raw)
    assert len(text) > 200
    assert [words for words in unsaid if words in text] == []


@pytest.mark.parametrize("rules", CARD_GAMES)
@pytest.mark.parametrize("sheet", ["score-pad", "player-card", "rule-sheet", "house-rules"])
def test_yaku_are_called_as_players_call_them(sheet: str, rules: str) -> None:
    """On every sheet that lists yaku, beside the English name: “Moon viewing (tsukimi: moon, cup)”."""
    text, rule_set = f"{read_words(sheet, rules=rules)} ", get_rule_set(rules)
    played = [rule_set.get_yaku(each) for each in parse_options(rule_set, {}).yaku]
    named = {yaku.id: yaku.usual_name for yaku in played if yaku.usual_name}
    assert bool(named) is not rules.startswith(("kwado", "min-hwatu"))
    said = {each for each, usual in named.items() if re.search(rf"[( ]{usual}[): ]", text)}
    assert named.keys() - said == set()


def test_quotes_and_apostrophes_are_curly_and_no_bracket_of_data_is_left_on_any_sheet() -> None:
    found = {
        (sheet.id, rules): re.findall(r".{0,20}(?:['\"]|\[\d+:).{0,20}", read_words(sheet.id, rules=rules))
        for rules in RULE_SET_IDS
        for sheet in list_sheets(get_rule_set(rules))
    }
    assert {where: said for where, said in found.items() if said} == {}


def test_a_name_keeps_its_own_apostrophe() -> None:
    assert curl_quotes('the "Dragon" on the dealer\'s left') == "the “Dragon” on the dealer’s left"
    assert "A O'Neil" in read_words("score-pad", make_printed_game(1, ["O'Neil", "Ben"]))


@pytest.mark.parametrize("sheet", ["rule-sheet", "player-card", "booklet"])
def test_what_is_always_in_play_is_not_only_if_agreed(sheet: str) -> None:
    assert "If agreed: Played from the hand" not in read_words(sheet, rules="sakura")
    assert "Played from the hand, the lightning card takes any one card" in read_words(sheet, rules="sakura")
    assert "but for what Gaji brings" not in read_words("rule-sheet", rules="kwado-1985", gaji="off")
    assert "If agreed: " in read_words("rule-sheet", rules="kwado-1985")
