"""The line to the server in a real browser: lost messages, silence, the sign that says so, who is away."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.web.browser.seat import NARROW, PATIENCE, Seat, open_seat, two_seats
from tests.web.browser.test_play import CASCADE, Serve


@dataclass
class Wire:
    """What goes over the page's sockets; messages of the types in `lost` do not arrive."""

    page: Page
    lost: set[str] = field(default_factory=set)
    sent: list[dict[str, object]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.route_web_socket(re.compile(r"/socket(\?.*)?$"), self._join)

    def _join(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def out(text: str | bytes) -> None:
            message = json.loads(text)
            self.sent.append(message)
            if message["type"] not in self.lost:
                server.send(text)

        def back(text: str | bytes) -> None:
            if json.loads(text)["type"] not in self.lost:
                route.send(text)

        route.on_message(out)
        server.on_message(back)

    def ids(self, kind: str) -> list[object]:
        """The ids of the messages of a type that the page has sent."""
        return [message["id"] for message in self.sent if message["type"] == kind]


def begun(serve: Serve, browser: Browser, lost: set[str]) -> tuple[Seat, Seat, Wire, int]:
    """Two seats in mid-turn, of which the first plays one more step while messages are lost."""
    server = serve(CASCADE)
    first, second = two_seats(browser, server.url, "gioul")
    first.press("Roll")
    number = first.number
    wire = Wire(first.page)
    first.page.reload()
    first.at_table()
    first.wait_for_number(number)
    wire.lost |= lost
    first.point(24).click()
    expect(first.main).to_have_text(re.compile("Sending|Offline"), timeout=PATIENCE)
    return first, second, wire, number


def test_a_step_lost_on_the_way_is_sent_again_after_a_reload(serve: Serve, browser: Browser) -> None:
    first, second, wire, number = begun(serve, browser, {"step"})
    wire.lost.clear()
    first.page.reload()
    first.wait_for_number(number + 1)
    second.wait_for_number(number + 1)
    assert second.fates().count("played") == 1
    # Sent before and after the reload under one id, and forgotten when answered.
    assert len(wire.ids("step")) == 2
    assert len(set(wire.ids("step"))) == 1
    assert first.page.evaluate("sessionStorage.length") == 0


def test_a_step_whose_answer_was_lost_is_not_played_twice(serve: Serve, browser: Browser) -> None:
    first, second, wire, number = begun(serve, browser, {"ack", "event"})
    second.wait_for_number(number + 1)
    wire.lost.clear()
    first.page.reload()
    first.at_table()
    first.wait_for_number(number + 1)
    assert len(wire.ids("step")) == 2
    assert first.number == second.number == number + 1
    assert first.fates().count("played") == second.fates().count("played") == 1


def test_a_line_that_answers_nothing_is_given_up_and_taken_up_again(serve: Serve, browser: Browser) -> None:
    """While a command is unanswered the page pings every 2.5 s and gives the line up after 8 s."""
    first, second, wire, number = begun(serve, browser, {"step", "pong", "ack", "event", "nack", "presence"})
    expect(first.page.locator("#table")).to_have_attribute("data-line", "offline", timeout=PATIENCE)
    assert len(wire.ids("ping")) >= 3
    wire.lost.clear()
    first.wait_for_number(number + 1)
    second.wait_for_number(number + 1)
    expect(first.page.locator("#line-state")).to_be_empty(timeout=PATIENCE)
    assert second.fates().count("played") == 1


def test_a_message_that_is_missing_brings_a_snapshot(serve: Serve, browser: Browser) -> None:
    server = serve(CASCADE)
    first, second = two_seats(browser, server.url, "gioul")
    wire = Wire(second.page)
    second.page.reload()
    second.at_table()
    greeted = len(wire.ids("hello"))
    wire.lost.add("event")
    first.press("Roll")
    wire.lost.clear()
    first.play_any()
    second.wait_for_number(first.number)
    assert second.fates() == first.fates()
    assert second.content()["4"] == "1 light checker"
    assert len(wire.ids("hello")) == greeted + 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_sign_of_a_lost_line_is_large(serve: Serve, browser: Browser, scheme: str) -> None:
    server = serve(CASCADE)
    seat = open_seat(browser, NARROW, color_scheme=scheme)
    seat.lay(server.url)
    seat.page.context.set_offline(True)
    sign = seat.page.locator("#line-state")
    expect(sign.locator("strong")).to_have_text("Connection lost. Trying again …", timeout=PATIENCE)
    box = sign.bounding_box()
    assert box is not None
    assert box["width"] > 250
    assert box["height"] > 60
    seat.page.context.set_offline(False)
    expect(sign).to_be_empty(timeout=PATIENCE)


def test_both_learn_at_once_that_the_other_is_away_and_back(serve: Serve, browser: Browser) -> None:
    server = serve(CASCADE)
    first, second = two_seats(browser, server.url, "gioul")
    spoken = first.page.locator("[aria-live] >> text=Bora is")
    theirs = first.page.locator("#player-theirs")
    address = second.page.url
    second.page.goto("about:blank")
    expect(theirs).to_have_attribute("data-presence", "away", timeout=PATIENCE)
    expect(spoken).to_have_text("Bora is away.", timeout=PATIENCE)
    second.page.goto(address)
    expect(theirs).to_have_attribute("data-presence", "online", timeout=PATIENCE)
    expect(spoken).to_have_text("Bora is back.", timeout=PATIENCE)
