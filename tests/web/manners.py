"""Checks of every page that a test fetches."""

import re
from html.parser import HTMLParser

LABELLED = {"input", "select", "textarea"}
UNLABELLED_TYPES = {"hidden", "submit", "button"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}

RANDOM = re.compile(
    r'(?<=name="csrf_token" type="hidden" value=")[\w.-]+|(?<=<input type="hidden" name="key" value=")[\w-]+'
)
WELL_MANNERED: set[int] = set()
# A sentence that another ends, or that has no words: "Sora +5. ."
STRAY_DOT = re.compile(r"(?<!\.)[.?!:;,]\s*\.(?![.\w])|\s\.(?=\s|$)")


class Page(HTMLParser):
    """The parts of a page that are checked."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[tuple[str, dict[str, str | None]]] = []
        self.ids: list[str] = []
        self.labelled_ids: set[str] = set()
        self.fields: list[tuple[str, dict[str, str | None], bool]] = []
        self.forms: list[tuple[dict[str, str | None], set[str]]] = []
        self.anchors: list[str] = []
        self.inline: list[str] = []
        self.headings: list[str] = []
        self.texts: dict[str, str] = {}
        self.words = ""
        self.labels: list[str] = []
        self.faults: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.labels.append(values.get("aria-label") or "")
        if values.get("id"):
            self.ids.append(str(values["id"]))
        if tag == "label" and values.get("for"):
            self.labelled_ids.add(str(values["for"]))
        if tag in LABELLED and values.get("type") not in UNLABELLED_TYPES:
            in_label = any(name == "label" for name, _ in self.open)
            self.fields.append((tag, values, in_label or bool(values.get("aria-label"))))
        if tag == "form":
            self.forms.append((values, set()))
        if self.forms and any(name == "form" for name, _ in self.open) and values.get("name"):
            self.forms[-1][1].add(str(values["name"]))
        if tag == "a" and (values.get("href") or "").startswith("#"):
            self.anchors.append(str(values["href"])[1:])
        if tag == "style" or "style" in values:
            self.inline.append(f"style in <{tag}>")
        if tag == "script" and not values.get("src"):
            self.inline.append("script without a file")
        self.inline += [f"{name} in <{tag}>" for name in values if name.startswith("on")]
        if tag in {"h1", "h2", "h3"}:
            self.headings.append(tag)
        if tag not in VOID:
            self.open.append((tag, values))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1][0] != tag:
            self.faults.append(f"</{tag}> closes {self.open[-1][0] if self.open else 'nothing'}")
            return
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.words += data
        for tag, _ in self.open:
            if tag in {"title", "h1"}:
                self.texts[tag] = self.texts.get(tag, "") + data


def check_manners(text: str, *, is_part: bool = False) -> None:
    """Assert that a page has one h1, a title, labels, unique ids, form tokens, and nothing inline.

    A part of a page, which a script puts in its place, has no h1 and no title. A page that differs from one
    with good manners by its hidden random values only has good manners too.
    """
    without_random = hash(RANDOM.sub("", text))
    if without_random in WELL_MANNERED:
        return
    page = Page(text)
    faults = [*page.faults, *page.inline, *(f"<{tag}> is never closed" for tag, _ in page.open)]
    if page.headings.count("h1") != (not is_part):
        faults.append(f"{page.headings.count('h1')} h1")
    if page.headings[:1] != ["h1"] and "h1" in page.headings and "h3" in page.headings[:1]:
        faults.append("a h3 stands before the h1")
    if not is_part:
        faults += [f"empty {tag}" for tag in ("title", "h1") if not page.texts.get(tag, "").strip()]
    faults += sorted({f"id {name} comes twice" for name in page.ids if page.ids.count(name) > 1})
    faults += [
        f"no label for {tag} {values.get('name') or values.get('id')}"
        for tag, values, labelled in page.fields
        if not labelled and values.get("id") not in page.labelled_ids
    ]
    faults += [
        f"no token in the form to {values.get('action')}"
        for values, names in page.forms
        if (values.get("method") or "get").lower() == "post" and "csrf_token" not in names
    ]
    faults += [f"#{name} leads nowhere" for name in page.anchors if name not in page.ids]
    faults += [
        f"a stray dot: {words[max(0, dot.start() - 30) : dot.end()]}"
        for words in (page.words, *page.labels)
        for dot in STRAY_DOT.finditer(words)
    ]
    assert not faults, "; ".join(faults)
    WELL_MANNERED.add(without_random)
