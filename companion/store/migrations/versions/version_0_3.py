"""The schema of version 0.3: decks of a table, taught by photos."""

import sqlalchemy as sa
from alembic import op

revision = "0.3"
down_revision = "0.2"


def upgrade() -> None:
    op.create_table(
        "photo_deck",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("card_table.id"), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
    )
