"""Filters that write numbers, names and cards in templates."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import Flask

from companion.cards import CardSet, get_suit, get_suit_cards
from companion.rules import (
    Figure,
    agree,
    and_list,
    say_month,
    say_number,
    say_range,
    write_number,
    write_tenths,
)
from companion.rules.names import LETTER_LIMIT, is_right_to_left
from companion.rules.records import LABELS
from companion.web.badges import get_badges


def isolate(name: str) -> str:
    """The name for use in a sentence. Right-to-left names get marks so that they do not reorder their
    neighbours.
    """
    return f"\u2068{name}\u2069" if is_right_to_left(name) else name


def signed(value: int) -> str:
    """A change with its sign, none for 0."""
    return f"+{write_number(value)}" if value > 0 else write_number(value)


def plural(count: int, one: str, several: str | None = None) -> str:
    """A count with its noun: "1 round", "3 rounds"."""
    return f"{write_number(count)} {one if count == 1 else several or one + 's'}"


def counted(count: int, figure: Figure | None) -> str:
    """What decides a game, in words: points as a number, else so many of a figure ("3 victories")."""
    return write_number(count) if figure is None else f"{write_number(count)} {figure.get_noun(count)}"


def ago(moment: datetime) -> str:
    """How long ago, as words."""
    minutes = int((datetime.now(UTC) - moment).total_seconds() // 60)
    if minutes < 2:
        return "just now"
    if minutes < 60:
        return f"{minutes} minutes ago"
    if minutes < 48 * 60:
        return f"{plural(minutes // 60, 'hour')} ago"
    return f"{moment.day} {moment:%B %Y}"


def cards_of(suit_id: str) -> CardSet:
    return get_suit_cards(get_suit(suit_id))


def breakable(words: str) -> str:
    """The words with a place to break the only one that is longer than a card is wide on a narrow phone.

    Not every browser brings a dictionary to hyphenate by.
    """
    return words.replace("hrysanthemum", "hrysan\u00adthemum")


def init_app(app: Flask) -> None:
    app.jinja_env.globals.update(
        say_month=say_month,
        say_number=say_number,
        say_range=say_range,
        name_limit=LETTER_LIMIT,
        labels=LABELS,
    )
    app.jinja_env.filters.update(
        number=write_number,
        tenths=write_tenths,
        signed=signed,
        plural=plural,
        counted=counted,
        agree=agree,
        and_list=and_list,
        ago=ago,
        badges=get_badges,
        cards_of=cards_of,
        breakable=breakable,
    )
