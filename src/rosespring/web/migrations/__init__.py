"""Steps that bring a database of any older version up to `rosespring.web.schema`, taken when the server starts."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from rosespring.errors import RosespringError
from rosespring.language import gettext as _


class WrongDatabase(RosespringError):
    """A database that is none of ours, or that a newer version has written."""


def migrate(url: str) -> None:
    """Bring the database at `url` up to date; a new file gets its folder and its tables.

    :raises WrongDatabase: for one that is not to be touched.
    """
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    plain = sa.make_url(url).set(drivername="sqlite")
    Path(plain.database or "").parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(plain)
    try:
        with engine.connect() as connection:
            _check(connection, {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()})
            connection.exec_driver_sql("PRAGMA journal_mode=WAL")
            connection.commit()
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    finally:
        engine.dispose()


def _check(connection: sa.Connection, known: set[str]) -> None:
    """That a database is ours, or empty."""
    names = sa.inspect(connection).get_table_names()
    if names and "alembic_version" not in names:
        raise WrongDatabase(_("it belongs to another program"))
    versions = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars() if names else ()
    if unknown := set(versions) - known:
        words = _("it has been written by a newer version of Rosespring (its step {step} is not known here)")
        raise WrongDatabase(words.format(step=min(unknown)))
    connection.rollback()
