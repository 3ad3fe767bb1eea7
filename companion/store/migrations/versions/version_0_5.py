"""The schema of version 0.5: a game has no digest, a round no time of its own."""

from alembic import op

revision = "0.5"
down_revision = "0.4"


def upgrade() -> None:
    op.drop_column("game", "digest")
    op.drop_column("round", "recorded_at_ms")
