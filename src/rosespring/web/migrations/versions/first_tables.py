"""Tables, their events, seats, secrets and links."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def _table_id() -> sa.Column[str]:
    return sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False)


def upgrade() -> None:
    """From nothing to the first version."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("touched", sa.Float, nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("bot_due", sa.Boolean, nullable=False),
    )
    op.create_index("ix_tables_touched", "tables", ["touched"])
    op.create_index("ix_tables_bot_due", "tables", ["bot_due"])
    _create_events()
    op.create_table(
        "seats",
        _table_id(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat"),
    )
    _create_hashes("secrets")
    _create_hashes(
        "links",
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("expires", sa.Float),
        sa.Column("used", sa.Float),
    )


def _create_events() -> None:
    op.create_table(
        "events",
        _table_id(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("command", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number"),
    )
    op.execute(
        "CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON events "
        "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END"
    )


def _create_hashes(name: str, *more: sa.Column[object]) -> None:
    op.create_table(
        name,
        sa.Column("hash", sa.Text, primary_key=True),
        _table_id(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        *more,
    )
    op.create_index(f"ix_{name}_table_id", name, ["table_id"])


def downgrade() -> None:
    """Back to nothing."""
    for name in ("links", "secrets", "seats", "events", "tables"):
        op.drop_table(name)
