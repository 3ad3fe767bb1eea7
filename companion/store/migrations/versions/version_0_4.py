"""The schema of version 0.4: the time zone in which a game is played, and a digest of what is kept of it."""

import sqlalchemy as sa
from alembic import op

revision = "0.4"
down_revision = "0.3"


def upgrade() -> None:
    op.add_column("game", sa.Column("time_zone", sa.Text()))
    op.add_column("game", sa.Column("digest", sa.Text()))
