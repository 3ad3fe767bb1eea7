"""Breaks single places of the program and counts how many the tests notice: `python -m tools.mutations DATA`.

DATA is a coverage file that knows which test ran which line (`dynamic_context = test_function`). With one
seed the same places are broken each time: a comparison turned round, a boundary moved, a number off by one, a
call left out. Each is tried with the tests that ran its line, or those of its folder where it runs at import,
for two minutes at most. By hand only: it writes into `companion/`, and puts back what was there.
"""

import ast
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from coverage import CoverageData

REPO = Path(__file__).resolve().parent.parent
SEED, COUNT, SECONDS, MOST_TESTS = 1959, 60, 120, 400
# What each operator is broken into.
TURNED = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip


class Mutation(NamedTuple):
    """A place in a file by its offsets in bytes, and what stands there instead."""

    path: Path
    line: int
    start: int
    end: int
    text: str


def list_mutations(path: Path) -> Iterator[Mutation]:
    """Everything in a file that can be broken."""
    source = path.read_bytes()
    begins = [0]
    for line in source.splitlines(keepends=True):
        begins.append(begins[-1] + len(line))

    def mutate(node: ast.expr | ast.stmt, text: str, after: ast.expr | None = None) -> Mutation:
        start = begins[node.lineno - 1] + node.col_offset
        end = begins[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        if after is not None:
            start = begins[(after.end_lineno or 0) - 1] + (after.end_col_offset or 0)
            end = begins[node.lineno - 1] + node.col_offset
        return Mutation(path, node.lineno, start, end, text)

    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare) and type(node.ops[0]) in TURNED:
            yield mutate(node.comparators[0], f" {TURNED[type(node.ops[0])]} ", node.left)
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield mutate(node, str(node.value + 1))
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            yield mutate(node, "pass")


def find_tests(data: CoverageData, mutation: Mutation) -> list[str]:
    """The tests that ran the line, as pytest names them."""
    contexts = data.contexts_by_lineno(str(mutation.path)).get(mutation.line, [])
    found = []
    # Hypothesis has a function named like a test; asked for one that is not there, pytest runs nothing.
    for context in sorted(each for each in contexts if each.startswith("tests.")):
        module, _, function = context.rpartition(".")
        found.append(f"{module.replace('.', '/')}.py::{function}")
    if not found:
        folder = f"tests/{mutation.path.relative_to(REPO).parts[1]}"
        return [folder] if (REPO / folder).is_dir() else ["tests/web"]
    return random.Random(SEED).sample(found, min(len(found), MOST_TESTS))


def is_noticed(mutation: Mutation, tests: list[str]) -> bool:
    """Whether a test fails, or none can run, while the place is broken."""
    kept = mutation.path.read_bytes()
    mutation.path.write_bytes(kept[: mutation.start] + mutation.text.encode() + kept[mutation.end :])
    names = Path("/dev/shm/kwado-mutation-tests")
    names.write_text("\n".join(tests))
    words = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", f"@{names}"]
    try:
        done = subprocess.run(words, cwd=REPO, capture_output=True, timeout=SECONDS, check=False)
        # 1: a test failed; 2: the program could not be imported.
        return done.returncode in (1, 2)
    except subprocess.TimeoutExpired:
        return False
    finally:
        mutation.path.write_bytes(kept)


def main(file: str) -> None:
    data = CoverageData(file)
    data.read()
    places = [each for path in sorted(REPO.glob("companion/**/*.py")) for each in list_mutations(path)]
    chosen = random.Random(SEED).sample(places, COUNT)
    noticed = 0
    for mutation in chosen:
        tests = find_tests(data, mutation)
        is_caught = is_noticed(mutation, tests)
        noticed += is_caught
        place = f"{mutation.path.relative_to(REPO)}:{mutation.line}"
        print(
            f"{'caught' if is_caught else 'MISSED':7} {place:60} {mutation.text.strip():8} {len(tests)}",
            flush=True,
        )
    print(f"{noticed} of {COUNT} caught")


if __name__ == "__main__":
    main(sys.argv[1])
