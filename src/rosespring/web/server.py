"""What all routes share, from the start of the server to its end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.websockets import WebSocket

from rosespring.language import gettext as _
from rosespring.web.bots import Thinker
from rosespring.web.desk import Desk
from rosespring.web.dice import DiceError, dice_of
from rosespring.web.forms import FormError
from rosespring.web.hall import Hall
from rosespring.web.limits import Tally, TokenBuckets
from rosespring.web.migrations import migrate
from rosespring.web.pages import Pages
from rosespring.web.painter import Painter
from rosespring.web.rubbish import collect_rubbish
from rosespring.web.settings import Settings
from rosespring.web.storage import FAILURES, Conflict, Storage, why

_logger = logging.getLogger(__name__)


class Server:
    """The parts of a server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.pages = Pages(settings)
        self.storage = Storage(settings.database)
        self.laying = TokenBuckets(settings.tables_at_once, settings.table_every)
        self.sockets = Tally(settings.sockets_per_address)
        self.hints = TokenBuckets(settings.hints_at_once, settings.hint_every)
        self.tutor = TokenBuckets(settings.hints_at_once, settings.tutor_every)
        self.thinker = Thinker(settings.bot_workers, settings.think_timeout.total_seconds())
        self.desk = Desk(settings)
        self.painter = Painter(settings)
        self.hall = Hall(settings, self.storage, dice_of(settings.dice), self.thinker)

    @asynccontextmanager
    async def running(self, _app: Starlette) -> AsyncIterator[None]:
        """Between start and end: the database is up to date, the computers think, the sweeper sweeps."""
        await asyncio.to_thread(migrate, self.settings.database)
        self.thinker.start()
        self.desk.start()
        work = (self.hall.wake_bots(), self.hall.sweep(), collect_rubbish(self.hall.is_empty))
        chores = [asyncio.create_task(each) for each in work]
        try:
            yield
        finally:
            for chore in chores:
                chore.cancel()
            await asyncio.gather(*chores, return_exceptions=True)
            await self.hall.close()
            self.thinker.close()
            self.desk.close()
            await self.storage.close()

    @contextmanager
    def may_hold(self, websocket: WebSocket) -> Iterator[bool]:
        """Whether the address of a socket may hold one more, which it does meanwhile."""
        with self.sockets.one_more(websocket.client.host if websocket.client else "") as allowed:
            if not allowed:
                _logger.info("refused: too many sockets from one address")
            yield allowed

    def sorry(self, error: Exception) -> Response:
        """The page for what went wrong."""
        if isinstance(error, FormError):
            return self.pages.start(str(error))
        return self.pages.message(*fault_of(error))


def fault_of(error: Exception) -> tuple[int, str, str]:
    """What went wrong: its HTTP status, a headline and a sentence."""
    if isinstance(error, DiceError):
        return 503, _("No dice"), str(error)
    if isinstance(error, Conflict):
        return 503, _("One moment, please"), _("The table is being read anew. Load this page again.")
    if isinstance(error, FAILURES):
        _logger.error("the database fails: %s", why(error))
        text = _(
            "Just now the server cannot store anything. What was stored before is not lost: try again in a moment."
        )
        return 503, _("One moment, please"), text
    if isinstance(error, HTTPException) and error.status_code == 405:
        return 405, _("That does not work here"), _("Please start from a page of ours.")
    return 404, _("There is nothing here"), _("The link may be mistyped, or the game too old.")
