"""People at a table, for the tests of kept games: short words for what they do."""

import itertools
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from companion.errors import CompanionError
from companion.rules import Entry, Options, RuleSet, get_rule_set, parse_entry, parse_options
from companion.store import (
    Game,
    Round,
    Store,
    get_game,
    list_changes,
    list_rounds,
    make_view_token,
    migrate,
    record_round,
    score_kept_game,
    start_game,
)

RULES = get_rule_set("kwado-1985")
SIDES = ("Ann", "Ben")
# How much of its full size a heavy test has at least.
SHARE = (
    1.0
    if os.environ.get("KWADO_TEST_PROFILE") == "thorough"
    else float(os.environ.get("KWADO_TEST_THOROUGH") or 0)
)
_keys = itertools.count(1)


def sqlite_store(folder: Path, name: str = "kwado.sqlite3") -> Store:
    """A store with no game in a file of the folder."""
    migrate(f"sqlite:///{folder / name}")
    return Store(f"sqlite:///{folder / name}")


def count_rows(store: Store, name: str) -> int:
    with store.reading() as session:
        found: int = session.connection().execute(text(f"SELECT count(*) FROM {name}")).scalar_one()
        return found


def often(thorough: int, normal: int) -> int:
    """How many times a heavy test runs: the full number under KWADO_TEST_THOROUGH=1, a tenth under 0.1."""
    return max(normal, int(thorough * SHARE))


def new_key() -> str:
    return f"test-key-{next(_keys):06}"


def points(
    ann: int,
    sides: tuple[str, ...] = SIDES,
    *,
    rules: RuleSet = RULES,
    players: tuple[str, ...] = (),
    **more: Any,
) -> Entry:
    """A round in which the first side has these card points and the second the rest of the 240."""
    shared = zip(sides, [ann, 240 - ann, *[0] * (len(sides) - 2)], strict=True)
    document = {"points": {side: {"card_points": each, "yaku": []} for side, each in shared}, **more}
    return parse_entry(document, rules, sides, players=players)


def ann_points(kept: Round) -> Any:
    """What Ann's card points are in a kept round."""
    return kept.document["points"]["Ann"]["card_points"]


def options(**chosen: Any) -> Options:
    return parse_options(RULES, chosen)


@dataclass
class Table:
    """A game in a store, and the token of its edit link."""

    store: Store
    token: str = field(repr=False)

    @property
    def view(self) -> str:
        """The token of the view link."""
        return make_view_token(self.token)

    def get(self) -> Game:
        with self.store.reading() as session:
            return get_game(session, self.view, to="view")

    def get_even_deleted(self) -> Game:
        with self.store.reading() as session:
            return get_game(session, self.view, to="view", even_deleted=True)

    def record(self, ann: int, key: str | None = None, **more: Any) -> Round:
        with self.store.writing() as session:
            game = get_game(session, self.token, to="edit")
            entry = points(ann, game.side_names, rules=game.rule_set, players=game.players, **more)
            return record_round(session, game, entry, key or new_key())

    def record_many(self, count: int) -> None:
        """Rounds in one go, of 0, 5, 10 … points and from 40 rounds on from 0 again."""
        with self.store.writing() as session:
            game = get_game(session, self.token, to="edit")
            for number in range(count):
                record_round(session, game, points(5 * (number % 40)), f"round-number-{number}")

    def rounds(self) -> list[Round]:
        """The rounds that stand, first to last."""
        with self.store.reading() as session:
            return list_rounds(session, get_game(session, self.view, to="view"))[::-1]

    def points(self) -> list[int]:
        """Ann's card points, round by round."""
        return [ann_points(kept) for kept in self.rounds()]

    def kinds(self) -> list[str]:
        """What was changed, the last first."""
        return [change.kind for change in self.ask(list_changes)]

    def scores(self) -> dict[str, int]:
        scored = self.ask(score_kept_game)
        return dict(zip(scored.sides, scored.totals, strict=True))

    def do(self, action: Any, *arguments: Any, **named: Any) -> Any:
        """What a store function gives that changes the game."""
        with self.store.writing() as session:
            game = get_game(session, self.token, to="edit", even_deleted=True)
            return action(session, game, *arguments, **named)

    def refuse(self, action: Any, *arguments: Any, **named: Any) -> CompanionError:
        """The refusal that a store function answers with."""
        with pytest.raises(CompanionError) as refusal:
            self.do(action, *arguments, **named)
        return refusal.value

    def ask(self, action: Any, *arguments: Any, **named: Any) -> Any:
        """What a store function gives that only looks."""
        with self.store.reading() as session:
            game = get_game(session, self.token, to="view", even_deleted=True)
            return action(session, game, *arguments, **named)


def lay_table(
    store: Store,
    players: tuple[str, ...] = SIDES,
    *,
    rules: RuleSet = RULES,
    table: dict[str, Any] | None = None,
    **chosen: Any,
) -> Table:
    """A new game, of Kwa-Dō unless said otherwise; `table` is what `start_game` takes besides."""
    with store.writing() as session:
        started = start_game(
            session, rule_set=rules, options=parse_options(rules, chosen), players=players, **(table or {})
        )
    return Table(store, started.token)
