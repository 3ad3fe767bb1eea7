"""The games that this phone knows, for Home: their links in a signed cookie, and rules and deck played last.

The first cookie holds the last 20 games.
"""

from __future__ import annotations

from typing import cast

from flask import Flask, Response, current_app, g, request, url_for
from itsdangerous import BadData, URLSafeSerializer

from companion import rules
from companion.cards import DeckStyle, find_deck_style
from companion.rules import RULE_SET_IDS, RuleSet
from companion.web.security import find_cookie, keep_cookie

COOKIE = "kwado-games"
RULES_COOKIE = "kwado-rules"
DECK_COOKIE = "kwado-deck"
LIMIT = 20
# Home has the games; a new game has none to go back to.
WITHOUT_WAY_BACK = ("home.home", "games.new_game")


def get_tokens() -> list[str]:
    """The links that this phone knows, last opened first."""
    if "known_tokens" not in g:
        try:
            tokens = get_signer().loads(find_cookie(COOKIE) or "")
        except BadData:
            tokens = []
        g.known_tokens = [token for token in tokens if isinstance(token, str)][:LIMIT]
    return cast(list[str], g.known_tokens)


def find_played() -> str | None:
    """The rule set that this phone's table played last."""
    known = find_cookie(RULES_COOKIE)
    return known if known in RULE_SET_IDS else None


def find_deck() -> DeckStyle | None:
    """The deck that this phone's table played with last."""
    return find_deck_style(find_cookie(DECK_COOKIE))


def list_rule_sets() -> list[RuleSet]:
    """All rule sets, the one played last before the others."""
    played = find_played()
    return [rules.get_rule_set(each) for each in sorted(RULE_SET_IDS, key=lambda each: each != played)]


def remember(token: str, rule_set_id: str, deck: DeckStyle) -> None:
    """Puts a game first in the list, and its rule set and deck before others."""
    if find_cookie(RULES_COOKIE) != rule_set_id:
        g.rule_set_played = rule_set_id
    if find_cookie(DECK_COOKIE) != deck:
        g.deck_played = deck
    tokens = get_tokens()
    if tokens[:1] != [token]:
        g.known_tokens = [token, *(known for known in tokens if known != token)][:LIMIT]
        g.known_tokens_changed = True


def find_way_to_game() -> str | None:
    """The way from a page that is of no game to the one opened last; pages of a game have their own."""
    is_of_no_game = request.endpoint and "token" not in (request.view_args or {})
    if not is_of_no_game or request.endpoint in WITHOUT_WAY_BACK or not get_tokens():
        return None
    # The link itself stays out of pages that anybody may keep.
    return url_for("games.last_game")


def forget(token: str) -> None:
    if token in get_tokens():
        g.known_tokens = [known for known in get_tokens() if known != token]
        g.known_tokens_changed = True


def get_signer() -> URLSafeSerializer:
    return URLSafeSerializer(current_app.config["SECRET_KEY"], salt="known-games")


def write_cookies(response: Response) -> Response:
    changed: dict[str, str] = {}
    if g.get("known_tokens_changed"):
        changed[COOKIE] = get_signer().dumps(g.known_tokens)
    if "rule_set_played" in g:
        changed[RULES_COOKIE] = g.rule_set_played
    if "deck_played" in g:
        changed[DECK_COOKIE] = g.deck_played
    for name, value in changed.items():
        keep_cookie(response, name, value)
    return response


def init_app(app: Flask) -> None:
    app.after_request(write_cookies)
    app.add_template_global(find_way_to_game)
