"""The first lesson and the rules pages: what they say of positions is what the rules make of them."""

from __future__ import annotations

import json
import re

import pytest

from rosespring.board import Side, Step
from rosespring.game import Game, Lost, Passed, Won
from rosespring.language import OWN_NAMES, use_language
from rosespring.notation.position_text import parse_position
from rosespring.rules import PRESETS, Rules, find_rules
from rosespring.web import rule_pages
from rosespring.web.lesson import SCENES, Scene, begin, nodes_of, scenes
from rosespring.web.rule_pages import comparison, disagreements, example, examples, start_picture

BY_TITLE = {scene.title: scene for scene in SCENES}


def lines(scene: Scene) -> list[tuple[Game, int]]:
    """Every way to play `scene` by its nodes, each played by the rules, with the node at its end."""
    nodes, open_lines, ends = nodes_of(scene), [(begin(scene), 0)], []
    side = begin(scene).position.side
    while open_lines:
        game, at = open_lines.pop()
        if not nodes[at].steps:
            ends.append((game, at))
            continue
        assert game.position.side is side
        assert [step for step, _ in nodes[at].steps] == game.legal_steps()
        for step, after in nodes[at].steps:
            played = Game.from_position(game.position)
            played.step(step)
            open_lines.append((played, after))
    return ends


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.title)
def test_all_lines_of_a_scene_are_those_of_the_rules(scene: Scene) -> None:
    for game, at in lines(scene):
        node = nodes_of(scene)[at]
        assert node.won == (game.winner is Side.LIGHT)
        over = not game.position.stages or game.position.side is Side.DARK
        assert over
        for step in node.reply:
            game.step(step)
        assert not game.position.stages or not node.reply


def test_the_lesson_is_short_and_small() -> None:
    assert 6 <= len(SCENES) <= 8
    assert len(json.dumps([scene["position"] for scene in scenes()])) < 40_000


def test_what_the_scenes_say_is_so() -> None:
    only = [game for game, _ in lines(BY_TITLE["Both numbers, if you can"])]
    assert len(only) == 1
    assert [entry.action for entry in only[0].entries] == [Step(8, 6)]
    (stuck,) = nodes_of(BY_TITLE["What you cannot play"])[1:]
    assert stuck.events == (Passed(Side.LIGHT, ((5, 5, 5), (6, 6, 6, 6)), whole=False),)
    assert len(stuck.reply) == 7
    received = begin(BY_TITLE["Numbers as a present"]).position
    assert received.received
    assert received.stages == ((5, 5), (6, 6, 6, 6))
    assert begin(BY_TITLE["The cascade"]).position.stages == ((5,) * 4, (6,) * 4)
    assert begin(BY_TITLE["A double"]).position.stages == ((3,) * 4,)
    # The cascade and the double can always be played whole.
    for title in ("The cascade", "A double"):
        assert not any(isinstance(e, Passed | Lost) for node in nodes_of(BY_TITLE[title]) for e in node.events)
    ends = [node for node in nodes_of(BY_TITLE["Bearing off"]) if not node.steps]
    assert {node.won for node in ends} == {True, False}
    assert {event.points for node in ends for event in node.events if isinstance(event, Won)} == {2}


@pytest.mark.parametrize("language", sorted(OWN_NAMES))
def test_the_lesson_speaks_every_language(language: str) -> None:
    with use_language(language):
        shown = scenes()
    texts = [scene[part] for scene in shown for part in ("title", "task", "after")]
    assert len(set(texts)) == 3 * len(SCENES)
    if language != "en":
        assert not set(texts) & {text for scene in SCENES for text in (scene.title, scene.task, scene.after)}


@pytest.mark.parametrize("movement", ["parallel", "contrary"])
def test_the_pictures_show_what_is_said_beneath(movement: str) -> None:
    shown = rule_pages._EXAMPLES[movement]
    shut = Game.from_position(parse_position(shown["shut"].position))
    assert shut.legal_steps() == [Step(13, 5)]
    shut.step(Step(13, 5))
    assert shut.legal_steps() == [Step(8, 6)]
    rest = Game.from_position(parse_position(shown["rest"].position))
    assert rest.legal_steps() == [Step(7, 5)]
    assert Passed(Side.LIGHT, ((5, 5, 5), (6, 6, 6, 6)), whole=False) in rest.step(Step(7, 5))
    off = Game.from_position(parse_position(shown["off"].position))
    assert [step for step in off.legal_steps() if step.number == 4] == [Step(6, 4)]
    off.step(Step(6, 4))
    assert off.legal_steps() == [Step(3, 6)]
    assert {game.rules.movement for game in (shut, rest, off)} == {movement}
    for name, (drawing, words) in examples(movement).items():
        assert words
        assert drawing.count('class="arrow') >= len(shown[name].steps), name
        assert "<style" not in drawing
    assert re.search(r'data-movement="([a-z]*)"', example(movement, "off", "x"))[1] == movement  # type: ignore[index]


@pytest.mark.parametrize("name", [*PRESETS, "custom-baaaaaaaa0", "custom-babbbbbbb2"])
def test_every_rule_set_stands_beside_standard_backgammon(name: str) -> None:
    rules = find_rules(name)
    rows = comparison(rules)
    assert [about for about, _, _ in rows] == [
        "Start", "Direction", "Hitting", "Doubles", "Numbers that cannot be played", "Doubling cube", "Scoring",
    ]  # fmt: skip
    assert all(
        there and here and there != here for _, there, here in rows if (there, rules.rest) != ("They are lost.", "lost")
    )
    assert start_picture(rules)


def test_the_questions_cover_the_options_that_sources_differ_in() -> None:
    asked = disagreements()
    assert len(asked) == 11
    assert all(len(readings) >= 2 for _, readings in asked)
    assert Rules().has_effect("receiver")
