"""The schema of version 0.5: a game has no digest."""

from alembic import op

revision = "0.5"
down_revision = "0.4"


def upgrade() -> None:
    op.drop_column("game", "digest")
