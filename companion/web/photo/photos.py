"""Decks for photos: one is taught once for a table, corrected, and given to other tables by a link.

Without the extra `photo` these addresses lead nowhere, and no page names them. Photos are read in a process
of their own and never kept; the store is not open meanwhile.
"""

from base64 import b64decode
from collections.abc import Mapping

from flask import Blueprint, Response, current_app, flash, g, redirect, render_template, url_for
from flask.blueprints import BlueprintSetupState
from itsdangerous import BadData, URLSafeSerializer
from werkzeug.wrappers import Response as BaseResponse
from wtforms import SelectField, SelectMultipleField, StringField, ValidationError

from companion.cards import (
    DECK,
    MONTH_ORDERS,
    NAMED_SETS,
    SUITS,
    DeckStyle,
    get_card,
    get_suit,
    get_suit_cards,
)
from companion.errors import NotAllowedHere
from companion.photo import (
    MAX_DECK_PHOTOS,
    MAX_FILE_BYTES,
    CannotRead,
    Lesson,
    PhotoReader,
    is_installed,
    name_missing,
    name_month,
    pack_deck,
    unpack_deck,
)
from companion.rules import parse_name
from companion.store import (
    MAX_PHOTO_DECKS,
    NoSuchGame,
    PhotoDeck,
    add_photo_deck,
    copy_photo_deck,
    delete_photo_deck,
    get_photo_deck,
    list_photo_decks,
    open_photo_deck,
    replace_photo_deck,
)
from companion.web.forms import ButtonForm, Form, UploadField, UploadsField
from companion.web.photo.reading import (
    Page,
    check_photos,
    get_reader,
    has_reader,
    list_known_tables,
    need_reader,
    photo_limit,
    write_picture,
)
from companion.web.serving.access import editing, get_store, viewing
from companion.web.serving.rate_limits import get_address
from companion.web.serving.security import make_address

blueprint = Blueprint("photos", __name__)
blueprint.before_request(need_reader)
blueprint.app_template_global()(photo_limit)


@blueprint.record_once
def bring_reader(state: BlueprintSetupState) -> None:
    """Gives the app its reader, which starts nothing before the first photo; None without the extra."""
    state.app.extensions["photo_reader"] = PhotoReader() if is_installed() else None


@blueprint.app_template_global()
def find_photo_decks() -> list[tuple[int, str]] | None:
    """Number and name of the decks that the table of this page has taught; None without the extra."""
    if not has_reader():
        return None
    with get_store().reading() as session:
        return list_photo_decks(session, g.linked)


@blueprint.get("/photo-help")
def photo_help() -> str:
    """How to lay the cards and hold the phone."""
    return render_template("photo/photo_help.html")


# --- Decks ----------------------------------------------------------------------------------------


@blueprint.route("/g/<token>/decks", methods=["GET", "POST"])
def photo_decks(token: str) -> Page:
    """The decks of the table, and a form to teach one."""
    form = TeachForm()
    with viewing(token) as (session, game):
        decks, style = list_photo_decks(session, game), game.deck
    if form.validate_on_submit() and (lesson := teach(form, style)):
        if lesson.looks or name_missing(lesson.pictures, style):
            return show_deck(DeckForm(), form.name.data, lesson.pictures, style, lesson.looks)
        if stored := store_deck(token, form, form.name.data, lesson.pictures):
            return stored
    return render_template(
        "photo/photo_decks.html",
        form=form,
        decks=decks,
        has_room=len(decks) < MAX_PHOTO_DECKS,
        most=MAX_DECK_PHOTOS,
        suits=MONTH_ORDERS[style],
    ), 422 if form.errors else 200


class TeachForm(Form):
    """A new deck: its name, and its photos or the file of a deck that was taught before."""

    name = StringField("Name of the deck", filters=[parse_name])
    photos = UploadsField("Photos of the deck", default=())
    file = UploadField("Or the file of a deck")

    def validate_photos(self, field: UploadsField) -> None:
        if not self.file.data:
            check_photos(field.data, MAX_DECK_PHOTOS)


def teach(form: TeachForm, style: DeckStyle) -> Lesson | None:
    """What the photos or the file of the form teach; None, with a fault, where they cannot be read."""
    reader, visitor = get_reader(), get_address()
    try:
        if form.file.data:
            # One byte more is too much, which the reader says.
            return Lesson(reader.adopt(form.file.data.read(MAX_FILE_BYTES + 1), visitor), {})
        return reader.learn([photo.read() for photo in form.photos.data], style, visitor)
    except CannotRead as error:
        form.fail("file" if form.file.data else "photos", error.message)
        return None


def store_deck(token: str, form: Form, name: str, pictures: Mapping[str, bytes]) -> BaseResponse | None:
    """Stores a new deck and leads to it; None, with a fault, where the table has no room."""
    try:
        with editing(token) as (session, game):
            deck_id = add_photo_deck(session, game, name, pack_deck(pictures))
    except NotAllowedHere as error:
        form.fail("name", error.message)
        return None
    flash("The deck is taught. Does each picture show its card?")
    return redirect(url_for("photos.photo_deck", deck_id=deck_id))


class DeckForm(Form):
    """What is wrong with a deck: two cards or two months are mixed up, a card has no picture or a bad one."""

    name = StringField("Name of the deck", filters=[parse_name])
    card = SelectMultipleField(default=list, validate_choice=False)
    retaken = SelectField("Card", choices=[card.id for card in DECK], default=DECK[0].id)
    photo = UploadField("Photo of this card alone")

    def take(self) -> dict[str, bytes]:
        """The picture of a card that is to be taken anew; empty, with a fault, where its photo has none."""
        try:
            check_photos([photo for photo in [self.photo.data] if photo])
            return {self.retaken.data: get_reader().learn_card(self.photo.data.read(), get_address())}
        except (CannotRead, ValidationError) as error:
            self.fail("photo", str(error))
            return {}

    def swap(self, pictures: dict[str, bytes]) -> str:
        """Swaps what is ticked and says what that was. Empty, with a fault, where that cannot be."""
        cards = [card for card in DECK if card.id in self.card.data]
        suits = [suit for suit in SUITS if suit.id in self.card.data]
        if len(cards) + len(suits) != 2 or len(cards) == 1:
            self.fail("card", "Tick the two cards, or the two months, that are to be swapped.")
            return ""
        rows = zip(*map(get_suit_cards, suits), strict=True) if suits else [cards]
        for one, other in rows:
            move_pictures(pictures, {one.id: other.id, other.id: one.id})
        self.card.data = []
        return f"Swapped: {' and '.join(map(str, cards or suits))}."


def move_pictures(pictures: dict[str, bytes], places: Mapping[str, str]) -> None:
    """Gives each picture of a card on the left to the card on the right; a card may have none."""
    moved = {to: pictures.pop(card) for card, to in places.items() if card in pictures}
    pictures |= moved


def show_deck(
    form: DeckForm,
    name: str,
    pictures: Mapping[str, bytes],
    style: DeckStyle,
    looks: Mapping[str, str],
    deck: PhotoDeck | None = None,
) -> Page:
    """The pictures of a deck under the names of its cards; without a `deck` it is not stored yet."""
    months = {suit.id: name_month(suit, style) for suit in SUITS}
    # The address that gives the deck to another table says nothing of its own.
    signed = get_signer().dumps([deck.id, deck.at_ms]) if deck else ""
    return render_template(
        "photo/photo_deck.html",
        form=form,
        name=name,
        deck_id=deck.id if deck else None,
        cards=DECK,
        suits=MONTH_ORDERS[style],
        looks=looks,
        link=make_address("photos.linked_deck", link=signed) if deck else "",
        alike=[f"{months[suit]} looks like {months[look]}" for suit, look in looks.items()],
        missing=name_missing(pictures, style),
        taken={card: write_picture(picture) for card, picture in pictures.items()},
    ), 422 if form.errors else 200


@blueprint.post("/g/<token>/decks/new")
def new_deck(token: str) -> Page:
    """A deck that is not stored yet: its pictures come with the form until nothing is left to ask."""
    form = DeckForm()
    with viewing(token) as (_, game):
        style = game.deck
    pictures = {card.id: read_picture(form.get(f"picture/{card.id}")) for card in DECK}
    pictures = {card: picture for card, picture in pictures.items() if picture}
    looks = {one.id: other.id for one in SUITS for other in SUITS if form.has(f"look/{one.id}", other.id)}
    if form.validate_on_submit():
        if form.has("do", "store"):
            try:
                whole = get_reader().adopt(pictures, get_address())
                if stored := store_deck(token, form, form.name.data, whole):
                    return stored
            except CannotRead as error:
                form.fail("card", error.message)
        elif form.has("do", "sort"):
            sort_rows(pictures, looks)
            looks = {}
        elif form.has("do", "retake"):
            pictures |= form.take()
        else:
            form.swap(pictures)
    return show_deck(form, form.name.data, pictures, style, looks)


def sort_rows(pictures: dict[str, bytes], looks: Mapping[str, str]) -> None:
    """Gives each row to the month that it looks like."""
    pairs = (
        (card.id, to.id)
        for row, look in looks.items()
        for card, to in zip(get_suit_cards(get_suit(row)), get_suit_cards(get_suit(look)), strict=True)
    )
    move_pictures(pictures, dict(pairs))


@blueprint.route("/g/<token>/decks/<int:deck_id>", methods=["GET", "POST"])
def photo_deck(token: str, deck_id: int) -> Page:
    """The pictures of a deck under the names of its cards, to be corrected."""
    form = DeckForm()
    with viewing(token) as (session, game):
        deck, style = get_photo_deck(session, game, deck_id), game.deck
    if form.validate_on_submit():
        # A photo is read before the store is open; then it is the deck of now that changes.
        taken = form.take() if form.has("do", "retake") else {}
        with editing(token) as (session, game):
            deck = get_photo_deck(session, game, deck_id)
            pictures, name, said = unpack_deck(deck.content) | taken, deck.name, ""
            if form.has("do", "rename"):
                name, said = form.name.data, f"The deck is “{form.name.data}” now."
            elif not form.has("do", "retake"):
                said = form.swap(pictures)
            elif taken:
                said = f"New picture: {get_card(form.retaken.data)}."
            if said:
                replace_photo_deck(session, game, deck_id, name, pack_deck(pictures))
        if said:
            flash(said)
            return redirect(url_for("photos.photo_deck", deck_id=deck_id))
    return show_deck(form, deck.name, unpack_deck(deck.content), style, {}, deck)


@blueprint.post("/g/<token>/decks/<int:deck_id>/delete")
def delete_deck(token: str, deck_id: int) -> BaseResponse:
    if ButtonForm().validate_on_submit():
        with editing(token) as (session, game):
            delete_photo_deck(session, game, get_photo_deck(session, game, deck_id).id)
        flash("The deck is deleted.")
    return redirect(url_for("photos.photo_decks"))


@blueprint.get("/g/<token>/decks/<int:deck_id>.zip")
def photo_deck_file(token: str, deck_id: int) -> Response:
    """The pictures of a deck as a file, to be brought in at another table."""
    with viewing(token) as (session, game):
        deck = get_photo_deck(session, game, deck_id)
    head = {"Content-Disposition": 'attachment; filename="kwado-deck.zip"'}
    return Response(deck.content, mimetype="application/zip", headers=head)


# --- A deck by its link ---------------------------------------------------------------------------


def get_signer() -> URLSafeSerializer:
    return URLSafeSerializer(current_app.config["SECRET_KEY"], salt="photo-deck")


class UseForm(ButtonForm):
    """A button for each game that may use a deck, by the game’s link."""

    game = StringField()


@blueprint.route("/d/<link>", methods=["GET", "POST"])
def linked_deck(link: str) -> Page:
    """A deck that another table gives, and the games of this phone that may use it."""
    form = UseForm()
    with get_store().reading() as session:
        try:
            deck = open_photo_deck(session, *get_signer().loads(link))
        except BadData:
            raise NoSuchGame("This link of a deck is not whole. Ask for it again.") from None
        games = list_known_tables(session)
    if form.validate_on_submit() and form.game.data in [game.token for game in games]:
        try:
            with editing(form.game.data) as (session, game):
                copy_photo_deck(session, game, deck)
        except NotAllowedHere as error:
            flash(error.message, "fault")
            return redirect(url_for("photos.photo_decks", token=form.game.data))
        flash(f"Photos can be read by “{deck.name}” now.")
        return redirect(url_for("games.game", token=form.game.data))
    pictures = unpack_deck(deck.content)
    shown = [(card, write_picture(pictures[card.id])) for card in NAMED_SETS["dry-brights"]]
    return render_template("photo/linked_deck.html", form=form, name=deck.name, cards=shown, games=games)


def read_picture(text: str) -> bytes:
    """The picture in a field, as `write_picture` gave it; empty where it was changed."""
    try:
        return b64decode(text.partition(",")[2], validate=True)
    except ValueError:
        return b""
