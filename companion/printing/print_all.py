"""All sheets at once, for `companion print --all`, and the example game of the record."""

import os
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from companion.printing.disk_space import has_room
from companion.printing.fonts import PRINTABLES
from companion.printing.orders import Order, parse_order
from companion.printing.printed_game import PrintedGame, score_for_print
from companion.printing.sheet_list import get_sheet, list_sheets
from companion.rules import RULE_SET_IDS, get_rule_set, parse_game, read_json


@cache
def load_example_game(rule_set_id: str = RULE_SET_IDS[0]) -> PrintedGame:
    """A game as an example of a record; a rule set without one has that of the first."""
    folder = PRINTABLES / "game-record" / "examples"
    path = folder / f"{rule_set_id}.json"
    text = (path if path.is_file() else folder / f"{RULE_SET_IDS[0]}.json").read_text(encoding="utf-8")
    return score_for_print(parse_game(read_json(text)), "An example")


def list_orders(rule_set_id: str, *, is_ink_saving: bool, deck: str = "") -> Iterator[tuple[str, Order]]:
    """Every sheet for this game on each of its papers, pads for each number of sides, with file names."""
    rule_set = get_rule_set(rule_set_id)
    ink = "yes" if is_ink_saving else "no"
    for sheet in list_sheets(rule_set):
        for paper in sheet.papers:
            raw: dict[str, object] = {"paper": paper, "ink_saving": ink, "rules": rule_set_id, "deck": deck}
            game = load_example_game(rule_set_id) if sheet.needs_game else None
            if sheet.id != "score-pad":
                yield f"{sheet.id}-{paper}", parse_order(sheet.id, raw, game)
                continue
            for count in rule_set.side_counts:
                yield f"{sheet.id}-{count}-{paper}", parse_order(sheet.id, raw | {"sides": str(count)})


@cache
def read_miniature(sheet_id: str) -> str:
    """The miniature of a sheet, as SVG."""
    path = PRINTABLES / get_sheet(sheet_id).id / "miniature.svg"
    return path.read_text(encoding="utf-8").strip()


def find_fonts_folder() -> Path:
    """The folder for the cut fonts: the app's own, or a temporary one if that is not writable."""
    kept = Path(os.environ.get("KWADO_INSTANCE_PATH") or PRINTABLES.parent / "instance")
    folder = kept / "print"
    return folder if has_room(folder) else Path(tempfile.gettempdir()) / "kwado-print"
