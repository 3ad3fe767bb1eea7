"""Yaku in words: a name without a picture beside it, what it asks for, what it is worth, where it is at home.

    >>> from companion.rules import get_rule_set
    >>> rules = get_rule_set("kwado-1985")
    >>> name_fully(rules.get_yaku("dragon"))
    'Dragon bonus (phoenix on paulownia)'
    >>> name_fully(rules.get_yaku("sakura-6")), name_fully(rules.get_yaku("four-iris"))
    ('Sakura 6 (grass ribbons)', 'Four irises')
    >>> name_fully(get_rule_set("koikoi-modern").get_yaku("moon-viewing"))
    'Moon viewing (tsukimi 月見: moon, cup)'
    >>> say_worth(rules, rules.get_yaku("sakura-6"))
    '30 points'
    >>> say_worth(get_rule_set("sakura"), get_rule_set("sakura").get_yaku("sakura-6"))
    '50 off each opponent'
    >>> say_worth(get_rule_set("koikoi-modern"), get_rule_set("koikoi-modern").get_yaku("animals"))
    '1 point, +1 for each further animal'

Sources: the rule sets, the deck.
"""

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import NamedTuple

from companion.cards import Card, CardSet
from companion.rules import (
    RULE_SET_IDS,
    BestOf,
    RuleSet,
    Yaku,
    and_list,
    get_rule_set,
    get_scorer,
    group,
    group_by_game,
    list_rivals,
    parse_options,
)


class Home(NamedTuple):
    """The forms of a game in which a yaku is worth the same."""

    rule_sets: list[RuleSet]
    yaku: Yaku
    name: str
    worth: str


def name_fully(yaku: Yaku, *, usual: str | None = None) -> str:
    """The name of a yaku and, in brackets, what players call it and the cards that neither name tells.

    Where there is no room, `usual` is what to say of what players call it: less, or nothing.
    """
    cards = yaku.name.removeprefix(yaku.short_name).strip(" ()")
    if not cards and yaku.provenance is None and 1 < len(yaku.all_of) < 5:
        cards = ", ".join(card.short_name.lower() for card in yaku.all_of)
    elif not cards and len(yaku.pool) == 1:
        cards = "".join(f"{card.english[:1].lower()}{card.english[1:]}" for card in yaku.pool)
    said = ": ".join(filter(None, [yaku.usual_name if usual is None else usual, cards]))
    return f"{yaku.short_name} ({said})" if said else yaku.short_name


def list_names() -> dict[tuple[str, ...], set[str]]:
    """What players call the yaku of our games: all names of one, and the pages of the games that have it.

    Two that share their usual name are one, “sankō” of Koi-Koi and of Mushi.
    """
    alike = group(
        (yaku.names[0], (yaku.names, rules.page))
        for rules in map(get_rule_set, RULE_SET_IDS)
        for yaku in rules.yaku
        if yaku.names
    )
    return {
        tuple(dict.fromkeys(chain(*(names for names, _ in each)))): {page for _, page in each}
        for each in alike.values()
    }


def say_worth(rules: RuleSet, yaku: Yaku) -> str:
    """What a yaku does to the score: points for its holder, or points off each opponent."""
    if rules.methods[0].settlement.has_penalties:
        return f"{yaku.points} off each opponent"
    points = f"{yaku.points} point" if yaku.points == 1 else f"{yaku.points} points"
    further = say_further(rules, yaku)
    return f"{points}, {further}" if further else points


def say_further(rules: RuleSet, yaku: Yaku) -> str:
    """What further cards bring: “+1 for each further animal”; nothing where they bring nothing."""
    return f"+{yaku.extra.points} for each further {name_further(rules, yaku)}" if yaku.extra else ""


def name_further(rules: RuleSet, yaku: Yaku) -> str:
    """What each further card is that it counts: “animal”."""
    return next((each.name for each in rules.values if yaku.extra and each.cards == yaku.extra.of), "card")


def list_parts(yaku: Yaku) -> list[tuple[str, CardSet]]:
    """The cards that a yaku asks for, and in words how many of them; without words, all of them."""
    parts = [("", yaku.all_of)] if yaku.all_of else []
    if yaku.at_least is not None:
        parts.append((f"{'and ' if parts else ''}{yaku.at_least.n} of these", yaku.at_least.of))
    if yaku.is_of_month:
        parts.append(("the four cards of the month", CardSet()))
    return parts


def list_further(yaku: Yaku) -> CardSet:
    """The further cards that it counts, where they are not among those that it asks for."""
    return yaku.extra.of - yaku.required_pool if yaku.extra else CardSet()


def list_exclusions(
    yaku: Iterable[Yaku],
    shown: Yaku | None = None,
    signs: Mapping[str, str] | None = None,
    groups: Iterable[BestOf] = (),
) -> list[str]:
    """Which yaku do not count beside which, in sentences; with a yaku, only what concerns it.

    By their names, with a sentence for each group and the label of one of these `groups` that no source
    prints; where they have signs, by these.
    """
    known, space = {each.id: each for each in yaku}, "\u00a0" if signs else " "

    def say(some: Iterable[Yaku]) -> str:
        names = [signs[each.id] if signs else each.short_name for each in some]
        return "".join(names) if signs else and_list(names)

    labels = {each.id: f" ({each.unprinted})" for each in groups if each.unprinted}
    best = [
        say(rivals) + labels.get(rivals[0].group or "", "")
        for rivals in list_rivals(known.values())
        if shown is None or shown in rivals
    ]
    said = [f"Only the best counts of {each}." for each in ([", of ".join(best)] if signs and best else best)]
    for one in known.values():
        replaced = [known[each] for each in one.replaces if each in known]
        if replaced and (shown is None or shown in (one, *replaced)):
            said.append(f"{say([one])}{space}takes the place of {say(replaced)}.")
        if one.unless and shown in (None, one):
            said.append(f"{say([one])}{space}is spoilt by {one.spoilers}.")
    return said


def find_homes(shown: Yaku, rules: RuleSet) -> list[Home]:
    """The games that have a yaku of these cards, and the other forms of its own game that have it."""
    return group_homes(
        (home, yaku)
        for home in map(get_rule_set, RULE_SET_IDS)
        for yaku in home.yaku
        # A number such as Sakura 1 belongs to two games: what counts are the cards.
        if (home.game == rules.game and yaku.id == shown.id) or _asks_alike(yaku, shown)
    )


def _asks_alike(one: Yaku, other: Yaku) -> bool:
    return (one.all_of, one.at_least, one.is_of_month) == (other.all_of, other.at_least, other.is_of_month)


def list_homes(card: Card) -> list[Home]:
    """The yaku that a card serves in, as they are usually played."""
    return group_homes(
        (home, yaku)
        for home in map(get_rule_set, RULE_SET_IDS)
        for yaku in home.yaku
        if yaku.is_of_month or _serves(card, home, yaku)
    )


def _serves(card: Card, rules: RuleSet, yaku: Yaku) -> bool:
    """Whether a yaku may ask for a card by the usual options. One that only adds to it does not count."""
    readings = get_scorer(rules, parse_options(rules, {})).readings
    return any(card in one.required_pool for one in (yaku, *chain(*readings)) if one.id == yaku.id)


def group_homes(found: Iterable[tuple[RuleSet, Yaku]]) -> list[Home]:
    """Yaku with their rule sets, those together that are one yaku of one game and worth the same."""
    grouped = group(((rules.game, yaku.id, say_worth(rules, yaku)), (rules, yaku)) for rules, yaku in found)
    homes = []
    for (_, _, worth), pairs in grouped.items():
        forms = [rules for rules, _ in pairs]
        homes.append(Home(forms, pairs[0][1], name_forms(forms), worth))
    return homes


def name_forms(forms: list[RuleSet]) -> str:
    """The game where all of its forms are meant, else these forms: “Koi-Koi (by Nintendo, by Hu)”."""
    first = forms[0]
    others = group_by_game(map(get_rule_set, RULE_SET_IDS))[first.game]
    if len(forms) == len(others):
        return first.game
    return first.name if len(forms) == 1 else f"{first.game} ({', '.join(each.form for each in forms)})"
