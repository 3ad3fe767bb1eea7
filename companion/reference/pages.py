"""The rules of a game as a page: sections of text, with places for tables made from the rule set.

The text is Markdown with figures in braces (`figures`), links to rulings, and sentences “Not in the rules: …”
with links to what is not there, which become a list of what to do meanwhile. A line `@deal` is a place where
the page puts a table or example.

    >>> page = load_page("kwado-1985")
    >>> [block.kind for section in page if section.id == "deal" for block in section.blocks][:3]
    ['text', 'deal', 'text']

Sources: kwado.md; the figures come from the rule sets.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from threading import Lock

from markupsafe import Markup

from companion.errors import NotUnderstood, say_nearest
from companion.reference.content_file import has_content, read_content
from companion.reference.figures import fill
from companion.reference.rulings import load_rulings
from companion.rules import RULE_SET_IDS, get_rule_set

PLACES = ("values", "sides", "deal", "fixed", "example", "yaku", "presets", "option")
_SECTION = re.compile(r"^## (?P<id>[a-z0-9-]+) \| (?P<title>.+)$", re.M)
_LINK = re.compile(r"\]\((?P<kind>ruling|silent):(?P<id>[a-z0-9-]+)\)")
_NOT_THERE = re.compile(
    r"\s*Not in the rules: (?P<links>\[[^\]]+\]\(silent:[a-z0-9-]+\)(?:, \[[^\]]+\]\(silent:[a-z0-9-]+\))*)\."
)
_SILENT = re.compile(r"\[(?P<words>[^\]]+)\]\(silent:(?P<id>[a-z0-9-]+)\)")
_ONLY = re.compile(r"^\{only ([a-z0-9 -]+)\} ")
_STEPS = re.compile(r" (?=\d\. )")


_RENDERING = Lock()


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a section: `text` in Markdown, what is `silent`, or a place and its argument.

    `silent` things have their words and the ruling that says what to do meanwhile.
    """

    kind: str
    word: str = ""
    markdown: str = ""
    silent: tuple[tuple[str, str], ...] = ()

    @property
    def html(self) -> Markup:
        return _render(self.markdown)


@dataclass(frozen=True, slots=True)
class Section:
    """A section. `rulings` are linked from its text, `silent` are marked silent."""

    id: str
    title: str
    blocks: tuple[Block, ...]
    rulings: tuple[str, ...]
    silent: tuple[str, ...]


def parse_page(text: str, rule_set_id: str, places: Collection[str] = PLACES) -> tuple[Section, ...]:
    """The sections of a text that say something of a rule set; raises for an unknown link or place."""
    text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
    heads = list(_SECTION.finditer(text))
    if not heads:
        raise NotUnderstood("A page of rules needs sections: “## id | Title”.")
    ends = [head.start() for head in heads[1:]] + [len(text)]
    sections = (
        _read_section(head["id"], head["title"], text[head.end() : end], rule_set_id, places)
        for head, end in zip(heads, ends, strict=True)
    )
    return tuple(section for section in sections if section.blocks)


def _read_section(
    section_id: str, title: str, text: str, rule_set_id: str, places: Collection[str]
) -> Section:
    blocks: list[Block] = []
    rulings: list[str] = []
    silent: list[str] = []
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        only = _ONLY.match(paragraph)
        if only and rule_set_id not in only[1].split():
            continue
        words = paragraph[only.end() :] if only else paragraph
        if words.startswith("@"):
            kind, _, word = words[1:].strip().partition(" ")
            if kind not in places:
                raise NotUnderstood(f"There is no place “@{kind}”{say_nearest(kind, places)}.")
            blocks.append(Block(kind, word))
            continue
        for link in _LINK.finditer(words):
            if link["id"] not in load_rulings():
                near = say_nearest(link["id"], load_rulings())
                raise NotUnderstood(f"Section {section_id}: there is no ruling “{link['id']}”{near}.")
            (silent if link["kind"] == "silent" else rulings).append(link["id"])
        if said := _NOT_THERE.sub("", words).strip():
            blocks.append(Block("text", markdown=fill(said, rule_set_id)))
        if not_there := tuple(
            (link["words"], link["id"])
            for sentence in _NOT_THERE.finditer(words)
            for link in _SILENT.finditer(sentence["links"])
        ):
            blocks.append(Block("silent", silent=not_there))
    return Section(section_id, title, tuple(blocks), tuple(rulings), tuple(silent))


@cache
def _render(text: str) -> Markup:
    """The HTML of a paragraph. Links to rulings stay `ruling:ID`; the page fills in the address."""
    # Imported late: only pages of rules need it, the search does not.
    from markdown_it import MarkdownIt

    # mdurl fills a table at its first use, and a second thread would read it half filled.
    with _RENDERING:
        html = MarkdownIt("commonmark", {"html": False}).render(_STEPS.sub("\n", text))
    html = re.sub(r'<a href="silent:([a-z0-9-]+)">', r'<a class="silent" href="ruling:\1">', html)
    return Markup(html)  # noqa: S704


@cache
def load_page(rule_set_id: str) -> tuple[Section, ...]:
    """The rules of a rule set; raises `NotUnderstood` if it has no page."""
    return parse_page(read_content(_name_text(rule_set_id)), rule_set_id)


def _name_text(rule_set_id: str) -> str:
    name = f"{get_rule_set(rule_set_id).page}.md"
    if not has_content(name):
        raise NotUnderstood(
            f"The rule set {rule_set_id} has no rules page: its “page” names a text of"
            f" companion/reference/content, and there is no {name}."
        )
    return name


def check_pages() -> None:
    """Raises `NotUnderstood` for a rule set without a page: the program says so at its start."""
    for rule_set_id in RULE_SET_IDS:
        _name_text(rule_set_id)
