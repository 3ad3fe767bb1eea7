"""The games that this phone knows, for Home: the links of the last 20, and rules and deck played last.

They lie in its session, which Flask signs.
"""

from typing import cast

from flask import Flask, g, request, session, url_for

from companion.cards import DECK_STYLES, DeckStyle, find_deck_style
from companion.reference import find_game
from companion.rules import RULE_SET_IDS, RuleSet, get_rule_set
from companion.store import Game, find_games
from companion.web.serving.access import get_store
from companion.web.serving.security import keep_on_phone

LIMIT = 20
# Home has the games; a new game has none to go back to.
WITHOUT_WAY_BACK = ("home.home", "games.new_game")


def get_tokens() -> list[str]:
    """The links that this phone knows, last opened first."""
    return cast(list[str], session.get("games", []))


def list_remembered() -> list[Game]:
    """The games that these links open, last changed first."""
    with get_store().reading() as reading:
        return find_games(reading, get_tokens())


def find_played() -> str | None:
    """The rule set that this phone's table played last."""
    known = session.get("rules")
    return known if known in RULE_SET_IDS else None


def find_deck(rule_set: RuleSet | None = None) -> DeckStyle:
    """The deck whose cards this page shows; without a rule set, of a page that is about all games.

    A page of a game shows the deck of that game. A page of rules shows the deck of the game that this phone
    played last, if that is the same game by any of its rules; else the deck of its own rules.
    """
    if "deck" in g:
        return cast(DeckStyle, g.deck)
    played, deck = find_played(), find_deck_style(session.get("deck"))
    if played and deck and (rule_set is None or find_game(rule_set.id) == find_game(played)):
        return deck
    return DECK_STYLES[0] if rule_set is None else rule_set.deck


def list_rule_sets() -> list[RuleSet]:
    """All rule sets, the one played last before the others."""
    played = find_played()
    return [get_rule_set(each) for each in sorted(RULE_SET_IDS, key=lambda each: each != played)]


def remember(token: str, rule_set_id: str, deck: DeckStyle, instead_of: str = "") -> None:
    """Puts a game first in the list, and its rule set and deck before others.

    `instead_of` is a link that leads nowhere any more.
    """
    tokens = [token, *(known for known in get_tokens() if known not in (token, instead_of))]
    keep_on_phone(games=tokens[:LIMIT], rules=rule_set_id, deck=deck)


def find_way_to_game() -> str | None:
    """The way from a page that is of no game to the one opened last; pages of a game have their own."""
    is_of_no_game = request.endpoint and "token" not in (request.view_args or {})
    if not is_of_no_game or request.endpoint in WITHOUT_WAY_BACK or not get_tokens():
        return None
    # The link itself stays out of pages that anybody may keep.
    return url_for("games.last_game")


def init_app(app: Flask) -> None:
    app.add_template_global(find_way_to_game)
    app.add_template_global(find_deck)
