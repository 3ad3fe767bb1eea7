"""Terms of the game that explain themselves at a tap: `templates/macros/terms.html` draws one.

The filter `explained` finds the terms of a text. Only the first mention of a term on a page becomes a button;
nothing inside a link, a heading or another button does. A term that English took from players has beside it
what they write, and all that is in Korean or Japanese letters is marked as such.
"""

import re
from typing import cast

from flask import Flask, current_app, g
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from companion.reference import Word, find_terms, get_word, mark_languages

TAG = re.compile(r"(</?[a-z][^>]*>)")
# What stands in these is pressed or heads a part of the page: no button belongs there.
CLOSED = ("a", "button", "label", "h1", "h2", "h3", "code", "svg")


@pass_context
def explained(_: Context, text: str) -> Markup:
    """The text with the first mention of each term on this page as a button; plain text is escaped.

    It takes the context so that Jinja does not work out a fixed text once for all pages.
    """
    parts = TAG.split(str(escape(text)))
    inside: list[str] = []
    for place, part in enumerate(parts):
        if place % 2:
            name = part.strip("</>").partition(" ")[0]
            if name in CLOSED and part.startswith("</"):
                inside.remove(name)
            elif name in CLOSED:
                inside.append(name)
        elif part.strip():
            parts[place] = mark_languages(Markup(part)) if inside else _explain(Markup(part))  # noqa: S704
    return Markup("".join(parts))  # noqa: S704


def _explain(text: Markup) -> str:
    done, written = 0, []
    for start, end, word in find_terms(text):
        if word.id in _get_explained():
            continue
        # A full stop stays on the line of its word.
        mark = text[end : end + 1] if text[end : end + 1] in ".,;:!?)" else ""
        # The letters of its language stand beside it, unless they follow already.
        beside = "" if word.native in ("", *re.findall(r"\w+", text[end:])) else f" {word.native}"
        button = _draw(word, mark_languages(text[start:end] + beside))
        written += [
            mark_languages(text[done:start]),
            f'<span class="nowrap">{button}{mark}</span>' if mark else button,
        ]
        done = end + len(mark)
    return "".join((*written, mark_languages(text[done:])))


def _draw(word: Word, words: Markup) -> str:
    macro = current_app.jinja_env.get_template("macros/terms.html").module.term  # type: ignore[attr-defined]
    return str(macro(word.id, words))


def _get_explained() -> dict[str, int]:
    """How often each term was explained on this page."""
    return cast(dict[str, int], g.setdefault("explained", {}))


def number_term(word_id: str) -> str:
    """The id of the next explanation of a term on this page: a term may be explained at several places."""
    counts = _get_explained()
    counts[word_id] = counts.get(word_id, 0) + 1
    return f"term-{word_id}-{counts[word_id]}"


def init_app(app: Flask) -> None:
    app.jinja_env.globals.update(get_word=get_word, number_term=number_term)
    app.jinja_env.filters.update(explained=explained, in_letters=mark_languages)
