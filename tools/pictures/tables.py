"""Scenes at the table: from the invitation to the last word on a match."""

from __future__ import annotations

from playwright.sync_api import expect

from rosespring.analysis.tutor import Objection
from rosespring.board import Step
from tests.web.browser.seat import NARROW, PATIENCE, Seat
from tools.pictures.camera import CHOSEN, EVERY, FORCED, STRONG, USUAL
from tools.pictures.pilot import phase, rolls, steps
from tools.pictures.server import ADDRESS
from tools.pictures.stage import Stage, lay, scene, seeded_throws

MIDDLE = 22
"""Rolls after which both sides have built something worth looking at."""
GAME = seeded_throws(6)
CASCADE = [*GAME[: MIDDLE + 1], (2, 2), *GAME[MIDDLE + 1 :]]
"""The same game, but a 2-2 comes in its midst: twenty numbers to play."""
LATER = 18
"""A turn of the analysed game at which both sides have come far."""
REST = [(6, 1), (4, 3), (6, 6), (5, 5), (2, 1)]
"""Light plays one 5 and hands on the others and all 6s (gioul)."""


def menu(seat: Seat, *names: str) -> None:
    """Open the menu and press what has these names there."""
    seat.page.locator("#menu-button").click()
    for name in names:
        seat.page.locator(f'[data-menu="{name}"]').click()


def in_play(seat: Seat) -> None:
    """Until this seat has numbers to play."""
    seat.wait_for("() => document.getElementById('table').dataset.phase === 'play'")


@scene(GAME)
def invitation(stage: Stage) -> None:
    first = stage.seat()
    first.page.goto(ADDRESS)
    lay(first, "gul-bara", 3)
    link = first.invitation
    stage.shoot("waiting", first, "A table is laid, and the friend is awaited: the link, and its QR code")
    guest = stage.seat()
    guest.page.goto(link)
    stage.shoot("invited", guest, "The page behind the link: who invites to what", EVERY)
    stage.keep("card-invitation", f"{link.removeprefix(ADDRESS)}/card.png", "What messengers show beside the link")
    guest.join(link)
    third = stage.page(link.removeprefix(ADDRESS))
    stage.shoot("seat-taken", third, "The link again, when the seat is taken")
    third.goto(first.page.url)
    stage.shoot("not-your-seat", third, "The table’s own address, for somebody without a seat")
    first.page.locator("#menu-button").click()
    first.page.locator('[data-menu="seat-link"]').click()
    device = first.page.locator('[data-menu="seat-link-row"] input')
    expect(device).to_be_visible(timeout=PATIENCE)
    stage.shoot("menu-seat-link", first, "A link to go on at another device")
    third.goto(device.input_value())
    stage.shoot("seat-link", third, "The page behind that link")


@scene()
def agreement(stage: Stage) -> None:
    first, second = stage.seat(), stage.seat()
    first.page.goto(ADDRESS)
    lay(first, "gul-bara", 1)
    link = first.invitation
    first.page.goto("about:blank")
    second.join(link)
    expect(second.prompt).to_have_text("The dice are being agreed on", timeout=PATIENCE)
    stage.shoot("agreement", second, "The dice wait for the player who has gone")


@scene(GAME)
def first_turn(stage: Stage) -> None:
    first, second = stage.two()
    stage.shoot("before-the-first-roll", first, "Before the first roll", EVERY)
    stage.shoot("other-is-to-roll", second, "The same for the other player")
    first.press("Roll")
    stage.shoot("rolled", first, "The first roll")
    first.point(24).click()
    stage.shoot("picked-up", first, "A checker in the hand, with where it may go", EVERY)
    first.point(24).click()
    first.play_turn()
    second.wait_for_number(first.number)
    stage.shoot("last-turn", second, "The other’s turn is over: its arrows")


@scene(CASCADE)
def middle(stage: Stage) -> None:
    seats = stage.two("gul-bara", 5)
    stage.fly(seats, rolls(MIDDLE))
    seats[0].press("Roll")
    stage.shoot("middle", seats[0], "In the midst of a game: a 2-2 with its whole cascade", (*EVERY, *CHOSEN))
    stage.fly(seats, steps(6))
    stage.shoot("cascade", seats[0], "In the midst of the cascade")
    stage.shoot("cascade-other", seats[1], "The same cascade as the other player sees it")
    stage.fly(seats, phase("confirm"))
    stage.shoot("all-played", seats[0], "All is played, and done is awaited")
    seats[0].press("Done")
    seats[1].wait_for_number(seats[0].number)
    seats[1].page.locator("#replay-button").click()
    expect(seats[1].page.locator("#replay")).to_be_visible()
    for _ in range(3):
        seats[1].page.locator('[data-replay="next"]').click()
    stage.shoot("replay", seats[1], "The other’s cascade again, step by step")
    seats[1].page.locator('[data-replay="close"]').click()
    menu(seats[1])
    stage.shoot("menu", seats[1], "The menu, with all that can be set", (*USUAL, *STRONG))


@scene(CASCADE)
def other_way_round(stage: Stage) -> None:
    seats = stage.two("gioul", 1)
    stage.fly(seats, rolls(MIDDLE))
    stage.shoot("gioul", seats[0], "Gioul, where the two run against each other", (*USUAL, *STRONG, *FORCED))
    seats[0].page.goto(f"{seats[0].page.url}?flip=1")
    seats[0].at_table()
    stage.shoot("flipped", seats[0], "The board turned round")


@scene(REST)
def rest(stage: Stage) -> None:
    first, second = stage.two("gioul")
    for seat, played in (
        (first, [(24, 21), (21, 17)]),
        (second, [(24, 18), (18, 12), (12, 6), (24, 18)]),
        (first, [(17, 12)]),
    ):
        seat.wait_for_number(max(first.number, second.number))
        seat.press("Roll")
        for source, target in played:
            seat.play(source, target)
        if len(played) > 1:
            seat.press("Done")
    stage.shoot("rest-to-pass", first, "What cannot be played will pass to the other, and why")
    first.press("Done")
    second.wait_for_number(first.number)
    stage.shoot("rest-received", second, "The rest of the other’s cascade, to be played")


@scene(CASCADE)
def troubles(stage: Stage) -> None:
    seats = stage.two("gul-bara", 5)
    first, second = seats
    stage.fly(seats, rolls(MIDDLE))
    watcher = stage.seat()
    watcher.page.goto(first.page.url.replace("/t/", "/w/"))
    watcher.at_table()
    stage.shoot("watching", watcher, "The table for those who watch")
    stage.keep(
        "card-table", f"{watcher.page.url.removeprefix(ADDRESS)}/card.png", "What messengers show beside that link"
    )
    menu(first, "watch-link")
    stage.shoot("menu-watch-link", first, "A link for those who watch")
    first.page.keyboard.press("Escape")
    first.page.locator('input[name="typed"]').fill("pips")
    first.page.locator("#typed .button").click()
    stage.shoot("typed", first, "An answer to what was typed")
    second.page.goto("about:blank")
    expect(first.page.locator("#player-theirs")).to_have_attribute("data-presence", "away", timeout=PATIENCE)
    stage.shoot("away", first, "The other has gone, and whoever plays is told")
    second.page.goto(first.page.url)
    second.at_table()
    menu(first, "offer")
    expect(second.page.locator("#answer")).to_be_visible(timeout=PATIENCE)
    stage.shoot("offered", second, "The other offers to give up for one point")
    stage.shoot("offering", first, "The same for whoever has offered")
    second.page.locator("#answer-refuse").click()
    menu(first, "resign")
    question = '[data-menu="resign-sure"]'
    stage.shoot("menu-resign", first, "Giving up asks first, and says what it costs", show=question)
    first.page.locator('[data-menu="resign-not"]').click()
    first.page.keyboard.press("Escape")
    first.page.context.set_offline(True)
    expect(first.page.locator("#line-state strong")).to_be_visible(timeout=PATIENCE)
    stage.shoot("offline", first, "The line is lost", (*USUAL, *STRONG))


@scene()
def endings(stage: Stage) -> None:
    seats = stage.two("gul-bara-bulgarian", 3)
    first, second = seats
    stage.fly(seats, phase("game-over"))
    stage.shoot("game-over", first, "A game of the match is over")
    stage.fly(seats, phase("match-over"))
    won = first.page.locator("#result-headline").inner_text() == "You have won the match"
    winner, loser = (first, second) if won else (second, first)
    stage.shoot("won", winner, "The match is won: its games, and what can be done with them", (*USUAL, *STRONG))
    stage.shoot("lost", loser, "The same for the other")
    first.press("Play again")
    second.wait_for_number(first.number)
    stage.shoot("rematch", second, "The other would like to play again")
    stage.shoot("rematch-offered", first, "The same for whoever has offered")
    table = first.page.url.partition("?")[0].rpartition("/")[2]
    visitor = stage.page(f"/g/{table}")
    stage.shoot("shared", visitor, "The page of a finished game", (*USUAL, *STRONG), whole=True)
    stage.keep("card-game", f"/g/{table}/card.png", "What messengers show beside a link to that page")
    visitor.locator("[data-turn]").nth(12).click()
    visitor.locator('[data-replay="next"]').click()
    stage.shoot("shared-replay", visitor, "A past turn, step by step")
    visitor.goto(f"{ADDRESS}/verify/{table}")
    expect(visitor.locator("#verdict")).to_have_attribute("data-state", "holds", timeout=PATIENCE)
    stage.shoot("verify", visitor, "The dice hold", (*USUAL, *STRONG), whole=True)
    file = stage.text(f"/verify/{table}/file?match=1").replace('"dice":[6,', '"dice":[5,', 1)
    visitor.route("**/file?*", lambda route: route.fulfill(body=file, content_type="application/json"))
    visitor.reload()
    expect(visitor.locator("#verdict")).to_have_attribute("data-state", "fails", timeout=PATIENCE)
    stage.shoot("verify-fails", visitor, "The dice of a file that was changed do not")
    visitor.unroute_all()
    visitor.goto(f"{ADDRESS}/analysis/{table}")
    expect(visitor.locator(".graph-line")).to_be_attached(timeout=4 * PATIENCE)
    visitor.locator("#moves button").nth(LATER).click()
    expect(visitor.locator(".play-made")).to_have_count(1, timeout=4 * PATIENCE)
    expect(visitor.locator("#main")).to_have_attribute("data-depth", "usual", timeout=4 * PATIENCE)
    stage.shoot("analysis-game", visitor, "A game analysed: its course, its errors, the best plays", whole=True)
    second.press("Accept a new match")
    first.wait_for_number(second.number)
    stage.shoot("rematch-begun", first, "The new match at the same table")
    first.page.goto(ADDRESS)
    stage.shoot("your-tables", first, "The start page, when tables are going on")


@scene(GAME)
def computer(stage: Stage) -> None:
    seat = stage.seat()
    seat.page.goto(ADDRESS)
    lay(seat, "gul-bara", 1, "computer")
    seat.press("Roll")
    stage.shoot("computer", seat, "Against the computer")
    seat.page.locator("#hint-button").click()
    expect(seat.detail).to_contain_text("A strong player would play", timeout=4 * PATIENCE)
    stage.shoot("hint", seat, "A hint, with its arrows")
    objection = Objection(0.12, 24, (Step(24, 4), Step(24, 3)))
    warning = {"words": objection.words(), "point": 24, "better": [], "text": "24/20 24/21"}
    seat.page.route("**/tutor?*", lambda route: route.fulfill(json={"number": seat.number, "warning": warning}))
    menu(seat)
    seat.page.locator('[name="tutor"][value="doubtful"]').evaluate("(radio) => radio.click()")
    seat.page.keyboard.press("Escape")
    while seat.mark("phase") == "play":
        seat.play_any()
    seat.main.click()
    expect(seat.page.locator("#tutor")).to_be_visible(timeout=PATIENCE)
    stage.shoot("tutor", seat, "The tutor warns before the turn is closed", (*USUAL, *STRONG))


@scene()
def dice_of_ones_own(stage: Stage) -> None:
    for kind, words in (("own", "A seed of one’s own"), ("hand", "Dice thrown by hand")):
        seat = stage.seat(NARROW)
        seat.page.goto(ADDRESS)
        seat.page.locator(f'input[name="dice"][value="{kind}"]').evaluate("(radio) => radio.click()")
        lay(seat, "gul-bara", 1, "computer")
        stage.shoot(f"dice-{kind}", seat, words)


@scene(GAME)
def clock(stage: Stage) -> None:
    first, second = stage.seat(), stage.seat()
    first.page.goto(ADDRESS)
    first.page.locator('input[name="bank"][value="6"]').evaluate("(radio) => radio.click()")
    first.page.locator('input[name="delay"][value="40"]').evaluate("(radio) => radio.click()")
    stage.shoot("start-clock", first, "The start page with a clock chosen", whole=True)
    lay(first, "gul-bara", 3)
    second.join(first.invitation)
    first.press("Roll")
    stage.shoot("clock", first, "A table with a clock")


@scene(CASCADE, pseudo=True)
def right_to_left(stage: Stage) -> None:
    seats = stage.two("gul-bara", 3, language="ar-XB")
    stage.fly(seats, rolls(MIDDLE))
    seats[0].page.locator("#main-button").click()
    in_play(seats[0])
    stage.shoot("right-to-left", seats[0], "Lines from right to left, in texts that are longer than any language’s")
    menu(seats[0])
    stage.shoot("right-to-left-menu", seats[0], "The menu from right to left")
    visitor = stage.page("/?lang=ar-XB")
    stage.shoot("right-to-left-start", visitor, "The start page from right to left", whole=True)


@scene(CASCADE)
def languages(stage: Stage) -> None:
    for language in ("bg", "el", "ru", "tr"):
        seats = stage.two("gul-bara", 3, language=language)
        stage.fly(seats, rolls(MIDDLE))
        seats[0].page.locator("#main-button").click()
        in_play(seats[0])
        stage.shoot(f"table-{language}", seats[0], f"The table, lang={language}")
