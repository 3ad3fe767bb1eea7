"""A whole game of each rule set, for the sheets that need one: a document in `examples/`."""

from functools import cache
from pathlib import Path

from companion.printing import PrintedGame, score_for_print
from companion.rules import RULE_SET_IDS, parse_game, read_json


@cache
def load_example_game(rule_set_id: str = RULE_SET_IDS[0]) -> PrintedGame:
    """The example of a rule set; one without an example has that of the first."""
    folder = Path(__file__).with_name("examples")
    path = folder / f"{rule_set_id}.json"
    text = (path if path.is_file() else folder / f"{RULE_SET_IDS[0]}.json").read_text(encoding="utf-8")
    return score_for_print(parse_game(read_json(text)), "An example")
