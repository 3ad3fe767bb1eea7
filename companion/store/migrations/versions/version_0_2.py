"""The schema of version 0.2, the first release; databases of the three steps before it are brought to it.

Their revisions are `migration.BEFORE_RELEASE`. What such a database has stays, and what it lacks is added.
"""

import sqlalchemy as sa
from alembic import op

from companion.store.migration import FIRST_TABLES_OF_GAMES

revision = "0.2"
down_revision = None
branch_labels = None
depends_on = None

KINDS = (
    "'start', 'add', 'correct', 'remove', 'restore', 'options', 'options-for-all', 'end', 'resume', 'return',"
    " 'undo', 'redo', 'links', 'deck', 'names', 'seats', 'players', 'rematch', 'archive', 'unarchive',"
    " 'delete', 'recover'"
)
# Those that a game had not in the first step; each names its own constraint.
NEW_COLUMNS = (
    "deck TEXT CONSTRAINT game_deck CHECK (deck in ('korean', 'japanese'))",
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
    found = sa.inspect(op.get_bind())
    if found.has_table("game"):
        allow_kinds()
    else:
        create_first_tables()
    if not found.has_table("card_table"):
        create_later_tables()
    columns = {column["name"] for column in sa.inspect(op.get_bind()).get_columns("game")}
    for column in NEW_COLUMNS:
        if column.partition(" ")[0] not in columns:
            op.execute(f"ALTER TABLE game ADD COLUMN {column}")
    for statement in FIRST_TABLES_OF_GAMES:
        op.execute(statement)
    if op.get_bind().dialect.name != "sqlite":
        op.execute(
            "SELECT setval(pg_get_serial_sequence('card_table', 'id'),"
            " (SELECT COALESCE(MAX(id), 0) + 1 FROM card_table), false)"
        )
    op.create_index("game_place", "game", ["table_id", "number"], unique=True, if_not_exists=True)


def create_first_tables() -> None:
    op.create_table(
        "rule_set",
        sa.Column("digest", sa.Text(), primary_key=True),
        sa.Column("text", sa.Text(), nullable=False),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("edit_hash", sa.Text(), nullable=False),
        sa.Column("view_hash", sa.Text(), nullable=False),
        sa.Column("rule_set_id", sa.Text(), nullable=False),
        sa.Column("rule_set_digest", sa.Text(), sa.ForeignKey("rule_set.digest"), nullable=False),
        sa.Column("players", sa.Text(), nullable=False),
        sa.Column("sides", sa.Text(), nullable=False),
        sa.Column("first_dealer", sa.Integer(), nullable=False),
        sa.Column("periods", sa.Text(), nullable=False),
        sa.Column("ended", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("last_serial", sa.Integer(), nullable=False),
        sa.Column("round_count", sa.Integer(), nullable=False),
        sa.Column("undo_top", sa.Integer()),
        sa.Column("redo_top", sa.Integer()),
        sa.Column("journal_bytes", sa.Integer(), nullable=False),
        sa.Column("started_at_ms", sa.BigInteger(), nullable=False),
        sa.Column("changed_at_ms", sa.BigInteger(), nullable=False),
        sa.Column("again_of", sa.Integer(), sa.ForeignKey("game.id", ondelete="SET NULL")),
        sa.UniqueConstraint("edit_hash", name="game_edit_hash"),
        sa.UniqueConstraint("view_hash", name="game_view_hash"),
        sa.CheckConstraint("ended in (0, 1)", name="game_ended"),
        sa.CheckConstraint("first_dealer between 0 and 6", name="game_first_dealer"),
        sa.CheckConstraint(
            "revision >= 1 and last_serial >= round_count and round_count >= 0", name="game_counts"
        ),
    )
    op.create_table(
        "round",
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("serial", sa.Integer(), primary_key=True),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("entry", sa.Text(), nullable=False),
        sa.Column("stands", sa.Integer(), nullable=False),
        sa.Column("added_by", sa.Integer(), nullable=False),
        sa.Column("changed_by", sa.Integer(), nullable=False),
        sa.Column("recorded_at_ms", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("stands in (0, 1)", name="round_stands"),
    )
    op.create_index("round_key", "round", ["game_id", "key"], unique=True)
    create_journal("journal")


def create_later_tables() -> None:
    op.create_table(
        "card_table",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("edit_hash", sa.Text(), nullable=False),
        sa.Column("view_hash", sa.Text(), nullable=False),
        sa.UniqueConstraint("edit_hash", name="card_table_edit_hash"),
        sa.UniqueConstraint("view_hash", name="card_table_view_hash"),
    )
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


def create_journal(name: str) -> None:
    op.create_table(
        name,
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("sequence", sa.Integer(), primary_key=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("of", sa.Integer()),
        sa.Column("below", sa.Integer()),
        sa.Column("before", sa.Text(), nullable=False),
        sa.Column("after", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.CheckConstraint(f"kind in ({KINDS})", name="journal_kind"),
    )


def allow_kinds() -> None:
    """Lets the journal hold all kinds of changes. SQLite needs a new table for that."""
    if op.get_bind().dialect.name != "sqlite":
        op.drop_constraint("journal_kind", "journal", type_="check")
        op.create_check_constraint("journal_kind", "journal", sa.text(f"kind in ({KINDS})"))
        return
    create_journal("journal_made_anew")
    columns = 'game_id, sequence, kind, "of", below, before, after, at_ms'
    op.execute(f"INSERT INTO journal_made_anew ({columns}) SELECT {columns} FROM journal")
    op.drop_table("journal")
    op.rename_table("journal_made_anew", "journal")
