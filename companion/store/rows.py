"""Rows of the database read as games.

`parse_rule_set` remembers what it has parsed. Options take 0.02 ms each, so nothing else is cached.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, select
from sqlmodel import Session

from companion.rules import RuleSet, parse_options, parse_rule_set
from companion.store.kept import KeptGame, OptionsPeriod, give_colours
from companion.store.models import GAMES, RULE_SETS


def digest_text(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def read_game(session: Session, row: Row[Any], *, may_edit: bool, token: str = "") -> KeptGame:
    query = select(RULE_SETS.c.text).where(RULE_SETS.c.digest == row.rule_set_digest)
    rule_set = parse_rule_set(session.connection().execute(query).scalar_one())
    earlier: Sequence[Any] = ()
    if row.number > 1:
        at_table = (GAMES.c.table_id == row.table_id) & (GAMES.c.number < row.number)
        names = select(GAMES.c.players, GAMES.c.sides, GAMES.c.names).where(at_table).order_by(GAMES.c.number)
        earlier = session.connection().execute(names).all()
    return KeptGame.from_row(
        row,
        rule_set,
        read_periods(rule_set, row.periods),
        may_edit=may_edit,
        colours=give_colours([*earlier, row]),
        token=token,
    )


def read_periods(rule_set: RuleSet, periods: Sequence[Any]) -> tuple[OptionsPeriod, ...]:
    return tuple(
        OptionsPeriod(first_serial, parse_options(rule_set, options)) for first_serial, options in periods
    )
