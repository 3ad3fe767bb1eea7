"""The print page, the print page of a game, the sheets as PDFs, and the picture of a won game.

A game is read before its sheet is set: the press never holds the store.
"""

import secrets
from base64 import b64encode
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from flask import Blueprint, current_app, redirect, render_template, request, session, url_for
from flask.blueprints import BlueprintSetupState
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.errors import CompanionError, Faults, NotAllowedHere, NotPossible, NotUnderstood
from companion.printing import (
    LARGE_PAPERS,
    MISSING_SECONDS,
    CannotPrint,
    Job,
    Order,
    Press,
    Printed,
    PrintedGame,
    compose,
    compose_picture,
    has_room,
    list_sheets,
    parse_order,
    read_miniature,
)
from companion.store import make_view_token, score_kept_game
from companion.web import known_games
from companion.web.filters import plural, say_day
from companion.web.paper.print_forms import PrintForm
from companion.web.serving.access import viewing
from companion.web.serving.error_pages import show_error
from companion.web.serving.rate_limits import charge, get_address
from companion.web.serving.security import is_encrypted, keep_on_phone, make_address, name_cookie

blueprint = Blueprint("printing", __name__)
# Another one with each sheet: the page that asked for it as a file sees that it is made (static/js/fields/).
MADE_COOKIE = "kwado-made"
# Where printers hold Letter (Unicode CLDR, paper sizes).
LETTER_COUNTRIES = frozenset(
    ["BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"]
)
# Twice the width of the picture on a phone.
PREVIEW_PX = 640
# A sheet that the press gives up has cost it as much as so many pages.
GIVEN_UP_COUNTS = 30
DISK_IS_FULL = "The disk of the server is full or failing: nothing can be printed just now."
# A viewer of the browser shows the PDF; the PDF itself asks for nothing.
FILE_POLICY = "default-src 'none'; object-src 'self'; frame-ancestors 'none'"


@blueprint.get("/print/<sheet_id>.pdf", endpoint="print_sheet")
@blueprint.get("/<any(g, v):access>/<token>/print/<sheet_id>.pdf", endpoint="print_game_sheet")
def print_sheet(sheet_id: str, access: str = "", token: str = "") -> Response:
    """A sheet, blank or with the names in the address, or of a game."""
    raw = request.args.to_dict() | {"name": request.args.getlist("name")}
    order = parse_order(sheet_id, raw, read_game(access, token) if token else None)
    response = show_file(compose(order), f"{order.sheet.id}-{order.rule_set.id}.pdf", "application/pdf")
    made, name = secrets.token_hex(4), name_cookie(MADE_COOKIE)
    response.set_cookie(name, made, max_age=60, samesite="Lax", secure=is_encrypted())
    return response


@blueprint.get("/<any(g, v):access>/<token>/picture.png")
def game_picture(access: str, token: str) -> Response:
    """The picture of a won game, to be sent; 404 until it is won."""
    return show_file(compose_picture(read_game(access, token)), "kwado-game.png", "image/png")


def print_job(job: Job) -> Printed:
    """What the press makes of a job. Each page counts as one print of the visitor."""
    printed = get_press().set(job, get_address())
    charge(printed.page_count)
    return printed


def show_file(job: Job, name: str, mimetype: str) -> Response:
    """The file that a job gives; the same job gives the same bytes and the same tag."""
    response = current_app.response_class(print_job(job).content, mimetype=mimetype)
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    response.headers["Content-Security-Policy"] = FILE_POLICY
    response.add_etag()
    return response.make_conditional(request)


def make_preview(order: Order) -> dict[str, str]:
    """The first page as a picture, and how many there are; raises what printing them would raise."""
    printed = print_job(replace(compose(order), picture_px=(PREVIEW_PX, None)))
    return {
        "source": f"data:image/png;base64,{b64encode(printed.content).decode()}",
        "words": f"{order.sheet.title}, {order.paper.title}: {plural(printed.page_count, 'page')}.",
    }


@blueprint.get("/print", endpoint="print_sheets")
@blueprint.get("/print/preview", endpoint="preview_sheet")
@blueprint.get("/<any(g, v):access>/<token>/print", endpoint="print_game")
@blueprint.get("/<any(g, v):access>/<token>/print/preview", endpoint="preview_game_sheet")
def print_page(access: str = "", token: str = "") -> str | Response | tuple[str, int]:
    """The sheets with a picture of each, and what may be chosen for them; one may be looked at first.

    Names, options and rounds of a game stand on its sheets. Once a button was pressed, the way to the PDF.
    """
    game = read_game(access, token) if token else None
    form = PrintForm(request.args, game, get_usual_paper())
    is_preview = request.path.endswith("/preview")
    order = form.read_order() if is_preview or form.make.data else None
    if order is not None and not is_preview and not form.must_warn:
        endpoint = "printing.print_game_sheet" if game else "printing.print_sheet"
        # Whether the printer holds A4 or Letter.
        if form.paper.data in LARGE_PAPERS:
            keep_on_phone(paper=form.paper.data)
        return redirect(url_for(endpoint, sheet_id=form.sheet_id, **form.get_words()), 303)
    return render_template(
        "paper/print_game.html" if game else "paper/print_sheets.html",
        form=form,
        sheets={sheet.id: sheet for sheet in list_sheets(form.rule_set)},
        rule_set=form.rule_set,
        last_table=None if game or form.name.data else find_last_table(),
        preview=make_preview(order) if order is not None and is_preview else None,
    ), 422 if form.form_errors else 200


def find_last_table() -> dict[str, Any] | None:
    """The rules, names and sides of the game that was played last on this phone, as an address says them."""
    last = next(iter(known_games.list_remembered()), None)
    if last is None:
        return None
    players, sides = len(last.players), len(last.side_names)
    teams = f"{players}-{sides}" if sides < players else None
    return {"rules": last.rule_set.id, "name": last.players, "sides": teams}


def get_usual_paper() -> str:
    """The large paper that was printed on last, else that of the browser's country: “en-US” is Letter."""
    if "paper" in session:
        return str(session["paper"])
    regions = [tag.rpartition("-")[2].upper() for tag in request.accept_languages.values() if "-" in tag]
    return "letter" if regions and regions[0] in LETTER_COUNTRIES else "a4"


def read_game(access: str, token: str) -> PrintedGame:
    """The game behind a link as sheets show it, with the link to look on."""
    with viewing(token, access) as (reading, kept):
        scored = score_kept_game(reading, kept)
    view_token = make_view_token(token) if access == "g" else token
    return PrintedGame(
        breakdown=scored,
        options=kept.options,
        players=kept.players,
        date=say_day(kept.started_at),
        address=make_address("games.game", access="v", token=view_token),
        deck=kept.deck,
    )


@blueprint.record_once
def bring_press(state: BlueprintSetupState) -> None:
    """Gives the app its press, which starts nothing before the first sheet."""
    state.app.extensions["kwado-press"] = Press(Path(state.app.instance_path) / "print")


def get_press() -> Press:
    """The press of the app that answers."""
    return cast(Press, current_app.extensions["kwado-press"])


@blueprint.errorhandler(Faults)
@blueprint.errorhandler(NotAllowedHere)
@blueprint.errorhandler(NotPossible)
@blueprint.errorhandler(NotUnderstood)
def say_wrong(error: CompanionError) -> Response:
    """What was asked for cannot be printed: each thing in a sentence, 404 where there is no such sheet."""
    is_unknown_sheet = any(fault.where == ("sheet",) for fault in error.faults)
    return show_error(404 if is_unknown_sheet else 422, error.message, [])


@blueprint.errorhandler(CannotPrint)
def say_cannot_print(error: CannotPrint) -> Response:
    """Something is missing on this machine, it is too slow, or the sheet is too much."""
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
