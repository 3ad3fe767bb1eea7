"""The print page and the sheets as PDFs: blank, with names, and of a game with its rounds and a QR code."""

import re
from base64 import b64decode
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from io import BytesIO

import pypdfium2
import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, expect

from companion.child_process import Busy
from companion.errors import CompanionError
from companion.printing import SHEETS, CannotPrint, Press
from companion.printing.job import Job
from companion.rules import get_rule_set
from companion.web.paper import print as printing_views
from tests.printing.conftest import fonts_folder, press
from tests.rules.tables import CARD_GAMES
from tests.web.phone import open_phone
from tests.web.table import Table, by_points, expect_words

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


def list_made(page: str) -> list[str]:
    """The sheets that a press of the page makes, in their order."""
    return re.findall(r'name="make" value="([^"]*)"', page)


def test_the_print_page_shows_a_picture_of_each_sheet(client: FlaskClient) -> None:
    page = unescape(client.get("/print").text)
    shown = [sheet for sheet in SHEETS if not sheet.needs_game]
    assert page.count('miniature__picture"><svg') == len(shown)
    # The evening set first, each made by one press.
    made = list_made(page)
    assert made[:3] == ["evening-set", "score-pad", "player-card"]
    assert {*made} == {*(sheet.id for sheet in shown), "month-strip"}
    expect_words(page, "choose “100 %” or “Actual size”", *(sheet.words for sheet in shown))


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch, press: Press) -> list[Job]:
    """What is to be printed; no sheet is set."""
    asked: list[Job] = []

    def note(job: Job, visitor: str) -> None:
        asked.append(job)
        raise Busy("Not in a test.")

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
    for game, said, never in (
        ("min-hwatu", ['value="500"'], []),
        (
            "kwado-1985",
            [">Ann\nBen</textarea>", '<option value="7">7 players</option>', "What a yaku brings"],
            ['value="500"', "How a round is scored", "Gaji, the wild card"],
        ),
    ):
        page = unescape(client.get("/print", query_string=chosen | {"fields-of": game}).text)
        expect_words(page, *said, never=never)


HOUSE_RULES = {"make": "house-rules", "name": "Ann\n Ben \n\nCem\r\nDee"}
SEATED = "paper=a4&name=Ann&name=Ben&name=Cem&name=Dee"
ORDERS: list[tuple[dict[str, str], str]] = [
    # Names say how many play, but for teams.
    (HOUSE_RULES | {"sides": "2"}, f"house-rules.pdf?rules=kwado-1985&sides=4&{SEATED}"),
    (HOUSE_RULES | {"sides": "4"}, f"house-rules.pdf?rules=kwado-1985&sides=4&{SEATED}"),
    (HOUSE_RULES | {"sides": "4-2"}, f"house-rules.pdf?rules=kwado-1985&sides=4-2&{SEATED}"),
    (
        {"make": "score-pad", "paper": "a5", "ink_saving": "yes", "rounds": "", "name": "Ann\n\nBen"},
        "score-pad.pdf?rules=kwado-1985&sides=2&paper=a5&ink_saving=yes&name=Ann&name=Ben",
    ),
    # What another game had chosen is dropped.
    (
        {
            "make": "rule-sheet",
            "fields-of": "kwado-1985",
            "rules": "koikoi-hu",
            "sides": "5",
            "gaji": "kwado",
        },
        "rule-sheet.pdf?rules=koikoi-hu&paper=a4",
    ),
]


def test_choosing_a_sheet_leads_to_its_pdf(client: FlaskClient) -> None:
    for chosen, sheet in ORDERS:
        client.delete_cookie("kwado")
        answer = client.get("/print", query_string=chosen)
        assert (answer.status_code, answer.location) == (303, f"/print/{sheet}")


def test_the_chosen_sheet_is_seen_first_with_its_pages(client: FlaskClient) -> None:
    words = {"paper": "a4", "sides": "4", "rounds": "40"}
    page = client.get("/print/preview", query_string=words | {"sheet": "score-pad"}).text
    assert re.search(r"Score pad, A4: \d pages\..* value=\"40\"", page, re.S)
    picture = b64decode(re.findall(r'src="data:image/png;base64,([^"]+)"', page)[0])
    shown = Image.open(BytesIO(picture)).convert("L")
    with pypdfium2.PdfDocument(client.get("/print/score-pad.pdf", query_string=words).data) as pdf:
        printed = pdf[0].render(scale=2).to_pil().convert("RGB").resize(shown.size).convert("L")
    # Few colours, and another way of making it small: a shade everywhere. Another pad differs by 7.
    assert ImageStat.Stat(ImageChops.difference(shown, printed)).mean[0] < 3
    assert (shown.width, len(picture) < 107 * 1024) == (640, True)
    expect_words(client.get("/print/preview?sheet=score-pad&rounds=100").text, never=["data:image"])


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
        ("/print?make=score-pad&name=Ann&name=Ann&date=today", 422, 'value="today"'),
        ("/print?make=score-pad&name=Ann&name=Ann", 422, ">Ann\nAnn</textarea>"),
        ("/print?make=score-pad&rounds=x&ink_saving=yes", 422, 'name="ink_saving" value="yes" checked'),
        (
            "/print?make=house-rules&name=A%0AB%0AC%0AD&sides=6-3",
            422,
            "4 players form 2 or 4 sides in Kwa-Dō (1985), not 3.",
        ),
        ("/print?rules=nothing", 200, "Print"),
    ],
)
def test_what_cannot_be_printed_is_said_on_a_page_with_what_was_typed(
    client: FlaskClient, address: str, status: int, said: str
) -> None:
    answer = client.get(address)
    assert answer.status_code == status
    expect_words(unescape(answer.text), said)


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
    fields = {"make": "score-pad", "rules": "min-hwatu", "method": "", "gaji": "", "rounds": "6"}
    pdf = client.get(client.get("/print", query_string={**fields, "name": names}).location)
    assert pdf.mimetype == "application/pdf"
    expect_words(read_text(pdf.data), "6 rounds", "Received", "홍단", *names)


@pytest.mark.parametrize(
    ("error", "status", "wait"),
    [
        (Busy("The press is busy."), 503, "5"),
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
    with ThreadPoolExecutor(25) as asking:
        answers = [asking.submit(app.test_client().get, "/print/score-pad.pdf?paper=a5") for _ in range(50)]
        table.record(game, by_points(125, 115))
    statuses = {answer.result().status_code for answer in answers}
    assert statuses == {200, 503}
    assert table.totals(game) == [5, 0]


def test_a_button_counts_the_seconds_until_its_file_is_there(browser: Browser, live_server: str) -> None:
    with open_phone(browser) as context:
        page = context.new_page()
        page.clock.install()
        page.goto(f"{live_server}/print")
        # As a file that is not there yet: the page stays.
        page.route("**/print?*", lambda route: route.fulfill(status=204))
        button = page.locator('[value="score-pad"]').first
        # The second time the page has a cookie already.
        for _ in range(2):
            button.tap()
            status = page.locator("[aria-busy=true] + [role=status]")
            expect(status).to_be_empty()
            page.clock.run_for(12_000)
            expect(button).to_have_attribute("data-busy", "12 seconds")
            expect(status).to_have_text("Some seconds …")
            page.evaluate("fetch('/print/score-pad.pdf').then((answer) => answer.blob())")
            page.clock.run_for(1_000)
            expect(button).not_to_have_attribute("aria-busy", "true")
            expect(button).to_have_attribute("data-busy", "Some seconds …")


def test_a_name_that_cannot_be_printed_is_announced_before_it_is_a_line(client: FlaskClient) -> None:
    fields = {"make": "score-pad", "name": "Ann\nสมชาย"}
    announced = "Our fonts cannot print สมชาย. The sheet has a line to write on, or words for an emoji."
    # A sheet without names says nothing of them.
    for more, status, said, never in (
        ({}, 200, [announced, 'name="lines" value="yes"'], []),
        ({"lines": "yes"}, 303, [], []),
        ({"make": "rule-sheet"}, 303, [], []),
        ({"name": "Ann\nBen"}, 303, [], ["Our fonts"]),
    ):
        answer = client.get("/print", query_string=fields | more)
        assert answer.status_code == status
        expect_words(answer.text, *said, never=never)


def test_paper_is_named_and_no_choice_of_it_leads_nowhere(client: FlaskClient) -> None:
    page = client.get("/print").text
    choices = page[page.index('name="paper"') : page.index("</select>", page.index('name="paper"'))]
    assert re.findall("<option[^>]*>([^<]+)", choices) == ["A4", "Letter", "A5, else A4", "A6, else A4"]
    for sheet in (sheet for sheet in SHEETS if not sheet.needs_game):
        for paper in ("", "a4", "letter", "a5", "a6", "a3"):
            client.delete_cookie("kwado")
            answer = client.get("/print", query_string={"make": sheet.id, "paper": paper})
            printed = paper if paper in sheet.papers else "a4"
            assert f"&paper={printed}" in answer.location


@pytest.mark.parametrize(
    ("languages", "paper"), [("en-US,en;q=0.9", "letter"), ("es-MX", "letter"), ("en-GB", "a4"), ("", "a4")]
)
def test_the_paper_that_is_chosen_first_is_that_of_the_country(
    client: FlaskClient, languages: str, paper: str
) -> None:
    for address, chosen in (("/print", paper), ("/print?paper=a5", "a5")):
        page = client.get(address, headers={"Accept-Language": languages}).text
        expect_words(page, f'<option value="{chosen}" selected>')


def test_game_players_and_paper_are_asked_first_and_the_paper_is_remembered(client: FlaskClient) -> None:
    page = client.get("/print").text
    asked = ['name="rules"', 'name="sides"', 'name="paper"', 'value="evening-set"', "<details"]
    assert sorted(asked, key=page.index) == asked
    expect_words(page, '<option value="a4" selected>')
    # A small sheet is cut from the same paper.
    for made in ("score-pad&paper=letter", "player-card&paper=a5"):
        client.get(f"/print?make={made}")
        expect_words(client.get("/print").text, '<option value="letter" selected>')
    booklet = client.get("/print?make=booklet&paper=a5").location
    assert booklet == "/print/booklet.pdf?rules=kwado-1985&paper=letter"


# --- Of a game -------------------------------------------------------------------------------------


@pytest.fixture
def game(table: Table) -> str:
    game = table.start("Ann <b>", "山田太郎", "محمد علي")
    table.record(game, by_points(125, 75, 40))
    return game


def test_a_game_offers_every_sheet_and_the_record_to_those_who_look_on_as_well(
    table: Table, game: str
) -> None:
    page = table.get(f"{game}/print")
    made = list_made(page)
    assert made[:3] == ["evening-set", "score-pad", "player-card"]
    assert made[3:6] == ["game-record", "table-tent", "ledger"]
    assert {*made} == {*(sheet.id for sheet in SHEETS), "month-strip"}
    expect_words(page, never=['name="rules"', 'name="sides"'])
    expect_words(table.get(f"{table.view_link(game)}/print"), "Print this game")


def test_the_pad_of_a_game_goes_on_with_its_next_round(table: Table, game: str) -> None:
    answer = table.client.get(f"{game}/print?make=score-pad&rounds=2")
    assert answer.status_code == 303
    text = read_text(table.client.get(answer.location).data)
    expect_words(text, "Ann <b>", "山田太郎")
    assert re.search(r"After round 1: A Ann <b>\s45\s+B .+\s0\s+C .+\s0\s", text)


def test_no_sheet_tells_the_edit_link_and_each_keeps_the_rules_of_the_game(table: Table, game: str) -> None:
    token = game.rsplit("/", 1)[-1]
    for sheet in ("score-pad", "game-record", "house-rules"):
        pdf = table.client.get(f"{game}/print/{sheet}.pdf?rules=kwado-1982").data
        assert token.encode() not in pdf
        expect_words(read_text(pdf), "Kwa-Dō (1985)", never=[token])


def test_rounds_that_were_not_played_are_named(table: Table, game: str) -> None:
    said = unescape(table.get(f"{game}/print/game-record.pdf?first=5", 422))
    expect_words(said, "This game has 1 round: there is no round 5.")


def test_a_kept_sheet_never_stands_for_a_changed_a_deleted_or_another_game(table: Table, game: str) -> None:
    address = f"{game}/print/game-record.pdf"
    assert table.client.get(address).data == table.client.get(address).data
    table.record(game, by_points(125, 75, 40))
    expect_words(read_text(table.client.get(address).data), "A Ann <b> 90")
    other = table.start("Dora", "Emil", "Fritz")
    table.record(other, by_points(125, 75, 40))
    text = read_text(table.client.get(f"{other}/print/game-record.pdf").data)
    expect_words(text, "A Dora 45", never=["Ann"])
    table.post(f"{game}/delete", {"sure": "yes"})
    answer = table.client.get(address)
    assert (answer.status_code, answer.mimetype) == (410, "text/html")


def test_the_last_table_is_offered_with_its_names_in_one_tap(table: Table) -> None:
    assert "<bdi>" not in table.get("/print").partition('class="printing__first"')[0]
    table.start("Ann", "Ben", "Cem")
    page = table.get("/print")
    link = re.search(r'href="(/print\?[^"]*)">\s*For <bdi>Ann, Ben, Cem</bdi>', page)
    assert link is not None
    filled = table.get(unescape(link[1]))
    assert re.search(r">\s*Ann\s+Ben\s+Cem</textarea>", filled)
    assert "For <bdi>" not in filled


def test_large_print_is_chosen_at_first_sight_and_an_empty_record_is_not_offered(table: Table) -> None:
    first = table.get("/print").partition("<details")[0]
    assert 'name="large"' in first
    assert 'value="a5"' in first
    link = table.start("Ann", "Ben")
    made = list_made(table.get(f"{link}/print"))
    assert made[:2] == ["evening-set", "score-pad"]
    assert "game-record" not in made
