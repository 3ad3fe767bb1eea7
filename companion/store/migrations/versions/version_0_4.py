"""The first schema, as the databases of commit 188c02ec have it."""

import sqlalchemy as sa
from alembic import op

revision = "0.4"
down_revision = None

KINDS = (
    "'start', 'add', 'correct', 'remove', 'restore', 'options', 'options-for-all', 'end', 'resume', 'return',"
    " 'undo', 'redo', 'links', 'deck', 'names', 'seats', 'players', 'rematch', 'archive', 'unarchive',"
    " 'delete', 'recover'"
)


def upgrade() -> None:
    op.create_table(
        "rule_set",
        sa.Column("digest", sa.Text(), primary_key=True),
        sa.Column("text", sa.Text(), nullable=False),
    )
    op.create_table(
        "card_table",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("edit_hash", sa.Text(), nullable=False),
        sa.Column("view_hash", sa.Text(), nullable=False),
        sa.UniqueConstraint("edit_hash", name="card_table_edit_hash"),
        sa.UniqueConstraint("view_hash", name="card_table_view_hash"),
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
        sa.Column("deck", sa.Text()),
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("card_table.id", name="game_table")),
        sa.Column("number", sa.Integer(), server_default=sa.text("1"), nullable=False),
        sa.Column("names", sa.Text()),
        sa.Column("seatings", sa.Text()),
        sa.Column("starts", sa.Text()),
        sa.Column("continued", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("archived", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("deleted_at_ms", sa.BigInteger()),
        sa.Column("time_zone", sa.Text()),
        sa.Column("digest", sa.Text()),
        sa.UniqueConstraint("edit_hash", name="game_edit_hash"),
        sa.UniqueConstraint("view_hash", name="game_view_hash"),
        sa.CheckConstraint("ended in (0, 1)", name="game_ended"),
        sa.CheckConstraint("continued in (0, 1)", name="game_continued"),
        sa.CheckConstraint("archived in (0, 1)", name="game_archived"),
        sa.CheckConstraint("deck in ('korean', 'japanese')", name="game_deck"),
        sa.CheckConstraint("number >= 1", name="game_number"),
        sa.CheckConstraint("first_dealer between 0 and 6", name="game_first_dealer"),
        sa.CheckConstraint(
            "revision >= 1 and last_serial >= round_count and round_count >= 0", name="game_counts"
        ),
    )
    op.create_index("game_place", "game", ["table_id", "number"], unique=True)
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
    op.create_table(
        "journal",
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
    op.create_table(
        "handed_pile",
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("side", sa.Integer(), primary_key=True),
        sa.Column("cards", sa.Text(), nullable=False),
        sa.Column("count", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "join_code",
        sa.Column("code_hash", sa.Text(), primary_key=True),
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id"), nullable=False),
        sa.Column("sealed_link", sa.Text(), nullable=False),
        sa.Column("until_ms", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "photo_deck",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("card_table.id"), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
    )
