"""Rule sets with a number for each side, made of published ones by a few lines of TOML; no code knows it.

Sources: none; the number is ours, only to be counted.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from unittest import mock

from companion.rules.figures.figure import Figure
from companion.rules.figures.settlement import Settlement
from companion.rules.records import files as rule_set_files
from companion.rules.records.files import get_settlement
from companion.rules.records.rule_set import RuleSet
from companion.rules.text.reader import parse_record, parse_toml

NUMBER = """
[[number]]
id = "tokens"
words = "tokens"
most = 3
per_side = true
"""
ASKS = 'asks = "How many tokens?"\n'
FIGURES = """
[[figure]]
id = "tokens"
words = "Tokens"
head = "Tokens"

[[figure]]
id = "token_points"
words = "for tokens"
head = "Token points"
formula = "{formula}"

[[figure]]
id = "score"
words = "Round score"
head = "Round"
formula = "{base} + token_points"
"""
# Of a race and of captured cards: the game, its settlement, and what tokens bring besides the score it has.
GAMES = {
    "koikoi-modern": ("doubled", "won - paid", "10 * tokens"),
    "kwado-1985": ("above-floor", "net + bonus", "10 * tokens"),
}


def get_with_tokens(settlement_id: str) -> Settlement:
    """A settlement; those of the games above with the figures of the number."""
    settlement = get_settlement(settlement_id)
    for name, base, formula in GAMES.values():
        if name == settlement_id:
            raw = parse_toml(FIGURES.format(base=base, formula=formula), "figures")["figure"]
            new = [parse_record(Figure, each) for each in raw]
            old = tuple(each for each in settlement.figures if each.id != "score")
            return replace(settlement, figures=(*old, *new))
    return settlement


def make_rule_set(game: str, asks: str = "") -> RuleSet:
    """The rule set with the number, which a question asks for or nobody need tell."""
    text = rule_set_files.load_text(game) + NUMBER + asks
    with mock.patch.object(rule_set_files, "get_settlement", get_with_tokens):
        return rule_set_files.parse_rule_set(text)


@contextmanager
def numbered_games(asks: str = "") -> Iterator[None]:
    """Has new games of these rule sets be played with the number."""
    texts = {game: rule_set_files.load_text(game) + NUMBER + asks for game in GAMES}
    for game in GAMES:
        make_rule_set(game, asks)
    load = rule_set_files.load_text
    with mock.patch.object(rule_set_files, "load_text", lambda game: texts.get(game) or load(game)):
        yield
