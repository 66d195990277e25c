"""Who reads a page: in which language, by whose choice, and how the page's links keep to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from starlette.datastructures import URL
from starlette.requests import HTTPConnection
from starlette.responses import Response

from rosespring.language import SOURCE_LANGUAGE, languages, own_name, right_to_left, use_language
from rosespring.web.access import COOKIE_LIFE, base_url
from rosespring.web.settings import Settings

PARAMETER = "lang"
"""The name of the query parameter and of the cookie."""


@dataclass(frozen=True, slots=True)
class Reader:
    """The language of one request; `chosen`: its address asked for it. `address`: the page, without a language."""

    language: str = SOURCE_LANGUAGE
    chosen: bool = False
    address: str = "/"
    base: str = ""

    @property
    def tag(self) -> str:
        """The language as pages and browsers name it."""
        return tag_of(self.language)

    @property
    def own_name(self) -> str:
        """What the language calls itself."""
        return own_name(self.language)

    @property
    def direction(self) -> str:
        """Which way lines are written."""
        return "rtl" if right_to_left(self.language) else "ltr"

    def link(self, path: str) -> str:
        """`path` of this server, in the language of the page if only its address says which that is."""
        return _in_language(path, self.language) if self.chosen else path

    def here_in(self, language: str) -> str:
        """This very page in another language."""
        return _in_language(self.address, language)


def tag_of(language: str) -> str:
    """`language` as in BCP 47."""
    return language.replace("_", "-")


def _in_language(path: str, language: str) -> str:
    return str(URL(path).include_query_params(**{PARAMETER: tag_of(language)}))


_reader: ContextVar[Reader] = ContextVar("rosespring_reader", default=Reader())  # noqa: B039  # it is immutable


def current_reader() -> Reader:
    """Whose page is being made."""
    return _reader.get()


@contextmanager
def reading(settings: Settings, connection: HTTPConnection) -> Iterator[Reader]:
    """Serve `connection` in its reader's language."""
    asked = _known(connection.query_params.get(PARAMETER, ""))
    # A form's own address has nothing to show to who comes back in another language.
    # Two slashes at the front would be another server's address.
    shown = "/" + connection.url.path.lstrip("/") if connection.url.path != "/tables" else "/"
    query = connection.url.remove_query_params(PARAMETER).query
    address = f"{shown}?{query}" if query else shown
    reader = Reader(asked or language_of(connection), bool(asked), address, base_url(settings, connection))
    token = _reader.set(reader)
    try:
        with use_language(reader.language):
            yield reader
    finally:
        _reader.reset(token)


def keep_choice(settings: Settings, connection: HTTPConnection, reader: Reader, response: Response) -> None:
    """Let the browser remember a language that its reader has chosen by an address."""
    tag = reader.tag
    if reader.chosen and connection.cookies.get(PARAMETER) != tag:
        response.set_cookie(
            PARAMETER, tag, max_age=COOKIE_LIFE, path="/", secure=settings.secure, httponly=True, samesite="lax"
        )


def language_of(connection: HTTPConnection) -> str:
    """The language of the address, of the cookie, or the one that the browser likes best of those that there are."""
    asked = (connection.query_params.get(PARAMETER, ""), connection.cookies.get(PARAMETER, ""))
    liked = _by_liking(connection.headers.get("accept-language", ""))
    return next((found for tag in (*asked, *liked) if (found := _known(tag))), SOURCE_LANGUAGE)


def _by_liking(header: str) -> list[str]:
    """The tags of an Accept-Language header, best first; those of quality 0 are not wanted."""
    liked = []
    for part in header.split(","):
        tag, _, rest = part.strip().partition(";")
        if (quality := _quality(rest)) > 0:
            liked.append((quality, tag.strip()))
    return [tag for _, tag in sorted(liked, key=lambda pair: -pair[0])]


def _quality(rest: str) -> float:
    name, _, value = rest.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0


def _known(tag: str) -> str | None:
    """The language that there is for `tag`: that one, or the one without its country."""
    by_name = {name.casefold(): name for name in languages()}
    plain = tag.replace("-", "_").casefold()
    return by_name.get(plain) or by_name.get(plain.split("_")[0])
