"""Photos: a deck is taught once for a table, then a photo of a pile gives a side its cards, or is counted.

Without the extra `photo` these addresses lead nowhere, and no page names them. Photos are read in a process
of their own and never kept; the store is not open meanwhile.
"""

from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, cast

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    flash,
    g,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.blueprints import BlueprintSetupState
from itsdangerous import BadData, URLSafeSerializer
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response as BaseResponse
from wtforms import SelectField, SelectMultipleField, StringField, ValidationError

from companion.cards import (
    DECK,
    MONTH_ORDERS,
    NAMED_SETS,
    SUITS,
    Card,
    CardSet,
    DeckStyle,
    Suit,
    get_card,
    get_suit,
    get_suit_cards,
)
from companion.errors import NotAllowedHere, NotPossible
from companion.photo import (
    MAX_DECK_PHOTOS,
    MAX_FILE_BYTES,
    MAX_PHOTOS,
    CannotRead,
    Lesson,
    PhotoReader,
    Sighting,
    is_installed,
    name_missing,
    name_month,
    pack_deck,
    unpack_deck,
)
from companion.rules import RULE_SET_IDS, RuleSet, get_rule_set, parse_name
from companion.rules.form.fields import name_count
from companion.rules.scoring.pile import are_alike
from companion.store import (
    MAX_PHOTO_DECKS,
    Game,
    NoSuchGame,
    PhotoDeck,
    Session,
    add_photo_deck,
    copy_photo_deck,
    delete_photo_deck,
    find_games,
    get_photo_deck,
    list_photo_decks,
    open_photo_deck,
    replace_photo_deck,
)
from companion.web import known_games
from companion.web.badges import get_game_badges
from companion.web.filters import plural
from companion.web.forms import ButtonForm, Form, UploadField, UploadsField
from companion.web.serving.access import editing, get_store, viewing
from companion.web.serving.addresses import address_number
from companion.web.serving.rate_limits import charge, get_address
from companion.web.serving.security import make_address

blueprint = Blueprint("photos", __name__)
Page = str | BaseResponse | tuple[str, int]
TABLE = "table"


@blueprint.record_once
def bring_reader(state: BlueprintSetupState) -> None:
    """Gives the app its reader, which starts nothing before the first photo; None without the extra."""
    state.app.extensions["photo_reader"] = PhotoReader() if is_installed() else None


def get_reader() -> PhotoReader:
    """The reader of the app that answers, where the extra is installed."""
    return cast(PhotoReader, current_app.extensions["photo_reader"])


@blueprint.app_template_global()
def find_photo_decks() -> list[tuple[int, str]] | None:
    """Number and name of the decks that the table of this page has taught; None without the extra."""
    if current_app.extensions["photo_reader"] is None:
        return None
    with get_store().reading() as session:
        return list_photo_decks(session, g.linked)


@blueprint.before_request
def need_reader() -> None:
    if current_app.extensions["photo_reader"] is None:
        abort(404)


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


def check_photos(photos: list[FileStorage], most: int = MAX_PHOTOS) -> None:
    """Counts the photos of a visitor; raises `ValidationError` where there are none or too many."""
    charge(len(photos))
    if not photos:
        raise ValidationError("Choose a photo first.")
    if len(photos) > most:
        raise ValidationError(photo_limit(most)["data-too-many"])


@blueprint.app_template_global()
def photo_limit(most: int = MAX_PHOTOS) -> dict[str, str]:
    """What a file input of photos tells the phone, which counts them before they are sent."""
    return {"data-most": str(most), "data-too-many": f"At most {most} photos at a time, please."}


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


def list_known_tables(session: Session) -> list[Game]:
    """The game of each table that this phone may change, the one changed last; that of the last is first."""
    of_table: dict[int, Game] = {}
    for game in find_games(session, known_games.get_tokens()):
        if game.may_edit:
            of_table.setdefault(game.table_id, game)
    return [*of_table.values()]


def read_picture(text: str) -> bytes:
    """The picture in a field, as `write_picture` gave it; empty where it was changed."""
    try:
        return b64decode(text.partition(",")[2], validate=True)
    except ValueError:
        return b""


def write_picture(picture: bytes) -> str:
    return f"data:image/jpeg;base64,{b64encode(picture).decode()}"


# --- A pile ---------------------------------------------------------------------------------------


class Choice(NamedTuple):
    """A card that a sighting may be. `held_by` has it by now, `is_asked` where the form has it to pick."""

    card: Card
    is_asked: bool
    held_by: str


class Seen(NamedTuple):
    """What is shown of a sighting: a doubtful one has several choices. `group` is the place of its sum.

    `corners` are numbers in pixels of its photo, x and y in turn.
    """

    photo: int
    corners: list[float]
    picture: str
    confidence: str
    group: int
    choices: list[Choice]

    @property
    def is_ticked(self) -> bool:
        return len(self.choices) == 1 and not self.choices[0].held_by

    @property
    def is_open(self) -> bool:
        """Whether it must be asked which card it is: which of two that nobody picks, makes no difference."""
        return len(self.choices) > 1 and any(choice.is_asked for choice in self.choices)


class Review(NamedTuple):
    """What was read of the pile of an owner. `chaff` is how much there is for `chaff_field`:
    double chaff counts as two.

    `full` are the suits that lie there with all four cards, among those that the form asks about. `left_out`
    names the cards with which this game is not played. In a heap more cards may lie than are seen.
    """

    left_out: str
    seen: list[Seen]
    sums: list[tuple[int, str]]
    chaff_field: str
    chaff: int
    full: list[Suit]
    is_heap: bool

    @property
    def fields(self) -> list[str]:
        """The fields of the round that it has itself."""
        return [self.chaff_field, *(f"all_four/{suit.id}" for suit in self.full)]

    @property
    def said(self) -> str:
        """As in: 14 places, 13 read, 1 asked. Perhaps more lie under these."""
        places, asked = len(self.seen), sum(one.is_open for one in self.seen)
        counts = f"{plural(places, 'place')}, {places - asked} read" + f", {asked} asked" * (asked > 0)
        return f"{counts}.{' Perhaps more lie under these.' * self.is_heap}"


@blueprint.post("/g/<token>/photo")
def photo(token: str) -> Page:
    """What lies in a pile, to be looked through: nothing is saved, and the form is sent on with it."""
    form, owner = Form(), request.form.get("owner", "")
    with viewing(token) as (session, game):
        owners = {TABLE: "the table", **{str(badge.place): badge.name for badge in get_game_badges(game)}}
        decks = dict(list_photo_decks(session, game))
        chosen = request.form.get("photo-deck", type=address_number)
        deck = get_photo_deck(session, game, chosen) if chosen in decks else None
    review = None
    if form.is_sent():
        photos = [photo for photo in request.files.getlist(f"photo-{owner}") if photo]
        try:
            if deck is None or owner not in owners:
                raise NotPossible("The deck of this photo is gone. Please open the round again.")
            check_photos(photos)
            review = read_pile(form, game.rule_set, deck, photos, owners)
        except (CannotRead, NotPossible, ValidationError) as error:
            form.fail("photo", str(error))
    number = request.args.get("round", type=address_number)
    return render_template(
        "photo/photo.html",
        form=form,
        game=game,
        review=review,
        owner=owner,
        name=owners.get(owner, ""),
        round_page=url_for("rounds.edit_round", number=number) if number else url_for("rounds.new_round"),
    ), 422 if form.faults else 200


def read_pile(
    form: Form, rule_set: RuleSet, deck: PhotoDeck, photos: list[FileStorage], owners: Mapping[str, str]
) -> Review:
    """What the photos show; raises `CannotRead`, and `NotPossible` where no card is of this game.

    A pile without a game has no owner.
    """
    sent = [photo.read() for photo in photos]
    found, left_out = leave_out(rule_set, get_reader().read(unpack_deck(deck.content), sent, get_address()))
    if left_out and not found:
        raise NotPossible(left_out)
    owner = form.get("owner")
    field = "" if owner in ("", TABLE) else name_count(rule_set, owner)
    others = {place: name for place, name in owners.items() if place != owner}
    held = [card.id for card in DECK if form.get(f"captured/{card.id}") in others]
    sightings = sorted(choose_alike(rule_set, found, held), key=tell_place)
    known = CardSet.of(get_card(one.ids[0]) for one in sightings if not one.is_doubtful)
    asked = request.args.getlist("four")
    seen = [show_sighting(form, rule_set, one, others) for one in sightings]
    counts = Counter(one.group for one in seen if not one.is_open)
    groups = [(place, group, counts[place]) for place, group in enumerate(rule_set.values)]
    return Review(
        left_out=left_out,
        # What is asked comes first.
        seen=sorted(seen, key=lambda one: not one.is_open),
        sums=[
            (place, f"{group.say(n)} {n * group.points or ''}".rstrip()) for place, group, n in groups if n
        ],
        chaff_field=field,
        chaff=count_chaff(rule_set, sightings) if field else 0,
        full=[suit for suit in SUITS if suit.id in asked and get_suit_cards(suit) <= known],
        is_heap=any(not one.is_whole for one in found),
    )


def count_chaff(rule_set: RuleSet, found: Iterable[Sighting]) -> int:
    """How much there is of what is not given card by card; double chaff is two."""
    cards, counted = [CardSet.from_ids(one.ids) for one in found], rule_set.cards - rule_set.picked
    return sum((card <= counted) + (card <= rule_set.double_chaff) for card in cards)


def leave_out(rule_set: RuleSet, found: Iterable[Sighting]) -> tuple[list[Sighting], str]:
    """The cards with which this game is played, each once, and what is said of the others; empty without."""
    deck_ids, others, again = rule_set.cards.ids, [], []
    ours: list[Sighting] = []
    for one in found:
        name = " or ".join(get_card(card_id).english for card_id in one.ids)
        ids = tuple(each for each in one.ids if each in deck_ids)
        if not ids:
            others.append(name)
        elif len(ids) == 1 and any(each.ids == ids for each in ours):
            again.append(get_card(ids[0]).english)
        else:
            ours.append(one._replace(ids=ids))
    said = [f"Not in the deck of {rule_set.game}, so left out: {'; '.join(others)}."] if others else []
    said += [f"Seen twice, as in two decks, and counted once: {'; '.join(again)}."] if again else []
    return ours, " ".join(said)


def choose_alike(rule_set: RuleSet, found: Sequence[Sighting], held: Iterable[str] = ()) -> list[Sighting]:
    """Where it does not matter which of several cards lies there, it is the likeliest that nobody has yet."""
    chosen, taken = [], {one.ids[0] for one in found if not one.is_doubtful} | set(held)
    for one in found:
        free = [card_id for card_id in one.ids if card_id not in taken]
        if one.is_doubtful and free and are_alike(rule_set, CardSet.from_ids(one.ids)):
            one = one._replace(ids=(free[0],))
            taken.add(free[0])
        chosen.append(one)
    return chosen


def tell_place(sighting: Sighting) -> tuple[int, int, float]:
    """Where it lies, as one reads: its photo, a row about as high as the card, and how far to the right."""
    across, down = zip(*sighting.corners, strict=True)
    return sighting.photo, int(sum(down) / 4 / (max(down) - min(down))), sum(across)


def show_sighting(form: Form, rule_set: RuleSet, sighting: Sighting, others: Mapping[str, str]) -> Seen:
    """A sighting with the cards that it may be, and who of the others has each by what is entered."""
    cards = [get_card(card_id) for card_id in sighting.ids]
    values = enumerate(rule_set.values)
    group = next((place for place, group in values if cards[0] in group.cards), -1)
    return Seen(
        photo=sighting.photo,
        corners=list(chain.from_iterable(sighting.corners)),
        picture=write_picture(sighting.picture),
        confidence=f"{sighting.confidence:.0%}",
        group=group,
        choices=[
            Choice(
                card, not others or card in rule_set.picked, others.get(form.get(f"captured/{card.id}"), "")
            )
            for card in cards
        ],
    )


# --- A pile without a game ------------------------------------------------------------------------


class PileForm(ButtonForm):
    """Photos of a pile, and the number of the deck that lies there, one of those that this phone knows."""

    deck = SelectField("Deck of the photo", validate_choice=False)
    photos = UploadsField("Photo", default=())

    def validate_photos(self, field: UploadsField) -> None:
        check_photos(field.data)


def list_known_decks() -> dict[str, tuple[str, Game]]:
    """Number, name and game of each deck of the tables that this phone may change, the newest first.

    It has their links: who only views a table reaches no deck.
    """
    with get_store().reading() as session:
        return {
            str(deck_id): (name, game)
            for game in list_known_tables(session)
            for deck_id, name in reversed(list_photo_decks(session, game))
        }


@blueprint.app_template_global()
def find_pile_form() -> PileForm | None:
    """The form that has a pile counted by photos of the decks that are known; None without the extra."""
    if current_app.extensions["photo_reader"] is None:
        return None
    form = PileForm()
    form.deck.choices = [(number, name) for number, (name, _) in list_known_decks().items()]
    return form


@blueprint.post("/count/<rule_set_id>/photo")
def count_photo(rule_set_id: str) -> Page:
    """What the photos of a pile show, to be looked through; then the page that counts it has its cards.

    With the token of a `game` and its `owner` that page is *My pile*. Where they cannot be read, the cards of
    the address stay. Nothing is kept.
    """
    decks, form = list_known_decks(), PileForm()
    if rule_set_id not in RULE_SET_IDS or not decks:
        abort(404)
    rules, cards = get_rule_set(rule_set_id), request.args.getlist("card")
    game, owner = form.get("game"), form.get("owner")
    if form.validate_on_submit():
        try:
            deck = open_known_deck(decks, form.deck.data)
            review = read_pile(form, rules, deck, form.photos.data, {})
        except (CannotRead, NotPossible) as error:
            flash(error.message, "fault")
        else:
            return render_template(
                "photo/count_photo.html", rule_set=rules, review=review, game=game, owner=owner
            )
    if game:
        return redirect(url_for("piles.pile", token=game, side=owner, card=cards))
    return redirect(url_for("count.count", rule_set_id=rule_set_id, card=cards))


def open_known_deck(decks: Mapping[str, tuple[str, Game]], number: str) -> PhotoDeck:
    """The deck that was chosen; raises `NotPossible` where it is gone."""
    if number not in decks:
        raise NotPossible("The deck of this photo is gone. Please choose the deck again.")
    with get_store().reading() as session:
        return get_photo_deck(session, decks[number][1], int(number))
