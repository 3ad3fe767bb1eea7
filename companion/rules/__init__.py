"""The rules: rule sets as data, yaku, Gaji, settlement, totals, and the JSON document.

Pure: the same input gives the same result, and nothing that is given is changed.

Sources: each module names its own; the numbers are in `rulesets/*.toml`, each with its source.
"""

from companion.rules.documents.document import (
    ROUND_LIMIT,
    parse_game,
    result_document,
    score_document,
)
from companion.rules.documents.for_phone import phone_document
from companion.rules.entries.captured import CapturedEntry
from companion.rules.entries.entry import Entry, parse_entry
from companion.rules.entries.race import RaceEntry
from companion.rules.figures.figure import Figure
from companion.rules.records.choices import Length, Method, Option, OptionValue
from companion.rules.records.dealing import Deal
from companion.rules.records.files import RULE_SET_IDS, get_own_rule_set, get_rule_set, parse_rule_set
from companion.rules.records.options import Options, parse_options
from companion.rules.records.own_rules import parse_own_rules
from companion.rules.records.rule_set import RuleSet, group_by_game, say_range
from companion.rules.records.yaku import BestOf, Yaku, list_rivals
from companion.rules.scoring.breakdown import RoundBreakdown, RoundContext, SideBreakdown
from companion.rules.scoring.finder import YakuFinder, YakuScore
from companion.rules.scoring.game import (
    Adjustment,
    EnteredGame,
    GameBreakdown,
    NewSeats,
    RoundInGame,
    Start,
    add_rounds,
    begin_game,
    change_seats,
    score_again,
    score_game,
    stop_game,
)
from companion.rules.scoring.pile import count_pile, read_pile
from companion.rules.scoring.round import score_round
from companion.rules.scoring.scorer import get_scorer
from companion.rules.scoring.seating import Seating, find_next_dealer
from companion.rules.scoring.statistics import (
    GameCount,
    Statistics,
    YakuCount,
    add_up_games,
    count_game,
    is_mixed,
    list_players,
)
from companion.rules.text.json_text import read_json
from companion.rules.text.names import (
    LETTER_LIMIT,
    NOTE_LIMIT,
    agree,
    and_list,
    find_doubled_names,
    isolate,
    parse_name,
    show_skeleton,
)
from companion.rules.text.numbers import (
    read_typed,
    write_number,
    write_tenths,
)
from companion.rules.text.reader import (
    LABELS,
    OWN,
    Bounds,
    Name,
    Reader,
    group,
    keyed,
    parse_records,
    parse_toml,
)
from companion.rules.words.lines import Line, list_payments, make_lines
from companion.rules.words.outcomes import (
    MONTH_NAMES,
    Victory,
    counted,
    find_victory,
    goal_document,
    list_beside,
    say_adjustment,
    say_both_dealt,
    say_ending,
    say_month,
    say_number,
    say_outcome,
    say_run_out,
    say_starts,
    say_victory,
)

__all__ = [
    "LABELS",
    "LETTER_LIMIT",
    "MONTH_NAMES",
    "NOTE_LIMIT",
    "OWN",
    "ROUND_LIMIT",
    "RULE_SET_IDS",
    "Adjustment",
    "BestOf",
    "Bounds",
    "CapturedEntry",
    "Deal",
    "EnteredGame",
    "Entry",
    "Figure",
    "GameBreakdown",
    "GameCount",
    "Length",
    "Line",
    "Method",
    "Name",
    "NewSeats",
    "Option",
    "OptionValue",
    "Options",
    "RaceEntry",
    "Reader",
    "RoundBreakdown",
    "RoundContext",
    "RoundInGame",
    "RuleSet",
    "Seating",
    "SideBreakdown",
    "Start",
    "Statistics",
    "Victory",
    "Yaku",
    "YakuCount",
    "YakuFinder",
    "YakuScore",
    "add_rounds",
    "add_up_games",
    "agree",
    "and_list",
    "begin_game",
    "change_seats",
    "count_game",
    "count_pile",
    "counted",
    "find_doubled_names",
    "find_next_dealer",
    "find_victory",
    "get_own_rule_set",
    "get_rule_set",
    "get_scorer",
    "goal_document",
    "group",
    "group_by_game",
    "is_mixed",
    "isolate",
    "keyed",
    "list_beside",
    "list_payments",
    "list_players",
    "list_rivals",
    "make_lines",
    "parse_entry",
    "parse_game",
    "parse_name",
    "parse_options",
    "parse_own_rules",
    "parse_records",
    "parse_rule_set",
    "parse_toml",
    "phone_document",
    "read_json",
    "read_pile",
    "read_typed",
    "result_document",
    "say_adjustment",
    "say_both_dealt",
    "say_ending",
    "say_month",
    "say_number",
    "say_outcome",
    "say_range",
    "say_run_out",
    "say_starts",
    "say_victory",
    "score_again",
    "score_document",
    "score_game",
    "score_round",
    "show_skeleton",
    "stop_game",
    "write_number",
    "write_tenths",
]
