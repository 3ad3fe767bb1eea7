"""Filters that write numbers, names and cards in templates."""

from datetime import UTC, date, datetime

from flask import Flask
from markupsafe import Markup

from companion.cards import CardSet, get_suit, get_suit_cards
from companion.rules import (
    LABELS,
    LETTER_LIMIT,
    NOTE_LIMIT,
    agree,
    and_list,
    counted,
    say_month,
    say_number,
    say_range,
    say_victory,
    write_number,
    write_tenths,
)
from companion.web.badges import get_badges


def signed(value: int) -> str:
    """A change with its sign, none for 0."""
    return f"+{write_number(value)}" if value > 0 else write_number(value)


def plural(count: int, one: str, several: str | None = None) -> str:
    """A count with its noun: "1 round", "3 rounds"."""
    return f"{write_number(count)} {one if count == 1 else several or one + 's'}"


def usual_dealer(name: str) -> str:
    """The dealer that a round has where nobody chooses another, as a choice: “Ben (no change)”."""
    return f"{name} (no change)"


def say_day(day: date) -> str:
    """A day as every page and sheet writes it, and every script (static/js/phone/moments.js)."""
    return f"{day.day} {day:%B} {day.year}"


def ago(moment: datetime) -> str:
    """How long ago, as words."""
    minutes = int((datetime.now(UTC) - moment).total_seconds() // 60)
    if minutes < 2:
        return "just now"
    if minutes < 60:
        return f"{minutes} minutes ago"
    if minutes < 48 * 60:
        return f"{plural(minutes // 60, 'hour')} ago"
    return say_day(moment)


def cards_of(suit_id: str) -> CardSet:
    return get_suit_cards(get_suit(suit_id))


def breakable(words: str) -> str:
    """The words with a place to break the only one that is longer than a card is wide on a narrow phone.

    Not every browser brings a dictionary to hyphenate by.
    """
    return words.replace("hrysanthemum", "hrysan\u00adthemum")


def qr_code(text: str) -> Markup:
    """A QR code as SVG, coloured by the page's CSS."""
    # Imported late: most processes draw no code, and the library takes 0.5 MB.
    import segno

    code = segno.make(text, error="m")
    return Markup(  # noqa: S704
        code.svg_inline(svgclass="code__drawing", lineclass="code__line", omitsize=True, border=4)
    )


def init_app(app: Flask) -> None:
    app.jinja_env.globals.update(
        say_month=say_month,
        say_number=say_number,
        say_range=say_range,
        say_victory=say_victory,
        name_limit=LETTER_LIMIT,
        note_limit=NOTE_LIMIT,
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
        day=say_day,
        time="{:%H:%M}".format,
        badges=get_badges,
        cards_of=cards_of,
        breakable=breakable,
        qr_code=qr_code,
        usual_dealer=usual_dealer,
    )
