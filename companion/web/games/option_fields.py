"""Method, length, yaku and house options as fields: on New game and on a game's house rules."""

from collections.abc import Mapping
from dataclasses import replace

from wtforms import RadioField

from companion.cards import MONTH_ORDERS
from companion.errors import CompanionError
from companion.rules import Length, Options, RuleSet, counted, get_scorer, parse_options, read_typed
from companion.web.filters import plural
from companion.web.forms import Form

TICKED = "ticked"
# The length of a game where it is none of those that are offered.
ROUNDS, TARGET = "rounds", "target"
# An option that follows the number of rounds, where the table leaves it so.
USUAL = "usual"
FOR_ALL = "for-all"
# Fields that are not called by their paths.
PLACES = {f"options/{name}": name for name in ("method", ROUNDS, TARGET)} | {"options/yaku": "preset"}


DECK_FIELD = RadioField(choices=[*MONTH_ORDERS], invalid_choice_message="Korean or Japanese? Please choose.")


def show_options(rule_set: RuleSet, options: Options, *, is_new: bool = False) -> dict[str, str | list[str]]:
    """What the fields hold for these options.

    In a new game an option that follows the number of rounds stays open where it is as usual.
    """
    shown: dict[str, str | list[str]] = {
        "method": options.method,
        "target": "" if options.target is None else str(options.target),
        "preset": options.preset or TICKED,
        "yaku": list(options.yaku),
    }
    if rule_set.length is not None:
        length = TARGET if options.rounds is None else ROUNDS
        if options.rounds in rule_set.length.offered:
            length = str(options.rounds)
        elif options.target in rule_set.length.targets:
            length = name_target(options.target)
        shown |= {"length": length, "rounds": str(options.rounds) if length == ROUNDS else ""}
        shown |= {} if length == TARGET else {"target": ""}
    for option in rule_set.options:
        chosen = options.choice(option.id)
        shown[f"options/{option.id}"] = [each.typed for each in option.listed if each.value == chosen]
        if is_new and option.default_in is not None and chosen == option.get_default(options.rounds):
            shown[f"options/{option.id}"] = USUAL
    return shown


def say_in_short(rule_set: RuleSet, options: Options) -> str:
    """What a new game is played by: “1985 · all bonuses · to 200 · Gaji off”."""
    said = [rule_set.form] if rule_set.form != rule_set.game else []
    if options.method != rule_set.methods[0].id:
        said.append(f"method {options.method}")
    if options.preset:
        preset = rule_set.get_preset(options.preset)
        said.append(f"{preset.title.lower()} bonuses" if preset.title and preset.yaku else preset.words)
    elif rule_set.presets:
        said.append(plural(len(options.yaku), "bonus", "bonuses"))
    if options.target is not None:
        said.append("to " + counted(options.target, get_scorer(rule_set, options).settlement.decider))
    elif options.rounds is not None:
        said.append(plural(options.rounds, "round"))
    if rule_set.bringing is not None:
        said.append("Gaji on" if options.brings else "Gaji off")
    own = [
        option.get_value(value).said
        for option in rule_set.options
        if option is not rule_set.bringing
        and (value := options.choice(option.id)) != option.get_default(options.rounds)
        and value is not None
    ]
    if own and rule_set.has_cards:
        said.append(plural(len(own), "other house rule"))
    elif own:
        said += own
    return "\u00a0· ".join([said[0][0].upper() + said[0][1:], *said[1:]])


def name_target(target: int) -> str:
    """A target that is offered, as a value of the field “length”."""
    return f"to-{target}"


class ReachForm(Form):
    """A change of house rules, and since when it counts."""

    reach = RadioField(
        "From when?",
        choices=["from-now-on", FOR_ALL],
        invalid_choice_message="From the next round, or for all rounds? Please choose.",
    )


class HouseRulesForm(ReachForm):
    """All house rules, with the deck."""

    deck = DECK_FIELD


def read_options(form: Form, rule_set: RuleSet, sides: int) -> Options | None:
    """The options in the fields, with the target for so many sides where none was typed.

    None where the form has a fault, which is noted at its field.
    """
    typed: dict[str, object] = {"method": form.get("method", rule_set.methods[0].id)}
    typed |= read_length(form, rule_set.length)
    if rule_set.presets:
        preset = form.get("preset", rule_set.default_preset or "")
        typed["yaku"] = form.get_all("yaku") if preset == TICKED else preset
    for option in rule_set.options:
        value = form.get(f"options/{option.id}")
        if value and not (value == USUAL and option.default_in is not None):
            typed[option.id] = {each.typed: each.value for each in option.listed}.get(value, value)
    try:
        options = parse_options(rule_set, typed)
    except CompanionError as error:
        form.fail_all(error, "method", PLACES)
        return None
    if options.target is None and options.rounds is None:
        options = replace(options, target=rule_set.get_method(options.method).propose(sides))
    return None if form.made_faults else options


def read_length(form: Form, length: Length | None) -> Mapping[str, int | str]:
    """The target or the number of rounds that was typed, as options write them; nothing where none was."""
    chosen, offered = TARGET, {}
    if length is not None:
        chosen = form.get("length", str(length.rounds))
        offered = {str(rounds): {ROUNDS: rounds} for rounds in length.offered}
        offered |= {name_target(target): {TARGET: target} for target in length.targets}
    if chosen in offered:
        return offered[chosen]
    if chosen not in (ROUNDS, TARGET):
        form.fail("length", "How long is the game? Please choose.")
        return {}
    typed = form.get(chosen)
    return {chosen: read_typed(typed)} if typed or length is not None else {}
