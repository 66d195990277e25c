"""The database tables; `migrations` brings a file of an older version up to them."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData(naming_convention={"ix": "ix_%(table_name)s_%(column_0_N_name)s"})


def _table_id() -> sa.Column[str]:
    return sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False)


tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("touched", sa.Float, nullable=False, index=True),
    sa.Column("length", sa.Integer, nullable=False),
    sa.Column("bot_due", sa.Boolean, nullable=False, index=True),
)
"""`touched`: time of the last event, and `length` its number; `bot_due`: a computer has something to do."""

events = sa.Table(
    "events",
    metadata,
    _table_id(),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("command", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.PrimaryKeyConstraint("table_id", "number"),
)
"""The log. A trigger refuses changes; rows go only with their table."""

seats = sa.Table(
    "seats",
    metadata,
    _table_id(),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("seen", sa.Float, nullable=False),
    sa.PrimaryKeyConstraint("table_id", "seat"),
)
"""Taken seats; that a seat cannot be taken twice is the primary key's doing."""

secrets = sa.Table(
    "secrets",
    metadata,
    sa.Column("hash", sa.Text, primary_key=True),
    _table_id(),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Index(None, "table_id"),
)
"""SHA-256 of the secrets that open a seat, one a device."""

links = sa.Table(
    "links",
    metadata,
    sa.Column("hash", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    _table_id(),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("expires", sa.Float),
    sa.Column("used", sa.Float),
    sa.Index(None, "table_id"),
)
"""SHA-256 of invitations and of links to a seat."""

throws = sa.Table(
    "throws",
    metadata,
    sa.Column("thrower", sa.Text, primary_key=True),
    sa.Column("first", sa.Integer, primary_key=True),
    sa.Column("second", sa.Integer, primary_key=True),
    sa.Column("times", sa.Integer, nullable=False),
)
"""How often each throw drawn together has come to persons and to computers; it stays when tables are forgotten."""
