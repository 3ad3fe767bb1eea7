"""What is refused, in which words and, where it matters, at which path: a row is a document and a sentence.

Sources: scoring-io.md; kwado.md, min-hwatu.md, sakura.md, hana-awase.md, mushi.md, koi-koi.md, go-stop.md.
"""

from typing import Any, NamedTuple

from companion.cards import DECK, Kind
from tests.rules.tables import FORMS, POETRY, by_counts, by_points, stopped

MODERN = "koikoi-modern"
CHAFF = [card.id for card in DECK if card.kind is Kind.CHAFF]
VIEWS = ["cherry-curtain", "susuki-moon", "chrysanthemum-cup"]
IRIS = ["iris-bridge", "iris-ribbon"]
DRY = ["pine-crane", "cherry-curtain", "susuki-moon", "paulownia-phoenix"]
BIRDS = ["plum-warbler", "wisteria-cuckoo", "susuki-geese", "pine-crane", "willow-swallow"]


class Refused(NamedTuple):
    """A document, what is said of it in at most so many sentences, and at which path, where that matters."""

    document: dict[str, Any]
    said: str
    where: tuple[str | int, ...] | None = None
    most: int = 1


def write(game: str = "kwado-1985", sides: str = "Ann Ben", **more: Any) -> dict[str, Any]:
    return {"game": game, "sides": sides.split(), "rounds": []} | more


def one_yaku(**changes: Any) -> dict[str, Any]:
    """Own rules with a yaku of the table, with these changes."""
    return {"yaku": {"a": {"name": "A", "points": 1, "all_of": ["iris-bridge"]} | changes}}


def refuse_round(
    said: str,
    round_: Any,
    game: str = "kwado-1985",
    where: Any = None,
    sides: str = "Ann Ben",
    **options: Any,
) -> Refused:
    path = None if where is None else ("rounds", 0, *where)
    return Refused(write(game, sides, options=options, rounds=[round_]), said, path)


ROUNDS = [
    ({"captured": {"Ann": ["pine-crain"], "Ben": []}}, "the nearest is pine-crane"),
    ({"captured": {"Ann": [7], "Ben": []}}, "“captured” must be a card, not 7"),
    ({"captured": {"Ann": [["pine-crane"]], "Ben": []}}, "must be a card"),
    ({"captured": {"Ann": ["pine-crane", "pine-crane"], "Ben": []}}, "Ann has pine-crane twice"),
    ({"captured": {"Ann": ["pine-crane"], "Ben": ["pine-crane"]}}, "pine-crane is held by Ann and Ben"),
    ({"captured": {"Ann": "rest", "Ben": "rest-of-points"}}, "Only one side can have the rest"),
    ({"captured": {"Ann": "resr", "Ben": []}}, "the nearest is rest"),
    ({"captured": {"Ann": 5, "Ben": []}}, "is a list of card ids"),
    ({"captured": {"Ann": []}}, "Nothing is entered for Ben"),
    ({"captured": {"Ann": [], "Ben": [], "Bem": []}}, "No side “Bem” plays here; the nearest is Ben"),
    ({"captured": []}, "must be an object"),
    ([], "A round is an object"),
    ({}, "has none of them"),
    ({"captured": {}, "counts": {}}, "“captured” and “counts”"),
    ({"captured": {"Ann": [], "Ben": []}, "gajy": {}}, "no “gajy”; the nearest is gaji"),
    (by_counts((6, 0, 0)), "The deck has 5 brights, not 6"),
    (by_counts((3, 0, 0), (3, 0, 0)), "The deck has 5 brights, not 6"),
    (by_counts((0, 5, 0), (0, 5, 0)), "The deck has 9 animals, not 10"),
    (by_counts((0, 0, 11)), "The deck has 10 ribbons, not 11"),
    (by_counts((-1, 0, 0)), "“brights” is a whole number from 0 to 999, not -1"),
    (by_counts((True, 0, 0)), "“brights” is a whole number from 0 to 999"),
    (by_counts((1.0, 0, 0)), "“brights” is a whole number from 0 to 999"),
    (by_counts(("3", 0, 0)), "“brights” is a whole number from 0 to 999"),
    (by_counts((10**30, 0, 0)), "“brights” is a whole number from 0 to 999"),
    (by_counts((None, 0, 0)), "Ann: “brights” is a whole number from 0 to 999."),
    (
        {"counts": {"Ann": dict.fromkeys(("brights", "animals", "ribbons"), 0), "Ben": 3}},
        "Ben: “counts” must be an object, not 3.",
    ),
    (by_counts(Ann=["dragon"]), "Ann's Dragon bonus needs 1 bright; Ann has 0."),
    (
        by_counts((4, 0, 0), Ann=["five-brights"]),
        "Ann's Five brights needs 5 brights; Ann has 4.",
    ),
    (
        by_counts((2, 2, 0), Ann=["sakura-1", "sakura-2"]),
        "Ann's Sakura 1 and Sakura 2 need 3 brights; Ann has 2.",
    ),
    (
        by_counts((1, 0, 0), (1, 0, 0), Ann=["dragon"], Ben=["dragon"]),
        "Ann's Dragon bonus and Ben's Dragon bonus need the same: Phoenix on paulownia.",
    ),
    (
        by_counts((2, 1, 0), (2, 1, 0), Ann=["sakura-1"], Ben=["sakura-2"]),
        "Ann's Sakura 1 and Ben's Sakura 2 need the same: Curtain under cherry.",
    ),
    (by_counts(Ann=["dragoon"]), "no yaku “dragoon”; the nearest is dragon"),
    (by_counts(Ann="dragon"), "“yaku” must be a list"),
    (by_points(125, 120), "The deck has 240 card points, not 245"),
    (by_points(123, 100), "card points come in steps of 5, so not 123"),
    (by_points(-5, 100), "“card points” is a whole number from 0 to 999, not -5"),
    (by_points(float("nan"), 100), "is a whole number from 0 to 999"),
    (by_points(None, 100), "Ann: “card points” is a whole number from 0 to 999."),
    (by_points(15, 100, Ann=["dragon"]), "Ann's Dragon bonus needs 20 card points; Ann has 15."),
    (
        {"points": {"Ann": {"card_points": 5, "brights": 1}, "Ben": {"card_points": 5}}},
        "there is no key “brights”",
    ),
    (
        {"captured": {"Ann": [], "Ben": []}, "gaji": {"by": "Cem", "took": "maple-deer"}},
        "No side “Cem” plays here",
    ),
    (
        {"captured": {"Ann": [], "Ben": []}, "gaji": {"by": "Ann", "took": "maple-dear"}},
        "the nearest is maple-deer",
    ),
    (
        {"captured": {"Ann": [], "Ben": []}, "gaji": {"by": "Ann", "took": "willow-lightning"}},
        "cannot take itself",
    ),
    ({"captured": {"Ann": [], "Ben": []}, "gaji": {"took": "maple-deer"}}, "nobody is said to have used it"),
    ({"captured": {"Ann": [], "Ben": []}, "gaji": "Ann"}, "“gaji” must be an object"),
    (
        {"captured": {"Ann": [], "Ben": []}, "gaji": {"by": "Ann", "tok": "x"}},
        "unknown key “tok”; the nearest is took",
    ),
    (
        {"captured": {"Ann": [], "Ben": ["willow-lightning"]}, "gaji": {"by": "Ann"}},
        "Ann used the Gaji, so that willow-lightning cannot lie with Ben",
    ),
    (
        {"captured": {"Ann": [], "Ben": ["maple-deer"]}, "gaji": {"by": "Ann", "took": "maple-deer"}},
        "maple-deer cannot lie with Ben",
    ),
    ({"captured": {"Ann": [], "Ben": []}, "declared": {"Cem": []}}, "No side “Cem” plays here"),
    ({"captured": {"Ann": [], "Ben": []}, "declared": {"Ann": ["sakura-9"]}}, "no yaku “sakura-9”"),
    ({"captured": {"Ann": [], "Ben": []}, "declared": []}, "must be an object"),
    ({"captured": {"Ann": [], "Ben": []}, "all_four": {"maple": "Ann"}}, "is not in that pile"),
    ({"captured": {"Ann": [], "Ben": []}, "all_four": {"oak": "Ann"}}, "no suit “oak”"),
    ({"captured": {"Ann": [], "Ben": []}, "all_four": ["maple"]}, "must be an object"),
    ({**by_counts(), "all_four": {}}, "no “all_four”"),
]
RACE = [
    ([], "A round is an object"),
    ({}, "How did the round end? “outcome” is “shobu”, “exhausted” or “dealt”."),
    (stopped(outcome="shobo"), "not 'shobo'; the nearest is shobu."),
    (stopped(outcome="exausted", winner=None), "not 'exausted'; the nearest is exhausted."),
    (stopped(outcome=3), "or dealt, not 3."),
    (stopped(winner=None), "The round was stopped: by whom?"),
    (stopped(winner="Bem"), "No side “Bem” plays here; the nearest is Ben."),
    (stopped(winner=["Ann"]), "No side “that” plays here"),
    (stopped(winner="Ben"), "Ben stopped: with which cards?"),
    (stopped(captured=None), "Ann stopped: with which cards?"),
    (stopped(outcome="exhausted"), "Somebody won only where somebody stopped."),
    (stopped(outcome="dealt", captured=None, dealt={"Ann": "teshi"}), "Somebody won only where"),
    (stopped(counts={}), "A round has no “counts”"),
    (stopped(gaji={"by": "Ann"}), "A round has no “gaji”"),
    (stopped(call={}), "A round has no “call”; the nearest is calls."),
    (stopped(points={"Ann": 5}), "one of “captured”, “ticked” and “points”, not “captured” and “points”"),
    (stopped(captured={"Ann": ["pine-crain"]}), "the nearest is pine-crane"),
    (stopped(captured={"Ann": POETRY, "Ben": POETRY[:1]}), "pine-ribbon is held by Ann and Ben"),
    (stopped(captured={"Ann": ["pine-ribbon", "pine-ribbon"]}), "Ann has pine-ribbon twice"),
    (stopped(captured={"Anm": POETRY}), "No side “Anm” plays here; the nearest is Ann."),
    (
        stopped(captured={"Ann": POETRY, "Ben": "rest-of-points"}),
        "a list of cards or “rest”, not “rest-of-points”",
    ),
    (stopped(captured={"Ann": "res"}), "not “res”; the nearest is rest"),
    (stopped(captured={"Ann": "rest", "Ben": "rest"}), "Only one side can have the rest"),
    (stopped(captured=[]), "must be an object"),
    (stopped(month=0), "A month is a whole number from 1 to 12, not 0."),
    (stopped(month=13), "A month is a whole number from 1 to 12, not 13."),
    (stopped(month=-1), "A month is a whole number from 1 to 12, not -1."),
    (stopped(month=10**5000), "A month is a whole number from 1 to 12"),
    (stopped(month="May"), "A month is a whole number from 1 to 12"),
    (stopped(month=True), "A month is a whole number from 1 to 12"),
    (stopped(month=5.0), "A month is a whole number from 1 to 12"),
    (stopped(calls={"Ann": -1}), "Ann: “calls” is a whole number from 0 to 8, not -1."),
    (stopped(calls={"Ben": 9}), "Ben: “calls” is a whole number from 0 to 8, not 9."),
    (stopped(calls={"Ann": "1"}), "Ann: “calls” is a whole number from 0 to 8, not"),
    (stopped(calls={"Ann": True}), "Ann: “calls” is a whole number from 0 to 8, not"),
    (stopped(calls={"Ann": None}), "Ann: “calls” is a whole number from 0 to 8."),
    (stopped(calls={"Cem": 1}), "No side “Cem” plays here"),
    (stopped(calls=1), "“calls” must be an object, not 1."),
    (stopped(chaff={"Ann": 25}), "Ann: “chaff” is a whole number from 0 to 24, not 25."),
    (stopped(chaff={"Ann": -1}), "Ann: “chaff” is a whole number from 0 to 24, not -1."),
    (stopped(chaff={"Ann": "many"}), "Ann: “chaff” is a whole number from 0 to 24, not many."),
    (stopped(captured={"Ann": [], "Ben": []}, chaff={"Ann": 12, "Ben": 13}), "has 24 chaff cards, not 25."),
    (stopped(captured={"Ann": [], "Ben": CHAFF[:13]}, chaff={"Ann": 12}), "has 24 chaff cards, not 25."),
    (stopped(captured={"Ann": CHAFF[:3]}, chaff={"Ann": 2}), "Ann lists 3 chaff cards, so it cannot have 2."),
    (stopped(chaff={"Ben": 2}), "Ben: chaff is counted, but no card is listed."),
    (stopped(all_four={"iris": "Ann"}), "is not in that pile"),
    (stopped(all_four={"irish": "Ann"}), "the nearest is iris"),
    (stopped(all_four=["iris"]), "“all_four” must be an object, not ['iris']."),
    (
        stopped(captured={"Ann": IRIS, "Ben": ["iris-chaff-1"]}, all_four={"iris": "Ann"}),
        "Ann cannot have all four of Iris: Ben has iris-chaff-1.",
    ),
    (
        stopped(captured={"Ann": IRIS}, chaff={"Ann": 1}, all_four={"iris": "Ann"}),
        "Ann lists 2 chaff cards, so it cannot have 1.",
    ),
    (stopped(rained_out=["flowers"]), "must be flower or moon, not 'flowers'; the nearest is flower."),
    (stopped(rained_out=[1]), "must be flower or moon, not 1."),
    (stopped(rained_out="moon"), "“rained_out” must be a list, not 'moon'."),
    (stopped(captured=None, ticked={"Ann": {"ribbon": 0}}), "no yaku “ribbon”; the nearest is ribbons"),
    (stopped(captured=None, ticked={"Ann": ["ribbons"]}), "“ticked” must be an object, not ['ribbons']"),
    (stopped(captured=None, ticked={"Ann": {"ribbons": -1}}), "is a whole number from 0 to 999, not -1"),
    (stopped(captured=None, ticked={"Ann": {"ribbons": 1.5}}), "is a whole number from 0 to 999"),
    (
        stopped(captured=None, ticked={"Ann": {"animals": 5}}),
        "Ann's Five animals needs 10 animals; there are 9.",
    ),
    (
        stopped(captured=None, ticked={"Ann": {"ribbons": 6}}),
        "Ann's Five ribbons needs 11 ribbons; there are 10.",
    ),
    (stopped(captured=None, ticked={"Ann": {"chaff": 17}}), "Ann's Ten chaff needs 27 chaff; there are 24."),
    (
        stopped(captured=None, ticked={"Ann": {"five-brights": 1}}),
        "Ann's Five brights needs 6 brights; there are 5.",
    ),
    (
        stopped(captured=None, ticked={"Ann": {"five-brights": 0, "four-brights": 0}}),
        "Ann: of Five brights and Four brights only the better one counts.",
    ),
    (
        stopped(captured=None, ticked={"Ann": {"moon-viewing": 0}, "Ben": {"flower-viewing": 0}}),
        "Ann's Moon viewing and Ben's Flower viewing need the same: Sake cup with chrysanthemum.",
    ),
    (stopped(captured=None, points={"Ann": 201}), "Ann: “points” is a whole number from 0 to 200, not 201."),
    (stopped(captured=None, points={"Ann": "5"}), "Ann: “points” is a whole number from 0 to 200, not"),
    (
        stopped(field_brights=6),
        "The number of brights dealt to the field is a whole number from 0 to 5, not 6.",
    ),
    (
        stopped(field_brights=-1),
        "The number of brights dealt to the field is a whole number from 0 to 5, not -1.",
    ),
    (stopped(field_brights="two"), "The number of brights dealt to the field is a whole number from 0 to 5"),
    ({"outcome": "dealt"}, "Who was dealt which hand?"),
    ({"outcome": "dealt", "dealt": {}}, "Who was dealt which hand?"),
    (stopped(dealt={"Ann": "teshi"}), "A dealt hand ends the round: its “outcome” is “dealt”."),
    (
        {"outcome": "dealt", "dealt": {"Ann": "tesh"}},
        "Ann: “dealt” must be teshi or kuttsuki or both, not 'tesh'; the nearest is teshi.",
    ),
    ({"outcome": "dealt", "dealt": {"Ann": 6}}, "“dealt” must be teshi or kuttsuki or both, not 6."),
    ({"outcome": "dealt", "dealt": "Ann"}, "“dealt” must be an object, not 'Ann'."),
    ({"outcome": "dealt", "dealt": {"Ann": "both"}, "calls": {"Ann": 1}}, "before anybody can call koi-koi"),
    (
        {"outcome": "dealt", "dealt": {"Ann": "both"}, "captured": {"Ann": []}},
        "A dealt hand ends the round before anybody captures a card.",
    ),
    (stopped(dealer="Cem"), "No side “Cem” plays here"),
]
OPTIONS = [
    ({"targat": 200}, "has no option “targat”; the nearest is target"),
    ({"target": 0}, "whole number from 1 to 100\u202f000, not 0"),
    ({"target": -5}, "not -5"),
    ({"target": 10**9}, "not 1000000000"),
    ({"target": 10**5000}, "whole number from 1 to 100\u202f000."),
    ({"target": 1.5}, "not 1.5"),
    ({"target": True}, "not true"),
    ({"target": "200"}, "not 200"),
    ({"method": "X"}, "no method “X”: there is A, B"),
    ({"method": 1}, "has no method “1”"),
    ({"yaku": "everything"}, "no yaku preset “everything”"),
    ({"yaku": ["sakura-9"]}, "no yaku “sakura-9”"),
    ({"yaku": [3]}, "has no yaku “3”"),
    ({"yaku": {}}, "a preset or a list of yaku ids, not a dict"),
    ({"declare": 1}, "“declare” is true or false, not 1"),
    ({"declare": "true"}, "“declare” is true or false"),
    ({"gaji": True}, "“gaji” is off or kwado or sakura, not true"),
    ({"house_rules": []}, "an object of at most 64"),
    ({"house_rules": {"four-on-field": True}}, "a name and a word in small letters"),
    ({"house_rules": {"Four on field": "dead"}}, "a name and a word in small letters"),
    ({"house_rules": {f"rule-{n}": "on" for n in range(65)}}, "an object of at most 64"),
    ({"gaji": None}, "not a NoneType"),
    ({"bonus": "before"}, "“bonus” is after-floor or before-floor, not before"),
    ([], "The options must be an object"),
]
OF_KOI_KOI = [
    ({"cup": "bothe"}, "“cup” is animal or either or both or both-double or chaff, not bothe"),
    ({"cup": True}, "“cup” is animal or either or both or both-double or chaff, not true"),
    ({"yaku": "all"}, "has no option “yaku”"),
    ({"yaku": ["chaff"]}, "has no option “yaku”"),
    ({"cups": "both"}, "has no option “cups”; the nearest is cup"),
    ({"rounds": 0}, "from 1 to 99, not 0"),
    ({"rounds": 100}, "from 1 to 99, not 100"),
    ({"rounds": 6, "target": 50}, "not both"),
    ({"tie": "draw"}, "“tie” is share or play-on, not draw"),
]
OF_MODERN = [
    ({"viewing": "rain"}, "on or off or with-another or rained-out or field, not rain"),
    ({"month-cards": "yes"}, "“month-cards” is true or false, not yes"),
    ({"month-cards": 1}, "“month-cards” is true or false, not 1"),
    ({"exhausted": "dealer"}, "nobody or dealer-1 or dealer-6, not dealer"),
    ({"both-hands": 7}, "“both-hands” is 6 or 12, not 7"),
    ({"both-hands": True}, "“both-hands” is 6 or 12, not true"),
    ({"month-card": True}, "no option “month-card”; the nearest is month-cards"),
]
NOT_OFFERED = [
    ("koikoi-modern", ["moonlit-blossoms", "grouping"]),
    ("koikoi-compendium", ["exhausted", "both-hands"]),
    ("koikoi-nintendo", ["exhausted", "both-hands", "viewing", "month-cards", "moonlit-blossoms"]),
    ("koikoi-hu", ["exhausted", "both-hands", "viewing", "month-cards", "moonlit-blossoms"]),
]
DOCUMENTS = [
    ({"game": "kwado-1958"}, "the nearest is kwado-1985"),
    ({"game": None}, "“game” names the rule set"),
    ({"sides": ["Ann"]}, "is for 2 to 6 sides, not 1"),
    ({"sides": list("ABCDEFG")}, "is for 2 to 6 sides, not 7"),
    ({"game": "kwado-1982", "sides": list("ABCDE")}, "is for 2 to 4 sides, not 5"),
    ({"sides": ["Ann", "Ann"]}, "Two sides are called Ann"),
    ({"sides": ["Ann", ""]}, "Side 2: A name has at least one letter"),
    ({"sides": "Ann"}, "“sides” is a list"),
    ({"rounds": {}}, "“rounds” is a list"),
    ({"rounds": [{}] * 1001}, "at most 1\u202f000 rounds, not 1\u202f001"),
    ({"rounds": [{"captured": {"Ann": "rest", "Ben": []}}, []]}, "Round 2: A round is an object"),
    ({"rond": []}, "no “rond”"),
    (
        {
            "options": {"gaji": "sakura"},
            "rounds": [{"captured": {"Ann": ["willow-lightning"], "Ben": []}, "gaji": {"by": "Ann"}}],
        },
        "the round must say which",
    ),
]
OWN_RULES = [
    (5, (), "must be an object"),
    ({"nme": 1}, ("nme",), "the nearest is name"),
    ({"name": "…"}, ("name",), "has a letter in it"),
    ({"name": "A" * 25}, ("name",), "at most 24 letters"),
    ({"yaku": [1]}, ("yaku",), "must be an object"),
    ({"yaku": {f"y{n}": {} for n in range(41)}}, ("yaku",), "at most 40 yaku"),
    ({"yaku": {f"y{n}": {} for n in range(10_000)}}, (), "at most 20\u202f000 characters"),
    ({"yaku": {"A!": {}}}, ("yaku", "A!"), "a name in small letters"),
    ({"yaku": {"dragon": {"off": 1}}}, ("yaku", "dragon", "off"), "true or false"),
    ({"yaku": {"dragon": {"points": 10**6}}}, ("yaku", "dragon", "points"), "from 1 to 1\u202f000"),
    ({"yaku": {"dragon": {"points": True}}}, ("yaku", "dragon", "points"), "whole number"),
    (one_yaku(off=True), ("yaku", "a", "off"), "of the game"),
    (one_yaku(name="123"), ("yaku", "a", "name"), "has a letter in it"),
    (one_yaku(colour="red"), ("yaku", "a", "colour"), "unknown key “colour”"),
    (one_yaku(all_of=["nope"]), ("yaku", "a", "all_of"), "There is no card “nope”"),
    (one_yaku(all_of=[]), ("yaku", "a"), "it needs “all_of”"),
    (one_yaku(unless=["iris-bridge"]), ("yaku", "a", "unless"), "Nobody can have A"),
    (one_yaku(at_least={"n": 2, "of": BIRDS[:2]}, unless=BIRDS[:1]), ("yaku", "a", "unless"), "Nobody can"),
    (one_yaku(extra={"points": -5, "of": BIRDS}), ("yaku", "a", "extra", "points"), "from 1 to"),
    (one_yaku(replaces=["a"]), ("yaku", "a", "replaces"), "instead of itself"),
    (one_yaku(replaces=["dargon"]), ("yaku", "a", "replaces"), "the nearest is dragon"),
    ({"values": {"lights": 1}}, ("values", "lights"), "the nearest is brights"),
    ({"values": {"brights": -1}}, ("values", "brights"), "from 0 to"),
    ({"target": 10**6}, ("target",), "from 1 to 100\u202f000"),
    ({"rounds": 12}, ("rounds",), "say “target”"),
]
BY_POINTS = [
    (
        {"points": {"Ann": "ten", "Ben": 1}},
        "Ann: “points” is a whole number from −9 999 to 9 999, or has one decimal place, not ten.",
    ),
    (
        {"points": {"Ann": 3.5, "Ben": 1}},
        "The points of a round are whole numbers here: you agreed on no decimal place.",
    ),
    (
        {"points": {"Ann": 3.55, "Ben": 1}},
        "Ann: “points” is a whole number from −9 999 to 9 999, or has one decimal place, not 3.55.",
    ),
    (
        {"points": {"Ann": True, "Ben": 1}},
        "Ann: “points” is a whole number from −9 999 to 9 999, or has one decimal place, not true.",
    ),
    (
        {"points": {"Ann": 10**9, "Ben": 1}},
        "Ann: “points” is a whole number from −9 999 to 9 999, or has one decimal place, not 1000000000.",
    ),
    (
        {"points": {"Ann": -10_000, "Ben": 1}},
        "Ann: “points” is a whole number from −9 999 to 9 999, or has one decimal place, not -10000.",
    ),
    ({"points": {"Ann": 1}}, "Nothing is entered for Ben. Enter 0 for none."),
    (
        {"points": {"Ann": {"card_points": 5}, "Ben": 1}},
        "Ann: “points” is a whole number from −9 999 to 9 999, or has one decimal place, not a dict.",
    ),
    ({"points": {"Ann": 1, "Ben": 1}, "gaji": {"by": "Ann"}}, "A round has no “gaji”."),
    ({"points": {"Ann": 1, "Ben": 1}, "captured": {}}, "A round has no “captured”."),
]
GODORI = ["plum-warbler", "wisteria-cuckoo", "susuki-geese"]


def stop(points: int | None = 5, **more: Any) -> dict[str, Any]:
    """A round of Go-Stop that Ann stopped, with so many points or what else is said."""
    entered = {} if points is None else {"points": {"Ann": points}}
    return {"outcome": "stop", "winner": "Ann"} | entered | more


def with_cards(*cards: str, **more: Any) -> dict[str, Any]:
    return stop(None, captured={"Ann": [*cards]}, **more)


def tick(yaku: dict[str, int], *cards: str) -> dict[str, Any]:
    """A round that Ann stopped with these yaku; Ben has these cards."""
    return stop(None, ticked={"Ann": yaku}, captured={"Ben": [*cards]})


def tick_both(ann: dict[str, int], ben: dict[str, int]) -> dict[str, Any]:
    """A round of Koi-Koi that nobody stopped, with what each side ticked."""
    return {"outcome": "exhausted", "month": 12, "ticked": {"Ann": ann, "Ben": ben}}


def count_chaff_too(*rows: tuple[Any, ...]) -> dict[str, Any]:
    """A round by counts of brights, animals, ribbons and chaff, with yaku behind them."""
    keys = ("brights", "animals", "ribbons", "chaff")
    sides = zip(("Ann", "Ben"), rows, strict=True)
    return {
        "counts": {side: dict(zip(keys, row, strict=False)) | {"yaku": [*row[4:]]} for side, row in sides}
    }


FOUR_DEALT = {"outcome": "four-dealt", "winner": "Ann"}
THREE_PPEOKS = {"outcome": "three-ppeoks", "winner": "Ann"}
NO_PILE = "Won like this, no pile counts: leave the cards out."
TWO_WAYS = "Ann has one of “captured”, “ticked” and “points”, not {}."
ALL_BRIGHTS = [*DRY, "willow-rain-man"]
# Rounds that no deck can be dealt to, and what is not ticked though the cards make it.
UNDEALT = [
    (
        "koikoi-compendium",
        tick_both({"four-brights": 0}, {"three-brights": 0}),
        "Ann's Four brights and Ben's Three brights need 7 brights; there are 5.",
    ),
    ("koikoi-compendium", tick_both({"animals": 4}, {"animals": 4}), "need 18 animals; there are 9."),
    ("koikoi-modern", tick_both({"chaff": 13}, {"chaff": 13}), "need 44 chaff; there are 24."),
    (
        "koikoi-hu",
        tick_both({"poetry-ribbons": 0, "blue-ribbons": 0}, {}),
        "Ann's cards make Five ribbons, which is not ticked.",
    ),
    (
        "go-stop",
        stop(None, ticked={"Ann": {"hongdan": 0, "cheongdan": 0, "chodan": 0}}),
        "Ann's cards make Five ribbons, which is not ticked.",
    ),
    ("go-stop", stop(calls={"Ben": 1}, lacks={"Ben": ["all"]}), "Ben's go needs 1 card; Ben has 0."),
    (
        "go-stop",
        with_cards(*ALL_BRIGHTS, sits_out=["Cem"], dealer="Cem"),
        "Cem sits out this round, so Cem cannot have dealt it.",
    ),
    ("go-stop", with_cards(*DRY), "Who has no bright 광박? Not enough cards are left for Ben and Cem."),
    (
        "hana-awase",
        count_chaff_too((1, 1, 7, 1, "seven-ribbons", "willow-row"), (4, 8, 3, 23)),
        "Ann's Seven ribbons and Willow row need 8 ribbons; Ann has 7.",
    ),
    ("kwado-1985", by_points(240, 0), "Ann's cards make Five brights, Dragon bonus, Sakura 1,"),
    ("kwado-1985", by_points(230, 10, Ann=["dragon"]), "Ann's cards make Five brights, which is not ticked."),
    (
        "kwado-1985",
        by_counts((5, 0, 0), (0, 8, 9), Ann=["dragon"]),
        "Ann's cards make Five brights, which is not ticked.",
    ),
]
# Who sits out has nothing else.
OUT = "Dee sits out this round, so Dee has no cards and no points."
# How a round of Go-Stop is written, what is said of it, and the path.
GO_STOP = [
    (stop(2), "Ann has 2 points: to stop, 3 are needed. Is a card missing?", ("winner",)),
    (stop(0), "Ann has 0 points: to stop, 3 are needed. Is a card missing?", ("winner",)),
    (with_cards("pine-crane"), "Ann has 0 points: to stop, 3 are needed.", ("winner",)),
    *(
        (stop(lacks={"Ann": [word]}), "Ann won, and only what a loser lacks is told", ("winner",))
        for word in ("brights", "few-chaff", "chaff", "animals", "all")
    ),
    (FOUR_DEALT | {"lacks": {"Ann": ["brights"]}}, "Ann won, and only what a loser lacks", ("winner",)),
    (stop() | {"points": {"Ann": 5, "Ben": 3}}, "Only the points of who stopped count", ("winner",)),
    ({"outcome": "undecided", "points": {"Cem": 3}}, "leave those of Cem out.", ("winner",)),
    (stop(refused_draw="Ann"), "Ann won, so Ann pays for nobody: leave out who refused", ("winner",)),
    (stop(jokers={"Ann": 1}), "Ann has 1 chaff of jokers, and a joker is 2 or 3.", ("winner",)),
    (with_cards(*GODORI, jokers={"Ben": 1}), "Ben has 1 chaff of jokers", ("winner",)),
    (stop(2, calls={"Ann": 3}), "Ann has 2 points: to stop, 3 are needed.", ("winner",)),
    (
        stop(5, calls={"Ann": 3}),
        "Ann has 5 points: with 3 × go, 3 + 3 are needed to stop. Is a card missing?",
        ("winner",),
    ),
    (
        tick({"four-brights": 0}, "pine-crane", "cherry-curtain"),
        "Ben's cards and Ann's Four brights need 6 brights; there are 5.",
        ("ticked",),
    ),
    (
        tick({"five-brights": 0}, "pine-crane"),
        "Ben's cards and Ann's Five brights need 6 brights; there are 5.",
        ("ticked",),
    ),
    (
        tick({"animals": 2}, *BIRDS[:3]),
        "Ben's cards and Ann's Five animals need 10 animals; there are 9.",
        ("ticked",),
    ),
    (
        tick({"ribbons": 3}, *POETRY),
        "Ben's cards and Ann's Five ribbons need 11 ribbons; there are 10.",
        ("ticked",),
    ),
    (
        tick({"ribbons": 0, "hongdan": 0, "chaff": 34}, *CHAFF[:3]),
        "Of the counted chaff, 46 with all jokers, more is entered.",
        ("winner",),
    ),
    (
        stop(None, captured={"Ann": GODORI, "Ben": []}, jokers={"Ann": 18, "Ben": 2}),
        "The jokers of your deck are 18 chaff at most, and more are entered.",
        ("winner",),
    ),
    (
        {"outcome": "stop", "winner": "Ann", "captured": {"Ann": GODORI, "Ben": GODORI[:1]}},
        "plum-warbler is held by Ann and Ben",
        ("captured", "Ben"),
    ),
    (stop(calls={"Ben": 1, "Cem": 1}), "Both called go: who called first?", ("first_go",)),
    (
        stop(calls={"Ben": 1, "Cem": 1}, first_go="Ann"),
        "Ann is not one of the two losers who called go: who of them called first?",
        ("winner",),
    ),
    (stop(calls={"Ben": 1, "Cem": 1}, first_go="Cam"), "No side “Cam” plays here", ("first_go",)),
    (with_cards(*GODORI, jokers={"Ann": 19}), "Ann: “jokers” is a whole number from 0 to 18, not 19.", None),
    (stop(shakes={"Ann": 5}), "Ann: “shakes” is a whole number from 0 to 4, not 5.", None),
    (stop(calls={"Ben": 11}), "Ben: “calls” is a whole number from 0 to 10, not 11.", None),
    (stop(at_once={"Ben": 100}), "Ben: “at once” is a whole number from 0 to 99, not 100.", None),
    (stop(201), "Ann: “points” is a whole number from 0 to 200, not 201.", None),
    (
        stop(lacks={"Ben": ["bright"]}),
        "Ben: “lacks” must be brights or few-chaff or chaff or animals or ribbons or all, not 'bright'",
        ("lacks", "Ben", 0),
    ),
    (
        stop(counts=["bright"]),
        "brights or chaff or animals or ribbons or seven-animals, not 'bright'",
        ("counts", 0),
    ),
    (stop(None), "Ann stopped: with which cards?", ("captured", "Ann")),
    (stop(winner=None), "The round was stopped: by whom?", ("winner",)),
    (stop(outcome="stopp"), "not 'stopp'; the nearest is stop.", ("outcome",)),
    (stop(dealt={"Ben": "teshi"}), "Ben: “dealt” must be nothing", ("dealt", "Ben")),
    (stop(month=13), "A month is a whole number from 1 to 12", ("month",)),
    (stop(captured={"Ann": GODORI}), TWO_WAYS.format("“captured” and “points”"), ("captured", "Ann")),
    (
        with_cards(*GODORI, ticked={"Ann": {"godori": 0}}),
        TWO_WAYS.format("“captured” and “ticked”"),
        ("captured", "Ann"),
    ),
    (stop(ticked={"Ann": {"godori": 0}}), TWO_WAYS.format("“ticked” and “points”"), ("captured", "Ann")),
    ({"outcome": "undecided", "winner": "Ann"}, "Somebody won only where somebody stopped.", ("winner",)),
    *(
        row
        for won in (FOUR_DEALT, THREE_PPEOKS)
        for row in [
            (won | {"winner": None}, "Who won the round? “winner” names a side.", ("winner",)),
            (won | {"captured": {"Ann": GODORI}}, NO_PILE, ("captured",)),
            (won | {"points": {"Ben": 5}}, NO_PILE, ("captured",)),
        ]
    ),
]
# The same of four at the table.
OF_FOUR = [
    (stop(), "3 at most play a round of Go-Stop: who sits out?"),
    (stop(sits_out=["Ann"]), "Ann sits out this round, and so cannot have won."),
    (FOUR_DEALT | {"sits_out": ["Ann"]}, "Ann sits out this round, and so cannot have won."),
    (
        stop(sits_out=["Dee"], sold={"Ben": 1}),
        "Ben plays this round, and only who sits out sells cards.",
    ),
    (stop(sits_out=["Dee"], sold={"Dee": 8}), "Dee: “sold” is a whole number from 0 to 7, not 8."),
    *(
        (stop(sits_out=["Dee"]) | more, OUT)
        for more in (
            {"captured": {"Dee": ["pine-crane"]}},
            {"points": {"Ann": 5, "Dee": 5}},
            {"ticked": {"Dee": {"godori": 0}}},
            {"calls": {"Dee": 1}},
            {"shakes": {"Dee": 1}},
            {"lacks": {"Dee": ["brights"]}},
            {"at_once": {"Dee": 3}},
        )
    ),
]
NOTHING_SAID = [
    ("kwado-1985", {"captured": None}, ("captured",)),
    ("kwado-1985", {"counts": None}, ("counts",)),
    ("kwado-1985", {"points": None}, ("points",)),
    ("kwado-1985", {"captured": {"Ann": None, "Ben": []}}, ("captured", "Ann")),
    ("by-points", {"points": None}, ("points",)),
    ("koikoi-modern", stopped(captured={"Ann": None}), ("captured", "Ann")),
    *(
        ("koikoi-modern", {"outcome": "exhausted", key: None}, (key,))
        for key in ("captured", "ticked", "points", "chaff", "calls", "rained_out")
    ),
    ("koikoi-modern", {"outcome": "dealt", "dealt": None}, ("dealt",)),
]

NINE_AND_CUP = [*CHAFF[:9], "chrysanthemum-cup"]
NO_STOP = "Ann has no yaku, so Ann cannot have stopped. Is a card missing?"
NO_CALL = "{0} has no yaku, so {0} cannot have called koi-koi."
CALLED = stopped(captured={"Ann": POETRY, "Ben": ["pine-crane"]}, calls={"Ben": 1})
NO_YAKU = [
    *({"captured": {"Ann": pile}} for pile in ([], ["pine-crane"], CHAFF[:9], POETRY[:2], VIEWS[:2])),
    {"captured": {"Ann": []}, "chaff": {"Ann": 9}},
    {"captured": None, "points": {"Ann": 0}},
    {"captured": None, "ticked": {"Ann": {}}},
]
MOONLIT = {"moonlit-blossoms": 0, "moon-viewing": 0}
# Rounds of Koi-Koi that are refused by their form.
OF_FORMS = [
    *((form, stopped(month=12, **changes), NO_STOP) for form in FORMS for changes in NO_YAKU),
    ("koikoi-hu", stopped(month=12, captured={"Ann": NINE_AND_CUP}), NO_STOP),
    *((form, CALLED, NO_CALL.format("Ben")) for form in FORMS),
    *(
        (form, stopped(rained_out=["moon"]), "“rained_out 1” must be nothing")
        for form in ("koikoi-nintendo", "koikoi-hu")
    ),
    (
        "koikoi-compendium",
        stopped(captured=None, ticked={"Ann": MOONLIT}),
        "Ann: of Moon viewing and Moonlit blossoms only the better one counts.",
    ),
    (
        "koikoi-hu",
        {"outcome": "dealt", "dealt": {"Ann": "teshi", "Ben": "both"}},
        "Koi-Koi by Hu: where both were dealt such a hand, both are ignored and the round is played on",
    ),
]
CUP, MOON, RAIN_MAN, LIGHTNING = (
    "chrysanthemum-cup",
    "susuki-moon",
    "willow-rain-man",
    "willow-lightning",
)
# How viewings are agreed, a pile from which rain took the moon viewing, what was rained out.
RAIN = [
    ("rained-out", [CUP, MOON, RAIN_MAN], []),
    ("rained-out", [CUP, MOON, LIGHTNING], []),
    ("field", [CUP, MOON], ["moon"]),
]
NOTHING = {"brights": 0, "animals": 0, "ribbons": 0, "chaff": 0}
# Of Hana-Awase: what each side says it has, by counts.
HANA_AWASE_COUNTS = [
    ((5, ["six-ribbons"]), (0, []), "Ann's Six ribbons needs 6 ribbons; Ann has 5."),
    ((6, ["seven-ribbons"]), (0, []), "Ann's Seven ribbons needs 7 ribbons; Ann has 6."),
    (
        (3, ["poetry-ribbons"]),
        (6, ["poetry-ribbons"]),
        "Ann's Poetry ribbons and Ben's Poetry ribbons need the same: Pine poetry ribbon",
    ),
]
CHAFF_APART = {
    "captured": {"Ann": ["wisteria-cuckoo", "wisteria-ribbon", "pine-crane"], "Ben": "rest-of-points"},
    "chaff": {"Ann": 9, "Ben": 15},
}
HANA_AWASE = [
    (by_points(100, 100, Ann=["six-ribbons"], Ben=["six-ribbons"]), "Six ribbons"),
    (CHAFF_APART | {"chaff": {"Ann": 9, "Ben": 16}}, "The deck has 24 chaff cards, not 25."),
    (CHAFF_APART | {"chaff": {"Ann": 25, "Ben": 0}}, "“chaff” is a whole number from 0 to 24, not 25"),
    (CHAFF_APART | {"chaff": {"Ann": 9}}, "Nothing is entered for Ben."),
    (CHAFF_APART | {"chaff": {"Ann": -1, "Ben": 9}}, "from 0 to 24, not -1"),
    (
        CHAFF_APART | {"all_four": {"wisteria": "Ann"}, "chaff": {"Ann": 1, "Ben": 23}},
        "lists 2 chaff cards",
    ),
    (CHAFF_APART | {"captured": {"Ann": [], "Ben": "rest"}}, "rest-of-points"),
]
# Who sits out, and what is said of three sides at a game of payments.
SITTING_OUT = [
    (
        by_points(100, 140, 0, Ben=["hongdan"]) | {"sits_out": ["Ben"]},
        "Ben sits out this round, so Ben has no cards and no points.",
    ),
    (
        {"captured": {"Ann": "rest", "Ben": [], "Cem": ["plum-chaff-1"]}, "sits_out": ["Cem"]},
        "Cem sits out this round, so Cem has no cards and no points.",
    ),
    (by_points(240, 0, 0) | {"sits_out": ["Cem", "Ben"]}, "At least two sides play a round"),
    (by_points(240, 0, 0) | {"sits_out": ["Bem"]}, "No side “Bem” plays here"),
    (by_points(140, 100) | {"sits_out": []}, "Nothing is entered for Cem"),
]
# A card of peony or bush clover, one by one and all four.
MUSHI = [
    (
        {"captured": {"Ann": ["peony-ribbon"], "Ben": "rest"}},
        "blue ribbon is not in the deck of Mushi.",
    ),
    ({"captured": {"Ann": ["clover-chaff-1"], "Ben": []}}, "is not in the deck of Mushi."),
    (
        {"captured": {"Ann": ["pine-crane"], "Ben": []}, "all_four": {"peony": "Ben"}},
        "Butterflies on peony is not in the deck of Mushi.",
    ),
    ({"captured": {"Ann": [], "Ben": "rest-of-points"}, "gaji": {"by": "Ann"}}, "Mushi has no Gaji."),
    (CHAFF_APART | {"chaff": {"Ann": 5, "Ben": 16}}, "The deck has 20 chaff cards, not 21."),
]
# All four of a suit beside the Gaji of another side.
ALL_FOUR = [
    ("maple", ["maple-deer", "maple-ribbon"], "maple-chaff-1", "maple-chaff-1"),
    ("willow", ["willow-rain-man", "willow-swallow", "willow-ribbon"], "pine-crane", LIGHTNING),
]
GAJI_UNSAID = {"captured": {"Ann": [LIGHTNING], "Ben": "rest"}, "gaji": {"by": "Ann"}}

CRANE = {"name": "Crane", "points": 2, "all_of": ["pine-crane"]}
BOAR = ["clover-boar", "maple-deer", "peony-butterflies"]
PLAIN = ["wisteria-ribbon", "iris-ribbon", "clover-ribbon", "willow-ribbon", "peony-ribbon"]
TOO_MANY = "Ann cannot have called koi-koi so often: after each call a yaku must be made or grow"
NOT_HU = tuple(form for form in FORMS if form != "koikoi-hu")
# The forms, what Ann has, and how often at most Ann may have called koi-koi and stopped then.
MOST_CALLS = [
    (FORMS, {"captured": {"Ann": POETRY}}, 0),
    (FORMS, {"captured": {"Ann": DRY[:1] + DRY[2:]}}, 0),
    (FORMS, {"captured": {"Ann": VIEWS[1:]}}, 0),
    (FORMS, {"captured": {"Ann": VIEWS}}, 1),
    (FORMS, {"captured": {"Ann": PLAIN}}, 0),
    (FORMS, {"captured": {"Ann": CHAFF[:10]}}, 0),
    (FORMS, {"captured": {"Ann": CHAFF[:12]}}, 2),
    (FORMS, {"captured": {"Ann": []}, "chaff": {"Ann": 11}}, 1),
    (FORMS, {"captured": {"Ann": DRY}}, 1),
    (FORMS, {"captured": {"Ann": [*DRY, RAIN_MAN]}}, 2),
    (FORMS, {"captured": {"Ann": POETRY + BOAR}}, 1),
    (NOT_HU, {"captured": {"Ann": [*POETRY, "iris-ribbon"]}}, 1),
    (("koikoi-hu",), {"captured": {"Ann": [*POETRY, "iris-ribbon"]}}, 0),
    (FORMS, {"captured": None, "ticked": {"Ann": {"poetry-ribbons": 0}}}, 0),
    (FORMS, {"captured": None, "ticked": {"Ann": {"ribbons": 0}}}, 0),
    (FORMS, {"captured": None, "ticked": {"Ann": {"ribbons": 2}}}, 2),
    (FORMS, {"captured": None, "ticked": {"Ann": {"four-brights": 0}}}, 1),
    (FORMS, {"captured": None, "ticked": {"Ann": {"five-brights": 0}}}, 2),
    (FORMS, {"captured": None, "ticked": {"Ann": {"boar-deer-butterflies": 0, "chaff": 0}}}, 1),
    ((MODERN,), {"captured": None, "ticked": {"Ann": {"poetry-and-blue-ribbons": 0}}}, 3),
    (("koikoi-compendium",), {"captured": None, "ticked": {"Ann": {"moonlit-blossoms": 0}}}, 1),
    (FORMS, {"captured": None, "points": {"Ann": 1}}, 0),
    (FORMS, {"captured": None, "points": {"Ann": 3}}, 2),
]
CALLS = [
    (calls <= most, form, stopped(month=12, calls={"Ann": calls}, **held))
    for forms, held, most in MOST_CALLS
    for form in forms
    for calls in range(9)
]
# Nine chaff and the cup are ten chaff, or not.
CALLING = [
    (NINE_AND_CUP, NOT_HU),
    ([RAIN_MAN, "pine-crane", MOON], ("koikoi-hu",)),
    (["cherry-curtain", CUP], FORMS),
]
EXHAUSTED = {"outcome": "exhausted", "month": 12}
# Who called and did not stop has as many states as calls.
CALLED_ONLY = {"captured": {"Ann": POETRY, "Ben": []}}
ASKED = "The hands ran out, so the side with more yaku scores: what has {}?"
BESIDE_COMPENDIUM = [form for form in FORMS if form != "koikoi-compendium"]
PILES = [({}, ["Ann", "Ben"]), ({"Ann": POETRY}, ["Ben"])]
ALL_ON = {"koikoi-compendium": {"moonlit-blossoms": "on"}}

ACCEPTED = [
    *(
        write(form, options=ALL_ON.get(form, {}), rounds=[round_])
        for is_possible, form, round_ in CALLS
        if is_possible
    ),
    *(
        write(form, rounds=[EXHAUSTED | {"captured": {"Ann": pile, "Ben": []}, "calls": {"Ann": 1}}])
        for pile, forms in CALLING
        for form in forms
    ),
    *(write(form, rounds=[EXHAUSTED | CALLED_ONLY | {"calls": {"Ann": 1}}]) for form in FORMS),
    *(
        write(form, rounds=[{"outcome": "exhausted", "captured": captured}])
        for captured, _ in PILES
        for form in BESIDE_COMPENDIUM
    ),
    # The side that used the Gaji has all four.
    *(
        write(
            options={"gaji": "kwado"},
            rounds=[
                {
                    "captured": {"Ann": pile, "Ben": []},
                    "all_four": {suit: "Ann"},
                    "gaji": {"by": "Ann", "took": took},
                }
            ],
        )
        for suit, pile, took, _ in ALL_FOUR
    ),
]
REFUSED = [
    *(
        refuse_round(TOO_MANY, round_, form, **ALL_ON.get(form, {}))
        for is_possible, form, round_ in CALLS
        if not is_possible
    ),
    *(
        refuse_round(
            NO_CALL.format("Ann"),
            EXHAUSTED | {"captured": {"Ann": pile, "Ben": []}, "calls": {"Ann": 1}},
            form,
        )
        for pile, forms in CALLING
        for form in FORMS
        if form not in forms
    ),
    *(refuse_round(TOO_MANY, EXHAUSTED | CALLED_ONLY | {"calls": {"Ann": 2}}, form) for form in FORMS),
    *(
        Refused(
            write("koikoi-compendium", rounds=[{"outcome": "exhausted", "captured": captured}]),
            ASKED.format(side),
            most=len(sides),
        )
        for captured, sides in PILES
        for side in sides
    ),
    *(refuse_round(said, round_) for round_, said in ROUNDS),
    *(refuse_round(said, round_, MODERN) for round_, said in RACE),
    *(refuse_round(said, round_, form) for form, round_, said in OF_FORMS),
    *(
        refuse_round(said, round_, game, sides="Ann Ben Cem" if game == "go-stop" else "Ann Ben")
        for game, round_, said in UNDEALT
    ),
    *(refuse_round(said, round_, "go-stop", where, "Ann Ben Cem") for round_, said, where in GO_STOP),
    *(refuse_round(said, round_, "go-stop", None, "Ann Ben Cem Dee") for round_, said in OF_FOUR),
    refuse_round("Ann has 6 points: to stop, 7 are needed.", stop(6), "go-stop", ("winner",)),
    Refused(
        write("go-stop", "Ann Ben Cem", options={"stop-minimum": "5"}, rounds=[stop(4)]),
        "Ann has 4 points: to stop, 5 are needed. Is a card missing?",
    ),
    *(
        Refused(
            write("go-stop", "Ann Ben Cem", options={"jokers": agreed}, rounds=[stop(7, jokers=jokers)]),
            f"The jokers of your deck are {said}",
        )
        for agreed, jokers, said in (
            ("none", {"Ann": 2}, "0 chaff at most, and more are entered."),
            ("two", {"Ann": 3, "Ben": 3}, "5 chaff at most, and more are entered."),
            ("two", {"Ann": 2, "Ben": 2}, "5 chaff together: no jokers of them make 1 less."),
            ("three", {"Ben": 6}, "7 chaff together: no jokers of them make 1 less."),
        )
    ),
    *(
        Refused(
            write("go-stop", "Ann Ben Cem Dee", options={"selling": "none"}, rounds=[round_]),
            "Nobody sells cards at this table.",
        )
        for round_ in (
            stop(7, sits_out=["Dee"], sold={"Dee": 1}),
            {"outcome": "undecided", "sits_out": ["Ann"], "sold": {"Ann": 2}},
        )
    ),
    refuse_round("A round has no “first_go”", stop(7, first_go="Ben"), "go-stop-hangame", ("first_go",)),
    Refused(write("go-stop-hangame", "Ann Ben Cem"), "is for 2 sides, not 3."),
    Refused(write("go-stop-hangame", options={"liable": "last"}), "has no option “liable”"),
    Refused(write("go-stop", undecided=100), "“undecided” is a whole number from 0 to 99, not 100."),
    *(refuse_round(said, round_, "by-points") for round_, said in BY_POINTS),
    *(refuse_round("", round_, game, where) for game, round_, where in NOTHING_SAID),
    *(refuse_round(said, round_, "hana-awase") for round_, said in HANA_AWASE),
    *(refuse_round(said, round_, "mushi") for round_, said in MUSHI),
    *(refuse_round(said, round_, "min-hwatu", sides="Ann Ben Cem") for round_, said in SITTING_OUT),
    refuse_round(
        "A round has no “sits_out”",
        by_points(80, 80, 80) | {"sits_out": ["Ann"]},
        sides="Ann Ben Cem",
    ),
    refuse_round("At least two sides play", by_points(140, 100) | {"sits_out": ["Ann"]}, "min-hwatu"),
    refuse_round(
        "What the Gaji brings depends on the card that it took",
        {"captured": {"Ann": ["willow-lightning"], "Ben": []}, "gaji": {"by": "Ann"}},
        "hana-awase",
        ("gaji", "took"),
        gaji="mushi",
    ),
    refuse_round(
        "Ann used the Gaji, so that pine-crane cannot lie with Ben.",
        {
            "captured": {"Ann": [], "Ben": ["pine-crane"]},
            "gaji": {"by": "Ann", "took": "pine-crane"},
        },
        "hana-awase",
        gaji="mushi",
    ),
    *(
        refuse_round(
            said,
            {
                "counts": {
                    "Ann": NOTHING | {"ribbons": ann[0], "yaku": ann[1]},
                    "Ben": NOTHING | {"ribbons": ben[0], "yaku": ben[1]},
                }
            },
            "hana-awase",
        )
        for ann, ben, said in HANA_AWASE_COUNTS
    ),
    refuse_round("no “chaff”", CHAFF_APART, "min-hwatu"),
    refuse_round(
        "these add up to −1.",
        {"points": {"Ann": 4, "Ben": -5}},
        "by-points",
        ("points",),
        **{"zero-sum": True},
    ),
    *(
        refuse_round(
            f"The deck has {most} {group}, not {most + 1}",
            {
                "counts": {
                    "Ann": {"twenties": 0, "tens": 0, "fives": 0} | {group: most},
                    "Ben": {"twenties": 0, "tens": 0, "fives": 0} | {group: 1},
                }
            },
            "sakura",
        )
        for group, most in (("twenties", 4), ("tens", 11), ("fives", 10))
    ),
    *(
        refuse_round("depends on the card that it took", GAJI_UNSAID, "sakura", leftover=leftover)
        for leftover in ("month", "all")
    ),
    *(
        refuse_round(
            f"Ben used the Gaji, so that {card} cannot lie with Ann.",
            {
                "captured": {"Ann": pile, "Ben": []},
                "all_four": {suit: "Ann"},
                "gaji": {"by": "Ben", "took": took},
            },
            gaji="kwado",
        )
        for suit, pile, took, card in ALL_FOUR
    ),
    *(
        refuse_round(
            "The table did not agree that rain counts",
            {"outcome": "exhausted", "captured": {"Ann": VIEWS, "Ben": []}, "rained_out": ["moon"]},
            form,
            viewing=viewing,
        )
        for form in ("koikoi-compendium", "koikoi-modern")
        for viewing in ("on", "off", "with-another", "rained-out")
    ),
    *(
        refuse_round(
            NO_STOP,
            stopped(month=12, captured={"Ann": pile, "Ben": POETRY}, calls={"Ann": 1}, rained_out=rained_out),
            form,
            viewing=viewing,
        )
        for viewing, pile, rained_out in RAIN
        for form in ("koikoi-compendium", "koikoi-modern")
    ),
    *(
        refuse_round(
            NO_CALL.format("Ann"),
            {
                "outcome": "exhausted",
                "month": 12,
                "captured": {"Ann": [card for card in pile if card != MOON], "Ben": POETRY},
                "calls": {"Ann": 1},
            },
            form,
            viewing=viewing,
        )
        for viewing, pile, _ in RAIN
        for form in ("koikoi-compendium", "koikoi-modern")
    ),
    refuse_round(
        "Ann has Moon viewing, which counts beside another yaku only, and no other yaku.",
        stopped(captured=None, ticked={"Ann": {"moon-viewing": 0, "flower-viewing": 0}}),
        MODERN,
        viewing="with-another",
    ),
    *(
        refuse_round(
            "How many brights were dealt to the field? Enter 0 for none.",
            round_,
            form,
            ("field_brights",),
            **{"field-brights": True},
        )
        for form in FORMS
        for round_ in (stopped(), {"outcome": "dealt", "dealt": {"Ann": "both"}})
    ),
    *(Refused(write(options=options), said) for options, said in OPTIONS),
    *(Refused(write(form, options=options), said) for form in FORMS for options, said in OF_KOI_KOI),
    *(Refused(write(MODERN, options=options), said) for options, said in OF_MODERN),
    *(
        Refused(write(form, options={option: "6"}), f"has no option “{option}”")
        for form, ids in NOT_OFFERED
        for option in ids
    ),
    *(
        Refused(write("min-hwatu", options={"rounds": rounds}), f"from 1 to 99, not {rounds}")
        for rounds in (0, 100, "6")
    ),
    Refused(write("min-hwatu", options={"rounds": 6, "target": 500}), "not both"),
    Refused(write(options={"rounds": 6}), "no option “rounds”"),
    Refused(write("kwado-1982", options={"declare": True}), "Kwa-Dō (1982) has no option “declare”"),
    Refused(write("sakura", options={"chu": "yes"}), "“chu” is true or false, not yes"),
    Refused(write("koikoi-hu", "Ann Ben Cem"), "is for 2 sides, not 3"),
    *(Refused(write() | changes, said) for changes, said in DOCUMENTS),
    *(Refused(write(rules=rules), said, ("rules", *where)) for rules, where, said in OWN_RULES),
    Refused(
        write(rules=one_yaku(at_least={"n": 3, "of": BIRDS[:2]})),
        "asks for 3 of 2 cards",
        ("rules", "yaku", "a"),
        most=2,
    ),
    Refused(
        write(
            rounds=[
                {"captured": {"Ann": ["maple-deer"], "Ben": ["maple-ribbon"]}, "all_four": {"maple": "Ann"}}
            ]
        ),
        "cannot have all four of Maple: Ben has maple-ribbon",
        most=2,
    ),
    Refused(write(MODERN, rules={"target": 50}), "is not played to a target"),
    *(
        Refused(
            write(rules={"yaku": {"crane": CRANE, "other": CRANE | {"name": name}}}),
            "Two yaku are called",
            ("rules", "yaku", "other", "name"),
        )
        for name in ("CRANE", " crane ", "Crane\u200b")
    ),
    Refused(
        write(rules={"yaku": {"crane": CRANE | {"name": "five brights"}}}),
        "Two yaku are called five brights",
    ),
    Refused(
        write(
            rules={"yaku": {"a": CRANE | {"replaces": ["b"]}, "b": CRANE | {"name": "B", "replaces": ["a"]}}}
        ),
        "Crane counts instead of itself",
        most=2,
    ),
    Refused(write("by-points", rules=one_yaku()), "Any game has no cards, and so no yaku"),
]

SLIPS = {
    "winner": "Cem",
    "captured": {"Ann": ["pine-crain"]},
    "month": 13,
    "calls": {"Ben": 9},
}
# All faults of a document are told at once: the path of each.
TOLD_AT_ONCE = [
    (
        write(
            options={"target": 0, "gaji": "maybe", "tie": "draw", "speed": 3},
            rounds=[
                {"captured": {"Ann": ["pine-crain", "plum-warbler"], "Ben": ["plum-warbler"], "Cem": []}},
                {"counts": {"Ann": {"brights": 6, "animals": 0, "ribbons": 0}}},
            ],
        ),
        [
            ("options", "target"),
            ("options", "gaji"),
            ("options", "tie"),
            ("options", "speed"),
            ("rounds", 0, "captured", "Cem"),
            ("rounds", 0, "captured", "Ann"),
            ("rounds", 0, "captured", "Ben"),
            ("rounds", 1, "counts", "Ben"),
            ("rounds", 1, "counts", "brights"),
        ],
    ),
    (
        write(MODERN, rounds=[stopped(**SLIPS), stopped(winner=None, captured={"Ann": []}), CALLED]),
        [
            ("rounds", 0, "winner"),
            ("rounds", 0, "captured", "Ann"),
            ("rounds", 0, "calls", "Ben"),
            ("rounds", 0, "month"),
            ("rounds", 1, "winner"),
            ("rounds", 2, "calls", "Ben"),
        ],
    ),
]
