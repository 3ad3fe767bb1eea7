"""A running app with games in it, for the benchmarks."""

import itertools
import random
import re
import secrets
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from flask import Flask
from werkzeug.test import Client

from companion.cards import POINT_CARDS
from companion.rules import Entry, get_rule_set, parse_entry, parse_options
from companion.store import record_round, start_game
from companion.web.app import create_app

NAMES = ("Ann", "Ben", "Cem", "Dee")
RULES = get_rule_set("kwado-1985")
# A target far away: the games go on.
OPTIONS = parse_options(RULES, {"target": 100_000, "declare": False, "yaku": "ribbons"})


def get_url(folder: Path) -> str:
    """The database in a folder."""
    return f"sqlite:///{folder / 'kwado.sqlite3'}"


def prepare(folder: Path) -> None:
    """Makes the database and compiles the templates, as an earlier start of the program has done."""
    from companion.store import migrate

    migrate(get_url(folder))
    app = create_app({"DATABASE_URL": get_url(folder), "INSTANCE_PATH": str(folder)})
    for name in app.jinja_env.list_templates(extensions=["html"]):
        app.jinja_env.get_template(name)


class Table:
    """The app on a database of its own, with games in it."""

    def __init__(self, folder: Path) -> None:
        self.app: Flask = create_app({"DATABASE_URL": get_url(folder), "INSTANCE_PATH": str(folder)})
        self.store = self.app.extensions["kwado-store"]
        self.chance = random.Random(1959)

    def deal(self, sides: tuple[str, ...] = NAMES) -> Entry:
        """A round whose cards were divided by chance."""
        captured: dict[str, list[str]] = {name: [] for name in sides}
        for card in POINT_CARDS:
            captured[self.chance.choice(sides)].append(card.id)
        return parse_entry({"captured": captured}, RULES, sides)

    def start(self, rounds: int = 0, sides: tuple[str, ...] = NAMES) -> str:
        """The edit link of a new game with so many rounds."""
        with self.store.writing() as session:
            started = start_game(session, rule_set=RULES, options=OPTIONS, players=sides)
            for _ in range(rounds):
                record_round(session, started, self.deal(sides), secrets.token_urlsafe(16))
        return started.token

    def client(self) -> Client:
        """A browser of its own."""
        return self.app.test_client()

    def make_poster(self, token: str, sides: tuple[str, ...] = NAMES) -> Callable[[], None]:
        """A function that posts one more round, by cards, as the form does without scripts."""
        address = f"/g/{token}/rounds/new"
        fetched = self.client().get(address)
        found = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', fetched.get_data(as_text=True))
        seen_first = re.search(r'name="seen" value="(\d+)', fetched.get_data(as_text=True))
        assert found is not None
        assert seen_first is not None
        revisions = itertools.count(int(seen_first[1]))
        # Each post comes as the first one did: a phone follows the redirect and is rid of what it was told.
        cookies = "; ".join(cookie.partition(";")[0] for cookie in fetched.headers.getlist("Set-Cookie"))
        client = self.app.test_client(use_cookies=False)
        fields = {"csrf_token": found[1], "way": "cards", "order": "kind", "version": ""}
        for number, card in enumerate(POINT_CARDS):
            fields[f"captured/{card.id}"] = str(number % len(sides))

        def post() -> None:
            # Each has seen the round before it: a page that had not would be asked about that.
            seen = f"{next(revisions)}-open"
            body = urlencode({**fields, "key": secrets.token_urlsafe(16), "seen": seen})
            answer = client.post(
                address,
                data=body,
                content_type="application/x-www-form-urlencoded",
                headers={"Cookie": cookies},
            )
            assert answer.status_code in (302, 303), answer.get_data(as_text=True)

        return post


@contextmanager
def lay_table() -> Iterator[Table]:
    """A table in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="kwado-bench-") as folder:
        prepare(Path(folder))
        yield Table(Path(folder))
