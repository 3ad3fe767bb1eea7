"""Formulas in rule data: a small closed grammar, read by Python's own parser and nothing more run.

A formula is a whole number made of numbers, names, `+ - * //`, comparisons in `x if a < b else y`, `min`,
`max`, `double(x)` (2 to the power of x, of 0 to 16), `sum(name)` over all sides, `others(name)` over the
other sides and `most_others(name)`, the highest among these. `//` rounds down and divides by a number or by
`sides`, never by what may be 0.

    >>> formula = parse_formula("max(0, card_points - floor)", ("card_points", "floor"))
    >>> formula.names, formula.document
    (('card_points', 'floor'), ['max', 0, ['-', 'card_points', 'floor']])
    >>> formula.evaluate({"card_points": 125, "floor": 120})
    5
    >>> parse_formula("card_points ** 2", ("card_points",))
    Traceback (most recent call last):
    companion.errors.NotUnderstood: “card_points ** 2” is not a formula: “card_points ** 2” is not allowed.

The phone gets `document` and evaluates it (static/js/entry/formula.js).
"""

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import CodeType

from companion.errors import NotUnderstood, Where, say_nearest

Document = int | str | list["Document"]
_SIGNS: dict[type, str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//",
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip
_DIVISOR = re.compile("sides|[1-9][0-9]*")
_OVER_SIDES = re.compile(r"\b(sum|others|most_others)\((\w+)\)")


def double(times: int) -> int:
    """1 doubled so often, at most 16 times: a phone's sums are exact up to 2 ** 53 only."""
    return 1 << min(16, max(0, times))


# All that the code of a formula may call.
_CALLED = {"__builtins__": {}, "min": min, "max": max, "zip": zip, "double": double}


@dataclass(frozen=True, slots=True)
class Formula:
    """A checked formula."""

    names: tuple[str, ...]
    """Those that it uses of one side."""
    over_sides: tuple[tuple[str, str], ...]
    """What it uses of all sides, each as function and name: `others(paid)`."""
    code: CodeType
    """Gives the values of all sides; `others(paid)` is `others_paid` in it."""
    document: Document
    """As the phone has it."""

    def evaluate(self, known: Mapping[str, int]) -> int:
        """Its value for one side; it looks at no other."""
        return self.evaluate_all({name: [value] for name, value in known.items()})[0]

    def evaluate_all(self, known: Mapping[str, Sequence[int]]) -> list[int]:
        """Its value for each side, from those of its names and of what it uses over sides."""
        values: list[int] = eval(self.code, _CALLED, known)  # noqa: S307
        return values


def look_over_sides(over: str, values: Sequence[int], place: int) -> int:
    """What all sides, or those beside the one at `place`, have of a figure."""
    if over == "sum":
        return sum(values)
    others = [*values[:place], *values[place + 1 :]]
    return max(others) if over == "most_others" else sum(others)


@cache
def parse_formula(text: str, known: tuple[str, ...], where: Where = ()) -> Formula:
    """The formula that a text holds; raises `NotUnderstood` for what is outside the grammar."""
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise NotUnderstood(f"“{text}” is not a formula.", where) from error
    reader = _FormulaReader(text, known, where)
    document = reader.visit(tree)
    # All sides at once: a call for each side makes scoring a round of four three times slower.
    used = [*reader.names, *map("_".join, reader.over_sides)] or ["sides"]
    each = _OVER_SIDES.sub(r"\1_\2", ast.unparse(tree))
    code = compile(f"[{each} for {', '.join(used)}, in zip({', '.join(used)})]", "formula", "eval")
    return Formula(tuple(reader.names), tuple(reader.over_sides), code, document)


class _FormulaReader:
    def __init__(self, text: str, known: tuple[str, ...], where: Where) -> None:
        self.text = text
        self.known = known
        self.where = where
        self.names: dict[str, None] = {}
        self.over_sides: dict[tuple[str, str], None] = {}

    def fail(self, why: str) -> NotUnderstood:
        return NotUnderstood(f"“{self.text}” is not a formula: {why}.", self.where)

    def visit(self, node: ast.expr) -> Document:
        """A part of the formula as the phone reads it."""
        match node:
            case ast.Constant(value=int(number)) if type(number) is int:
                return number
            case ast.Name(id=name):
                self.names[self.check(name)] = None
                return name
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return ["-", 0, self.visit(operand)]
            case ast.BinOp(op=ast.FloorDiv(), right=right) if not _DIVISOR.fullmatch(ast.unparse(right)):
                raise self.fail("it may divide by a number or by “sides” only")
            case (
                ast.BinOp(left=left, op=sign, right=right)
                | ast.Compare(left=left, ops=[sign], comparators=[right])
            ) if type(sign) in _SIGNS:
                return [_SIGNS[type(sign)], self.visit(left), self.visit(right)]
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return ["if", self.visit(test), self.visit(body), self.visit(orelse)]
            case ast.Call(func=ast.Name(id="min" | "max" as name), args=[_, _, *_], keywords=[]):
                return [name, *map(self.visit, node.args)]
            case ast.Call(func=ast.Name(id="double"), args=[times], keywords=[]):
                return ["double", self.visit(times)]
            case ast.Call(args=[ast.Name(id=name)]) if found := _OVER_SIDES.fullmatch(ast.unparse(node)):
                self.over_sides[found[1], self.check(name)] = None
                return [found[1], name]
        raise self.fail(f"“{ast.unparse(node)}” is not allowed")

    def check(self, name: str) -> str:
        if name not in self.known:
            raise self.fail(f"there is no “{name}”{say_nearest(name, self.known)}")
        return name
