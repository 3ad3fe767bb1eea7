"""Questions in everyday words, and the ruling that each should find."""

import re
import tomllib
from pathlib import Path

import pytest

from companion.cards import DECK, SUITS, fold, get_names
from companion.errors import NotUnderstood
from companion.paths import ROOT
from companion.printing.sheet_list import SHEETS
from companion.reference import (
    find_game,
    find_hits,
    get_ruling,
    get_word,
    load_entries,
    load_glossary,
    load_rulings,
    search_nearest,
)
from companion.reference.figures import fill
from companion.reference.rulings import GAMES
from companion.reference.search import load_searcher
from companion.reference.search_entries import load_everyday_words
from companion.reference.search_text import LONGEST_PHRASE, load_languages, load_reader, split, stem
from companion.rules import RULE_SET_IDS, get_rule_set

CONTENT = ROOT / "companion" / "reference" / "content"
LISTS = tomllib.loads((Path(__file__).parent / "questions.toml").read_text(encoding="utf-8"))
KEPT = tomllib.loads((Path(__file__).parent / "kept_questions.toml").read_text(encoding="utf-8"))


def test_there_are_at_least_150_questions_each_with_its_ruling():
    rows = [row for rows in LISTS.values() for row in rows]
    assert len({question for question, _ in rows}) == len(rows) >= 300
    assert {ruling for _, ruling in rows} <= set(load_rulings())


def test_a_question_is_read_up_to_its_200th_letter():
    said = "wild card from the pile".ljust(200)
    assert find_hits(said + "koi-koi") == find_hits(said) != ()
    assert find_hits(" " * 200 + "gaji") == search_nearest(" " * 200 + "gaji") == ()
    assert find_hits("gaj" * 100_000) == find_hits(("gaj" * 100)[:200])


@pytest.mark.parametrize("name", LISTS)
def test_the_right_ruling_is_first_for_88_of_100_and_among_three_for_98(name):
    rows = LISTS[name]
    places, silent = [], 0
    for question, wanted in rows:
        found = [(hit.kind, hit.id) for hit in find_hits(question, limit=3)]
        silent += not found
        places.append(found.index(("ruling", wanted)) if ("ruling", wanted) in found else 99)
    # Measured: 88 to 98 of 100, and 98 to 100. Lists that were tuned with; new questions do less well.
    assert sum(place == 0 for place in places) / len(rows) >= 0.88
    assert sum(place < 3 for place in places) / len(rows) >= 0.98
    # Measured: 1 of 1,094 is told that there is nothing.
    assert silent <= (name == "at_the_table")


def test_a_question_that_no_words_were_added_for_finds_its_ruling():
    """Measured: 95 of 110 first, 105 among three, 106 among six. One is about double chaff, as in Go-Stop."""
    places = []
    for question, wanted in (row for rows in KEPT.values() for row in rows):
        found = [hit.id for hit in find_hits(question, limit=6) if hit.kind == "ruling"]
        places.append(found.index(wanted) if wanted in found else 99)
    for limit, least in ((1, 93), (3, 104), (6, 105)):
        assert sum(place < limit for place in places) >= least, limit


OFF_TOPIC = tomllib.loads((Path(__file__).parent / "off_topic.toml").read_text(encoding="utf-8"))["questions"]


def test_questions_about_other_things_find_nothing():
    """Measured: 92 of 106 find nothing; the others have words of ours, as “how to tie a tie”."""
    assert sum(not find_hits(question) for question in OFF_TOPIC) >= 91
    assert find_hits("how old is the moon") == ()


@pytest.mark.parametrize("name", ["tuning", "strangers"])
def test_a_slip_of_the_finger_seldom_hides_the_ruling(name):
    found = 0
    for question, wanted in LISTS[name]:
        words = question.split()
        longest = max(words, key=len)
        slipped = longest[:2] + longest[3] + longest[2] + longest[4:] if len(longest) > 4 else longest
        typed = " ".join(slipped if word == longest else word for word in words)
        found += wanted in [hit.id for hit in find_hits(typed, limit=3)]
    assert found / len(LISTS[name]) >= 0.95


def test_a_ruling_is_found_first_by_its_own_question():
    rulings = load_rulings().values()
    assert [one.id for one in rulings if find_hits(one.question)[0].id != one.id] == []


# What is asked, what it should find (an id or an address), among how many hits, and words of that hit.
ASKED = {
    "who asks how to play is shown the rules of the game": [
        ("how to play", "/rules/kwado-1985", 1),
        ("How do you play?", "/rules/kwado-1985", 1),
        ("how do I play", "/rules/kwado-1985", 1),
        ("rules", "/rules/kwado-1985", 1),
        ("the rules", "/rules/kwado-1985", 1),
        ("rules of the game", "/rules/kwado-1985", 1),
        ("how to play this game", "/rules/kwado-1985", 1),
        ("how do you play this game", "/rules/kwado-1985", 1),
        ("how to play hanafuda", "/rules/kwado-1985", 1),
        ("Kwa-Dō rules", "/rules/kwado-1985", 1),
        ("how to play kwado 1982", "/rules/kwado-1982", 1),
    ],
    "who asks about the wild card or the phoenix is not told the opposite": [
        ("Joker", "gaji-what", 2),
        ("조커", "gaji-what", 2),
        ("was macht der Joker", "gaji-what", 2),
        ("what does the joker do", "gaji-what", 1),
        ("used the gaji on a pine, one pine left", "gaji-mate", 1),
        ("gaji on the rain man, who gets the last willow", "gaji-no-wild", 1),
        ("phoenix worth", "dragon", 1),
    ],
    "who asks about time, authors, name, decks or strategy is answered": [
        ("how many minutes does a round take", "how-long", 1, "silent", "do not say"),
        ("how long does a game take", "how-long", 1, "silent", "do not say"),
        ("who made Kwa-Dō", "who-made", 1, "rulebook", "K.K. Corner and R. Whitbeck, in 1959"),
        ("when was kwa-do invented", "who-made", 1, "rulebook", "revised in 1982 and 1985"),
        ("virginia seeger", "who-made", 1, "rulebook", "K.K. Corner"),
        ("what is the sample card for", "jokers", 1, "silent", "Leave them out"),
        ("does the doubled loser pay more", "betting", 1, "house", "Agree first"),
        ("where do hanafuda come from", "history-cards", 1, "tradition", "1549"),
        ("history of these cards", "history-cards", 1, "tradition", "Portuguese"),
        ("were the cards ever banned", "history-bans", 1, "tradition", "1791"),
        ("did nintendo make these cards", "history-nintendo", 1, "tradition", "1889"),
        ("is kwa-do older than go-stop", "history-gostop", 1, "tradition", "1959"),
        ("what are bonus awards", "which-yaku", 1, "rulebook", "Dragon"),
        ("what does the name mean", "name", 1, "silent", "explain neither"),
        ("how do you pronounce kwa-do", "name", 1, "silent", "long o"),
        ("where can I buy a deck", "get-a-deck", 1, "silent", "Any hanafuda or hwatu deck"),
        ("print my own deck", "get-a-deck", 1, "silent", "no cards to play with"),
        ("first strategy", "strategy", 1, "silent", "give none"),
    ],
    "who wants to learn is shown a lesson": [
        ("teach me", "/learn/kwado", 3),
        ("never played before", "/learn/kwado", 3),
        ("learn koi-koi", "/learn/koi-koi", 3),
        ("what do the pictures show", "/learn/kwado#cards", 3),
        ("what are these cards", "/learn/kwado#cards", 3),
        ("how do we set up the table", "/learn/kwado#set-up", 3),
    ],
    "other names for things are found": [
        ("bake-fuda", "bake-fuda", 4),
        ("化け札", "bake-fuda", 4),
        ("oya-gachi", "oya-gachi", 4),
        ("親勝ち", "oya-gachi", 4),
        ("hanafura", "sakura", 4),
        ("dock", "iris-bridge", 4),
        ("the dock card", "iris-bridge", 4),
        ("목단", "peony-butterflies", 4),
        ("mokdan", "peony-butterflies", 4),
        ("bush clover", "clover-boar", 4),
        ("萩", "clover-boar", 4),
    ],
    "a page, a list of months or a yaku by its points or cards comes first": [
        ("flowers of each month", "/cards", 1),
        ("flower of each month", "/cards", 1),
        ("order of the suits", "/cards", 1),
        ("is there a printable reference", "/print", 1),
        ("do you have anything printable", "/print", 1),
        ("pdf", "/print", 1),
        ("score sheet pdf", "/print/preview?sheet=score-pad", 1),
        ("cheat sheet", "/print/preview?sheet=player-card", 1),
        ("printable booklet", "/print/preview?sheet=booklet", 1),
        ("what gives 25 points", "/rules/kwado-1985/yaku/dragon", 1),
        ("30 points", "/rules/kwado-1985/yaku/four-iris", 1),
        ("crane curtain warbler", "/rules/kwado-1985/yaku/sakura-1", 1),
        ("which month is which flower", "/cards", 1),
        ("what is the order of the suits", "/cards", 1),
        ("crane, curtain and moon", "/rules/koikoi-modern/yaku/three-brights", 1),
        ("which yaku is 25 points", "/rules/kwado-1985/yaku/dragon", 1),
        ("what yaku gives 25 points", "/rules/kwado-1985/yaku/dragon", 1),
    ],
    # koi-koi.md (Forms), kwado.md.
    "a form that is named has its own figures": [
        (
            "by Hu's rules, what do five brights give",
            "/rules/koikoi-hu/yaku/five-brights",
            1,
            "10 points in Koi-Koi by Hu",
        ),
        (
            "in the compendium, what are five brights worth",
            "/rules/koikoi-compendium/yaku/five-brights",
            1,
            "10 points",
        ),
        (
            "by Hu's rules: how much for the blue ribbons?",
            "/rules/koikoi-hu/yaku/blue-ribbons",
            1,
            "6 points",
        ),
        (
            "compendium blue ribbons",
            "/rules/koikoi-compendium/yaku/blue-ribbons",
            1,
            "5 points, +1 for each further",
        ),
        (
            "by Nintendo's rules what does moon viewing score",
            "/rules/koikoi-nintendo/yaku/moon-viewing",
            1,
            "5 points",
        ),
        (
            "with the rules of 1982 how much is the dragon",
            "/rules/kwado-1982/yaku/dragon",
            1,
            "25 points in Kwa-Dō (1982)",
        ),
    ],
    "a question in another language or with slips finds its ruling": [
        ("Wer gibt als Nächster?", "next-dealer", 2),
        ("Gleichstand am Ende", "exact-tie", 2),
        ("wie viele Karten bekommt jeder", "deal", 2),
        ("Karte verloren", "missing-card", 2),
        ("¿Cuántos jugadores?", "how-many-players", 2),
        ("empate al final", "exact-tie", 2),
        ("carta perdida", "missing-card", 2),
        ("match nul à la fin", "exact-tie", 2),
        ("combien de joueurs", "how-many-players", 2),
        ("引き分けのとき", "exact-tie", 2),
        ("カードが一枚足りない", "missing-card", 2),
        ("次の親は誰", "next-dealer", 2),
        ("동점이면 누가 이기나요", "exact-tie", 2),
        ("몇 명이 할 수 있나요", "how-many-players", 2),
        ("카드를 잃어버렸어요", "missing-card", 2),
        ("tsugi no oya wa dare", "next-dealer", 2),
        ("shcuffle agian", "four-on-field", 2),
        ("both at 215", "exact-tie", 2),
        ("beer on a card", "missing-card", 2),
    ],
}


@pytest.mark.parametrize("fact", ASKED)
def test_what_is_asked_is_found_among_the_first(fact):
    missed = [
        (question, wanted)
        for question, wanted, places, *said in ASKED[fact]
        if not any(
            wanted in (hit.id, hit.address) and all(words in f"{hit.label} {hit.summary}" for words in said)
            for hit in find_hits(question)[:places]
        )
    ]
    assert missed == []


EVERYBODY_ASKS = tomllib.loads((Path(__file__).parent / "everybody_asks.toml").read_text(encoding="utf-8"))
SPELLED = {"2": "two", "3": "three", "6": "six"}


def read_records(rules):
    """What the words in braces of `everybody_asks.toml` stand for that are no figures."""
    length, turn, target = rules.length, rules.turn, rules.methods[0].target
    rounds = str(length.rounds if length else target)
    offered = length and next(iter(map(str, length.targets)), "target" if length.has_target else rounds)
    return {
        "target": offered or str(target),
        "rounds": rounds,
        "begins": "dealer plays first" if turn.starts == "dealer" else "on the dealer's left plays first",
        "direction": turn.direction.replace("in turn", "take turns"),
        "of_three": "one of the three" if turn.of_three == "one" else "the fourth",
        "willow": "November" if rules.month_order == "japanese" else "December",
    }


def can_fill(text, rules):
    try:
        return bool(fill(text, rules.id))
    except NotUnderstood:
        return False


def list_asked(rules):
    """What everybody asks of a game, each with what its answer must hold."""
    records = read_records(rules)
    for row in EVERYBODY_ASKS["question"]:
        has_it = "needs" not in row or any(can_fill(figure, rules) for figure in row["needs"])
        if has_it and (rules.has_cards or row.get("any_game")):
            but = row.get("but", {})
            holds = but.get(rules.id) or but.get(rules.page) or row["holds"]
            holds = re.sub(r"\{(\w+)\}", lambda found: records.get(found[1], found[0]), holds)
            yield from ((question, fill(holds, rules.id)) for question in row["asked"])


@pytest.mark.parametrize("rule_set_id", RULE_SET_IDS)
def test_what_everybody_asks_is_answered_first_by_the_game_that_is_played(rule_set_id):
    rules, missed = get_rule_set(rule_set_id), []
    asked = list(list_asked(rules))
    assert len(asked) >= (90 if rules.has_cards else 15)
    for question, holds in asked:
        hit = next(iter(find_hits(question, played=rule_set_id)), None)
        ways = "|".join(re.escape(each) for each in (holds, SPELLED.get(holds)) if each)
        if (
            hit is None
            or rule_set_id not in hit.rule_sets
            or not re.search(rf"\b({ways})\b", hit.summary, re.I)
        ):
            missed.append((question, holds, hit and (hit.id, hit.summary)))
    assert missed == []


# What is asked, the game that is played, and what is found first.
ITS_OWN = [
    ("four of a month in hand", "kwado-1985", "four-in-hand"),
    ("four of a month in hand", "min-hwatu", "mh-misdeal"),
    ("four of a month in hand", "koikoi-modern", "kk-dealt"),
    ("four of a month in hand", "go-stop", "gs-four-dealt"),
    ("who plays first next round", "kwado-1985", "who-starts"),
    ("who plays first next round", "min-hwatu", "who-starts"),
    ("sets and what they bring", "roppyakken", "ro-yaku"),
    ("쌌는데 어떻게 해요", "go-stop", "gs-ppeok"),
    ("how much for the three blue ribbons", "koikoi-modern", "blue-ribbons"),
    ("sake cup and moon how many pts", "koikoi-modern", "moon-viewing"),
    ("ab wie vielen Punkten wird verdoppelt", "koikoi-modern", "kk-double-seven"),
    ("combien de points pour arrêter à 3", "go-stop", "gs-stop"),
    ("de dónde viene este juego", "roppyakken", "history-cards"),
    ("was zählt der Regenmann", "by-points", "bp-cards"),
]


@pytest.mark.parametrize(("question", "played", "wanted"), ITS_OWN)
def test_what_the_game_that_is_played_says_is_first(question, played, wanted):
    assert find_hits(question, played=played)[0].id == wanted


# Rulings of Kwa-Dō that compare it with another game answer for both.
OF_BOTH = {
    "koi-koi": {"other-yaku"},
    "sakura": {"values-sakura"},
    "min-hwatu": {"kwado-vs-gostop", "gs-vs-min-hwatu"},
}


def list_answers(question, game, played):
    """Its first answers, each with whether it is one of other games only."""
    for hit in find_hits(question, played=played)[:3]:
        homes = {
            find_game(each) for entry in load_entries() if entry.id == hit.id for each in entry.rule_sets
        }
        yield bool(homes) and game not in homes and hit.id not in OF_BOTH.get(game, ()), hit.id


@pytest.mark.parametrize("game", ["kwado", "min-hwatu", "koi-koi", "sakura", "hana-awase", "go-stop"])
def test_no_answer_of_another_game_is_before_one_of_the_game_that_is_played(game):
    shared = [one.question for one in load_rulings().values() if game in one.all_games]
    reader = load_reader()
    asked = [question for question in shared if reader.games.keys().isdisjoint(reader.read(question))]
    assert len(asked) > 50
    for question in asked:
        are_other = [is_other for is_other, _ in list_answers(question, game, GAMES[game][0])]
        assert are_other == sorted(are_other), question


def list_worded(hit):
    """The games that a ruling has words of their own for."""
    ruling = load_rulings()[hit.id]
    return {*(one.game for one in ruling.verdicts), *(ruling.games if len(ruling.games) == 1 else ())}


@pytest.mark.parametrize("game", list(GAMES)[1:])
def test_before_a_ruling_of_a_game_alone_stands_no_ruling_without_words_for_that_game(game):
    asked = 0
    for entry in load_searcher().entries:
        if entry.kind != "ruling" or load_rulings()[entry.id].all_games != (game,):
            continue
        for way in (entry.title, *entry.lines):
            asked += 1
            hits = find_hits(way, played=GAMES[game][0], limit=3)
            if hits and hits[0].kind == "ruling":
                assert game in list_worded(hits[0]), (way, hits[0].id)
                assert entry.id in {hit.id for hit in hits}, (way, hits[0].id)
    assert asked > 40


@pytest.mark.parametrize("game", ["min-hwatu", "koi-koi", "hana-awase", "mushi", "roppyakken", "go-stop"])
def test_the_game_that_is_named_is_before_the_one_that_is_played(game):
    name = get_rule_set(GAMES[game][0]).game
    for question in ("what is par with three people", "four on the field", "who plays first next round"):
        (is_other, found), *_ = list_answers(f"{question} {name}", game, "kwado-1985")
        assert not is_other, (question, found)


@pytest.mark.parametrize("name", ["Peony", "chrysanthemum", "Iris", "chrysanthamum", "july"])
def test_a_flower_or_its_month_finds_its_four_cards_first(name):
    suits = {"july": "clover", "chrysanthamum": "chrysanthemum"}
    wanted = suits.get(name, name.lower())
    found = [hit.id for hit in find_hits(name)[:4]]
    assert [one.startswith(f"{wanted}-") for one in found] == [True] * 4, found


def test_a_story_with_names_and_talk_around_the_question_finds_the_same_ruling():
    """Measured: 189 of 193 among three."""
    found = 0
    rows = [*LISTS["tuning"], *LISTS["strangers"]]
    for question, wanted in rows:
        told = f"my neighbour Karl grumbles that {question}, he looked so smug haha"
        found += wanted in [hit.id for hit in find_hits(told)[:3]]
    assert found / len(rows) >= 0.9, found


def test_a_card_is_found_by_each_of_its_own_names():
    for card in DECK:
        for name in (card.id, card.english, card.japanese, card.korean):
            kin = {mate.id for mate in DECK if name in get_names(mate)}
            found = [hit.id for hit in find_hits(name) if hit.kind == "card"]
            assert card.id in found[: len(kin)], (name, found)


def test_a_kind_is_found_by_every_word_for_it():
    for word in load_glossary():
        for name in word.names:
            found = [(hit.kind, hit.id) for hit in find_hits(name)]
            assert ("word", word.id) in found[:10], (name, found)


def test_a_suit_is_found_by_each_of_its_names_that_is_its_own():
    for suit in SUITS:
        others = {name.lower() for each in SUITS if each is not suit for name in (each.english, "sakura")}
        names = (suit.english, suit.japanese, suit.romaji, suit.korean, suit.romaja, *suit.also)
        for name in names:
            cards = [hit.id for hit in find_hits(name) if hit.kind == "card"]
            assert name in others or cards[0].startswith(f"{suit.id}-"), name


# What no rule here says anything about, each asked by a name of another game.
ELSEWHERE = [
    ("hachi-hachi", "hachi-hachi"),
    ("八八", "hachi-hachi"),
    ("how many people can play hachi hachi", "hachi-hachi"),
    ("what is each card worth in Hachi-Hachi", "hachi-hachi"),
    ("oicho-kabu who deals first", "oicho-kabu"),
    ("섯다 점수", "seotda"),
    ("palau hanahuda, how long is a round", "hanahuda"),
    ("나이롱뽕", "nylon-ppong"),
    ("nylon ppong with three players", "nylon-ppong"),
]


@pytest.mark.parametrize(("question", "wanted"), ELSEWHERE)
def test_a_game_that_is_not_scored_here_is_never_answered_with_the_figures_of_another(question, wanted):
    hits = find_hits(question)
    assert ("word", wanted) in [(hit.kind, hit.id) for hit in hits[:2]]
    assert "not scored here" in get_word(wanted).meaning
    named = [hit.id for hit in hits if hit.kind != "word"]
    assert named == []


OTHER_GAMES = [
    "how many cards in rummy",
    "uno reverse card rules",
    "how does bridge bidding work",
    "who moves first in chess",
    "is mahjong played with these",
    "texas hold em hand ranking",
    "which wins in rummy, a set or a run",
    "monopoly money",
    "how many points is a game of skat played to",
    "who deals first in cribbage",
]


@pytest.mark.parametrize("question", OTHER_GAMES)
def test_what_is_asked_about_a_game_of_other_cards_finds_nothing(question):
    assert find_hits(question) == find_hits(question, played="mushi") == ()


def test_a_card_and_a_deck_with_a_word_of_other_games_are_still_found():
    assert find_hits("iris bridge")[0].id == "iris-bridge"
    assert find_hits("can I use poker cards")[0].id == "which-deck"


@pytest.mark.parametrize(
    ("question", "played", "wanted"),
    [
        ("how many cards in hand, and is the lightning wild?", "mushi", {"deal", "gaji-what"}),
        ("who deals next and what is the pibak", "go-stop", {"gs-dealer", "gs-pibak"}),
    ],
)
def test_of_two_questions_in_one_each_is_answered(question, played, wanted):
    assert {hit.id for hit in find_hits(question, played=played)[:2]} == wanted


def test_a_term_of_another_game_is_answered_by_that_game_and_named_so():
    searcher, asked = load_searcher(), 0
    terms = {"-".join(split(word.word)) for word in load_glossary()} - searcher.game_words
    for word, home in searcher.reader.games.items():
        for game in ("koi-koi", "min-hwatu", "mushi", "go-stop") if word in terms else ():
            name = get_rule_set(GAMES[game][0]).game
            first = next(iter(find_hits(f"is {word} played in {name}")), None)
            asked += 1
            has_term = first and any(
                word in searcher.reader.read(line) for line in (first.title, *first.lines)
            )
            assert game == home or has_term, (word, name, first and first.id)
    assert asked > 50


@pytest.mark.parametrize(
    ("question", "played", "first", "said"),
    [
        ("what is pibak", "koikoi-modern", "gs-pibak", "Not in Koi-Koi. "),
        ("what is hiki", "mushi", "sk-hiki", "Not in Mushi. "),
        ("is pibak played in min-hwatu", None, "gs-pibak", "Not in Min-Hwatu. "),
        ("do we have a bomb", "roppyakken", "gs-bomb", "Not in Roppyakken. "),
    ],
)
def test_who_asks_for_what_another_game_has_is_told_that_it_is_not_in_this_one(question, played, first, said):
    hit = find_hits(question, played=played)[0]
    assert (hit.id, hit.summary.startswith(said)) == (first, True)
    assert not find_hits("what is pibak", played="go-stop")[0].summary.startswith("Not in")


def test_a_name_of_the_cards_weighs_less_than_a_word_that_one_game_alone_has():
    assert find_hits("bomb with 3 cards in hwatu")[0].id == "gs-bomb"


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("does teshi count in min-hwatu", "mh-lucky-hand"),
        ("is there a bomb in min-hwatu too", "mh-vs-gostop"),
        ("do you have nagari in koi-koi", "kk-exhausted"),
    ],
)
def test_a_game_that_is_named_answers_before_one_that_alone_has_the_word(question, wanted):
    assert find_hits(question)[0].id == wanted


@pytest.mark.parametrize(
    ("question", "wanted", "said"),
    [
        ("is there a bar code", "who-made", "bar codes about 1990"),
        ("the artist of the cards", "who-made", "Virginia Seeger"),
        ("what comes in the box", "kwado-box", "Western playing cards"),
        ("meaning of kwang", "card-words", "Korean gwang"),
        ("why do you call junk dregs", "card-words", "sake"),
        ("what of kwa-do is from min-hwatu", "kwado-kin", "most that of Min-Hwatu"),
        ("what does Hu advise on calling koi", "kk-advice", "watch the field"),
        ("in which year did japan close", "history-bans", "1633"),
        ("years of Mekuri Karuta", "history-bans", "1765 to 1788"),
        ("rules of Minhato", "min-hwatu", ""),
    ],
)
def test_what_the_sources_tell_beside_the_rules_is_found(question, wanted, said):
    hit = find_hits(question)[0]
    assert (hit.id, said in hit.summary) == (wanted, True)


def test_a_card_has_the_points_of_the_game_that_is_played():
    # sakura.md, roppyakken.md, mushi.md; in koi-koi.md cards have no points.
    for name, played, said in (
        ("clover boar", "sakura", "animal, 5 points"),
        ("plum warbler", "roppyakken", "animal, 50 points"),
        ("clover boar", "mushi", "animal, not in the deck of Mushi"),
        ("clover boar", "koikoi-modern", "animal"),
        ("clover boar", "kwado-1985", "animal, 10 points"),
    ):
        hit = find_hits(name, played=played)[0]
        assert (hit.kind, hit.summary) == ("card", said), played


def test_each_other_game_is_known_by_all_of_its_names_and_is_none_of_ours():
    ours = {fold(get_rule_set(one).game) for one in RULE_SET_IDS}
    games = [word for word in load_glossary() if word.is_elsewhere]
    assert len(games) >= 5
    for word in games:
        assert fold(word.word) not in ours
        for name in word.names:
            assert find_hits(f"who deals the cards in {name}")[0].id == word.id, name


TWO_GAMES = [
    ("who starts in sakura and in min-hwatu", "who-starts", ["min-hwatu", "sakura"]),
    ("koi-koi or hana-awase: how many cards does each get", "deal", ["koikoi-modern", "hana-awase"]),
    ("who deals next in kwa-do and in sakura", "next-dealer", ["", "sakura"]),
    ("can two play hana-awase and koi-koi", "how-many-players", ["koikoi-modern", "hana-awase"]),
    ("what is a tie in sakura and hana-awase", "exact-tie", ["sakura", "hana-awase"]),
    ("card values in sakura and min-hwatu", "values", ["min-hwatu", "sakura"]),
    ("must I declare in kwa-do and in sakura", "declare", ["", "sakura"]),
    ("four on the field in koi-koi and kwa-do", "four-on-field", ["", "koikoi-modern"]),
    ("end of the round, min-hwatu and sakura", "end-of-round", ["min-hwatu", "sakura"]),
    ("chaff worth in min-hwatu and sakura", "chaff-value", ["min-hwatu", "sakura"]),
]


@pytest.mark.parametrize(("question", "wanted", "games"), TWO_GAMES)
def test_each_game_that_a_question_names_has_its_verdict(question, wanted, games):
    hits = [hit for hit in find_hits(question)[:4] if hit.id == wanted]
    said = {hit.address.partition("?game=")[2] for hit in hits}
    # The address of the first game of a ruling needs no name.
    first = {"min-hwatu"} if wanted == "end-of-round" else set()
    assert said | first >= set(games)
    assert len({hit.address for hit in hits}) == len(hits)


@pytest.mark.parametrize(
    "question",
    [
        "reset my router",
        "charge my phone battery",
        "cancel my subscription",
        "fix a flat bicycle tyre",
        "paint the fence green",
        "vaccination schedule for cats",
        "divorce lawyer fees",
        "grow tomatoes on a balcony",
        "my laptop is slow",
        "how do I reset my password",
    ],
)
def test_a_word_that_was_not_typed_so_is_no_answer_to_another_question(question):
    assert find_hits(question) == ()


def test_every_sheet_that_needs_no_game_is_found_by_its_own_title_and_words():
    pages = {entry.id: entry for entry in load_entries() if entry.kind == "page"}
    missing = [sheet.id for sheet in SHEETS if not sheet.needs_game and sheet.id not in pages]
    assert missing == [], "Add it to companion/reference/content/pages.toml."
    for sheet in SHEETS:
        if not sheet.needs_game:
            said = pages[sheet.id]
            assert (said.title, said.summary) == (f"Print: {sheet.title.lower()}", sheet.words)
            assert said in find_hits(f"print {sheet.title}")[:2]


def test_the_name_of_a_yaku_of_two_games_names_neither():
    for question in ("nomi", "drinking", "Drinking!"):
        worth = {find_game(hit.rule_sets[0]) for hit in find_hits(question)[:3] if hit.kind == "yaku"}
        assert {"sakura", "hana-awase"} <= worth, question
    said = find_hits("what does nomi bring in hana-awase")
    assert next(hit.rule_sets for hit in said if hit.kind == "yaku") == ("hana-awase",)


def test_every_yaku_is_found_by_its_name_and_its_id_and_once_for_each_game():
    for rule_set_id in RULE_SET_IDS:
        for yaku in get_rule_set(rule_set_id).yaku:
            for name in (yaku.name, yaku.id):
                hits = find_hits(name, played=rule_set_id)[:3]
                found = [(one.kind, one.id, rule_set_id in one.rule_sets) for one in hits]
                assert ("yaku", yaku.id, True) in found, name
            hits = [hit for hit in find_hits(yaku.name, played=rule_set_id) if hit.kind == "yaku"]
            named = [(find_game(one.rule_sets[0]), one.id) for one in hits]
            assert len(set(named)) == len(named), yaku.name


def test_every_yaku_is_among_the_first_two_by_what_players_call_it():
    """Before it only what it is read as, too, or the ruling about it."""
    named = [
        (rules.id, each) for rules in map(get_rule_set, RULE_SET_IDS) for each in rules.yaku if each.names
    ]
    assert len(named) > 100
    for rule_set_id, yaku in named:
        for name in yaku.names:
            hits = find_hits(name, played=rule_set_id)[:2]
            found = [(one.kind, one.id, rule_set_id in one.rule_sets) for one in hits]
            assert ("yaku", yaku.id, True) in found, (rule_set_id, name)


def test_a_name_that_one_game_alone_has_names_that_game():
    for name, game in (
        ("teppo", "roppyakken"),
        ("藤島", "mushi"),
        ("雨島", "roppyakken"),
        ("hong dan", "min-hwatu"),
    ):
        assert {find_game(each) for each in find_hits(f"what is {name} worth")[0].rule_sets} == {game}, name
    assert find_hits("inoshikacho in hana-awase")[0].address == "/rules/hana-awase/yaku/boar-deer-butterflies"


def test_every_game_is_named_by_what_players_call_it():
    games = {rules.page: rules for rules in map(get_rule_set, RULE_SET_IDS) if rules.names}
    assert {"mushi", "roppyakken", "min-hwatu"} <= set(games)
    for page, rules in games.items():
        for name in rules.names:
            for question in (name, f"who deals next in {name}"):
                found = find_hits(question)[0]
                assert page in {find_game(each) for each in found.rule_sets}, question


def test_a_yaku_of_two_games_is_found_once_for_each_with_what_it_is_worth_there():
    hits = [hit for hit in find_hits("sakura 1") if (hit.kind, hit.id) == ("yaku", "sakura-1")]
    # kwado.md: 30 points; sakura.md: 50 off each opponent.
    assert [(entry.address, entry.summary) for entry in hits] == [
        ("/rules/kwado-1985/yaku/sakura-1", "30 points in Kwa-Dō (1985)"),
        ("/rules/sakura/yaku/sakura-1", "50 off each opponent in Sakura"),
    ]
    assert find_hits("sakura 1", played="sakura")[0] == hits[1]


@pytest.mark.parametrize(
    ("played", "worth"),
    # kwado.md, koi-koi.md.
    [("kwado-1985", "100 points"), ("koikoi-modern", "15 points"), ("koikoi-nintendo", "10 points")],
)
def test_five_brights_are_worth_what_the_game_that_is_played_says(played, worth):
    found = [hit for hit in find_hits("five brights", played=played) if hit.kind == "yaku"]
    assert found[0].summary.startswith(worth)


def test_the_name_of_the_game_tells_the_game_from_the_yaku():
    # Kwa-Dō has Sakura yaku, so that the bare word names no game.
    assert find_hits("Must a Sakura yaku be declared?")[0].summary == get_ruling("declare").verdict
    said = find_hits("Must a yaku be declared in Sakura?")[0].summary
    assert said == get_ruling("declare", "sakura").verdict != get_ruling("declare").verdict


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Shōbu!", "shobu"),
        ("KWA-DŌ", "kwado"),
        ("koikoi", "Koi-Koi"),
        ("dealing", "deals"),
        ("4 brights", "four kwang"),
        ("화투", "hwatu"),
        ("teammates", "partner"),
    ],
)
def test_marks_case_and_synonyms_make_no_difference(one, other):
    assert load_reader().read(one) == load_reader().read(other)


@pytest.mark.parametrize(
    ("word", "root"),
    [
        ("cards", "card"),
        ("declared", "declar"),
        ("tries", "try"),
        ("matches", "match"),
        ("shuffling", "shuffl"),
        ("pass", "pass"),
        ("iris", "iris"),
        ("us", "us"),
        ("chrysanthemums", "chrysanthemum"),
        ("stopped", "stop"),
        ("only", "only"),
        ("bring", "bring"),
        ("柳", "柳"),
    ],
)
def test_a_word_is_cut_to_its_stem(word, root):
    assert stem(word) == root


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("gaij", "gaji"),
        ("gajji", "gaji"),
        ("goji", "gaji"),
        ("curtian", "curtain"),
        ("phoneix", "phoenix"),
        ("lihgtning", "lightning"),
        ("palouwnia", "paulownia"),
    ],
)
def test_slips_of_the_finger_are_read_as_the_word_that_was_meant(typed, meant):
    assert find_hits(typed)[0] in find_hits(meant)[:3]


def test_everyday_words_belong_to_rulings_that_exist():
    assert set(load_everyday_words()) <= set(load_rulings())


def test_other_languages_are_read_as_words_that_the_search_knows():
    (latin, signs), reader = load_languages(), load_reader()
    known = load_searcher().weights
    english = {*signs.values()}
    for language in latin:
        english |= {*language.phrases.values(), *language.beginnings.values()}
    for said in english - {""}:
        words = reader.read(said)
        assert any(word in known or word in reader.stop for word in words), said


@pytest.mark.parametrize("typed", ["dxxlxr", "gxxi", "abcdefgh"])
def test_a_word_with_more_slips_than_letters_left_is_no_word(typed):
    assert find_hits(typed) == ()


def test_a_phrase_means_one_thing_and_is_short_enough_to_be_read():
    groups = tomllib.loads((CONTENT / "synonyms.toml").read_text(encoding="utf-8"))["groups"]
    first = {}
    doubled = [
        (phrase, group[0])
        for group in groups
        for phrase in group
        if first.setdefault(tuple(split(phrase)), group[0]) != group[0]
    ]
    assert doubled == []
    latin, signs = load_languages()
    phrases = [*first, *signs, *(each for language in latin for each in language.phrases)]
    assert [each for each in phrases if len(each) > LONGEST_PHRASE] == []


def test_every_entry_has_an_address_of_its_own():
    addresses = [entry.address for entry in load_entries()]
    assert len(set(addresses)) == len(addresses) > 200


@pytest.mark.parametrize(
    "query", ["", " ", "\0", "?!", "\u202e", "\ud800", "x" * 100_000, "ﷺ" * 99, "🀄" * 50, "<b>"]
)
def test_no_query_is_too_odd(query):
    assert len(find_hits(query)) <= 20
