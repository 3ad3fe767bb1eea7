"""The print page and the sheets as PDFs, blank and with names."""

import re
import threading
from base64 import b64decode
from html import unescape
from io import BytesIO

import pypdfium2
import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, expect

from companion.errors import CompanionError
from companion.printing import SHEETS, CannotPrint, Press, PressIsBusy
from companion.printing.job import Job
from companion.rules import get_rule_set
from companion.web import print as printing_views
from tests.printing.conftest import fonts_folder, press
from tests.rules.tables import CARD_GAMES
from tests.web.phone import open_phone
from tests.web.table import Table, by_points

__all__ = ["fonts_folder", "press"]


@pytest.fixture(autouse=True)
def one_press_for_all(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, press: Press) -> None:
    """Print with one warm press, but for the test that is about the press of an app."""
    if "fifty" not in request.node.name:
        monkeypatch.setattr(printing_views, "get_press", lambda: press)


def read_text(pdf: bytes) -> str:
    document = pypdfium2.PdfDocument(pdf)
    text = "".join(page.get_textpage().get_text_range() for page in document)
    document.close()
    return text


def test_the_print_page_shows_a_picture_of_each_sheet(client: FlaskClient) -> None:
    page = unescape(client.get("/print").text)
    shown = [sheet for sheet in SHEETS if not sheet.needs_game]
    assert page.count('miniature__picture"><svg') == len(shown)
    # The evening set first, each made by one press.
    made = re.findall(r'name="make" value="([^"]*)"', page)
    assert made[:3] == ["evening-set", "score-pad", "player-card"]
    assert {*made} == {*(sheet.id for sheet in shown), "month-strip"}
    assert all(sheet.words in page for sheet in shown)
    assert "choose “100 %” or “Actual size”" in page


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch, press: Press) -> list[Job]:
    """What is to be printed; no sheet is set."""
    asked: list[Job] = []

    def note(job: Job, visitor: str) -> None:
        asked.append(job)
        raise PressIsBusy

    monkeypatch.setattr(press, "set", note)
    return asked


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("column-pad", "score-pad.pdf?"),
        ("yaku-card", "player-card.pdf?"),
        ("newcomer-card", "player-card.pdf?"),
        ("declarations", "player-card.pdf?"),
        ("month-strip", "deck-guide.pdf?strip=yes"),
    ],
)
def test_old_addresses_give_the_new_sheet(client: FlaskClient, jobs: list[Job], old: str, new: str) -> None:
    assert client.get(f"/print/{old}.pdf").status_code == 503
    client.get(f"/print/{new}")
    assert jobs[-2] == jobs[-1]
    page = client.get(f"/print?sheet={old}")
    assert page.status_code == 200
    assert ('<details class="sheet" open>' in page.text) == (old == "month-strip")
    # So does its button.
    for _ in range(2):
        answer = client.get(f"/print?make={old}&rules=kwado-1985&paper=a4")
        assert client.get(answer.location).status_code == 503
    client.get(f"/print/{new}")
    assert jobs[-2] == jobs[-1]


COUNT = """() => [...document.querySelectorAll(
  "main :is(input:not([type=hidden]), select, textarea, button, summary, a.button)"
)].filter(one => one.matches("summary") || !one.closest("details")).length"""


def test_the_page_is_short_on_a_phone_and_shows_another_game_at_once(
    browser: Browser, live_server: str
) -> None:
    context = open_phone(browser)
    page = context.new_page()
    page.goto(f"{live_server}/print")
    evening = page.locator(".miniature--large")
    for rules in map(get_rule_set, CARD_GAMES):
        page.get_by_label("Game", exact=True).select_option(rules.id)
        expect(evening).to_contain_text(f"{rules.name} · 2 players")
        expect(page.locator("[name=sides]")).to_have_count(int(len(rules.sides) > 1))
        assert page.evaluate(COUNT) <= 15
        assert page.evaluate("document.documentElement.scrollHeight") <= 1600
    page.get_by_label("Game", exact=True).select_option("sakura")
    page.get_by_label("Players", exact=True).select_option("6-3")
    expect(evening).to_contain_text("Sakura · 6 players, 3 teams")
    context.close()


def test_another_game_drops_the_choices_of_the_one_before(client: FlaskClient) -> None:
    chosen = {"rules": "min-hwatu", "method": "B", "target": "500", "name": "Ann\nBen", "sides": "2"}
    same = unescape(client.get("/print", query_string=chosen | {"fields-of": "min-hwatu"}).text)
    assert 'value="500"' in same
    page = unescape(client.get("/print", query_string=chosen | {"fields-of": "kwado-1985"}).text)
    assert 'value="500"' not in page
    assert ">Ann Ben</textarea>" in page
    assert '<option value="7">7 players</option>' in page
    assert "What a yaku brings" in page
    assert "How a round is scored" not in page
    assert "Gaji, the wild card" not in page
    fields = {
        "make": "rule-sheet",
        "fields-of": "kwado-1985",
        "rules": "koikoi-hu",
        "sides": "5",
        "gaji": "kwado",
    }
    answer = client.get("/print", query_string=fields)
    assert answer.location == "/print/rule-sheet.pdf?rules=koikoi-hu&paper=a4"


def test_names_say_how_many_play_but_for_teams(client: FlaskClient) -> None:
    names = {"make": "house-rules", "name": "Ann\n Ben \n\nCem\r\nDee"}
    four = "name=Ann&name=Ben&name=Cem&name=Dee"
    for sides, sent in (("2", "4"), ("4", "4"), ("4-2", "4-2")):
        answer = client.get("/print", query_string=names | {"sides": sides})
        assert answer.location == f"/print/house-rules.pdf?rules=kwado-1985&sides={sent}&paper=a4&{four}"
    wrong = client.get("/print", query_string=names | {"sides": "6-3"})
    assert "4 players form 2 or 4 sides in Kwa-Dō (1985), not 3." in wrong.text


def test_choosing_a_sheet_leads_to_its_pdf(client: FlaskClient) -> None:
    fields = {"make": "score-pad", "paper": "a5", "ink_saving": "yes", "rounds": ""}
    answer = client.get("/print", query_string={**fields, "name": "Ann\n\nBen"})
    assert answer.status_code == 303
    assert answer.location == (
        "/print/score-pad.pdf?rules=kwado-1985&sides=2&paper=a5&ink_saving=yes&name=Ann&name=Ben"
    )
    pdf = client.get(answer.location)
    assert pdf.mimetype == "application/pdf"
    assert "Ben" in read_text(pdf.data)


def test_the_chosen_sheet_is_seen_first_with_its_pages(client: FlaskClient) -> None:
    words = {"sheet": "score-pad", "paper": "a4", "sides": "4", "rounds": "40"}
    page = client.get("/print/preview", query_string=words).text
    assert re.search(r"Score pad, A4: \d pages\.", page)
    assert 'value="40"' in page
    picture = b64decode(re.findall(r'src="data:image/png;base64,([^"]+)"', page)[0])
    shown = Image.open(BytesIO(picture)).convert("RGB")
    pdf = pypdfium2.PdfDocument(
        client.get(
            "/print/score-pad.pdf", query_string={key: word for key, word in words.items() if key != "sheet"}
        ).data
    )
    printed = pdf[0].render(scale=2).to_pil().convert("RGB").resize(shown.size)
    pdf.close()
    assert shown.width == 640
    difference = ImageChops.difference(shown.convert("L"), printed.convert("L"))
    # Few colours, and another way of making it small: a shade everywhere. Another pad differs by 7.
    assert ImageStat.Stat(difference).mean[0] < 3
    assert len(picture) < 105 * 1024
    assert "data:image" not in client.get("/print/preview?sheet=score-pad&rounds=99").text


def test_a_pdf_carries_a_tag_of_its_content(client: FlaskClient) -> None:
    first = client.get("/print/rule-sheet.pdf?yaku=month")
    again = client.get("/print/rule-sheet.pdf?yaku=month", headers={"If-None-Match": first.headers["ETag"]})
    other = client.get("/print/rule-sheet.pdf?yaku=month&ink_saving=yes")
    assert (first.status_code, again.status_code) == (200, 304)
    assert first.data == client.get("/print/rule-sheet.pdf?yaku=month").data
    assert other.headers["ETag"] != first.headers["ETag"]


@pytest.mark.parametrize(
    ("address", "status", "said"),
    [
        ("/print/pad.pdf", 404, "There is no sheet “pad”"),
        ("/print/score-pad.pdf?paper=a3", 422, "There is no paper “a3”"),
        ("/print/score-pad.pdf?sides=99", 422, "a whole number from 2 to 6"),
        ("/print/score-pad.pdf?colour=green", 422, "has no option “colour”"),
        ("/print/game-record.pdf", 422, "needs a game"),
        ("/print?make=score-pad&rounds=1e9", 422, "“rounds” is a whole number"),
        ("/print?make=nothing", 422, "There is no sheet “nothing”"),
        ("/print?make=score-pad&name=Ann&name=Ann", 422, "Two players are called Ann."),
        ("/print?rules=nothing", 200, "Print"),
    ],
)
def test_what_cannot_be_printed_is_said_on_a_page(
    client: FlaskClient, address: str, status: int, said: str
) -> None:
    answer = client.get(address)
    assert answer.status_code == status
    assert said in unescape(answer.text)


def test_a_refused_form_comes_back_with_what_was_typed(client: FlaskClient) -> None:
    page = client.get("/print?make=score-pad&name=Ann&name=Ann&date=today&ink_saving=yes").text
    assert ">Ann Ann</textarea>" in page
    assert 'value="today"' in page
    assert re.search(r'name="ink_saving" value="yes" checked', page)


def test_every_fault_stands_at_its_field_and_in_the_list(client: FlaskClient) -> None:
    wrong = {"name": "Ann\nAnn", "rounds": "0", "deck": "french", "gaji": "sometimes", "method": "Z"}
    page = unescape(client.get("/print", query_string=wrong | {"make": "score-pad"}).text)
    said = dict(re.findall(r'id="([a-z]+)-fault">([^<]+)', page))
    assert {*said} == {*wrong}
    for name, message in said.items():
        assert f"<li>{message}</li>" in page
        assert re.search(rf'name="{name}"[^>]* aria-describedby="[^"]*{name}-fault"', page)


def test_a_pad_of_min_hwatu_is_ordered_on_the_page(client: FlaskClient) -> None:
    names = ["Ann", "Ben", "Cem", "Dee", "Eve", "Fay", "Gil"]
    # The fields of Kwa-Dō that the page still shows are left as they were.
    fields = {
        "make": "score-pad",
        "rules": "min-hwatu",
        "method": "",
        "gaji": "",
        "rounds": "6",
    }
    answer = client.get("/print", query_string={**fields, "name": names})
    assert answer.status_code == 303
    text = read_text(client.get(answer.location).data)
    assert "6 rounds" in text
    assert "Received" in text
    assert "홍단" in text
    assert all(name in text for name in names)


@pytest.mark.parametrize(
    ("error", "status", "wait"),
    [
        (PressIsBusy(), 503, "5"),
        (CannotPrint("Printing needs packages: libpangoft2-1.0-0.", retry_after=3600), 503, "3600"),
        (CannotPrint("This sheet is too much to set in one go."), 422, None),
    ],
    ids=["busy", "without pango", "too much"],
)
def test_a_sheet_that_cannot_be_set_says_why_and_when_to_come_again(
    client: FlaskClient,
    monkeypatch: pytest.MonkeyPatch,
    press: Press,
    error: CompanionError,
    status: int,
    wait: str | None,
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(press, "set", fail)
    answer = client.get("/print/score-pad.pdf")
    assert (answer.status_code, answer.headers.get("Retry-After")) == (status, wait)
    assert error.message in answer.text
    assert client.get("/print").status_code == 200


def test_fifty_sheets_at_once_do_not_keep_anyone_from_scoring(app: Flask, table: Table) -> None:
    game = table.start("Ann", "Ben")
    statuses: list[int] = []

    def ask(number: int) -> None:
        statuses.append(app.test_client().get(f"/print/player-card.pdf?yaku=none&v{number}=").status_code)
        statuses.append(app.test_client().get("/print/score-pad.pdf?paper=a5").status_code)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(25)]
    for thread in threads:
        thread.start()
    table.record(game, by_points(125, 115))
    for thread in threads:
        thread.join()
    assert len(statuses) == 50
    assert set(statuses) <= {200, 422, 503}
    assert 200 in statuses
    assert 503 in statuses
    assert table.totals(game) == [5, 0]


def test_a_name_that_cannot_be_printed_is_announced_before_it_is_a_line(client: FlaskClient) -> None:
    fields = {"make": "score-pad", "name": "Ann\nสมชาย"}
    asked = client.get("/print", query_string=fields)
    assert asked.status_code == 200
    assert "Our fonts cannot print สมชาย. The sheet has a line to write on instead." in asked.text
    assert 'name="lines" value="yes"' in asked.text
    assert client.get("/print", query_string=fields | {"lines": "yes"}).status_code == 303
    # A sheet without names says nothing of them.
    assert client.get("/print", query_string=fields | {"make": "rule-sheet"}).status_code == 303
    assert "Our fonts" not in client.get("/print", query_string=fields | {"name": "Ann\nBen"}).text


def test_paper_is_named_and_no_choice_of_it_leads_nowhere(client: FlaskClient) -> None:
    page = client.get("/print").text
    choices = page[page.index('name="paper"') : page.index("</select>", page.index('name="paper"'))]
    assert re.findall("<option[^>]*>([^<]+)", choices) == ["A4", "Letter", "A5, else A4"]
    for sheet in (sheet for sheet in SHEETS if not sheet.needs_game):
        for paper in ("", "a4", "letter", "a5", "a6"):
            client.delete_cookie("kwado-paper")
            answer = client.get("/print", query_string={"make": sheet.id, "paper": paper})
            printed = paper if paper in sheet.papers else "a4"
            assert f"&paper={printed}" in answer.location


@pytest.mark.parametrize(
    ("languages", "paper"), [("en-US,en;q=0.9", "letter"), ("es-MX", "letter"), ("en-GB", "a4"), ("", "a4")]
)
def test_the_paper_that_is_chosen_first_is_that_of_the_country(
    client: FlaskClient, languages: str, paper: str
) -> None:
    page = client.get("/print", headers={"Accept-Language": languages}).text
    assert f'<option value="{paper}" selected>' in page
    kept = client.get("/print?paper=a5", headers={"Accept-Language": languages}).text
    assert '<option value="a5" selected>' in kept


def test_game_players_and_paper_are_asked_first_and_the_paper_is_remembered(client: FlaskClient) -> None:
    page = client.get("/print").text
    assert page.index('name="rules"') < page.index('name="sides"') < page.index('name="paper"')
    assert page.index('name="paper"') < page.index('value="evening-set"') < page.index("<details")
    assert '<option value="a4" selected>' in page
    client.get("/print?make=score-pad&paper=letter")
    assert '<option value="letter" selected>' in client.get("/print").text
    # A small sheet is cut from the same paper.
    client.get("/print?make=player-card&paper=a5")
    assert '<option value="letter" selected>' in client.get("/print").text
    assert client.get("/print?make=booklet&paper=a5").location == (
        "/print/booklet.pdf?rules=kwado-1985&paper=letter"
    )
