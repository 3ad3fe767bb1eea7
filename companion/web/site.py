"""The reference as files for any host: rules, rulings, cards, lessons, a search, Count a pile and ready PDFs.

The pages are those of the app with `SITE` set, where they leave out what needs a server. They are fetched
from the start page along their links, so that each link leads to a file, and every address becomes relative.
A ruling in the words of a game (`/rulings/tie?game=sakura`) lies in a folder of its own. The phone searches
by itself, in Pagefind's index of all that the search of the app can find.
"""

import json
import posixpath
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import parse_qsl, urljoin, urlsplit

from flask import Flask, get_template_attribute, render_template, request
from flask.testing import FlaskClient
from lxml import html

from companion.errors import NotPossible
from companion.printing import (
    LARGE_PAPERS,
    Press,
    Sheet,
    compose,
    find_fonts_folder,
    list_sheets,
    parse_order,
)
from companion.reference import SearchEntry, list_newest_rule_sets, load_searcher
from companion.rules import RULE_SET_IDS, RuleSet, get_rule_set
from companion.web.app import create_app

# In the order in which a table needs them, and how many play at the usual tables.
SHEETS = ("evening-set", "rule-sheet", "player-card", "score-pad", "deck-guide")
USUAL_SIDES = (2, 3, 4)
# Evening sets take four seconds each.
PRESSES = 2
# Where a site lies until it is whole.
UNFINISHED = ".unfinished-"
# The folder of the search, which Pagefind writes.
PAGEFIND = "pagefind"
# An address in a style sheet.
CSS_ADDRESS = re.compile(r'url\("?([^")]+)')


def write_site(folder: Path) -> int:
    """Writes the site into a new or empty folder, or over an earlier one; returns how many files it has.

    Everything is written aside first, and then moved: what is linked before what links to it.
    """
    if not all(map(find_spec, ("pagefind", "pagefind_bin"))):
        raise NotPossible("The site is an extra: install it with “pip install 'kwado-companion[site]'”.")
    folder.mkdir(parents=True, exist_ok=True)
    # Hidden files are no part of a site: what a run left that was killed, or the folder of Git.
    if not (folder / "site_search.js").exists() and any(folder.glob("[!.]*")):
        raise NotPossible(f"{folder} is not empty, and holds no site that could be replaced.")
    for left in folder.glob(f"{UNFINISHED}*"):
        shutil.rmtree(left)
    found, sheets = ["/"], list[str]()
    known = {*found}
    with TemporaryDirectory(prefix=UNFINISHED, dir=folder) as scratch:
        aside = Path(scratch) / "site"
        app = make_app(f"{scratch}/instance")
        for address in found:
            content, links = fetch(app.test_client(), address)
            write(aside, address, content)
            new = [each for each in dict.fromkeys(links) if each not in known]
            known.update(new)
            sheets += (each for each in new if ".pdf?" in each)
            found += (each for each in new if ".pdf?" not in each)
        with ThreadPoolExecutor(PRESSES) as pool:
            list(pool.map(partial(print_sheets, aside), [sheets[n::PRESSES] for n in range(PRESSES)]))
        with app.test_request_context():
            write_search(aside)
        # Its files have another name each time.
        shutil.rmtree(folder / PAGEFIND, ignore_errors=True)
        (aside / PAGEFIND).replace(folder / PAGEFIND)
        for file in map(find_file, [*sheets, *reversed(found)]):
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (aside / file).replace(folder / file)
    return len(known) + sum(file.is_file() for file in (folder / PAGEFIND).rglob("*"))


def print_sheets(folder: Path, addresses: list[str]) -> None:
    """Writes the PDFs of these addresses."""
    with closing(Press(find_fonts_folder())) as press:
        for address in addresses:
            parts = urlsplit(address)
            order = parse_order(Path(parts.path).stem, dict(parse_qsl(parts.query)))
            write(folder, address, press.set(compose(order)).content)


def write(folder: Path, address: str, content: bytes) -> None:
    """Writes the file of an address."""
    file = folder / find_file(address)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def make_app(instance: str) -> Flask:
    """The app of the site, which keeps nothing and knows no visitor."""
    app = create_app(
        {"SITE": True, "INSTANCE_PATH": instance, "ADDRESS": "", "LOG": "none", "RATELIMIT_ENABLED": False}
    )
    app.view_functions |= {"home.home": start, "printing.print_sheets": show_sheets}
    return app


def write_search(folder: Path) -> None:
    """Writes the search: Pagefind makes its index of a page for each thing that can be found."""
    with TemporaryDirectory() as records:
        for number, kin in enumerate(load_searcher().kin):
            shown = [show_entry(entry) for entry in kin]
            if shown[0]["address"]:
                page = render_template("site_record.html", kin=kin, shown=json.dumps(shown))
                Path(records, f"{number}.html").write_text(page, encoding="utf-8")
        subprocess.run(  # noqa: S603
            [sys.executable, "-m", "pagefind", "--site", records, "--output-path", str(folder / PAGEFIND)],
            check=True,
            stdout=subprocess.DEVNULL,
        )


def show_entry(entry: SearchEntry) -> dict[str, object]:
    """What is shown of an entry, with where its page lies in the folder: nowhere if it is not here."""
    path, mark, place = entry.address.partition("#")
    parts = urlsplit(path)
    if parts.path == "/print/preview":
        path = "/print" if dict(parse_qsl(parts.query))["sheet"] in SHEETS else ""
    return {
        "address": path and find_file(path) + mark + place,
        "title": entry.title,
        "summary": entry.summary,
        "kind": get_template_attribute("macros/reference.html", "hit_kind")(entry).unescape(),
        "games": entry.rule_sets,
    }


def start() -> str:
    return render_template("site.html", games=list_newest_rule_sets())


def show_sheets() -> str:
    """The PDFs of all games, or those of the game in the address."""
    asked = request.args.get("rules")
    games = [get_rule_set(asked)] if asked in RULE_SET_IDS else list_newest_rule_sets()
    return render_template(
        "site_sheets.html", games=[(game, list_ready(game)) for game in games], papers=LARGE_PAPERS
    )


def list_ready(rules: RuleSet) -> list[tuple[Sheet, list[int | None]]]:
    """The sheets of a game, each with the numbers of sides that it is there for; None where it fits all."""
    known = {sheet.id: sheet for sheet in list_sheets(rules)}
    counts: list[int | None] = [count for count in USUAL_SIDES if count in rules.side_counts]
    ready = (known[each] for each in SHEETS if each in known)
    return [(sheet, counts if "sides" in sheet.takes else [None]) for sheet in ready]


def fetch(client: FlaskClient, address: str) -> tuple[bytes, list[str]]:
    """The file of an address, and the addresses to which it leads."""
    response = client.get(address)
    if response.status_code != 200:
        raise NotPossible(f"{address} cannot be written: it answered {response.status}.")
    if response.mimetype == "text/html":
        return rewrite(response.text, address)
    links = CSS_ADDRESS.findall(response.text) if response.mimetype == "text/css" else []
    return response.data, [urljoin(address, each) for each in links]


def rewrite(page: str, address: str) -> tuple[bytes, list[str]]:
    """The page with relative addresses, and the addresses that it had, without places on a page."""
    links = []

    def make_relative(link: str) -> str:
        path, mark, place = link.partition("#")
        if not path.startswith("/"):
            return link
        links.append(path)
        return posixpath.relpath(find_file(path), posixpath.dirname(find_file(address))) + mark + place

    document = html.document_fromstring(page)
    document.rewrite_links(make_relative, resolve_base_href=False)
    return html.tostring(document, doctype="<!doctype html>", encoding="utf-8"), links


def find_file(address: str) -> str:
    """Where the page or file of an address lies in the folder; of a file the version is not in its name."""
    parts = urlsplit(address)
    folder, _, name = parts.path.strip("/").rpartition("/")
    if "." not in name:
        folder, name = f"{folder}/{name}", "index.html"
    values = [value for key, value in parse_qsl(parts.query) if key != "v"]
    return posixpath.join(folder.strip("/"), *values, name)
