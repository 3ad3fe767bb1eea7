"""What a table agreed before the game: method, target, yaku in play and the house options.

    >>> from companion.rules.records.files import get_rule_set
    >>> options = parse_options(get_rule_set("kwado-1985"), {"method": "B", "target": 500, "yaku": "month"})
    >>> options.method, options.target, options.yaku, options.choice("gaji")
    ('B', 500, ('four-iris', 'four-maple', 'four-willow'), 'off')
    >>> parse_options(get_rule_set("kwado-1985"), {}).target
    200

Sources: kwado.md (options and defaults), scoring-io.md (how they are written).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.errors import CompanionError, FaultList, NotAllowedHere, NotUnderstood, raise_all, say_nearest
from companion.rules.figures.figure import Choice
from companion.rules.records.choices import Method, OptionValue
from companion.rules.records.own_rules import RoundCount, Target
from companion.rules.records.rule_set import RuleSet
from companion.rules.records.yaku import Yaku, amend_yaku
from companion.rules.text.names import KEBAB
from companion.rules.text.reader import Names, Reader, leave_out_none, say_value

# More than there are rulings of the table, and few enough to be kept with every change of options.
HOUSE_RULE_LIMIT = 64


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a game, every one of them filled in. What the choices change stands beside them
    (`OptionValue`).
    """

    method: str
    """The id of a `Method`."""
    target: int | None
    """In points; None where nothing was agreed."""
    yaku: tuple[str, ...]
    """The ids of those that are played."""
    preset: str | None
    """The id of the `Preset` that has the same yaku."""
    choices: tuple[tuple[str, Choice], ...]
    """Of each option its id and value, in the order of the rule set."""
    house_rules: tuple[tuple[str, str], ...] = ()
    """What the table agreed besides, by the id of a ruling: no score depends on it."""
    brings: str | None = field(default=None, compare=False)
    both_dealt: str | None = field(default=None, compare=False)
    is_declaring: bool = field(default=False, compare=False)
    is_zero_sum: bool = field(default=False, compare=False)
    has_tenths: bool = field(default=False, compare=False)
    rounds: int | None = None
    """How many the game has; None where nothing was agreed."""
    are_yaku_chosen: bool = field(default=True, compare=False)
    """The rule set has presets, so that a document names the yaku."""

    def choice(self, option_id: str) -> Choice | None:
        """What was chosen for a house option; None when the rule set does not offer it."""
        return next((value for known, value in self.choices if known == option_id), None)

    def document(self) -> dict[str, object]:
        """The options as a document writes them, which `parse_options` reads back."""
        yaku = self.preset if self.preset is not None else list(self.yaku)
        return leave_out_none(
            {
                "method": self.method,
                "target": self.target,
                "rounds": self.rounds,
                "yaku": yaku if self.are_yaku_chosen else None,
                **dict(self.choices),
                # Omitted when empty, for old documents.
                "house_rules": dict(self.house_rules) or None,
            }
        )


def parse_options(rule_set: RuleSet, raw: object) -> Options:
    """The options that a document holds, with the rule set's defaults for what it leaves out.

    Raises every fault at once: an unknown option, a value that the option does not have, a target that is
    no number from 1 to 100,000, a number of rounds that is none from 1 to 99 or stands beside a target, an
    unknown preset or yaku. A yaku is left out where another one of the same cards always replaces it. A
    switch may also be “on” or “off”.
    """
    if not isinstance(raw, Mapping):
        raise NotUnderstood("The options must be an object of names and values.", ("options",))
    faults = FaultList()
    named: Names = {
        Method: lambda said: rule_set.get_method(str(said)),
        Yaku: lambda said: _read_yaku(rule_set, said),
    }
    reader = Reader(faults, named)
    length = rule_set.length
    known = [
        "method",
        "target",
        *(["rounds"] if length else []),
        *(["yaku"] if rule_set.presets else []),
        *(option.id for option in rule_set.options),
        "house_rules",
    ]
    faults += [
        NotAllowedHere(
            f"{rule_set.name} has no option “{key[:80]}”{say_nearest(key, known)}.", ("options", key)
        )
        for key in map(str, raw)
        if key not in known
    ]
    said_method = raw.get("method", rule_set.methods[0].id)
    method = reader.read(Method, said_method, ("options", "method")) or rule_set.methods[0]
    target, rounds = method.target, length.rounds if length else None
    has_rounds = length is not None and raw.get("rounds") is not None
    if raw.get("target") is not None:
        target, rounds = reader.read(Target, raw["target"], ("options", "target")), None
        if has_rounds:
            message = "A game is played to a target or has a number of rounds, not both."
            faults.append(NotUnderstood(message, ("options", "rounds")))
    elif has_rounds:
        target, rounds = None, reader.read(RoundCount, raw["rounds"], ("options", "rounds"))
    chosen: dict[str, OptionValue] = {}
    for option in rule_set.options:
        said = raw.get(option.id, option.get_default(rounds))
        if said in ("on", "off") and isinstance(option.default, bool):
            said = said == "on"
        elif type(said) is int:
            said = str(said)
        # True equals 1 in Python; a document's 1 is not its true.
        values = [each for each in option.listed if each.value == said and type(each.value) is type(said)]
        if not values:
            words = " or ".join(say_value(allowed) for allowed, _ in option.values)
            message = f"The option “{option.id}” is {words}, not {say_value(said)}."
            faults.append(NotUnderstood(message, ("options", option.id)))
        chosen[option.id] = (values or option.listed)[0]
    house_rules = _read_house_rules(raw.get("house_rules", {}), faults)
    choices = tuple((option_id, each.value) for option_id, each in chosen.items())
    if rule_set.presets:
        said_yaku = raw.get("yaku", rule_set.default_preset)
        preset, yaku = reader.read(Yaku, said_yaku, ("options", "yaku")) or (None, ())
    else:
        played = amend_yaku(rule_set.yaku, rule_set.amendments, choices)[0]
        preset, yaku = None, tuple(each.id for each in played)
    raise_all(faults)
    return Options(
        method=method.id,
        target=target,
        yaku=yaku,
        preset=preset,
        choices=choices,
        house_rules=house_rules,
        brings=next((each.brings for each in chosen.values() if each.brings), None),
        both_dealt=next(
            (each.both_dealt for each in chosen.values() if each.both_dealt),
            rule_set.race.both_dealt if rule_set.race else None,
        ),
        is_zero_sum=any(each.is_zero_sum for each in chosen.values()),
        has_tenths=any(each.has_tenths for each in chosen.values()),
        is_declaring=any(each.is_declaring for each in chosen.values()),
        rounds=rounds,
        are_yaku_chosen=bool(rule_set.presets),
    )


def _read_house_rules(value: object, faults: list[CompanionError]) -> tuple[tuple[str, str], ...]:
    """What the table agreed besides, sorted. What it means is said by the rulings, which lie above."""
    where = ("options", "house_rules")
    if not isinstance(value, Mapping) or len(value) > HOUSE_RULE_LIMIT:
        message = f"“house_rules” is an object of at most {HOUSE_RULE_LIMIT} names and words."
        faults.append(NotUnderstood(message, where))
        return ()
    for key, word in value.items():
        if not all(isinstance(one, str) and KEBAB.fullmatch(one) for one in (key, word)):
            said = f"{say_value(key)}: {say_value(word)}"
            faults.append(
                NotUnderstood(f"A house rule is a name and a word in small letters, not {said}.", where)
            )
    return tuple(sorted(value.items())) if not faults else ()


def _read_yaku(rule_set: RuleSet, said: object) -> tuple[str | None, tuple[str, ...]]:
    """The preset that the yaku said are, if they are one, and the yaku."""
    if isinstance(said, str):
        preset = rule_set.get_preset(said)
        return preset.id, preset.yaku
    if not isinstance(said, list | tuple):
        raise NotUnderstood(f"“yaku” is a preset or a list of yaku ids, not {say_value(said)}.")
    wanted = {rule_set.get_yaku(str(yaku_id)) for yaku_id in said}
    replaced = {(key, yaku.all_of) for yaku in wanted for key in yaku.replaces}
    chosen = tuple(
        yaku.id for yaku in rule_set.yaku if yaku in wanted and (yaku.id, yaku.all_of) not in replaced
    )
    named = next((preset.id for preset in rule_set.presets if set(preset.yaku) == set(chosen)), None)
    return named, chosen
