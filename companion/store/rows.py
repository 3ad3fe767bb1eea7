"""Rows of the database read as games and options.

Rule sets and options are parsed once per process. The caches are keyed by the text or its digest, so that a
name whose rules have changed cannot give the old ones.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, select
from sqlmodel import Session

from companion.rules import RuleSet, parse_options, parse_rule_set
from companion.store.kept import KeptGame, OptionsPeriod, give_colours
from companion.store.models import GAMES, RULE_SETS

_rule_sets: dict[str, RuleSet] = {}
_MAX_RULE_SETS = 256


def to_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def digest_text(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def remember_rule_set(digest: str, text: str) -> RuleSet:
    known = _rule_sets.get(digest)
    if known is None:
        if len(_rule_sets) >= _MAX_RULE_SETS:
            _rule_sets.clear()
        known = _rule_sets[digest] = parse_rule_set(text)
    return known


def read_game(session: Session, row: Row[Any], *, may_edit: bool) -> KeptGame:
    rule_set = _rule_sets.get(row.rule_set_digest)
    if rule_set is None:
        query = select(RULE_SETS.c.text).where(RULE_SETS.c.digest == row.rule_set_digest)
        rule_set = remember_rule_set(row.rule_set_digest, session.connection().execute(query).scalar_one())
    periods = read_periods(rule_set, row.rule_set_digest, row.periods)
    earlier: Sequence[Any] = ()
    if row.number > 1:
        at_table = (GAMES.c.table_id == row.table_id) & (GAMES.c.number < row.number)
        names = select(GAMES.c.players, GAMES.c.sides, GAMES.c.names).where(at_table).order_by(GAMES.c.number)
        earlier = session.connection().execute(names).all()
    colours = give_colours([*earlier, row])
    return KeptGame.from_row(row, rule_set, periods, may_edit=may_edit, colours=colours)


_periods: dict[tuple[str, str], tuple[OptionsPeriod, ...]] = {}


def read_periods(rule_set: RuleSet, digest: str, text: str) -> tuple[OptionsPeriod, ...]:
    known = _periods.get((digest, text))
    if known is None:
        if len(_periods) >= _MAX_RULE_SETS:
            _periods.clear()
        known = _periods[digest, text] = tuple(
            OptionsPeriod(first_serial, parse_options(rule_set, options))
            for first_serial, options in json.loads(text)
        )
    return known
