"""Method, target, yaku and house options as fields: on New game and on a game's house rules."""

from __future__ import annotations

from collections.abc import Mapping

from companion.errors import CompanionError
from companion.rules import TARGET_LIMIT, Options, RuleSet, parse_options
from companion.web.forms import PageForm

TICKED = "ticked"


def show_options(rule_set: RuleSet, options: Options) -> dict[str, str | list[str]]:
    """What the fields hold for these options.

    A target that is the method's own is left out: whoever changes the method is then asked for one.
    """
    own_target = rule_set.get_method(options.method).target
    shown: dict[str, str | list[str]] = {
        "method": options.method,
        "target": "" if options.target in (None, own_target) else str(options.target),
        "preset": options.preset or TICKED,
        "yaku": list(options.yaku),
    }
    for option in rule_set.options:
        chosen = options.choice(option.id)
        shown[f"option-{option.id}"] = [each.typed for each in option.listed if each.value == chosen]
    return shown


def read_options(form: PageForm, rule_set: RuleSet, *, lenient: bool = False) -> Options | None:
    """The options in the fields, or None with a fault at each field that has one.

    `lenient` leaves out what this rule set does not offer: the fields were those of another one.
    """
    before = sum(map(len, form.faults.values()))
    typed: dict[str, object] = {"method": form.get("method", rule_set.methods[0].id)}
    target = form.read_number("target", "The target")
    if target is not None:
        typed["target"] = target
    preset = form.get("preset", rule_set.default_preset)
    typed["yaku"] = form.get_all("yaku") if preset == TICKED else preset
    for option in rule_set.options:
        value = form.get(f"option-{option.id}")
        if value:
            typed[option.id] = {each.typed: each.value for each in option.listed}.get(value, value)
    if lenient:
        typed = keep_known(rule_set, typed)
    options = None
    try:
        options = parse_options(rule_set, typed)
    except CompanionError as error:
        fields = {f"options/{option.id}": f"option-{option.id}" for option in rule_set.options}
        fields |= {"options/method": "method", "options/target": "target", "options/yaku": "preset"}
        form.fail_all(error, fields, "method")
    if options is not None and options.target is None and "target" not in form.faults:
        name = rule_set.get_method(options.method).name
        message = f"With {name} the table agrees on a target beforehand: a number from 1 to {TARGET_LIMIT:,}."
        form.fail("target", message)
    return options if sum(map(len, form.faults.values())) == before else None


def keep_known(rule_set: RuleSet, typed: Mapping[str, object]) -> dict[str, object]:
    """The options without those values that this rule set does not know."""
    kept = dict(typed)
    if kept["yaku"] not in [preset.id for preset in rule_set.presets]:
        ticked = kept["yaku"] if isinstance(kept["yaku"], list) else []
        known = {yaku.id for yaku in rule_set.yaku}
        kept["yaku"] = [yaku for yaku in ticked if yaku in known] or rule_set.default_preset
    for option in rule_set.options:
        if option.id in kept and kept[option.id] not in [value for value, _ in option.values]:
            del kept[option.id]
    return kept
