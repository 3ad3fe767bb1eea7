"""The HTML and CSS of an order, as a job for the press."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import jinja2
from markupsafe import Markup, escape

from companion.printing.booklet_pages import describe_booklet
from companion.printing.deck_guide import describe_deck_guide
from companion.printing.evening_set import describe_evening_set
from companion.printing.fonts import PRINTABLES, find_unset, keep_set
from companion.printing.game_record import describe_record
from companion.printing.house_rules import describe_house_rules
from companion.printing.job import Job
from companion.printing.ledger import describe_ledger
from companion.printing.orders import Date, Order
from companion.printing.papers import make_page_style, split_page
from companion.printing.player_card import describe_player_card
from companion.printing.rule_sheet import describe_rule_sheet
from companion.printing.score_pad import describe_pad
from companion.printing.words import number
from companion.reference import list_newest_rule_sets, mark_languages, name_fully
from companion.rules.text.names import is_right_to_left, say_for

# Between the players of a team; a name of so few letters fits one line of a column, and a word in Hangul.
_TEAM, _SHORT_NAME = " & ", 12
_HANGUL = re.compile("[가-힣]{2,5}")
_NAME_LINE = Markup('<span class="name-line"></span>')


_INDENT = re.compile(r">\s*\n\s*<")
# The renderer gives a space at the edge of a paragraph room in its line.
_EDGE = re.compile(r"(<(?:p|h[1-3]|th|li|figcaption)\b[^>]*>)\s+|\s+(?=</(?:p|h[1-3]|th|li|figcaption)>)")
# A text between tags, but for the title of a page, and for names that no line breaks: they stay one text.
_TEXT = re.compile("(?<!<title)>[^<\u00a0]+(?=<)")
_QUOTED = re.compile(r'"([^"]*)"')
_NAMES_WITH_HYPHEN = re.compile(
    "|".join(re.escape(each.game) for each in list_newest_rule_sets() if "-" in each.game)
)


def curl_quotes(value: Any) -> Any:
    """A text with typographic quotes and apostrophes, as the templates have them."""
    if type(value) is not str:
        return value
    return _QUOTED.sub("“\\1”", value).replace("'", "’")


def keep_names(text: str) -> Markup:
    """The text with names such as Kwa-Dō protected from line breaks at the hyphen."""
    safe = str(escape(curl_quotes(text)))
    return Markup(_NAMES_WITH_HYPHEN.sub(r'<span class="whole">\g<0></span>', safe))  # noqa: S704


def lower_first(text: str) -> str:
    """The text for use inside a sentence."""
    return text[:1].lower() + text[1:]


def draw_qr(address: str) -> Markup:
    """A QR code as SVG, titled with its address."""
    # Imported late: it takes 0.5 MB, and most processes draw no code.
    import segno

    code = segno.make(address, error="m")
    return Markup(  # noqa: S704
        code.svg_inline(scale=1, border=0, omitsize=True, title=address, svgclass="qr", lineclass=None)
    )


def isolate(name: str) -> Markup:
    """The name as our fonts can set it; for each player whose name they lack, a line to write it on.

    A right-to-left one is isolated from the words around it. In a team, no line breaks inside a short name.
    """
    parts = [keep_set(part) for part in name.split(_TEAM)]
    if len(parts) > 1:
        parts = [part.replace(" ", "\u00a0") if len(part) <= _SHORT_NAME else part for part in parts]
    written = str(escape(_TEAM).join(part or _NAME_LINE for part in parts))
    written = _HANGUL.sub(r'<span class="whole">\g<0></span>', written)
    return Markup(f"<bdi>{written}</bdi>" if is_right_to_left(name) else written)  # noqa: S704


@cache
def _get_templates() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(PRINTABLES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        finalize=curl_quotes,
    )
    environment.filters.update(
        number=number,
        keep_names=keep_names,
        qr=draw_qr,
        lower_first=lower_first,
        isolate=isolate,
        name_fully=name_fully,
        say_for=say_for,
    )
    return environment


def describe_table_tent(order: Order) -> dict[str, Any]:
    """The whole page; the template has all that stands on it."""
    return {"style": make_page_style(split_page(order.paper, 1, is_wide=False), is_full=True)}


DESCRIBE: dict[str, Callable[[Order], dict[str, Any]]] = {
    "evening-set": describe_evening_set,
    "score-pad": describe_pad,
    "player-card": describe_player_card,
    "rule-sheet": describe_rule_sheet,
    "deck-guide": describe_deck_guide,
    "house-rules": describe_house_rules,
    "booklet": describe_booklet,
    "ledger": describe_ledger,
    "game-record": describe_record,
    "table-tent": describe_table_tent,
}


def make_html(template: str, **described: Any) -> str:
    """The HTML of a template in `printables/`."""
    # White space costs the renderer as much time as words.
    return _EDGE.sub(r"\1", _INDENT.sub("><", _get_templates().get_template(template).render(**described)))


def _replace_names(order: Order, html: str) -> str:
    """The page with what our fonts have of names, where sentences say them, or with letters."""
    for letter, name in zip("ABCDEFG", order.sides, strict=False):
        if find_unset(name):
            parts = [keep_set(part) for part in name.split(_TEAM)]
            said = escape(_TEAM.join(parts) if all(parts) else letter)
            for written in (name, curl_quotes(name)):
                html = html.replace(str(escape(written)), said)
    return html


def compose(order: Order) -> Job:
    """The job of an order."""
    sheet_id = order.sheet.id
    if find_unset(order.date):
        order = replace(order, date=Date(""))
    described = DESCRIBE[sheet_id](order)
    html = make_html(
        f"{sheet_id}/sheet.html",
        order=order,
        # What this game calls its yaku.
        bonuses=order.rule_set.get_method(order.options.method).settlement.yaku_words,
        **described,
    )
    return Job(
        html=_TEXT.sub(lambda found: mark_languages(Markup(found[0])), _replace_names(order, html)),  # noqa: S704
        style=described["style"],
        sheets=("common/page.css", *described.get("sheets", ()), f"{sheet_id}/style.css"),
        fold_mm=described.get("fold_mm"),
        tighter=described.get("tighter", ()),
        page_limit=described.get("page_limit"),
        taller=described.get("taller", ()),
        grid=described.get("page_grid", (1, 1)),
        fronts=described.get("fronts_a_sheet", 1),
        zoom=order.zoom,
        parts=tuple(
            replace(compose(part), fills_leaves=fills) for part, fills in described.get("orders", ())
        ),
    )
