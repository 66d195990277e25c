"""Steps that bring a database of any older version up to `rosespring.web.schema`, taken when the server starts."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config


def migrate(url: str) -> None:
    """Bring the database at `url` up to date; a new file gets its folder and its tables."""
    plain = sa.make_url(url).set(drivername="sqlite")
    Path(plain.database or "").parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(plain)
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA journal_mode=WAL")
            connection.commit()
            config = Config()
            config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    finally:
        engine.dispose()
