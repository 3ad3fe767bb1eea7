"""Setting sheets, against bare WeasyPrint with as many cells, pictures or rounds.

Processor time of a warm process, composing included: what a reader waits for and what the machine spends.
The bare pages say the same words in a table with one line of CSS, without tags, in the system's font.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from benchmarks.measure import Row

TIMES = """
import gc, json, os, statistics, sys, time
from pathlib import Path
from companion.printing.fonts import set_up_fonts
os.environ["FONTCONFIG_FILE"] = str(set_up_fonts(Path(sys.argv[1])))
import weasyprint
from companion.printing import compose, parse_order
from companion.printing.setter import set_sheet
from benchmarks.printing import make_bare_pad, make_bare_pictures, make_bare_record, make_game

def compare(ours, bare, turns):
    samples = ([], [])
    ours(), bare()
    for turn in range(turns):
        for which in (0, 1) if turn % 2 else (1, 0):
            gc.collect()
            start = time.process_time()
            (ours, bare)[which]()
            samples[which].append(time.process_time() - start)
    return [statistics.median(part) for part in samples]

def set_bare(html):
    return weasyprint.HTML(string=html).write_pdf()

pad = parse_order("score-pad", {"name": ["Ann", "Ben", "Cem"]})
pictures = parse_order("deck-guide", {})
bare_pad, bare_pictures = make_bare_pad(), make_bare_pictures()
figures = {
    "pad": compare(lambda: set_sheet(compose(pad)), lambda: set_bare(bare_pad), 15),
    "pictures": compare(lambda: set_sheet(compose(pictures)), lambda: set_bare(bare_pictures), 9),
}
for rounds, turns in ((20, 9), (120, 3)):
    game = make_game(rounds)
    record = parse_order("game-record", {}, game)
    bare_record = make_bare_record(game)
    figures[f"record-{rounds}"] = compare(
        lambda: set_sheet(compose(record)), lambda: set_bare(bare_record), turns
    )
figures["size"] = len(set_sheet(compose(parse_order("score-pad", {}))).content) / 1024
print(json.dumps(figures))
"""
AGAIN = """
import statistics, sys, time
from companion.printing import SHEETS
from companion.web.app import create_app

app = create_app({"INSTANCE_PATH": sys.argv[1], "PRINT_LIMIT": 100_000})
client = app.test_client()
def ask(sheet):
    start = time.process_time()
    assert client.get(f"/print/{sheet.id}.pdf").status_code == 200
    return time.process_time() - start

slowest = 0
for sheet in SHEETS:
    if not sheet.needs_game:
        ask(sheet)
        slowest = max(slowest, statistics.median(ask(sheet) for _ in range(15)))
print(slowest * 1000)
"""
MEMORY_OURS = """
import os, sys
from pathlib import Path
from companion.printing.fonts import set_up_fonts
os.environ["FONTCONFIG_FILE"] = str(set_up_fonts(Path(sys.argv[1])))
from companion.printing.job import Job
from companion.printing.setter import set_sheet
set_sheet(Job(**{**__import__("json").load(open(sys.argv[2])), "sheets": tuple(SHEETS)}))
"""
MEMORY_BARE = """
import sys, weasyprint
weasyprint.HTML(filename=sys.argv[2]).write_pdf()
"""
SAY = "\nimport resource\nprint(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"


def make_game(rounds: int):  # type: ignore[no-untyped-def]
    """A game of three in which every side gets something in every round."""
    from companion.printing import score_for_print
    from companion.rules import parse_game

    piles = (
        {"brights": 2, "animals": 4, "ribbons": 3, "yaku": ["dragon"]},
        {"brights": 1, "animals": 2, "ribbons": 4, "yaku": []},
        {"brights": 2, "animals": 3, "ribbons": 3, "yaku": []},
    )
    names = ["Ann", "Ben", "Cem"]
    played = [
        {"counts": {name: piles[(number + seat) % 3] for seat, name in enumerate(names)}, "declared": {}}
        for number in range(rounds)
    ]
    document = {
        "game": "kwado-1985", "sides": names, "rounds": played, "options": {"method": "B", "target": 90_000},
    }  # fmt: skip
    return score_for_print(parse_game(document))


def make_bare_table(rows: list[list[str]], height: str) -> str:
    """A page with a table of these words."""
    cells = "".join("<tr>" + "".join(f"<td>{word}" for word in row) for row in rows)
    style = (
        f"@page{{size:A4;margin:8mm}}table{{width:100%;border-collapse:collapse}}"
        f"td{{border:1px solid;height:{height}}}"
    )
    return f"<!DOCTYPE html><html lang=en><title>Bare</title><style>{style}</style><table>{cells}</table>"


def make_bare_pad() -> str:
    """A table with the cells and the words of the pad."""
    from companion.printing import parse_order
    from companion.printing.score_pad import describe_pad

    order = parse_order("score-pad", {"name": ["Ann", "Ben", "Cem"]})
    pad = describe_pad(order)
    rows = [["No.", "Side", *(column.head for column in pad["columns"])]]
    for number, _ in pad["rounds"]:
        rows += [[str(number), name, *pad["tallies"].values()] for _, name in pad["sides"]]
    return make_bare_table(rows, f"{pad['plan'].row_mm}mm")


def make_bare_pictures() -> str:
    """The 48 cards and their names in a page."""
    from companion.cards import DECK
    from companion.cards.pictures import picture_svg

    figures = "".join(f"<div>{picture_svg(card)}<p>{card.english}</p></div>" for card in DECK)
    style = "@page{size:A4;margin:8mm}div{float:left;width:23mm;height:42mm}svg{width:16mm}p{font-size:7pt}"
    return f"<!DOCTYPE html><html lang=en><title>Bare</title><style>{style}</style>{figures}"


def make_bare_record(game) -> str:  # type: ignore[no-untyped-def]
    """A table with the figures of a record."""
    from companion.printing import parse_order
    from companion.printing.game_record import describe_record

    described = describe_record(parse_order("game-record", {}, game))
    rows = [
        [str(number), game.sides[seat], *figures]
        for number, round_rows in enumerate(described["rows"], 1)
        for seat, figures in enumerate(round_rows)
    ]
    return make_bare_table(rows, "auto")


def run(script: str, *arguments: str) -> str:
    """What a script of its own process says."""
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        check=True,
        capture_output=True,
        text=True,
        env=environment,
    )
    return done.stdout


def rows() -> Iterator[Row]:
    """Time, memory and size of what is printed most."""
    from dataclasses import asdict

    from companion.printing import compose, parse_order

    with tempfile.TemporaryDirectory(prefix="kwado-bench-") as folder:
        figures = json.loads(run(TIMES, folder))
        yield Row("one-page pad (processor time)", *figures["pad"], 1.3)
        yield Row("page with 48 pictures", *figures["pictures"], 1.2)
        yield Row("record of 20 rounds", *figures["record-20"], 1.2)
        yield Row("record of 120 rounds", *figures["record-120"], 1.2)
        yield Row("slowest sheet, asked for again (processor time)", float(run(AGAIN, folder)), None, 5, "ms")
        yield Row("size of a pad", figures["size"], None, 40, "KiB")
        job = asdict(compose(parse_order("score-pad", {"name": ["Ann", "Ben", "Cem"]})))
        sheets = job["sheets"]
        paths = {name: os.path.join(folder, name) for name in ("job.json", "bare.html")}
        with open(paths["job.json"], "w", encoding="utf-8") as file:
            json.dump(job, file)
        with open(paths["bare.html"], "w", encoding="utf-8") as file:
            file.write(make_bare_pad())
        ours_script = MEMORY_OURS.replace("SHEETS", repr(list(sheets)))
        ours = sorted(int(run(ours_script + SAY, folder, paths["job.json"])) for _ in range(3))[1]
        bare = sorted(int(run(MEMORY_BARE + SAY, folder, paths["bare.html"])) for _ in range(3))[1]
        yield Row("peak memory of printing a pad", ours / 1024, bare / 1024, 1.2, "MiB")
