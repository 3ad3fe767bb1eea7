"""The schema of version 0.4: a game's time zone, a digest of what is kept of it, piles that are handed in.

Who enters a round is no longer kept.
"""

import sqlalchemy as sa
from alembic import op

revision = "0.4"
down_revision = "0.3"


def upgrade() -> None:
    op.add_column("game", sa.Column("time_zone", sa.Text()))
    op.add_column("game", sa.Column("digest", sa.Text()))
    op.drop_table("entering")
    op.create_table(
        "handed_pile",
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("side", sa.Integer(), primary_key=True),
        sa.Column("cards", sa.Text(), nullable=False),
        sa.Column("count", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
    )
