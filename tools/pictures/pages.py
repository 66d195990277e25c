"""Scenes away from the table: start page, rules, lesson, dice, editor, analysis, and pages that say no."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.browser.seat import PATIENCE, Seat
from tools.pictures.camera import EVERY, STRONG, USUAL
from tools.pictures.server import ADDRESS, FAULT
from tools.pictures.stage import Stage, scene

ROLLED = "1~gul-bara~0~-4.10201101001011113100~3305-13.3-4.10~10.10~31~-"
"""In full swing, Light to play 3-1."""
SHADES = (*USUAL, *STRONG)


@scene([])
def start(stage: Stage) -> None:
    page = stage.page("/")
    stage.shoot("start", page, "The start page", EVERY, whole=True)
    page.locator(".top button.quiet").click()
    stage.shoot("languages", page, "The languages")
    page.keyboard.press("Escape")
    page.locator("#rules-setting > summary").click()
    stage.shoot("start-games", page, "The games to choose from", whole=True)
    page.locator('input[name="rules"][value="custom"]').check()
    stage.shoot("start-house-rules", page, "House rules, put together", whole=True)
    for language in ("bg", "el", "ru", "tr"):
        stage.shoot(
            f"start-{language}", stage.page(f"/?lang={language}"), f"The start page, lang={language}", whole=True
        )


@scene([])
def words(stage: Stage) -> None:
    for name, path, said in (
        ("rules", "/rules", "How to play"),
        ("rules-gioul", "/rules/gioul", "One rule set in words"),
        ("dice", "/dice", "Where the dice come from"),
        ("nowhere", "/nowhere", "An address that leads nowhere"),
        ("fault", FAULT, "The server has failed, and says under which number that is written down"),
    ):
        stage.shoot(name, stage.page(path), said, SHADES, whole=True)
    for language in ("bg", "tr"):
        stage.shoot(
            f"rules-{language}", stage.page(f"/rules?lang={language}"), f"How to play, lang={language}", whole=True
        )


@scene([])
def lesson(stage: Stage) -> None:
    page = stage.page("/rules/lesson")
    expect(page.locator("#main.ready")).to_be_visible(timeout=PATIENCE)
    stage.shoot("lesson", page, "The first lesson: its first position", SHADES, whole=True)
    page.goto(f"{ADDRESS}/rules/lesson#6")
    page.reload()
    expect(page.locator("#main.ready")).to_be_visible(timeout=PATIENCE)
    seat = Seat(page)
    for point in (7, 2):
        seat.point(point).focus()
        page.keyboard.press("Enter")
    seat.wait_for("() => document.getElementById('main').dataset.done === 'true'")
    stage.shoot("lesson-done", page, "A position of the lesson that is solved", whole=True)


@scene([])
def study(stage: Stage) -> None:
    page = stage.page("/editor")
    expect(page.locator("#main")).to_have_attribute("data-valid", "true", timeout=PATIENCE)
    page.locator("#to-empty").click()
    expect(page.locator("#main")).to_have_attribute("data-valid", "false", timeout=PATIENCE)
    stage.shoot("editor-fault", page, "The editor, with a position that cannot be", whole=True)
    page.goto(f"{ADDRESS}/editor?position={ROLLED}")
    expect(page.locator("#main")).to_have_attribute("data-valid", "true", timeout=PATIENCE)
    stage.shoot("editor", page, "The editor", SHADES, whole=True)
    page.goto(f"{ADDRESS}/analysis")
    stage.shoot("analysis-empty", page, "The analysis, before anything is brought", whole=True)
    page.goto(f"{ADDRESS}/analysis/{ROLLED}")
    expect(page.locator("#main")).to_have_attribute("data-depth", "usual", timeout=4 * PATIENCE)
    stage.shoot("analysis", page, "A position with what it is worth, and its best plays", SHADES, whole=True)
    page.locator("#deeper").click()
    expect(page.locator("#main")).to_have_attribute("data-depth", "deep", timeout=8 * PATIENCE)
    stage.shoot("analysis-deep", page, "The same, looked into further", whole=True)
