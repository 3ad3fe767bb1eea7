"""Words for several sheets."""

from collections.abc import Callable, Iterable

from companion.cards import DeckStyle, get_month, get_suit
from companion.printing.orders import Order
from companion.reference import is_in_force
from companion.rules import (
    Option,
    Options,
    OptionValue,
    RuleSet,
    Yaku,
    get_scorer,
    say_both_dealt,
    say_run_out,
)

MINUS = "−"


def number(value: int | None) -> str:
    """A number with a true minus sign; empty for None. Columns of figures need no thin spaces."""
    return "" if value is None else str(value).removesuffix(".0").replace("-", MINUS)


def say_method(rule_set: RuleSet, options: Options) -> str:
    """How a round is scored: “Method A: the floor method”; nothing where there is one way only."""
    method = rule_set.get_method(options.method)
    return f"Method {method.id}: {method.name}" if len(rule_set.methods) > 1 else ""


def say_goal(options: Options) -> str:
    """What is played to: “12 rounds”, “target 200”, or nothing where nothing was agreed."""
    if options.rounds is not None:
        return f"{options.rounds} round{'s' if options.rounds > 1 else ''}"
    return f"target {options.target}" if options.target is not None else ""


def say_points(yaku: Yaku) -> str:
    """The points of a yaku, and those for each further card: “5 +1”."""
    return f"{yaku.points} +{yaku.extra.points}" if yaku.extra else str(yaku.points)


def has_months(rule_set: RuleSet, options: Options) -> bool:
    """Whether rounds are named by their months: in a race of so many rounds, or where a yaku asks for one."""
    is_asked = any(yaku.is_of_month for yaku in rule_set.yaku if yaku.id in options.yaku)
    return rule_set.has_months and (options.rounds is not None or is_asked)


def name_flower(rule_set: RuleSet, month: int) -> str:
    """The flower of a month, in a word: “Pine”, “Cherry”."""
    return rule_set.months[month - 1].id.capitalize()


def say_deck(rule_set: RuleSet, deck: DeckStyle) -> str:
    """What the cards bear in a deck that the rules do not have; nothing where it is their own."""
    if deck == rule_set.deck:
        return ""
    willow, paulownia = (get_month(get_suit(suit), deck) for suit in ("willow", "paulownia"))
    return f"{deck.capitalize()} deck: willow bears {willow}, paulownia {paulownia}."


def can_matter(option: Option, rule_set: RuleSet, options: Options, side_count: int) -> bool:
    """Whether the choice of this option can change a score of so many sides, by the method of the table."""
    if not is_in_force(option.id, rule_set.get_method(options.method)):
        return False
    if any(options.choice(other) != value for other, value in option.when.items()):
        return False
    is_of_declaring = any(value.is_declaring for value in option.listed)
    if is_of_declaring and not any(yaku.is_declared for yaku in rule_set.yaku if yaku.id in options.yaku):
        return False
    concerned = {extra.sides for extra in rule_set.extras if option.id in extra.when}
    return not concerned or side_count in concerned


def say_house_rules(
    rule_set: RuleSet, options: Options, side_count: int, listed: Iterable[Option] | None = None
) -> str:
    """What was agreed, in a sentence or two; of what cannot matter at this table it says nothing."""
    deeds, besides = [], []
    for option in rule_set.options if listed is None else listed:
        chosen = options.choice(option.id)
        value = option.get_value(option.default if chosen is None else chosen)
        is_said = can_matter(option, rule_set, options, side_count) and not value.is_plain
        if not is_said or (option.of_bonuses and not options.yaku):
            continue
        if value.said and option.says_we:
            deeds.append(value.said)
        else:
            besides.append(value.said or f"{option.title}: {value.words}")
    sentences = [f"We {' and '.join([*filter(None, [', '.join(deeds[:-1])]), *deeds[-1:]])}"] if deeds else []
    sentences += ["; ".join(besides)] if besides else []
    return " ".join(f"{sentence[:1].upper()}{sentence[1:]}." for sentence in sentences)


def say_if_agreed(order: Order, option: Option | None, has_it: Callable[[OptionValue], object]) -> str:
    """“If agreed: ” before what only some values of an option have, while it is open."""
    is_open = option is not None and option not in order.settled and not all(map(has_it, option.listed))
    return "If agreed: " if is_open else ""


def say_gaji(order: Order) -> str:
    """What the wild card of the rules does; nothing where the table plays without it."""
    gaji, option = order.rule_set.gaji, order.rule_set.bringing
    if gaji is None or (option in order.settled and not order.options.brings):
        return ""
    return f"{say_if_agreed(order, option, lambda value: value.brings)}{gaji.words}"


def say_endings(rule_set: RuleSet, options: Options, sign: str = "") -> str:
    """The dealt hands that end a race, and what counts where the hands ran out and nobody stopped."""
    if rule_set.race is None:
        return ""
    race = rule_set.race
    hands = " · ".join(f"{hand.words} {hand.points}" for hand in race.hands if not hand.option)
    # With an option the house rules say it.
    run_out = "" if race.dealer and race.dealer.option else f"Hands run out: {say_run_out(race)}."
    alone, both = say_alone(rule_set, options), say_both_dealt(options.both_dealt)
    return f"{sign} {hands}; {alone}. Both dealt one: {both}. {run_out}".strip() if hands else run_out


def say_alone(rule_set: RuleSet, options: Options) -> str:
    """What does not multiply a dealt hand that ends a race: of what multiplies yaku at this table."""
    figures = get_scorer(rule_set, options).settlement.figures
    found = [*dict.fromkeys(figure.of_yaku for figure in reversed(figures) if figure.of_yaku)]
    return (
        f"neither {' nor '.join(found)} multiply it"
        if len(found) > 1
        else f"{''.join(found)} do not multiply it"
    )


def say_default(label: str) -> str:
    """Whose choice a default is, by its label: that of the rules, of custom, or ours."""
    return {"rulebook": "the rules", "variant": "the rules", "tradition": "by custom"}.get(
        label, "our default"
    )


def say_kinds(rule_set: RuleSet) -> str:
    """What the name of a value group does not say: “Fives: animals and rain man”, and what counts two."""
    return " · ".join(
        f"{group.plural.capitalize()}: {group.words}" for group in rule_set.values if group.words
    )


def say_values(rule_set: RuleSet, *, with_words: bool = False) -> str:
    """The values of the cards: "bright 20 · animal 10 …", with words where the names do not say which.

    Nothing where no card has points.
    """
    if not rule_set.counting.deck_points:
        return ""
    return " · ".join(
        f"{group.name} {group.points}" + (f" ({group.words})" if with_words and group.words else "")
        for group in rule_set.values
    )
