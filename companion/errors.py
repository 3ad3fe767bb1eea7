"""Errors as sentences for people.

Each names the thing, what was expected and, for an unknown id, the nearest known one. Lower layers raise;
pages, the API and the command line translate (a form error, status 422, exit status 2).
"""

import difflib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Self, TypeVar

Known = TypeVar("Known")
Where = tuple[str | int, ...]
# Nobody reads more, and each costs a look for the nearest word.
FAULT_LIMIT = 20
# No word that we know is longer.
_WORD_LIMIT = 40


class CompanionError(ValueError):
    """One fault, as a sentence; `where` is the path of keys to the faulty thing in what was given."""

    def __init__(self, message: str, where: Where = ()) -> None:
        super().__init__(message)
        self.message = message
        self.where = where

    @property
    def faults(self) -> tuple["CompanionError", ...]:
        """The single faults, in the order in which they were found."""
        return (self,)

    def at(self, *where: str | int) -> Self:
        """The same fault, of something that stands at this path."""
        for fault in self.faults:
            fault.where = (*where, *fault.where)
        return self


class NotUnderstood(CompanionError):
    """It cannot be read: an unknown word, a number that is not one."""


class NotPossible(CompanionError):
    """It cannot be on a table: a card held twice, more brights than the deck has."""


class NotAllowedHere(CompanionError):
    """This rule set, this game or this link does not allow it."""


class Faults(CompanionError):
    """Several faults of one thing."""

    def __init__(self, faults: Iterable[CompanionError]) -> None:
        self._faults = tuple(single for fault in faults for single in fault.faults)
        super().__init__(" ".join(fault.message for fault in self._faults))

    @property
    def faults(self) -> tuple[CompanionError, ...]:
        return self._faults


class FaultList(list[CompanionError]):
    """The faults of one thing, as they are found. Raises them all at the twentieth."""

    def append(self, fault: CompanionError) -> None:
        self.extend((fault,))

    def extend(self, faults: Iterable[CompanionError]) -> None:
        super().extend(faults)
        if len(self) >= FAULT_LIMIT:
            last = NotUnderstood(f"These are the first {FAULT_LIMIT}; there may be more.")
            raise Faults([*self[:FAULT_LIMIT], last])

    def __iadd__(self, faults: Iterable[CompanionError]) -> Self:  # type: ignore[override, misc]
        self.extend(faults)
        return self


def raise_all(faults: list[CompanionError]) -> None:
    """Raises a single fault as it is, several as `Faults`, and nothing when there are none."""
    if len(faults) == 1:
        raise faults[0]
    if faults:
        raise Faults(faults)


def say_path(where: Where) -> str:
    """A path as a sentence has it, counted from 1: "changes 4 entry"."""
    return " ".join(str(key + 1 if isinstance(key, int) else key) for key in where)


@contextmanager
def saying_paths(*name: str) -> Iterator[None]:
    """Lets each fault say where it is, for somebody who sees only a file: “changes 4: “at_ms” is missing.”

    A key that the sentence quotes is not said again. The `name` of the file may come first. What such a file
    holds is not understood, whatever kind of fault it has.
    """
    try:
        yield
    except CompanionError as error:
        faults: list[CompanionError] = []
        for fault in error.faults:
            is_quoted = f"“{say_path(fault.where[-1:])}”" in fault.message
            path = say_path((*name, *(fault.where[:-1] if is_quoted else fault.where)))
            faults.append(NotUnderstood(f"{path}: {fault.message}" if path else fault.message, fault.where))
        raise_all(faults)


def get_known(
    known: Mapping[str, Known], word: str, missing: str, where: Where = (), listed: Iterable[str] = ()
) -> Known:
    """What has this id. Raises `NotUnderstood`: `missing` (“There is no card”), the id, the nearest one.

    The sentence also names all that are `listed`.
    """
    if word not in known:
        there = f": there is {', '.join(listed)}" if listed else ""
        raise NotUnderstood(f"{missing} “{word[:80]}”{there}{say_nearest(word, known)}.", where)
    return known[word]


def say_nearest(word: str, known: Iterable[str]) -> str:
    """The end of a sentence: "; the nearest is x", or an empty text."""
    near = difflib.get_close_matches(word[:_WORD_LIMIT], list(known), n=1, cutoff=0.5)
    return f"; the nearest is {near[0]}" if near else ""
