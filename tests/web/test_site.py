"""The reference as files: every link leads to one, and it works from a folder of any host."""

import posixpath
import re
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner
from playwright.sync_api import Page, expect

from companion.cli.site import site as command
from companion.errors import CompanionError
from companion.printing import Printed
from companion.reference import list_newest_rule_sets, load_searcher
from companion.rules import RULE_SET_IDS
from companion.web import site as module
from tests.printing.conftest import THOROUGH
from tests.web.manners import check_manners

# What stands in the folder: anything else was linked, but is no part of the site.
PARTS = {
    *("cards", "count", "glossary", "learn", "print", "rules", "rulings", "search", "sources", "static"),
    *("index.html", "style.css", "headings.woff2", "names.woff2"),
    *("count.js", "learn.js", "site_search.js", "pagefind"),
}


class Links(HTMLParser):
    """The ids of a page, and all that it leads to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.ids.add(values.get("id") or "")
        names = ("href", "src", "action", "formaction")
        self.links += [str(values[name]) for name in names if name in values]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A host with the site in a folder. Sheets are set in the thorough run only; else they are empty."""
    folder = tmp_path_factory.mktemp("host")
    with pytest.MonkeyPatch.context() as patch:
        if not THOROUGH:
            patch.setattr(module.Press, "set", lambda self, job: Printed(b"%PDF-", 1))
        count = module.write_site(folder / "deep" / "site")
    files = [file for file in folder.rglob("*") if file.is_file()]
    assert len(files) == count
    assert sum(file.stat().st_size for file in files) <= 25_000_000
    return folder


@pytest.fixture
def served(host: Path) -> Iterator[str]:
    """The address of the site on its host."""
    handler = type("Quiet", (SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(host))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/deep/site"
        server.shutdown()
        thread.join()


def test_every_link_of_every_file_leads_to_a_file_and_to_a_place_in_it(host: Path) -> None:
    folder = host / "deep" / "site"
    pages = {file.relative_to(folder).as_posix(): file.read_text("utf-8") for file in folder.rglob("*.html")}
    read = {name: Links(text) for name, text in pages.items()}
    faults = []
    for name, page in read.items():
        check_manners(pages[name])
        for link in page.links:
            address = urlsplit(link)
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), address.path))
            target = target if address.path else name
            if address.scheme == "https":
                continue
            if link.startswith("/") or not (folder / target).is_file():
                faults.append(f"{name}: {link}")
            elif target in read and address.fragment and address.fragment not in read[target].ids:
                faults.append(f"{name}: {link} has no such place")
    assert faults == []
    assert {each.name for each in folder.iterdir()} == PARTS
    for face in re.findall(r'url\("?([^")?]+)', (folder / "style.css").read_text()):
        assert (folder / face).is_file()


def test_what_is_found_leads_to_a_file_and_to_a_place_in_it(host: Path) -> None:
    folder = host / "deep" / "site"
    with module.make_app(str(host / "instance")).test_request_context():
        shown = [module.show_entry(entry) for kin in load_searcher().kin for entry in kin]
    addresses = {each["address"] for each in shown}
    ids = {name: Links((folder / name).read_text("utf-8")).ids for name in map(cut, addresses) if name}
    assert [each for each in addresses if each and each.partition("#")[2] not in {"", *ids[cut(each)]}] == []
    hidden = {each["title"] for each in shown if not each["address"]}
    assert hidden == {"Print: house rules", "Print: booklet", "Print: ledger"}


def cut(address: str) -> str:
    return address.partition("#")[0]


def test_a_question_is_answered_as_one_types_and_on_the_page_of_the_search(page: Page, served: str) -> None:
    page.goto(f"{served}/rulings/index.html")
    page.locator("#q").press_sequentially("how many cards does each get")
    first = page.locator("[data-hits] li").first
    expect(first).to_contain_text("Two players: 10 each")
    expect(page.get_by_role("status")).to_have_text(re.compile(r"\d+ answers"))
    page.get_by_role("button", name="Search", exact=True).click()
    page.wait_for_url("**/deep/site/search/index.html?q=how+many*")
    expect(first).to_contain_text("Two players: 10 each")
    page.get_by_role("button", name="Koi-Koi").click()
    page.wait_for_url("**/deep/site/search/koikoi-modern/index.html?q=how+many*")
    expect(first).to_contain_text("ruling, Koi-Koi: ")
    first.get_by_role("link").click()
    page.wait_for_url("**/deep/site/r*/**")


# Of what people ask none is the title of an answer; names are those of the rule sets and of the deck.
FOUND = {
    "same dealer all evening or does it rotate": "dea",
    "the dog ate the moon card": "A card is lost",
    "柳": "Willow",
    "pdf": "Print",
    "?!": "Nothing found for “?!”.",
}


@pytest.mark.parametrize(("question", "said"), FOUND.items())
def test_the_phone_finds_what_people_ask_and_every_name(
    page: Page, served: str, question: str, said: str
) -> None:
    page.goto(f"{served}/index.html")
    page.locator("#q").fill(question)
    expect(page.locator("[data-hits] li, [role=status]").filter(has_text=said).first).to_be_attached()
    page.locator("#q").fill("")
    expect(page.get_by_role("status")).to_have_text("")
    expect(page.locator("[data-hits] li")).to_have_count(0)


def test_without_pagefind_a_sentence_says_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    with pytest.raises(CompanionError, match=r"pip install 'kwado-companion\[site\]'"):
        module.write_site(tmp_path / "site")
    assert list(tmp_path.iterdir()) == []


def test_without_scripts_a_sentence_leads_to_the_contents(host: Path) -> None:
    folder = host / "deep" / "site"
    for name in ("index.html", "search/index.html", "search/sakura/index.html", "rules/index.html"):
        text = (folder / name).read_text("utf-8")
        [said] = re.findall(r"<noscript>(.*?)</noscript>", text, re.DOTALL)
        assert "The search needs scripts" in said
        titles = [read_title(folder / posixpath.dirname(name) / link) for link in Links(said).links]
        assert titles == ["Rules", "Rulings", "The 48 cards", "Words"]


def read_title(file: Path) -> str:
    return file.read_text("utf-8").partition("<title>")[2].partition(" ·")[0]


def test_it_has_the_rules_of_every_game_and_its_sheets_on_both_papers(host: Path) -> None:
    folder = host / "deep" / "site"
    assert {each.parent.name for each in folder.glob("rules/*/index.html")} == {*RULE_SET_IDS, "compare"}
    for game in list_newest_rule_sets():
        for paper in ("a4", "letter"):
            [path] = folder.glob(f"print/{game.id}/2/{paper}/score-pad.pdf")
            assert path.read_bytes().startswith(b"%PDF-")
            assert not game.has_cards or (folder / f"print/{game.id}/{paper}/rule-sheet.pdf").is_file()


def test_a_pile_is_counted_without_a_server_and_the_game_is_changed_with_it(page: Page, served: str) -> None:
    page.goto(f"{served}/index.html")
    page.get_by_role("link", name="Count a pile").click()
    for name in ("Crane on pine", "Curtain under cherry", "Moon over susuki"):
        page.get_by_label(name, exact=True).check(force=True)
    total = page.locator(".count__sum")
    expect(total).to_contain_text("60 points")
    page.get_by_text("By the rules of").click()
    page.get_by_role("button", name="Koi-Koi by Hu").click()
    page.wait_for_url("**/deep/site/count/koikoi-hu/index.html?card=pine-crane&card=cherry-curtain*")
    expect(total).to_contain_text("Three brights")
    page.get_by_role("link", name="Three brights: ").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Three brights")


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(CompanionError, match=r"not empty, and holds no site"):
        CliRunner().invoke(command, [str(tmp_path)], catch_exceptions=False, standalone_mode=False)
    with pytest.raises(CompanionError, match="cannot be written: File exists"):
        CliRunner().invoke(command, [str(tmp_path / "mine.txt")], catch_exceptions=False)
    assert [each.name for each in tmp_path.iterdir()] == ["mine.txt"]


def test_an_earlier_site_stays_until_the_new_one_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = {
        "/": ["/print", "/site_search.js"],
        "/site_search.js": [],
        "/print": ["/print/score-pad.pdf?rules=sakura"],
    }
    content = b"old"

    def print_sheets(folder: Path, addresses: list[str]) -> None:
        # Nothing of the new one is in place while sheets are printed.
        assert {file.read_bytes() for file in list_files(tmp_path)} <= {b"old", b"mine"}
        if content == b"cut short":
            raise KeyboardInterrupt
        for address in addresses:
            module.write(folder, address, content)

    monkeypatch.setattr(module, "fetch", lambda client, address: (content, links[address]))

    def write_search(folder: Path) -> None:
        module.write(folder, "/pagefind/pagefind.js", content)

    monkeypatch.setattr(module, "print_sheets", print_sheets)
    monkeypatch.setattr(module, "write_search", write_search)
    assert module.write_site(tmp_path) == 5
    (tmp_path / "CNAME").write_bytes(b"mine")
    # What a run left that was killed.
    left = tmp_path / f"{module.UNFINISHED}killed"
    left.mkdir()
    (left / "index.html").write_bytes(b"killed")
    content = b"cut short"
    with pytest.raises(KeyboardInterrupt):
        module.write_site(tmp_path)
    assert [file.read_bytes() for file in list_files(tmp_path)].count(b"old") == 5
    assert list(tmp_path.glob(".*")) == []
    content = b"new"
    assert module.write_site(tmp_path) == 5
    assert sorted(file.read_bytes() for file in list_files(tmp_path)) == [b"mine", *[b"new"] * 5]


def list_files(folder: Path) -> list[Path]:
    """The files that a host would serve."""
    files = [file for file in folder.rglob("*") if file.is_file()]
    return [file for file in files if module.UNFINISHED not in str(file)]
