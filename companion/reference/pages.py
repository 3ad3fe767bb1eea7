"""The rules of a game as a page: sections of text, with places for tables and pictures.

The text is Markdown with figures in braces (`figures`), links to rulings, and sentences “Not in the rules: …”
with links to what is not there, which become a list of what to do meanwhile. A line `@deal` is a place where
the page puts a table or example.

    >>> page = load_page("kwado-1985")
    >>> [block.kind for section in page if section.id == "deal" for block in section.blocks][:3]
    ['text', 'silent', 'deal']

That all links and places exist, `tests/reference/test_pages.py` sees to.

Sources: kwado.md, min-hwatu.md, sakura.md, hana-awase.md, koi-koi.md; the figures come from the rule sets.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from threading import Lock

from markupsafe import Markup

from companion.reference.content_file import read_content
from companion.reference.figures import fill
from companion.rules import RuleSet, get_rule_set

_SECTION = re.compile(r"^## ([a-z0-9-]+) \| (.+)$", re.M)
_SILENT = re.compile(r"\[([^\]]+)\]\(silent:([a-z0-9-]+)\)")
_NOT_THERE = re.compile(rf"\s*Not in the rules: ({_SILENT.pattern}(, {_SILENT.pattern})*)\.")
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
    """A section; `silent` are the rulings about what the rules do not say there."""

    id: str
    title: str
    blocks: tuple[Block, ...]
    silent: tuple[str, ...]


def parse_page(text: str, rule_set_id: str, played: RuleSet | None = None) -> tuple[Section, ...]:
    """The sections of a text that say something of a rule set, also as a table plays it."""
    _, *parts = _SECTION.split(re.sub(r"<!--.*?-->", "", text, flags=re.S))
    heads_and_texts = zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    sections = (_read_section(*each, rule_set_id, played) for each in heads_and_texts)
    return tuple(section for section in sections if section.blocks)


def _read_section(
    section_id: str, title: str, text: str, rule_set_id: str, played: RuleSet | None
) -> Section:
    blocks: list[Block] = []
    silent: list[str] = []
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        only = _ONLY.match(paragraph)
        if only and rule_set_id not in only[1].split():
            continue
        words = _ONLY.sub("", paragraph)
        if words.startswith("@"):
            kind, _, word = words[1:].strip().partition(" ")
            blocks.append(Block(kind, word))
            continue
        silent += [ruling_id for _, ruling_id in _SILENT.findall(words)]
        if said := _NOT_THERE.sub("", words).strip():
            blocks.append(Block("text", markdown=fill(said, rule_set_id, played)))
        if not_there := "".join(found[0] for found in _NOT_THERE.finditer(words)):
            blocks.append(Block("silent", silent=tuple(_SILENT.findall(not_there))))
    return Section(section_id, title, tuple(blocks), tuple(silent))


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


@lru_cache(maxsize=64)
def load_page(rule_set_id: str, played: RuleSet | None = None) -> tuple[Section, ...]:
    """The rules of a rule set, from the text that its `page` names, also as a table plays them."""
    return parse_page(read_content(f"{get_rule_set(rule_set_id).page}.md"), rule_set_id, played)
