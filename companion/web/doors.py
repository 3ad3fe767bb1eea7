"""Opening a kept game by its link: the first line of every view that is about one.

`/g/<token>` is the door of those who may edit, `/v/<token>` of those who may only look. Every address of a
game repeats its door and token, so that templates name neither.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple, cast

from flask import Flask, current_app, request

from companion.store import KeptGame, NoSuchGame, Session, Store, get_game
from companion.web.rate_limits import count_guess


class OpenGame(NamedTuple):
    """A game that its link has opened, and the session that it was read in."""

    session: Session
    game: KeptGame


def get_store() -> Store:
    """The store of the app that answers."""
    return cast(Store, current_app.extensions["kwado-store"])


@contextmanager
def viewing(token: str, door: str = "g") -> Iterator[OpenGame]:
    """The game behind a door, to be looked at. Raises `NoSuchGame` for a link that does not fit the door."""
    with get_store().reading() as session:
        yield OpenGame(session, open_door(session, token, door))


@contextmanager
def editing(token: str) -> Iterator[OpenGame]:
    """The game behind its edit link, to be changed; what was changed is on the disk when the block ends."""
    with get_store().writing() as session:
        yield OpenGame(session, open_door(session, token, "g"))


def open_door(session: Session, token: str, door: str) -> KeptGame:
    """The game that a link opens at this door. A miss counts as a guess, and after many is refused as one."""
    try:
        game = get_game(session, token, to="edit" if door == "g" else "view")
        # An edit link shown under the door of lookers-on would soon be passed on as one.
        if door == "v" and game.may_edit:
            raise NoSuchGame
    except NoSuchGame:
        count_guess()
        raise
    return game


def init_app(app: Flask) -> None:
    """Repeats the door and token of a page in the addresses on it."""

    @cache
    def find_parts(endpoint: str) -> tuple[str, ...]:
        # A new game is one of the same table only where that is asked for.
        rules = list(app.url_map.iter_rules(endpoint))
        return tuple(part for part in ("door", "token") if all(part in rule.arguments for rule in rules))

    @app.url_defaults
    def repeat_door(endpoint: str, values: dict[str, Any]) -> None:
        for part in find_parts(endpoint):
            if part not in values:
                here = (request.view_args or {}).get(part) if request else None
                if here is not None:
                    values[part] = here
                elif part == "door":
                    values[part] = "g"
