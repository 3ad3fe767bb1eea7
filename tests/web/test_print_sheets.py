"""The print page and the sheets as PDFs, blank and with names."""

from __future__ import annotations

import re
import threading
from base64 import b64decode
from html import unescape
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
import time_machine
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image, ImageChops, ImageStat

from companion.printing import SHEETS, CannotPrint, Press, PressIsBusy
from companion.web import print as printing_views
from tests.printing.conftest import fonts_folder, press
from tests.web.conftest import MakeApp, close
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
    page = client.get("/print").text
    shown = [sheet for sheet in SHEETS if not sheet.needs_game]
    assert page.count('<span class="miniature__picture"><svg') == len(shown)
    for sheet in shown:
        assert f'value="{sheet.id}"' in page
        assert sheet.words in unescape(page)


def test_choosing_a_sheet_leads_to_its_pdf(client: FlaskClient) -> None:
    fields = {"make": "pdf", "sheet": "score-pad", "paper": "a5", "ink_saving": "yes", "rounds": ""}
    answer = client.get("/print", query_string={**fields, "name": ["Ann", "", "Ben"]})
    assert answer.status_code == 303
    assert answer.location == "/print/score-pad.pdf?ink_saving=yes&paper=a5&name=Ann&name=Ben"
    pdf = client.get(answer.location)
    assert pdf.mimetype == "application/pdf"
    assert "Ben" in read_text(pdf.data)


def test_the_chosen_sheet_is_seen_first_with_its_pages(client: FlaskClient) -> None:
    words = {"sheet": "score-pad", "paper": "a4", "sides": "4", "rounds": "20"}
    page = client.get("/print/preview", query_string=words).text
    assert "Score pad, A4: 3 pages." in page
    assert 'value="20"' in page
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
    # Few colours, and another way of making it small: a shade everywhere, never a line more or less.
    assert ImageStat.Stat(difference).mean[0] < 2
    assert len(picture) < 100 * 1024
    assert "Yaku card, Letter: 1 page." in client.get("/print/preview?sheet=yaku-card&paper=letter").text
    assert "usually fills 2 of them" in client.get("/print/preview?sheet=score-pad&sides=4&paper=a4").text
    assert "data:image" not in client.get("/print/preview?sheet=score-pad&rounds=99").text


def test_a_pdf_carries_a_tag_of_its_content(client: FlaskClient) -> None:
    first = client.get("/print/yaku-card.pdf?yaku=month")
    again = client.get("/print/yaku-card.pdf?yaku=month", headers={"If-None-Match": first.headers["ETag"]})
    other = client.get("/print/yaku-card.pdf?yaku=month&ink_saving=yes")
    assert (first.status_code, again.status_code) == (200, 304)
    assert first.data == client.get("/print/yaku-card.pdf?yaku=month").data
    assert other.headers["ETag"] != first.headers["ETag"]


@pytest.mark.parametrize(
    ("address", "status", "said"),
    [
        ("/print/pad.pdf", 404, "There is no sheet “pad”"),
        ("/print/score-pad.pdf?paper=a3", 422, "There is no paper “a3”"),
        ("/print/score-pad.pdf?sides=99", 422, "a whole number from 2 to 6"),
        ("/print/score-pad.pdf?colour=green", 422, "has no option “colour”"),
        ("/print/game-record.pdf", 422, "needs a game"),
        ("/print?make=pdf&sheet=score-pad&rounds=1e9", 422, "“rounds” is a whole number"),
        ("/print?make=pdf&sheet=nothing", 422, "There is no sheet “nothing”"),
        ("/print?make=pdf&sheet=score-pad&name=Ann&name=Ann", 422, "Two players are called Ann."),
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
    page = client.get("/print?make=pdf&sheet=score-pad&name=Ann&name=Ann&date=today&ink_saving=yes").text
    assert page.count('value="Ann"') == 2
    assert 'value="today"' in page
    assert re.search(r'name="ink_saving" value="yes" checked', page)


def test_the_print_page_seats_seven_and_shows_the_choices_of_another_game(client: FlaskClient) -> None:
    page = unescape(client.get("/print?rules=min-hwatu&show=rules&name=Ann&rounds=6").text)
    assert page.count('<input class="input" id="name-') == 7
    assert '<option value="7">7</option>' in page
    assert "What a yaku brings" in page
    assert "How a round is scored" not in page
    assert "Gaji, the wild card" not in page
    assert 'value="Ann"' in page


def test_the_game_comes_first_and_another_one_drops_the_choices_and_sheets_of_the_one_before(
    client: FlaskClient,
) -> None:
    page = unescape(client.get("/print").text)
    assert page.index('id="rules"') < page.index('id="paper"') < page.index("<details")
    chosen = {"rules": "koikoi-hu", "method": "B", "target": "500", "rounds": "6", "sheet": "column-pad"}
    page = unescape(client.get("/print", query_string={**chosen, "show": "rules"}).text)
    assert 'value="koikoi-hu" selected' in page
    assert 'value="500"' not in page
    assert 'inputmode="numeric" value="6"' not in page
    assert 'value="column-pad"' not in page
    assert 'value="score-pad" checked' in page


def test_a_pad_of_min_hwatu_is_ordered_on_the_page(client: FlaskClient) -> None:
    names = ["Ann", "Ben", "Cem", "Dee", "Eve", "Fay", "Gil"]
    # The fields of Kwa-Dō that the page still shows are left as they were.
    fields = {
        "make": "pdf",
        "sheet": "score-pad",
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


def test_rounds_are_for_every_sheet_of_a_game_that_counts_them(client: FlaskClient) -> None:
    fields = {"make": "pdf", "sheet": "rule-sheet", "rounds": "6"}
    of_min_hwatu = client.get("/print", query_string={**fields, "rules": "min-hwatu"}).location
    of_kwado = client.get("/print", query_string={**fields, "rules": "kwado-1985"}).location
    assert of_min_hwatu == "/print/rule-sheet.pdf?rounds=6&rules=min-hwatu"
    assert of_kwado == "/print/rule-sheet.pdf?rules=kwado-1985"


def test_a_busy_press_says_when_to_come_again(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    class Busy:
        def set(self, job: object, visitor: str) -> None:
            raise PressIsBusy

    monkeypatch.setattr(printing_views, "get_press", Busy)
    answer = client.get("/print/score-pad.pdf")
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert "The press is busy" in answer.text


def test_without_pango_the_app_runs_and_the_page_names_the_packages(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Bare:
        folder = tmp_path

        def set(self, job: object, visitor: str) -> None:
            raise CannotPrint("Printing needs packages: libpangoft2-1.0-0.", retry_after=3600)

    monkeypatch.setattr(printing_views, "get_press", Bare)
    answer = client.get("/print/score-pad.pdf")
    assert answer.status_code == 503
    assert "libpangoft2-1.0-0" in answer.text
    assert client.get("/print").status_code == 200


def test_fifty_sheets_at_once_do_not_keep_anyone_from_scoring(app: Flask, table: Table) -> None:
    game = table.start("Ann", "Ben")
    statuses: list[int] = []

    def ask(number: int) -> None:
        statuses.append(app.test_client().get(f"/print/yaku-card.pdf?yaku=none&up=1&v{number}=").status_code)
        statuses.append(app.test_client().get("/print/score-pad.pdf?paper=a6").status_code)

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


def test_one_visitor_prints_so_many_sheets_and_no_more(
    make_app: MakeApp, cut_fonts: Path, tmp_path: Path
) -> None:
    app = make_app(tmp_path / "house", PRINT_LIMIT=2)
    (tmp_path / "house" / "print").symlink_to(cut_fonts)
    client = app.test_client()
    with time_machine.travel(1_800_000_300, tick=False):
        answers = [client.get("/print/yaku-card.pdf?yaku=none").status_code for _ in range(3)]
    close(app)
    assert answers == [200, 200, 429]


def test_whoever_is_told_to_come_again_has_used_up_nothing(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(tmp_path / "house", PRINT_LIMIT=1)
    client = app.test_client()
    with app.app_context():
        press = printing_views.get_press()
    with monkeypatch.context() as busy:
        busy.setattr(press, "_places", 0)
        assert [client.get("/print/score-pad.pdf").status_code for _ in range(3)] == [503, 503, 503]
    assert client.get("/print/yaku-card.pdf?yaku=none").status_code == 200
    assert client.get("/print/yaku-card.pdf?yaku=none").status_code == 429
    close(app)


def test_a_sheet_that_is_too_much_is_refused_as_such(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Overwhelmed:
        def set(self, job: object, visitor: str) -> None:
            raise CannotPrint("This sheet is too much to set in one go.")

    monkeypatch.setattr(printing_views, "get_press", Overwhelmed)
    answer = client.get("/print/score-pad.pdf")
    assert answer.status_code == 422
    assert "too much to set in one go" in answer.text


def test_a_name_that_cannot_be_printed_is_announced_before_it_is_a_line(client: FlaskClient) -> None:
    fields = {"make": "pdf", "sheet": "score-pad", "name": ["Ann", "สมชาย"]}
    asked = client.get("/print", query_string=fields)
    assert asked.status_code == 200
    assert "Our fonts cannot print สมชาย. The sheet has a line to write on instead." in asked.text
    assert 'name="lines" value="yes"' in asked.text
    assert client.get("/print", query_string=fields | {"lines": "yes"}).status_code == 303
    # A sheet without names says nothing of them.
    assert client.get("/print", query_string=fields | {"sheet": "yaku-card"}).status_code == 303
    assert "Our fonts" not in client.get("/print", query_string=fields | {"name": ["Ann", "Ben"]}).text


def test_paper_is_named_and_no_choice_of_it_leads_nowhere(client: FlaskClient) -> None:
    page = client.get("/print").text
    choices = page[page.index('name="paper"') : page.index("</select>", page.index('name="paper"'))]
    assert "Usual" not in choices
    assert choices.index("A4") < choices.index("Letter") < choices.index("A5") < choices.index("A6")
    for sheet in (sheet for sheet in SHEETS if not sheet.needs_game):
        for paper in ("", "a4", "letter"):
            for up in ("", "1", "2", "4"):
                fields = {"make": "pdf", "sheet": sheet.id, "paper": paper, "up": up}
                assert client.get("/print", query_string=fields).status_code == 303, (sheet.id, paper, up)


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


def test_the_print_page_says_how_many_rounds_a_page_holds_and_to_print_at_full_size(
    client: FlaskClient,
) -> None:
    page = unescape(client.get("/print").text)
    assert "One A4 page holds 13 of 2 sides, 9 of 3 sides, 6 of 4 sides, 5 of 5 sides, 4 of 6 sides." in page
    assert (
        "usually fills 2 pages for 4 sides, 2 pages for 5 sides, 3 pages for 6 sides; one of the col" in page
    )
    assert "choose “100 %” or “Actual size”" in page
    small = unescape(client.get("/print?paper=a6").text)
    assert "usually fills 3 pages for 3 sides" in small
    assert "column pad." not in small
    letter = unescape(client.get("/print?paper=letter&rules=kwado-1982").text)
    assert re.search(r"One Letter page holds \d+ of 2 sides, \d of 3 sides, \d of 4 sides\.", letter)
    # Its pad has the rounds of the game, on as many pages as they need.
    assert "page holds" not in client.get("/print?rules=min-hwatu").text


def test_sides_and_paper_are_asked_first_and_the_paper_is_remembered(client: FlaskClient) -> None:
    page = client.get("/print").text
    assert page.index('name="sides"') < page.index('name="paper"') < page.index('name="sheet"')
    assert '<option value="a4" selected>' in page
    client.get("/print?make=pdf&sheet=score-pad&paper=letter")
    assert '<option value="letter" selected>' in client.get("/print").text
    # A small sheet is cut from the same paper.
    client.get("/print?make=pdf&sheet=yaku-card&paper=a6")
    assert '<option value="letter" selected>' in client.get("/print").text
