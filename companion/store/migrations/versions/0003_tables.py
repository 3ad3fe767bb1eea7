"""Tables of games, changes of names, seats and players, games put away, who enters now, codes to join."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

KINDS_BEFORE = (
    "'start', 'add', 'correct', 'remove', 'restore', 'options', 'options-for-all',"
    " 'end', 'resume', 'return', 'undo', 'redo', 'links', 'deck'"
)
NEW_KINDS = "'names', 'seats', 'players', 'rematch', 'archive', 'unarchive', 'delete', 'recover'"
# A table's id is that of its first game where this step makes it.
COLUMNS = (
    "table_id INTEGER CONSTRAINT game_table REFERENCES card_table (id)",
    "number INTEGER DEFAULT 1 NOT NULL CONSTRAINT game_number CHECK (number >= 1)",
    "names TEXT",
    "seatings TEXT",
    "starts TEXT",
    "continued INTEGER DEFAULT 0 NOT NULL CONSTRAINT game_continued CHECK (continued in (0, 1))",
    "archived INTEGER DEFAULT 0 NOT NULL CONSTRAINT game_archived CHECK (archived in (0, 1))",
    "deleted_at_ms BIGINT",
)


def upgrade() -> None:
    op.create_table(
        "card_table",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("edit_hash", sa.Text(), nullable=False),
        sa.Column("view_hash", sa.Text(), nullable=False),
        sa.UniqueConstraint("edit_hash", name="card_table_edit_hash"),
        sa.UniqueConstraint("view_hash", name="card_table_view_hash"),
    )
    op.execute(
        "INSERT INTO card_table (id, edit_hash, view_hash)"
        " SELECT id, edit_hash, view_hash FROM game ORDER BY id"
    )
    if op.get_bind().dialect.name != "sqlite":
        op.execute(
            "SELECT setval(pg_get_serial_sequence('card_table', 'id'),"
            " (SELECT COALESCE(MAX(id), 0) + 1 FROM card_table), false)"
        )
    for column in COLUMNS:
        op.execute(f"ALTER TABLE game ADD COLUMN {column}")
    op.execute("UPDATE game SET table_id = id")
    op.create_index("game_place", "game", ["table_id", "number"], unique=True)
    op.create_table(
        "entering",
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("phone", sa.Text(), primary_key=True),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("until_ms", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "join_code",
        sa.Column("code_hash", sa.Text(), primary_key=True),
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id"), nullable=False),
        sa.Column("sealed_link", sa.Text(), nullable=False),
        sa.Column("until_ms", sa.BigInteger(), nullable=False),
    )
    allow_kinds(f"{KINDS_BEFORE}, {NEW_KINDS}")


def downgrade() -> None:
    op.drop_table("join_code")
    op.drop_table("entering")
    op.execute(f"DELETE FROM journal WHERE kind in ({NEW_KINDS})")
    allow_kinds(KINDS_BEFORE)
    op.drop_index("game_place", "game")
    with op.batch_alter_table("game") as games:
        for column in COLUMNS:
            games.drop_column(column.partition(" ")[0])
    op.drop_table("card_table")


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
