"""`./run bench`: measures every module of this folder, or those that are named, and prints the table."""

import sys
import time
from importlib import import_module

from benchmarks.measure import Row

MODULES = ("peers", "scoring", "memory", "printing", "weights", "taps", "race_taps", "photo")


def say(row: Row) -> str:
    units = {"s": (1e6, "µs") if row.ours < 1e-3 else (1e3, "ms")}
    factor, unit = units.get(row.unit, (1, row.unit))
    beside = f"{row.beside * factor:12,.1f}" if row.beside is not None else " " * 12
    figure = f"{row.figure:8.2f} ×" if row.beside is not None else f"{row.figure:8,.1f}  "
    verdict = "holds" if row.holds else "MISSED"
    return (
        f"{row.name:58} {row.ours * factor:12,.1f} {beside} {unit:8} {figure} ≤ {row.limit:<7.4g} {verdict}"
    )


def main() -> None:
    asked = sys.argv[1:] or MODULES
    unknown = [name for name in asked if name not in MODULES]
    if unknown:
        sys.exit(f"There is no benchmark “{unknown[0]}”: there is {', '.join(MODULES)}.")
    print(f"{'':58} {'ours':>12} {'beside':>12} {'':8} {'ratio':>10}")
    missed = 0
    for name in asked:
        start = time.perf_counter()
        for row in import_module(f"benchmarks.{name}").rows():
            missed += not row.holds
            print(say(row), flush=True)
        print(f"  ({name}: {time.perf_counter() - start:.0f} s)", file=sys.stderr)
    if missed:
        sys.exit(f"{missed} limits are missed.")


main()
