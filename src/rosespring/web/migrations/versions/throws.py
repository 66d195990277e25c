"""How often each throw has come, over all tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """The counts begin at nothing: older tables drew their dice otherwise."""
    op.create_table(
        "throws",
        sa.Column("thrower", sa.Text, primary_key=True),
        sa.Column("first", sa.Integer, primary_key=True),
        sa.Column("second", sa.Integer, primary_key=True),
        sa.Column("times", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Without counts."""
    op.drop_table("throws")
