"""The print page, the print page of a game, the sheets as PDFs, and the picture of a won game.

A game is read before its sheet is set: the press never holds the store.
"""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import Any, NamedTuple, cast

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.blueprints import BlueprintSetupState
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.errors import CompanionError
from companion.printing import (
    PAPERS,
    SHEET_IDS,
    CannotPrint,
    Order,
    Press,
    PressIsBusy,
    PrintedGame,
    compose,
    compose_picture,
    compose_preview,
    has_room,
    read_miniature,
)
from companion.printing.job import MISSING_SECONDS, Job, Printed
from companion.store import CannotKeep, NoSuchGame, TryAgain, make_view_token, score_kept_game
from companion.web import known_games
from companion.web.access import viewing
from companion.web.error_pages import show_companion_error, show_error
from companion.web.print_forms import SIDE_COUNTS, PrintForm, find_usual_paper, read_order, say_pages
from companion.web.rate_limits import charge, get_address
from companion.web.security import find_cookie, keep_cookie, make_address

blueprint = Blueprint("printing", __name__)
PAPER_COOKIE = "kwado-paper"
LARGE_PAPERS = ("a4", "letter")
# Twice the width of the picture on a phone.
PREVIEW_PX = 640
# A sheet that the press gives up has cost it as much as so many pages.
GIVEN_UP_COUNTS = 30
DISK_IS_FULL = "The disk of the server is full or failing: nothing can be printed just now."
# A viewer of the browser shows the PDF; the PDF itself asks for nothing.
PDF_POLICY = "default-src 'none'; object-src 'self'; frame-ancestors 'none'"


@blueprint.get("/print")
def print_sheets() -> str | Response | tuple[str, int]:
    """The sheets with a picture of each, and what may be chosen for them."""
    return choose(PrintForm(request.args, usual_paper=get_usual_paper()))


@blueprint.get("/<any(g, v):access>/<token>/print")
def print_game(access: str, token: str) -> str | Response | tuple[str, int]:
    """The same for a game: its names, options and rounds stand on the sheets."""
    return choose(PrintForm(request.args, read_game(access, token), get_usual_paper()))


@blueprint.get("/print/preview")
def preview_sheet() -> str | Response | tuple[str, int]:
    """The same with a picture of the chosen sheet as it will be, and its number of pages."""
    return choose(PrintForm(request.args, usual_paper=get_usual_paper()), is_preview=True)


@blueprint.get("/<any(g, v):access>/<token>/print/preview")
def preview_game_sheet(access: str, token: str) -> str | Response | tuple[str, int]:
    """The same for a game."""
    return choose(PrintForm(request.args, read_game(access, token), get_usual_paper()), is_preview=True)


@blueprint.get("/print/<sheet_id>.pdf")
def print_sheet(sheet_id: str) -> Response:
    """A sheet, blank or with the names in the address."""
    return answer(read_order(sheet_id, request.args, None))


@blueprint.get("/<any(g, v):access>/<token>/print/<sheet_id>.pdf")
def print_game_sheet(access: str, token: str, sheet_id: str) -> Response:
    """A sheet of a game."""
    return answer(read_order(sheet_id, request.args, read_game(access, token)))


@blueprint.get("/<any(g, v):access>/<token>/picture.png")
def game_picture(access: str, token: str) -> Response:
    """The picture of a won game, to be sent; 404 until it is won."""
    printed = set_sheet(compose_picture(read_game(access, token)))
    response = current_app.response_class(printed.content, mimetype="image/png")
    response.headers["Content-Disposition"] = 'inline; filename="kwado-game.png"'
    response.set_etag(printed.etag)
    return response.make_conditional(request)


class Preview(NamedTuple):
    """The first page as a picture, and what to say of all of them."""

    source: str
    words: str


def set_sheet(job: Job) -> Printed:
    """What the press makes of a job. Each page counts as one print of the visitor."""
    printed = get_press().set(job, get_address())
    charge(printed.page_count)
    return printed


def make_preview(order: Order) -> Preview:
    """Sets the sheet; raises what printing it would raise."""
    printed = set_sheet(compose_preview(order, PREVIEW_PX))
    source = f"data:image/png;base64,{b64encode(printed.content).decode()}"
    return Preview(source, say_pages(order, printed.page_count))


def choose(form: PrintForm, *, is_preview: bool = False) -> str | Response | tuple[str, int]:
    """The page, or the way to the PDF once a sheet was chosen."""
    order = form.read() if is_preview and form.sheet_id in SHEET_IDS else None
    if (
        not is_preview
        and form.has("make")
        and form.sheet_id in SHEET_IDS
        and form.read() is not None
        and not form.must_warn
    ):
        endpoint = "printing.print_game_sheet" if form.game else "printing.print_sheet"
        words: dict[str, Any] = {**form.get_words()}
        return remember_paper(redirect(url_for(endpoint, sheet_id=form.sheet_id, **words), 303), form)
    if form.sheet_id not in SHEET_IDS:
        form.faults["sheet"] = [f"There is no sheet “{form.sheet_id[:80]}”. Choose one of these."]
    page = render_template(
        "print_game.html" if form.game else "print_sheets.html",
        form=form,
        sheets=form.list_sheets(),
        papers=PAPERS,
        rule_sets=known_games.list_rule_sets(),
        rule_set=form.rule_set,
        side_counts=[(str(count), str(count)) for count in SIDE_COUNTS],
        preview=make_preview(order) if order is not None else None,
    )
    return (page, 422) if form.faults else page


def get_usual_paper() -> str:
    """The large paper that was printed on last, else that of the country."""
    last = find_cookie(PAPER_COOKIE)
    return last if last in LARGE_PAPERS else find_usual_paper(request.accept_languages.values())


def remember_paper(response: Response, form: PrintForm) -> Response:
    """Notes in a cookie whether the printer holds A4 or Letter."""
    paper = form.get("paper")
    if paper in LARGE_PAPERS:
        keep_cookie(response, PAPER_COOKIE, paper)
    return response


def read_game(access: str, token: str) -> PrintedGame:
    """The game behind a link as sheets show it, with the link to look on."""
    with viewing(token, access) as (session, kept):
        scored = score_kept_game(session, kept)
    view_token = make_view_token(token) if access == "g" else token
    started = kept.started_at
    return PrintedGame(
        breakdown=scored,
        options=kept.options,
        players=kept.players,
        date=f"{started.day} {started:%B %Y}",
        address=make_address("games.game", access="v", token=view_token),
        deck=kept.deck,
    )


def answer(order: Order) -> Response:
    """The PDF of an order; the same order gives the same bytes and the same tag."""
    printed = set_sheet(compose(order))
    response = current_app.response_class(printed.content, mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{order.sheet.id}.pdf"'
    response.headers["Content-Security-Policy"] = PDF_POLICY
    response.set_etag(printed.etag)
    return response.make_conditional(request)


@blueprint.record_once
def bring_press(state: BlueprintSetupState) -> None:
    """Gives the app its press, which starts nothing before the first sheet."""
    state.app.extensions["kwado-press"] = Press(Path(state.app.instance_path) / "print")


def get_press() -> Press:
    """The press of the app that answers."""
    return cast(Press, current_app.extensions["kwado-press"])


@blueprint.errorhandler(CompanionError)
def say_wrong(error: CompanionError) -> Response:
    """What was asked for cannot be printed: each thing in a sentence, 404 where there is no such sheet."""
    is_unknown_sheet = any(fault.where == ("sheet",) for fault in error.faults)
    return show_error(404 if is_unknown_sheet else 422, error.message, [])


@blueprint.errorhandler(NoSuchGame)
@blueprint.errorhandler(TryAgain)
@blueprint.errorhandler(CannotKeep)
def say_no_game(error: CompanionError) -> Response:
    """The link opens nothing, or nothing can be read just now."""
    return show_companion_error(error)


@blueprint.errorhandler(PressIsBusy)
def say_busy(error: PressIsBusy) -> Response:
    """Others are printing: when to come again."""
    return show_error(503, error.message, [("Retry-After", str(error.retry_after))])


@blueprint.errorhandler(CannotPrint)
def say_cannot_print(error: CannotPrint) -> Response:
    """What is missing on this machine, that it is too slow, or that the sheet is too much."""
    is_tried = error.retry_after != MISSING_SECONDS
    if is_tried and error.retry_after is not None and not has_room(get_press().folder):
        return show_error(503, DISK_IS_FULL, [("Retry-After", "3600")])
    if is_tried:
        charge(GIVEN_UP_COUNTS)
    if error.retry_after is None:
        return show_error(422, error.message, [])
    return show_error(503, error.message, [("Retry-After", str(error.retry_after))])


@blueprint.app_template_global()
def miniature(sheet_id: str) -> Markup:
    """The small picture of a sheet."""
    return Markup(read_miniature(sheet_id))  # noqa: S704
