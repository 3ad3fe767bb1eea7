"""The deck of a game, and its change in the journal."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

KINDS_BEFORE = (
    "'start', 'add', 'correct', 'remove', 'restore', 'options', 'options-for-all',"
    " 'end', 'resume', 'return', 'undo', 'redo', 'links'"
)
KINDS = f"{KINDS_BEFORE}, 'deck'"


def upgrade() -> None:
    op.execute(
        "ALTER TABLE game ADD COLUMN deck TEXT CONSTRAINT game_deck CHECK (deck in ('korean', 'japanese'))"
    )
    allow_kinds(KINDS)


def downgrade() -> None:
    op.execute("DELETE FROM journal WHERE kind = 'deck'")
    allow_kinds(KINDS_BEFORE)
    op.execute("ALTER TABLE game DROP COLUMN deck")


def allow_kinds(kinds: str) -> None:
    """Lets the journal hold these kinds of changes. SQLite needs a new table for that."""
    if op.get_bind().dialect.name != "sqlite":
        op.drop_constraint("journal_kind", "journal", type_="check")
        op.create_check_constraint("journal_kind", "journal", sa.text(f"kind in ({kinds})"))
        return
    op.create_table(
        "journal_made_anew",
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("sequence", sa.Integer(), primary_key=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("of", sa.Integer()),
        sa.Column("below", sa.Integer()),
        sa.Column("before", sa.Text(), nullable=False),
        sa.Column("after", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.CheckConstraint(f"kind in ({kinds})", name="journal_kind"),
    )
    columns = 'game_id, sequence, kind, "of", below, before, after, at_ms'
    op.execute(f"INSERT INTO journal_made_anew ({columns}) SELECT {columns} FROM journal")
    op.drop_table("journal")
    op.rename_table("journal_made_anew", "journal")
