"""What search can find: an entry for each ruling, card, yaku, section of the rules or of a lesson, word,
rule set and page.

    >>> [entry.address for entry in load_entries() if entry.id == "negative-net"]
    ['/rulings/negative-net']

Sources: the rulings, the deck, the rule sets, the glossary.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations

from companion.cards import DECK, SUITS, Card, Kind, get_names
from companion.reference.content_file import read_content
from companion.reference.glossary import load_glossary
from companion.reference.lessons import LESSON_CONTENT, LESSONS, load_lesson
from companion.reference.pages import load_page
from companion.reference.rulings import GAMES, RULINGS_PAGE, load_rulings
from companion.reference.yaku_names import group_homes, name_fully
from companion.rules import RULE_SET_IDS, RuleSet, get_rule_set, parse_toml

RULE_SETS = tuple(map(get_rule_set, RULE_SET_IDS))
# The months that all decks agree on; “may” is another word.
MONTH_WORDS = (
    "January", "February", "March", "April", "", "June", "July", "August", "September", "October", "", "",
)  # fmt: skip
# Of so few cards a yaku of some is asked for by each way to choose them: “crane, curtain and moon”.
FEW = 6
# The address of the entries of a kind, and what part of a score they keep: who asks wants an answer first.
ADDRESSES = {
    "ruling": f"{RULINGS_PAGE}/",
    "rules": "/rules/",
    "card": "/cards/",
    "yaku": "/rules/",
    "word": "/glossary#",
    "lesson": "/learn/",
    "page": "/",
}
KIND_SHARES = {"ruling": 1.0, "rules": 0.8, "card": 0.7, "yaku": 0.8, "word": 0.7, "lesson": 0.8, "page": 0.9}


@dataclass(frozen=True, slots=True)
class SearchEntry:
    """Something to find. `summary` is shown below its title, `lines` are other ways to ask for it.

    `game` is named beside it, for a ruling with its label and sources. A variant is another entry in the
    words of a further game or form: it is found by the lines of that one and shown in its place. `form` is
    its rule set where its game has others. `is_elsewhere` a game that is not scored here.
    """

    kind: str
    id: str
    title: str
    summary: str
    lines: tuple[str, ...]
    rule_sets: tuple[str, ...]
    place: str = ""
    game: str = ""
    form: str = ""
    is_variant: bool = False
    is_elsewhere: bool = False
    label: str = ""
    source: str = ""

    @property
    def address(self) -> str:
        """The address of its page."""
        return ADDRESSES[self.kind] + (self.place or self.id)


@cache
def load_entries() -> tuple[SearchEntry, ...]:
    """All entries, in the order in which things of one name are listed."""
    return (
        *_list_pages(),
        *_list_rulings(),
        *_list_yaku(),
        *_list_cards(),
        *_list_rules(),
        *_list_lessons(),
        *_list_words(),
    )


def _list_rulings() -> list[SearchEntry]:
    """Each ruling in its own words, and in those of every further game, or of a form of it."""
    entries = []
    for ruling in load_rulings().values():
        forms = [said.game for said in ruling.verdicts if said.game not in GAMES]
        variants = []
        for spoken in (*ruling.all_games[1:], *forms):
            homes = GAMES.get(spoken, (spoken,))
            rules, said = get_rule_set(homes[0]), ruling.say_for(spoken)
            name, form = (rules.name, spoken) if spoken in forms else (rules.game, "")
            variants.append(
                SearchEntry(
                    "ruling", ruling.id, said.question, said.verdict, (), homes,
                    f"{ruling.id}?game={rules.id}", name, form, True,
                    label=said.label, source=", ".join(said.sources),
                )
            )  # fmt: skip
        questions = [one.title for one in variants if one.title != ruling.question]
        asked = tuple(dict.fromkeys([*ruling.asked, *load_everyday_words().get(ruling.id, ()), *questions]))
        own = tuple(rule_set_id for game in ruling.games for rule_set_id in GAMES[game])
        games = ", ".join(dict.fromkeys(get_rule_set(one).game for one in own))
        entries.append(
            SearchEntry(
                "ruling", ruling.id, ruling.question, ruling.verdict, asked, own,
                game=games, label=ruling.label, source=", ".join(ruling.sources),
            )
        )  # fmt: skip
        entries += variants
    return entries


@cache
def load_everyday_words() -> dict[str, tuple[str, ...]]:
    """What people say at a table, by the id of the ruling that answers it."""
    said = parse_toml(read_content("everyday_words.toml"), "The list of everyday words")
    return {ruling_id: tuple(lines.strip().split("\n")) for ruling_id, lines in said.items()}


def _list_pages() -> list[SearchEntry]:
    """Pages that answer by what they show."""
    pages = parse_toml(read_content("pages.toml"), "The list of pages")["page"]
    return [
        SearchEntry("page", each["id"], each["title"], each["summary"],
                    (*each["asked"].strip().split("\n"),), (), each["place"])
        for each in pages
    ]  # fmt: skip


def _list_words() -> list[SearchEntry]:
    """Each word, at home in the games of the ruling that says more; that of another game is nowhere."""
    return [
        SearchEntry(
            "word", word.id, word.word, word.meaning, word.names,
            () if word.is_elsewhere else load_rulings()[word.see].rule_sets, is_elsewhere=word.is_elsewhere,
        )
        for word in load_glossary()
    ]  # fmt: skip


def _list_yaku() -> list[SearchEntry]:
    """Each yaku of a game once for everything it is worth there, in the newest rule set that has it so.

    Two games may have a yaku of one id, worth something else in each.
    """
    entries: list[SearchEntry] = []
    known: set[tuple[str, str]] = set()
    for home in group_homes((rules, yaku) for rules in RULE_SETS for yaku in rules.yaku):
        rules, yaku = home.rule_sets[0], home.yaku
        is_form = (rules.game, yaku.id) in known
        known.add((rules.game, yaku.id))
        short, _, cards = yaku.name.rstrip(")").partition(" (")
        some = yaku.at_least if yaku.at_least and len(yaku.at_least.of) < FEW else None
        ways = combinations(some.of, some.n) if some else [()]
        own = [" ".join(card.id.partition("-")[2] for card in (*yaku.all_of, *way)) for way in ways]
        said = (
            short,
            cards,
            f"{len(yaku.all_of) + (yaku.at_least.n if yaku.at_least else 0)} {cards or short}",
            yaku.id,
            *yaku.names,
            *own,
            f"{yaku.points} points",
            f"what gives {yaku.points} points",
        )
        lines = tuple(line for line in said if line and line != yaku.name)
        if rules.page != RULE_SETS[0].page:
            name = rules.name if is_form else rules.game
            lines += tuple(f"{line} in {name}" for line in (yaku.name, *lines))
        which = name_fully(yaku, usual="").removeprefix(yaku.name).strip(" ()")
        summary = ", ".join(filter(None, [which, f"{home.worth} in {rules.name}"]))
        homes = tuple(each.id for each in home.rule_sets)
        place, form = f"{rules.id}/yaku/{yaku.id}", rules.id if is_form else ""
        entries.append(
            SearchEntry("yaku", yaku.id, yaku.name, summary, lines, homes, place, "", form, is_form)
        )
    return entries


def _list_cards() -> list[SearchEntry]:
    rules = get_rule_set(RULE_SET_IDS[0])
    return [
        SearchEntry("card", card.id, card.english, describe_card(card, rules), _name_card(card), ())
        for card in DECK
    ]


def describe_card(card: Card, rules: RuleSet) -> str:
    """The kind of a card, and its points where cards have points."""
    return card.kind.value + (
        f", not in the deck of {rules.game}"
        if rules.cards and card not in rules.cards
        else f", {rules.counting.get_points(card)} points"
        if rules.counting.deck_points
        else ""
    )


def _name_card(card: Card) -> tuple[str, ...]:
    """Other names of a card: its motif, its Japanese and Korean names, its suit with its kind."""
    motif = card.id.partition("-")[2].replace("-", " ")
    suit, own = card.suit, get_names(card)
    others = [f"{name} {card.kind.value}" for name in (suit.japanese, suit.romaji, suit.korean, suit.romaja)]
    if card.kind in (Kind.BRIGHT, Kind.ANIMAL) or motif == "lightning":
        others.insert(0, motif)
    special = own[4 : own.index(suit.english)] if suit.english in own[4:] else ()
    names = filter(None, [suit.english, MONTH_WORDS[suit.index]])
    # Of the wisterias “bush clover” is another name, and the name of another suit.
    also = [name for name in suit.also if name not in {each.english.lower() for each in SUITS}]
    return tuple(dict.fromkeys([*names, card.japanese, card.korean, *others, *also, *special]))


def _list_rules() -> list[SearchEntry]:
    """Each page of rules, and the sections of the newest of each game."""
    entries = []
    for rules in RULE_SETS:
        is_default = rules.id == RULE_SET_IDS[0]
        names = [rules.id, f"rules of {rules.name}", f"rules {rules.game}", f"in {rules.game}", *rules.names]
        names += ["rules", "rules game", "rules in hanafuda"] if is_default else []
        summary = f"The rules of {rules.name}"
        entries.append(
            SearchEntry(
                "rules", rules.id, rules.name, f"{summary}, section by section", tuple(names), (rules.id,)
            )
        )
        of_game = GAMES[rules.page]
        for section in load_page(rules.id) if rules.id == of_game[0] else ():
            words = section.id.replace("-", " ")
            line = words if is_default else f"{words} in {rules.game}"
            place = f"{rules.id}#{section.id}"
            entries.append(SearchEntry("rules", section.id, section.title, summary, (line,), of_game, place))
    return entries


def _list_lessons() -> list[SearchEntry]:
    """Each lesson, and its sections; without the name of its game only the first is meant."""
    entries, asked = [], LESSON_CONTENT["asked"].strip().split("\n")
    for game_id, rule_set_id in LESSONS.items():
        game, homes = get_rule_set(rule_set_id).game, GAMES[game_id]
        end = "" if rule_set_id == RULE_SET_IDS[0] else f" {game}"
        summary = f"{game} from zero: the cards, a turn, the first counted round"
        lines = (f"learn to play {game}", f"how to learn {game}", *(f"{line}{end}" for line in asked))
        entries.append(SearchEntry("lesson", game_id, f"Learn {game}", summary, lines, homes))
        sections = {section.id: section.title for section in load_lesson(game_id)}
        entries += [
            SearchEntry("lesson", f"{game_id}-{each}", f"Learn {game}: {sections[each]}", summary,
                  tuple(f"{line}{end}" for line in words.strip().split("\n")), homes, f"{game_id}#{each}")
            for each, words in LESSON_CONTENT["sections"].items() if each in sections
        ]  # fmt: skip
    return entries
