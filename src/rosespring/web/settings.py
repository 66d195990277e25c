"""What an operator may set, and the limits of the server with where they come from."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from rosespring.errors import RosespringError
from rosespring.folders import data_folder

Clock = Callable[[], float]
"""Seconds since 1970; tests bring their own."""

HERE = Path(__file__).parent
SQLITE_URL = "sqlite+aiosqlite:///"


class SettingsError(RosespringError, ValueError):
    """A setting that cannot be used; the message is one line for the operator."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that differs between two servers; the defaults are those of ``rosespring serve``."""

    database: str = ""
    host: str = "127.0.0.1"
    public_url: str = ""
    """The address that players use, without a slash at the end; empty: that of each request."""
    local_url: str = ""
    """The address for others in the local network, where it differs from that of the request."""
    dice: Path | None = None
    """A file of scripted dice; None: the randomness of the operating system."""

    claim_after: timedelta = timedelta(days=3)
    keep_for: timedelta = timedelta(days=90)
    seat_link_life: timedelta = timedelta(days=1)
    """A link that opens a seat should not lie about for long; a day is enough to find the other device."""
    idle_after: timedelta = timedelta(minutes=5)
    """A table that nobody watches leaves memory after this time; loading it again takes milliseconds."""
    silent_after: timedelta = timedelta(seconds=30)
    """Pages ping every 10 s, by a worker whose timer browsers do not slow down, so two pings may be missed."""
    sweep_every: timedelta = timedelta(minutes=1)

    bot_workers: int = 1
    think_timeout: timedelta = timedelta(seconds=60)
    queue_limit: int = 256
    """Messages waiting for one socket: ten cascades of 24 steps; whoever is further behind takes a snapshot."""
    body_limit: int = 16 * 1024
    """Bytes of a form: the longest honest one has less than 1 KiB."""
    body_within: timedelta = timedelta(seconds=20)
    """Until then the whole body of a request has come: a record of 200 KiB over a slow mobile line takes as long."""

    sockets_per_seat: int = 16
    """Tabs and devices of one player, and sockets of his that are dead but not yet found out."""
    spectators_per_table: int = 500
    hints_at_once: int = 10
    hint_every: timedelta = timedelta(seconds=5)
    tutor_every: timedelta = timedelta(seconds=2)
    glance_workers: int = 1
    """Processes that answer at sight, for the analysis pages and hints: no reader waits there for another's long
    look; with 0 one comes when it is needed."""
    study_workers: int = 1
    """Processes that look further into positions, and read records; with 0 one comes when it is needed."""
    studies_waiting: int = 64
    """Questions of all readers together that are worked on or wait; whoever comes then is asked to come back."""
    studies_per_address: int = 8
    """Of them so many from one address; a page asks one or two at a time."""
    studies_at_once: int = 400
    study_every: timedelta = timedelta(milliseconds=250)
    """One address may ask for so many evaluations at once, and then four a second: a game has a hundred turns."""
    pictures_kept: int = 100
    """Cards of 100 KiB each that stay in memory, for messengers that show a link to many."""
    pictures_waiting: int = 16
    """Cards that wait to be painted, a third of a second each; messengers wait some five seconds."""
    pictures_at_once: int = 30
    picture_every: timedelta = timedelta(seconds=5)
    """One address may have so many painted at once, and then one more each time."""
    paint_timeout: timedelta = timedelta(seconds=20)
    record_limit: int = 512 * 1024
    """Bytes of a record that is sent to be looked at; a match to 25 points has less than 200 KiB."""
    sockets_per_address: int = 400
    """A school behind one address: 200 games; this machine as many as it likes."""
    requests_at_once: int = 600
    request_every: timedelta = timedelta(milliseconds=50)
    """One address may ask for so much at once, and then twenty times a second; a first visit asks some fifty times."""
    messages_at_once: int = 200
    message_every: timedelta = timedelta(milliseconds=10)
    """A seat that says more than that, at all its sockets, is heard more slowly; a person at play says five things a
    second."""
    watched_at_once: int = 20
    watched_every: timedelta = timedelta(seconds=1)
    """The same for the socket of somebody who watches: it has nothing to say but that it is there."""
    tables_at_once: int = 30
    table_every: timedelta = timedelta(seconds=10)
    """One address may lay so many tables at once, and then one more each time; this machine as many as it likes."""

    templates: Path = HERE / "templates"
    client: Path = HERE / "client"
    clock: Clock = field(default=time.time, compare=False)

    @property
    def secure(self) -> bool:
        """Whether players come over https, so that cookies may insist on it."""
        return self.public_url.startswith("https://")

    @property
    def local_only(self) -> bool:
        """Whether only this machine can reach the server, as far as the server can know."""
        return not self.public_url and is_loopback(self.host)


def is_loopback(host: str) -> bool:
    """Whether `host` names this machine only."""
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def database_url(given: str | None) -> str:
    """The SQLAlchemy URL for ``--database``: a URL, a path, or nothing for the user's data folder.

    :raises SettingsError: for a database other than SQLite.
    """
    text = given or os.environ.get("ROSESPRING_DATABASE") or str(default_database())
    if "://" not in text:
        return SQLITE_URL + str(Path(text).expanduser().absolute())
    scheme, _, path = text.partition("://")
    if scheme not in ("sqlite", "sqlite+aiosqlite") or not path.startswith("/") or len(path) < 2:
        raise SettingsError(f"expected a path or sqlite:///PATH as the database, got {text!r}")
    return SQLITE_URL + str(Path(path[1:]).absolute())


def default_database() -> Path:
    """``rosespring.db`` in the user's data folder."""
    return data_folder() / "rosespring.db"


def public_url(given: str | None) -> str:
    """The address for ``--public-url``, checked, without a slash at the end; empty if there is none.

    :raises SettingsError: for anything but http(s)://HOST[:PORT].
    """
    text = (given or os.environ.get("ROSESPRING_PUBLIC_URL") or "").rstrip("/")
    if not text:
        return ""
    if not _is_origin(text):
        raise SettingsError(f"expected a public URL like https://play.example.org, got {text!r}")
    # As browsers name it, so that it can be compared with what they send.
    return text.lower()


def _is_origin(text: str) -> bool:
    try:
        parts = urlsplit(text)
        named = bool(parts.hostname) and parts.port != 0 and parts.username is None and not re.search(r"\s", text)
    except ValueError:  # brackets or a port that are none
        return False
    return parts.scheme in ("http", "https") and named and not (parts.path or parts.query or parts.fragment)


def dice_file(given: str | Path | None) -> Path | None:
    """The file for ``--dice``, or None."""
    text = given or os.environ.get("ROSESPRING_DICE")
    return Path(text).absolute() if text else None
