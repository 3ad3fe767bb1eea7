"""A step that there is not yet: it builds the table of games anew, as a later version may have to."""

import os
import time

import sqlalchemy as sa
from alembic import op

from companion.store.database import HEAD

revision = "9999"
down_revision = HEAD
branch_labels = None
depends_on = None


def upgrade() -> None:
    pause_s = float(os.environ.get("KWADO_TEST_PAUSE_S", "0"))
    with op.batch_alter_table(
        "game", recreate="always" if op.get_bind().dialect.name == "sqlite" else "auto"
    ) as games:
        games.add_column(sa.Column("note", sa.Text(), nullable=False, server_default=""))
    time.sleep(pause_s)
    op.create_table("guest", sa.Column("game_id", sa.Integer(), sa.ForeignKey("game.id"), primary_key=True))
    time.sleep(pause_s)
    op.execute("UPDATE game SET note = 'moved'")
    time.sleep(pause_s)
