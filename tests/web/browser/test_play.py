"""Games in real browsers: by link, with reloads, second tabs, lost connections and a killed server."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from tests.servers import Server, Throws
from tests.web.browser.seat import NARROW, PATIENCE, WIDE, Seat, another_page, open_seat, two_seats

pytestmark = pytest.mark.browser

LIGHT_STARTS = (6, 1)
CASCADE = [LIGHT_STARTS, (3, 3), (6, 5), (6, 5), (6, 5)]
Serve = Callable[[Throws], Server]


def random_throws(seed: int, count: int = 500) -> list[tuple[int, int]]:
    random = Random(seed)
    return [(random.randint(1, 6), random.randint(1, 6)) for _ in range(count)]


def play_out(first: Seat, second: Seat) -> None:
    """Both play whatever they may until the match is over."""
    seats = (first, second)
    while first.mark("phase") != "match-over":
        number = max(seat.number for seat in seats)
        for seat in seats:
            seat.wait_for_number(number)
        acting = next(seat for seat in seats if seat.main.get_attribute("aria-disabled") == "false" or seat.sources())
        if acting.mark("phase") == "play":
            acting.play_turn()
        else:
            acting.press(acting.main.inner_text())


@pytest.mark.timeout(300)
def test_a_whole_game_by_link(serve: Serve, browser: Browser) -> None:
    server = serve(random_throws(5))
    first, second = two_seats(browser, server.url, "gul-bara-bulgarian", sizes=(WIDE, NARROW))
    expect(second.page.locator("#player-theirs")).to_contain_text("Ana")
    play_out(first, second)
    headlines = {seat.page.locator("#result-headline").inner_text() for seat in (first, second)}
    assert len(headlines) == 2
    assert "You have won" in headlines
    for seat in (first, second):
        assert seat.faults == []
        assert "15 checkers borne off" in seat.page.locator("#position-words").inner_text()
        expect(seat.page.locator("#board-frame")).to_be_in_viewport()


def test_a_game_against_the_computer_goes_on_by_itself(serve: Serve, browser: Browser) -> None:
    server = serve([(1, 6), (5, 4), (6, 3), (2, 1), (5, 2)])
    seat = open_seat(browser, NARROW)
    seat.lay(server.url, opponent="computer")
    seat.wait_for("() => document.querySelectorAll('#story .story-done').length === 1")
    seat.press("Roll")
    seat.play_turn()
    seat.wait_for("() => document.querySelectorAll('#story .story-done').length === 3")
    expect(seat.prompt).to_have_text("Your turn: roll")
    assert seat.faults == []


def test_a_reload_in_mid_turn_keeps_the_turn(serve: Serve, browser: Browser) -> None:
    server = serve(CASCADE)
    first, second = two_seats(browser, server.url, "gioul")
    first.press("Roll")
    for _ in range(5):
        first.play_any()
    before, number = first.content(), first.number
    fates = first.fates()
    assert fates.count("played") == 5
    first.page.reload()
    first.at_table()
    first.wait_for_number(number)
    assert (first.content(), first.number, first.fates()) == (before, number, fates)
    first.undo()
    first.play_any()
    second.wait_for_number(number + 2)
    assert second.fates().count("played") == 5
    assert first.faults == second.faults == []


def test_a_second_tab_keeps_in_step(serve: Serve, browser: Browser) -> None:
    server = serve(CASCADE)
    first, _second = two_seats(browser, server.url, "gioul")
    tab = another_page(first.page.context)
    tab.page.goto(first.page.url)
    tab.at_table()
    first.press("Roll")
    tab.wait_for_number(first.number)
    tab.play_any()
    first.wait_for_number(tab.number)
    first.play_any()
    tab.wait_for_number(first.number)
    assert first.content() == tab.content()
    assert first.fates() == tab.fates()
    tab.undo()
    first.wait_for_number(tab.number)
    assert first.fates().count("played") == 1
    assert first.faults == tab.faults == []


def test_a_step_played_offline_is_sent_again(serve: Serve, browser: Browser) -> None:
    server = serve(CASCADE)
    first, second = two_seats(browser, server.url, "gioul")
    first.press("Roll")
    number = first.number
    first.page.context.set_offline(True)
    expect(first.page.locator("#line-state strong")).to_have_text("Connection lost. Trying again …", timeout=PATIENCE)
    first.point(24).click()
    expect(first.main).to_have_text("Offline …")
    assert first.content()["21"] == "empty"
    first.page.context.set_offline(False)
    first.wait_for_number(number + 1)
    second.wait_for_number(number + 1)
    assert first.content()["21"] == "1 light checker"
    assert second.fates().count("played") == 1
    expect(first.page.locator("#line-state")).to_be_empty()
    assert first.real_faults == second.faults == []


def test_a_killed_server_loses_nothing(serve: Serve, browser: Browser) -> None:
    server = serve(CASCADE)
    first, second = two_seats(browser, server.url, "gioul")
    first.press("Roll")
    first.play_any()
    first.play_any()
    number = first.number
    server.kill()
    expect(first.page.locator("#line-state")).not_to_be_empty(timeout=PATIENCE)
    first.point(first.sources()[0]).click()
    server.start()
    for seat in (first, second):
        seat.wait_for_number(number + 1)
        assert seat.number == number + 1
        assert seat.fates().count("played") == 3
    assert first.real_faults == second.real_faults == []


def test_what_passes_is_shown_and_said_to_both(serve: Serve, browser: Browser) -> None:
    server = serve([LIGHT_STARTS, (4, 3), (6, 6), (5, 5), (2, 1)])
    first, second = two_seats(browser, server.url, "gioul")
    for seat, steps in (
        (first, [(24, 21), (21, 17)]),
        (second, [(24, 18), (18, 12), (12, 6), (24, 18)]),
        (first, [(17, 12)]),
    ):
        seat.wait_for_number(max(first.number, second.number))
        seat.press("Roll")
        for source, target in steps:
            seat.play(source, target)
        if len(steps) > 1:
            seat.press("Done")
    assert first.fates() == ["played", *["passed"] * 7]
    expect(first.detail).to_have_text("3 fives and 4 sixes pass to Bora.")
    expect(second.detail).to_have_text("3 fives and 4 sixes pass to you.")
    expect(second.prompt).to_have_text("Ana can play nothing more")
    expect(first.prompt).to_have_text("Done? Then this happens:")
    first.undo()
    expect(first.detail).to_be_empty()
    first.play(17, 12)
    first.press("Done")
    second.wait_for_number(first.number)
    assert second.fates() == [*["now"] * 3, *["left"] * 4]
    expect(second.page.locator("#queue .from")).to_be_visible()
    expect(second.prompt).to_have_text("Your turn: 7 numbers handed to you")
    expect(first.prompt).to_have_text("Bora plays your rest")
    expect(second.page.locator("#queue-words")).to_have_text("To play now: 3 fives. Then: 4 sixes.")
    second.play_turn()
    expect(second.prompt).to_have_text("Your turn: roll")
    expect(first.page.locator("#story")).to_contain_text("Light 5-5: 17/12. 3 fives and 4 sixes pass to Dark.")
    expect(first.page.locator("#story")).to_contain_text("Dark, received: 24/19")
    assert first.faults == second.faults == []


def test_a_roll_that_cannot_be_played_says_so(serve: Serve, browser: Browser) -> None:
    server = serve([LIGHT_STARTS, (6, 6), (5, 5), (2, 1)])
    first, second = two_seats(browser, server.url, "gioul")
    first.press("Roll")
    for source, target in ((24, 18), (18, 12), (12, 6), (24, 18)):
        first.play(source, target)
    first.press("Done")
    second.wait_for_number(first.number)
    second.press("Roll")
    first.wait_for_number(second.number)
    expect(first.detail).to_have_text("Bora can play nothing: 4 fives and 4 sixes pass to you.")
    expect(second.detail).to_have_text("You can play nothing: 4 fives and 4 sixes pass to Ana.")
    expect(first.prompt).to_have_text("Your turn: 8 numbers handed to you")
    assert first.faults == second.faults == []


def test_the_last_turn_can_be_seen_again_step_by_step(serve: Serve, browser: Browser) -> None:
    server = serve([LIGHT_STARTS, (3, 3), (6, 5)])
    first, second = two_seats(browser, server.url, "gul-bara")
    first.press("Roll")
    for source, target in ((24, 21), (24, 21), (21, 18), (21, 18)):
        first.play(source, target)
    first.press("Done")
    second.wait_for_number(first.number)
    expect(second.page.locator(".arrows .arrow")).to_have_count(1)
    expect(second.page.locator(".arrow-count")).to_have_text("×2")
    now = second.content()
    second.page.get_by_role("button", name="Show the last turn again").click()
    words = second.page.locator("[data-replay-words]")
    expect(words).to_have_text("Before the turn of 4 steps")
    second.page.get_by_role("button", name="Step on").click()
    expect(words).to_have_text("Step 1 of 4: 24/21")
    second.page.get_by_role("button", name="Back to the game").click()
    expect(second.page.locator("#replay")).to_be_hidden()
    assert second.content() == now
    assert first.faults == second.faults == []


def test_resigning_says_what_it_costs(serve: Serve, browser: Browser) -> None:
    server = serve([LIGHT_STARTS, (5, 4), (4, 1)])
    first, second = two_seats(browser, server.url, length=3)
    page = second.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up this game …").click()
    expect(page.locator("[data-menu=cost]")).to_have_text("Giving up costs you 2 points: Ana wins the game.")
    page.get_by_role("button", name="Play on").click()
    expect(page.locator("[data-menu=sure]")).to_be_hidden()
    page.get_by_role("button", name="Give up this game …").click()
    page.get_by_role("button", name="Give up", exact=True).click()
    expect(first.page.locator("#result-headline")).to_have_text("You win 2 points")
    expect(page.locator("#result-headline")).to_have_text("Ana wins 2 points")
    expect(page.locator("#result-detail")).to_have_text("You gave up. You 0 : 2 Ana, played to 3.")
    expect(first.page.locator("#result-detail")).to_have_text("Bora gave up. You 2 : 0 Bora, played to 3.")
    first.press("Next game")
    expect(second.page.locator("#match-line")).to_have_text("Match to 3 points, game 2")
    assert first.faults == second.faults == []


def test_a_finished_game_leads_to_its_analysis(serve: Serve, browser: Browser) -> None:
    server = serve([LIGHT_STARTS, (5, 4), (4, 1)])
    first, second = two_seats(browser, server.url, length=3)
    expect(first.page.get_by_role("link", name="Analyse the game")).to_be_hidden()
    second.page.get_by_role("button", name="Menu").click()
    second.page.get_by_role("button", name="Give up this game …").click()
    second.page.get_by_role("button", name="Give up", exact=True).click()
    first.page.get_by_role("link", name="Analyse the game").click()
    expect(first.page.locator("#heading")).to_have_text("Ana against Bora")
    last = first.page.locator("#moves li").last
    expect(last).to_contain_text("Light wins 2 points")
    expect(last).to_contain_text("Dark gave up.")
    assert first.faults == []


def test_a_seat_goes_on_on_another_device(serve: Serve, browser: Browser) -> None:
    server = serve(CASCADE)
    first, second = two_seats(browser, server.url, "gioul")
    first.press("Roll")
    first.page.get_by_role("button", name="Menu").click()
    first.page.get_by_role("button", name="Continue on another device").click()
    link = first.page.get_by_label("Link to your seat")
    expect(link).to_be_visible()
    phone = open_seat(browser, NARROW)
    phone.page.goto(link.input_value())
    phone.page.get_by_role("button", name="Sit down here").click()
    phone.at_table()
    phone.play_any()
    second.wait_for_number(phone.number)
    assert phone.page.locator("#player-mine .player-name").inner_text() == "Ana"
    assert first.faults == phone.faults == []


def test_a_rematch_needs_both(serve: Serve, browser: Browser) -> None:
    server = serve([LIGHT_STARTS, LIGHT_STARTS])
    first, second = two_seats(browser, server.url)
    first.page.get_by_role("button", name="Menu").click()
    first.page.get_by_role("button", name="Give up this game …").click()
    first.page.get_by_role("button", name="Give up", exact=True).click()
    first.wait_for("() => document.getElementById('table').dataset.phase === 'match-over'")
    first.press("Play again")
    expect(first.main).to_have_text("Offered")
    expect(first.page.locator("#result-detail")).to_contain_text("Waiting for Bora to accept.")
    expect(second.page.locator("#result-detail")).to_contain_text("Ana would like to play again.")
    second.press("Accept a new match")
    expect(first.prompt).to_have_text("Your turn: roll")
    expect(second.prompt).to_have_text("Ana is to roll")
    page = second.page
    page.get_by_role("button", name="Menu").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Record of match 1").click()
    assert "resign" in download.value.path().read_text("utf-8")
    assert first.faults == second.faults == []


def test_what_is_said_is_seen_at_once_by_both(serve: Serve, browser: Browser) -> None:
    """A phrase, and free words once both have allowed them; the menu makes way."""
    first, second = two_seats(browser, serve([LIGHT_STARTS]).url)
    first.page.get_by_role("button", name="Menu").click()
    first.page.get_by_role("button", name="Good luck!").click()
    expect(first.page.locator("#menu")).to_be_hidden()
    expect(first.detail).to_have_text("You: Good luck!")
    expect(second.detail).to_have_text("Ana: Good luck!")
    for seat in (first, second):
        seat.page.get_by_role("button", name="Menu").click()
        seat.page.get_by_role("switch", name="Write to each other").check()
    second.page.get_by_role("textbox", name="Your words").fill("Merhaba, Ana")
    second.page.get_by_role("button", name="Send", exact=True).click()
    expect(second.detail).to_have_text("You: Merhaba, Ana")
    first.page.keyboard.press("Escape")
    expect(first.detail).to_have_text("Bora: Merhaba, Ana")
    assert first.faults == second.faults == []


def test_nothing_can_be_typed_before_there_is_a_game(serve: Serve, browser: Browser) -> None:
    server = serve([LIGHT_STARTS])
    first, second = open_seat(browser), open_seat(browser)
    first.lay(server.url)
    expect(first.page.locator("#typed")).to_be_hidden()
    second.join(first.invitation)
    expect(first.page.locator("#typed")).to_be_visible(timeout=PATIENCE)


def test_a_match_is_called_off_only_after_a_question(serve: Serve, browser: Browser) -> None:
    server = serve([LIGHT_STARTS])
    first, second = two_seats(browser, server.url)
    page = first.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Call the match off …").click()
    page.get_by_role("button", name="Keep it").click()
    assert first.mark("phase") == "roll"
    page.get_by_role("button", name="Call the match off …").click()
    page.get_by_role("button", name="Call it off", exact=True).click()
    expect(second.page.locator("#result-headline")).to_have_text("This match was called off")


def test_the_start_page_leads_back_to_a_table(serve: Serve, browser: Browser) -> None:
    server = serve([LIGHT_STARTS])
    first, _second = two_seats(browser, server.url)
    page, table = first.page, first.page.url
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Back to the start").click()
    page.get_by_role("link", name="With Bora").click()
    first.at_table()
    assert page.url == table
    page.goto(server.url)
    page.get_by_role("button", name="Take the game with Bora off this list").click()
    expect(page.locator("#your-games")).to_be_hidden()
    page.reload()
    expect(page.locator("#your-games")).to_be_hidden()
    assert first.faults == []


def test_the_story_is_the_same_after_a_reload(serve: Serve, browser: Browser) -> None:
    server = serve([LIGHT_STARTS, (4, 3), (6, 6), (5, 5), (2, 1)])
    first, second = two_seats(browser, server.url, "gioul", length=3)
    for seat in (first, second):
        seat.wait_for_number(max(first.number, second.number))
        seat.press("Roll")
        seat.play_turn()
    first.wait_for_number(second.number)
    first.page.get_by_role("button", name="Menu").click()
    first.page.get_by_role("button", name="Give up this game …").click()
    first.page.get_by_role("button", name="Give up", exact=True).click()
    second.press("Next game")
    first.wait_for_number(second.number)
    for seat in (first, second):
        assert seat.page.locator("#story .story-game").all_inner_texts() == ["Game 2 begins."]
        lines = seat.page.locator("#story").inner_html()
        seat.page.reload()
        seat.at_table()
        seat.wait_for("() => document.querySelector('#story .story-game')")
        assert seat.page.locator("#story").inner_html() == lines


def test_a_tap_that_does_nothing_says_why(serve: Serve, browser: Browser) -> None:
    server = serve([LIGHT_STARTS, (3, 3), (6, 5)])
    first, second = two_seats(browser, server.url, "gul-bara")
    second.main.click(force=True)
    expect(second.detail).to_have_text("It is Ana’s turn.")
    first.press("Roll")
    expect(first.prompt).to_have_text("Your turn: 4 numbers to play")
    expect(first.detail).to_have_text("No cascade yet: doubles cascade from your roll number 4; this is roll 1.")
    first.main.click(force=True)
    expect(first.detail).to_have_text("Play 4 more numbers first.")
    first.point(20).click()
    expect(first.detail).to_have_text("No checker of yours stands here.")
    first.point(12).click()
    expect(first.detail).to_have_text("A checker of Bora stands here.")
    first.play_turn()
    second.wait_for_number(first.number)
    second.press("Roll")
    # Of 6-5 a checker can play either, so that it is picked up; nothing leads fourteen points on.
    second.point(24).click()
    second.point(10).click()
    expect(second.detail).to_have_text("No number of yours leads there.")
    assert not second.picked(24)
    second.play(24, 18)
    assert first.faults == second.faults == []


def test_the_start_page_tells_what_is_chosen(serve: Serve, browser: Browser) -> None:
    seat = open_seat(browser, NARROW)
    page = seat.page
    page.goto(serve([]).url)
    shown = page.locator("#start-board > :visible")
    expect(page.locator(".choice.computer")).to_contain_text("Gul Bara · one game · Casual")
    expect(shown).to_have_attribute("data-movement", "parallel")
    page.locator("#rules-setting > summary").click()
    page.locator('input[name="rules"][value="custom"]').check()
    expect(page.locator("[data-option=receiver]")).to_be_visible()
    page.locator('input[name="movement"][value="contrary"]').check()
    page.locator('input[name="rest"][value="lost"]').check()
    page.locator('input[name="cascade_from"]').fill("0")
    for name in ("receiver", "rest_scope", "unstarted", "cascade_count"):
        expect(page.locator(f"[data-option={name}]")).to_be_hidden()
    sentence = page.locator("#rules-sentence")
    expect(sentence).to_contain_text("Doubles do not cascade. Numbers that cannot be played are lost.")
    expect(shown).to_have_attribute("data-movement", "contrary")
    assert seat.faults == []
