"""A photo of a pile gives a side its cards, or is counted; nothing is kept of it."""

from collections.abc import Mapping

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from werkzeug.datastructures import FileStorage
from wtforms import SelectField, ValidationError

from companion.cards import DECK
from companion.errors import NotPossible
from companion.photo import CannotRead, Sighting, unpack_deck
from companion.rules import RULE_SET_IDS, get_rule_set
from companion.rules.form.fields import name_count
from companion.store import Game, PhotoDeck, get_photo_deck, list_photo_decks
from companion.web.badges import get_game_badges
from companion.web.forms import ButtonForm, Form, UploadsField
from companion.web.photo.reading import (
    Page,
    check_photos,
    get_reader,
    has_reader,
    list_known_tables,
    need_reader,
)
from companion.web.photo.review import review_pile
from companion.web.serving.access import get_store, viewing
from companion.web.serving.addresses import address_number
from companion.web.serving.rate_limits import get_address

blueprint = Blueprint("photo_piles", __name__)
blueprint.before_request(need_reader)
TABLE = "table"

# --- A pile ---------------------------------------------------------------------------------------


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
            entered = {card.id: form.get(f"captured/{card.id}") for card in DECK}
            review = review_pile(
                game.rule_set,
                read_photos(deck, photos),
                picked=game.rule_set.counting.picked,
                holders={card: owners[at] for card, at in entered.items() if at in owners and at != owner},
                asked=request.args.getlist("four"),
                chaff_field="" if owner == TABLE else name_count(game.rule_set, owner),
            )
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
        deck_name=deck.name if deck else "",
        others=[(id, name) for id, name in decks.items() if id != chosen],
        round_page=url_for("rounds.edit_round", number=number) if number else url_for("rounds.new_round"),
    ), 422 if form.faults else 200


def read_photos(deck: PhotoDeck, photos: list[FileStorage]) -> list[Sighting]:
    """What the photos of a pile show of this deck; raises `CannotRead`."""
    sent = [photo.read() for photo in photos]
    return get_reader().read(unpack_deck(deck.content), sent, get_address())


# --- A pile without a game ------------------------------------------------------------------------


class PilePhotosForm(ButtonForm):
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
def find_pile_form() -> PilePhotosForm | None:
    """The form that has a pile counted by photos of the decks that are known; None without the extra."""
    if not has_reader():
        return None
    form = PilePhotosForm()
    form.deck.choices = [(number, name) for number, (name, _) in list_known_decks().items()]
    return form


@blueprint.post("/count/<rule_set_id>/photo")
def count_photo(rule_set_id: str) -> Page:
    """What the photos of a pile show, to be looked through; then the page that counts it has its cards.

    With the token of a `game` and its `owner` that page is *My pile*. Where they cannot be read, the cards of
    the address stay. Nothing is kept.
    """
    decks, form = list_known_decks(), PilePhotosForm()
    if rule_set_id not in RULE_SET_IDS or not decks:
        abort(404)
    rules, cards = get_rule_set(rule_set_id), request.args.getlist("card")
    game, owner = form.get("game"), form.get("owner")
    if form.validate_on_submit():
        try:
            deck = open_known_deck(decks, form.deck.data)
            read = read_photos(deck, form.photos.data)
            chaff_field = name_count(rules, owner) if owner else ""
            review = review_pile(rules, read, picked=rules.cards, holders={}, chaff_field=chaff_field)
        except (CannotRead, NotPossible) as error:
            flash(error.message, "fault")
        else:
            names = {number: name for number, (name, _) in decks.items()}
            return render_template(
                "photo/count_photo.html",
                rule_set=rules,
                review=review,
                game=game,
                owner=owner,
                deck_name=names.pop(form.deck.data),
                others=names.items(),
            )
    if game:
        return redirect(url_for("piles.pile", token=game, player=owner, card=cards))
    return redirect(url_for("count.count", rule_set_id=rule_set_id, card=cards))


def open_known_deck(decks: Mapping[str, tuple[str, Game]], number: str) -> PhotoDeck:
    """The deck that was chosen; raises `NotPossible` where it is gone."""
    if number not in decks:
        raise NotPossible("The deck of this photo is gone. Please choose the deck again.")
    with get_store().reading() as session:
        return get_photo_deck(session, decks[number][1], int(number))
