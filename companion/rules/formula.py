"""Formulas in rule data: a small closed grammar, read by Python's own parser and nothing more run.

A formula is a whole number made of numbers, names, `+ - * //`, comparisons in `x if a < b else y`, `min`,
`max`, `sum(name)` over all sides, `others(name)` over the other sides and `most_others(name)`, the highest
among these. `//` rounds down and divides by a number or by `sides`, never by what may be 0.

    >>> formula = parse_formula("max(0, card_points - floor)", ("card_points", "floor"))
    >>> formula.names, formula.document
    (('card_points', 'floor'), ['max', 0, ['-', 'card_points', 'floor']])
    >>> parse_formula("card_points ** 2", ("card_points",))
    Traceback (most recent call last):
    companion.errors.NotUnderstood: “card_points ** 2” is not a formula: “card_points ** 2” is not allowed.

The phone gets `document` and evaluates it (static/js/entry/scoring.js).
"""

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import CodeType

from companion.errors import NotUnderstood, say_nearest

LENGTH_LIMIT = 200
NUMBER_LIMIT = 1_000_000
Document = int | str | list["Document"]
_OPERATORS: dict[type, str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//"}
_COMPARISONS: dict[type, str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip
_OVER_SIDES = ("sum", "others", "most_others")


@dataclass(frozen=True, slots=True)
class Formula:
    """A checked formula: `names` it uses for one side, `totals` and `highest` over sides, `code` in Python.

    In `code` the total of a figure is called `sum_<name>`, the highest of all sides `most_<name>`, and the
    next to it, which is the same where two sides share it, `second_<name>`.
    """

    names: tuple[str, ...]
    totals: tuple[str, ...]
    highest: tuple[str, ...]
    code: str
    document: Document

    def evaluate(self, known: Mapping[str, int]) -> int:
        """Its value from those of its names; it looks at one side only."""
        value: int = eval(_compile(self.code), {"__builtins__": {}}, dict(known))  # noqa: S307
        return value

    @property
    def over_sides(self) -> tuple[str, ...]:
        """The names that it uses over sides."""
        return (*self.totals, *self.highest)


def parse_formula(text: str, known: Iterable[str]) -> Formula:
    """The formula that a text holds; raises `NotUnderstood` for what is outside the grammar."""
    if len(text) > LENGTH_LIMIT:
        raise NotUnderstood(f"A formula has at most {LENGTH_LIMIT} characters, not {len(text)}.")
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise NotUnderstood(f"“{text}” is not a formula.") from error
    return _Reader(text, tuple(known)).read(tree)


@cache
def _compile(code: str) -> CodeType:
    return compile(code, "formula", "eval")


class _Reader:
    def __init__(self, text: str, known: tuple[str, ...]) -> None:
        self.text = text
        self.known = known
        self.names: dict[str, None] = {}
        self.totals: dict[str, None] = {}
        self.highest: dict[str, None] = {}
        self.choices = 0

    def read(self, tree: ast.expr) -> Formula:
        code, document = self.visit(tree)
        return Formula(tuple(self.names), tuple(self.totals), tuple(self.highest), code, document)

    def fail(self, why: str) -> NotUnderstood:
        return NotUnderstood(f"“{self.text}” is not a formula: {why}.")

    def visit(self, node: ast.expr) -> tuple[str, Document]:
        """A part of the formula as Python code and as the phone reads it."""
        match node:
            case ast.Constant(value=int(number)) if type(number) is int and number <= NUMBER_LIMIT:
                return str(number), number
            case ast.Name(id=name):
                self.names[self.check(name)] = None
                return name, name
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                code, document = self.visit(operand)
                return f"(-{code})", ["-", 0, document]
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
                if isinstance(op, ast.FloorDiv) and not self.is_divisor(right):
                    raise self.fail("it may divide by a number or by “sides” only")
                return self.join(_OPERATORS[type(op)], left, right)
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARISONS:
                return self.join(_COMPARISONS[type(op)], left, right)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                parts = [self.visit(part) for part in (test, body, orelse)]
                (asked, _), (then, _), (other, _) = parts
                return f"({then} if {asked} else {other})", ["if", *(document for _, document in parts)]
            case ast.Call(func=ast.Name(id="min" | "max" as name), args=[first, *others], keywords=[]) if (
                others
            ):
                code, document = self.visit(first)
                documents = [document]
                for part in node.args[1:]:
                    other, document = self.visit(part)
                    code = self.choose(name, code, other)
                    documents.append(document)
                return code, [name, *documents]
            case ast.Call(func=ast.Name(id=over), args=[ast.Name(id=name)], keywords=[]) if (
                over in _OVER_SIDES
            ):
                return self.look_over_sides(over, self.check(name)), [over, name]
        raise self.fail(f"“{ast.unparse(node)}” is not allowed")

    def look_over_sides(self, over: str, name: str) -> str:
        """What all sides or the others have of a figure, as Python code."""
        if over != "sum":
            self.names[name] = None
        if over == "most_others":
            self.highest[name] = None
            return f"(second_{name} if {name} == most_{name} else most_{name})"
        self.totals[name] = None
        return f"sum_{name}" if over == "sum" else f"(sum_{name} - {name})"

    def choose(self, name: str, first: str, second: str) -> str:
        """The lesser or greater of two; a call would make scoring a round a tenth slower."""
        self.choices += 1
        one, two = f"a{self.choices}_", f"b{self.choices}_"
        return f"({one} if ({one} := {first}) {'<' if name == 'min' else '>'} ({two} := {second}) else {two})"

    def join(self, sign: str, left: ast.expr, right: ast.expr) -> tuple[str, Document]:
        (first, one), (second, other) = self.visit(left), self.visit(right)
        return f"({first} {sign} {second})", [sign, one, other]

    def is_divisor(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Constant):
            return type(node.value) is int and node.value > 0
        return isinstance(node, ast.Name) and node.id == "sides"

    def check(self, name: str) -> str:
        if name not in self.known:
            raise self.fail(f"there is no “{name}”{say_nearest(name, self.known)}")
        return name
