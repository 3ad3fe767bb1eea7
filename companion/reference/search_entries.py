"""What search can find: an entry for each ruling, card, yaku, section of the rules or of a lesson, word and
rule set.

    >>> [entry.address for entry in load_entries() if entry.id == "negative-net"]
    ['/rulings/negative-net']

Sources: the rulings, the deck, the rule sets, the glossary.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from companion.cards import DECK, Card, Kind, get_names
from companion.reference.content_file import read_content
from companion.reference.glossary import load_glossary
from companion.reference.lessons import LESSONS, load_lesson
from companion.reference.pages import load_page
from companion.reference.rulings import GAMES, find_game, find_rule_set, load_rulings
from companion.reference.yaku_names import name_fully, say_worth
from companion.rules import RULE_SET_IDS, get_rule_set
from companion.rules.records import parse_toml

# The months that all decks agree on; “may” is another word.
MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "",
    "June",
    "July",
    "August",
    "September",
    "October",
    "",
    "",
)
# What people say who want to learn: the whole lesson, and its sections that have words of their own.
LESSON_WORDS = (
    "learn", "lesson", "tutorial", "teach me", "how do I start", "where do I begin", "how do we begin",
    "learn to play step by step", "never played before", "absolute beginner", "we are new to this",
    "bought a deck and know nothing", "I do not understand anything",
)  # fmt: skip
SECTION_WORDS = {
    "cards": (
        "what are these cards", "what do the pictures show", "what is on the cards", "flowers on the cards",
        "which cards belong together", "how do I recognise a month", "months and flowers", "kinds of cards",
        "how do I tell the kinds apart", "do the months have names written on them", "read the cards",
    ),
    "set-up": ("how do we set up the table", "put the cards out", "prepare the game"),
    "turn": ("my first turn", "an example of a turn", "show me a turn"),
    "count": ("how do we count the round", "an example of counting", "show me how to score"),
    "bonuses": ("learn the bonuses", "sets of cards for beginners"),
}  # fmt: skip


# The address of the entries of a kind, and what part of a score they keep: who asks wants an answer first.
ADDRESSES = {
    "ruling": "/rulings/",
    "rules": "/rules/",
    "card": "/cards/",
    "yaku": "/rules/",
    "word": "/glossary#",
    "lesson": "/learn/",
}
KIND_SHARES = {"ruling": 1.0, "rules": 0.8, "card": 0.7, "yaku": 0.8, "word": 0.7, "lesson": 0.8}


@dataclass(frozen=True, slots=True)
class Entry:
    """Something to find. `summary` is shown below its title, `lines` are other ways to ask for it.

    `game` is named beside it, for a ruling with its label and sources. A variant is another entry in the
    words of a further game or form: it is found by the lines of that one and shown in its place. `form` is
    its rule set where its game has others.
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
    label: str = ""
    source: str = ""

    @property
    def address(self) -> str:
        """The address of its page."""
        return ADDRESSES[self.kind] + (self.place or self.id)


@cache
def load_entries() -> tuple[Entry, ...]:
    """All entries, in the order in which things of one name are listed."""
    return (*_list_rulings(), *_list_yaku(), *_list_cards(), *_list_rules(), *_list_lessons(), *_list_words())


def _list_rulings() -> list[Entry]:
    """Each ruling in its own words, and in those of every further game of ours, or of a form of it."""
    entries = []
    for ruling in load_rulings().values():
        own = tuple(rule_set_id for game in ruling.games for rule_set_id in GAMES[game])
        forms = [said.game for said in ruling.verdicts if said.game not in GAMES]
        variants = []
        for spoken in (*ruling.all_games[1:], *forms):
            rule_set_id = spoken if spoken in forms else find_rule_set(spoken)
            if rule_set_id not in RULE_SET_IDS:
                continue
            said = ruling.say_for(spoken)
            rules = get_rule_set(rule_set_id)
            place = f"{ruling.id}?game={rule_set_id}"
            homes = GAMES.get(spoken, (spoken,))
            name = rules.name if spoken in forms else rules.game
            form = spoken if spoken in forms else ""
            variants.append(
                Entry(
                    "ruling", ruling.id, said.question, said.verdict, (), homes, place, name, form, True,
                    said.label, ", ".join(said.sources),
                )
            )  # fmt: skip
        questions = [one.title for one in variants if one.title != ruling.question]
        asked = tuple(dict.fromkeys([*ruling.asked, *load_everyday_words().get(ruling.id, ()), *questions]))
        games = ", ".join(dict.fromkeys(get_rule_set(one).game for one in own if one in RULE_SET_IDS))
        entries.append(
            Entry(
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


def _list_words() -> list[Entry]:
    entries = []
    for word in load_glossary():
        lines = (*word.japanese.split(" ", 1), *word.korean.split(" ", 1), *word.also)
        entries.append(Entry("word", word.id, word.word, word.meaning, lines, ()))
    return entries


def _list_yaku() -> list[Entry]:
    """Each yaku of a game once for everything it is worth there, in the newest rule set that has it so.

    Two games may have a yaku of one id, worth something else in each.
    """
    entries: dict[tuple[str | None, str, int], Entry] = {}
    for rule_set_id in RULE_SET_IDS:
        rule_set, game = get_rule_set(rule_set_id), find_game(rule_set_id)
        for yaku in rule_set.yaku:
            if (game, yaku.id, yaku.points) in entries:
                continue
            short, _, cards = yaku.name.rstrip(")").partition(" (")
            homes = tuple(
                one
                for one in RULE_SET_IDS
                if find_game(one) == game
                and (yaku.id, yaku.points) in [(other.id, other.points) for other in get_rule_set(one).yaku]
            )
            which = name_fully(yaku).removeprefix(yaku.name).strip(" ()")
            summary = ", ".join(filter(None, [which, f"{say_worth(rule_set, yaku)} in {rule_set.name}"]))
            lines = tuple(line for line in (short, cards, yaku.id) if line and line != yaku.name)
            is_form = any(known[:2] == (game, yaku.id) for known in entries)
            if game != find_game(RULE_SET_IDS[0]):
                name = rule_set.name if is_form else rule_set.game
                lines += tuple(f"{line} in {name}" for line in (yaku.name, *lines))
            place = f"{rule_set_id}/yaku/{yaku.id}"
            form = rule_set_id if is_form else ""
            entries[game, yaku.id, yaku.points] = Entry(
                "yaku", yaku.id, yaku.name, summary, lines, homes, place, "", form, is_form
            )
    return list(entries.values())


def _list_cards() -> list[Entry]:
    rules = get_rule_set(RULE_SET_IDS[0])
    return [
        Entry("card", card.id, card.english, f"{card.kind.value}, {rules.get_points(card)} points",
              _name_card(card), ())
        for card in DECK
    ]  # fmt: skip


def _name_card(card: Card) -> tuple[str, ...]:
    """Other names of a card: its motif, its Japanese and Korean names, its suit with its kind."""
    motif = card.id.partition("-")[2].replace("-", " ")
    suit = card.suit
    own = get_names(card)
    others = [f"{name} {card.kind.value}" for name in (suit.japanese, suit.romaji, suit.korean, suit.romaja)]
    if card.kind in (Kind.BRIGHT, Kind.ANIMAL) or motif == "lightning":
        others.insert(0, motif)
    special = own[4 : own.index(suit.english)] if suit.english in own[4:] else ()
    names = filter(None, [suit.english, MONTHS[suit.index]])
    return tuple(dict.fromkeys([*names, card.japanese, card.korean, *others, *suit.also, *special]))


def _list_rules() -> list[Entry]:
    """Each page of rules, and the sections of the newest of each game."""
    entries = []
    default = RULE_SET_IDS[0]
    games: set[str] = set()
    for rule_set_id in RULE_SET_IDS:
        rule_set = get_rule_set(rule_set_id)
        own = (rule_set_id,)
        names = [rule_set.id, f"rules of {rule_set.name}", f"rules {rule_set.game}", f"in {rule_set.game}"]
        if rule_set_id == default:
            names += ["rules", "rules game", "rules in hanafuda"]
        summary = f"The rules of {rule_set.name}, section by section"
        entries.append(Entry("rules", rule_set_id, rule_set.name, summary, tuple(names), own))
        if rule_set.game in games:
            continue
        games.add(rule_set.game)
        of_game = tuple(one for one in RULE_SET_IDS if get_rule_set(one).game == rule_set.game)
        for section in load_page(rule_set_id):
            words = section.id.replace("-", " ")
            line = words if rule_set_id == default else f"{words} in {rule_set.game}"
            summary = f"The rules of {rule_set.name}"
            place = f"{rule_set_id}#{section.id}"
            entries.append(Entry("rules", section.id, section.title, summary, (line,), of_game, place))
    return entries


def _list_lessons() -> list[Entry]:
    """Each lesson, and its sections; without the name of its game only the first is meant."""
    entries = []
    for game_id, rule_set_id in LESSONS.items():
        game, homes = get_rule_set(rule_set_id).game, GAMES[game_id]
        end = "" if rule_set_id == RULE_SET_IDS[0] else f" {game}"
        summary = f"{game} from zero: the cards, a turn, the first counted round"
        lines = (f"learn to play {game}", f"how to learn {game}", *(f"{line}{end}" for line in LESSON_WORDS))
        entries.append(Entry("lesson", game_id, f"Learn {game}", summary, lines, homes))
        for section in load_lesson(game_id):
            said = tuple(f"{line}{end}" for line in SECTION_WORDS.get(section.id, ()))
            if said:
                place = f"{game_id}#{section.id}"
                title = f"Learn {game}: {section.title}"
                entries.append(Entry("lesson", f"{game_id}-{section.id}", title, summary, said, homes, place))
    return entries
