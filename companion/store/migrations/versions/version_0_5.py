"""The schema of version 0.5: a game has no digest and a mark of its history, a round no time of its own.

A pile that was handed in is of a player, and of the round after the one that stands last. A game may have
points beside its rounds.

Columns have the names by which the models know them.
"""

import sqlalchemy as sa
from alembic import op

revision = "0.5"
down_revision = "0.4"


KINDS = (
    "'start', 'add', 'correct', 'remove', 'restore', 'options', 'options-for-all', 'end', 'resume', 'return',"
    " 'undo', 'redo', 'links', 'deck', 'names', 'seats', 'players', 'rematch', 'archive', 'unarchive',"
    " 'delete', 'recover', 'adjust'"
)


def upgrade() -> None:
    op.drop_column("game", "digest")
    op.add_column("game", sa.Column("history", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("game", sa.Column("adjustments", sa.Text()))
    with op.batch_alter_table("journal") as journal:
        journal.drop_constraint("journal_kind", type_="check")
        journal.create_check_constraint("journal_kind", f"kind in ({KINDS})")
    op.drop_column("round", "recorded_at_ms")
    for table, column, name in (
        ("game", "players", "first_players"),
        ("game", "sides", "first_sides"),
        ("game", "deck", "own_deck"),
        ("round", "entry", "stored_entry"),
        ("handed_pile", "side", "player"),
        ("handed_pile", "count", "numbers"),
    ):
        op.alter_column(table, column, new_column_name=name)
    op.add_column("handed_pile", sa.Column("after", sa.Integer(), nullable=False, server_default="0"))
    op.execute(
        "UPDATE handed_pile SET numbers = CASE numbers WHEN '' THEN '{}' ELSE"
        """ '{"count":"' || replace(replace(numbers, '\\', ''), '"', '') || '"}' END,"""
        " after = coalesce((SELECT max(serial) FROM round"
        " WHERE round.game_id = handed_pile.game_id AND stands = 1), 0)"
    )
