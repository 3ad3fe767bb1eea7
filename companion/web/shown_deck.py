"""The deck whose cards a page shows, and the field that chooses it.

A page of a game shows the deck of that game. A page of rules shows the deck of the game that this phone
played last, if that is the same game by any of its rules; else the deck of its own rules.
"""

from __future__ import annotations

from typing import cast

from flask import Flask, g

from companion.cards import DECK_STYLES, DeckStyle, parse_deck
from companion.errors import CompanionError
from companion.reference import find_game
from companion.rules import RuleSet
from companion.web import known_games
from companion.web.forms import PageForm


def find_deck(rule_set: RuleSet | None = None) -> DeckStyle:
    """The deck of this page; without a rule set, of a page that is about all games."""
    if "deck" in g:
        return cast(DeckStyle, g.deck)
    played, deck = known_games.find_played(), known_games.find_deck()
    if played and deck and (rule_set is None or find_game(rule_set.id) == find_game(played)):
        return deck
    return DECK_STYLES[0] if rule_set is None else rule_set.deck


def read_deck(form: PageForm, usual: DeckStyle) -> DeckStyle:
    """The deck in the field, the usual one where there is no field; or a fault."""
    try:
        return parse_deck(form.get("deck", usual))
    except CompanionError:
        form.fail("deck", "Korean or Japanese? Please choose.")
        return usual


def init_app(app: Flask) -> None:
    app.jinja_env.globals.update(find_deck=find_deck)
