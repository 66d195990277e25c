"""Run by Alembic on the connection that `migrate` hands over."""

from __future__ import annotations

from alembic import context

from rosespring.web.schema import metadata

with context.config.attributes["connection"].begin() as _transaction:
    context.configure(connection=_transaction.connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()
