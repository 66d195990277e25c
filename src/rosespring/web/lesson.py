"""The first lesson: small positions to play through, each with all its lines, found by the rules of the game itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from rosespring.board import Position, Side, Step
from rosespring.game import Event, Game, Stepped, Won
from rosespring.language import gettext as _
from rosespring.notation.position_text import parse_position
from rosespring.notation.sentences import side_name
from rosespring.web.spoken import Listener


def _mark(message: str) -> str:
    """Mark a source text for extraction; it is translated where it is shown."""
    return message


@dataclass(frozen=True, slots=True)
class Scene:
    """A position, what Light has rolled in it (nothing if numbers were received), and what is said of it."""

    position: str
    roll: tuple[int, int] | None
    title: str
    task: str
    after: str
    must_win: bool = False


SCENES = (
    Scene(
        "gul-bara; Light 24×15; Dark 24×15; rolls 0 0; Light to roll",
        (6, 5),
        _mark("Run home"),
        _mark(
            "Your light checkers all start on your 24-point and run home, to your points 6 to 1 at the lower right. "
            "You have rolled 6 and 5: play both, with one checker or with two."
        ),
        _mark(
            "One checker may play both numbers, touching down in between. Dark runs the same way round as you, "
            "from the opposite corner."
        ),
    ),
    Scene(
        "gul-bara; Light 24×9 18×2 14×2 13×2; Dark 24×9 22×1 21×1 20×2 18×2; rolls 3 3; Light to roll",
        (4, 2),
        _mark("One checker holds a point"),
        _mark(
            "A single dark checker holds its point: you can neither land nor touch down there. "
            "You have rolled 4 and 2: pick a checker up, and the free points light up. Play both numbers."
        ),
        _mark(
            "Nobody is ever hit here. Whoever stands on a point keeps it, so your checkers are walls "
            "as well as runners."
        ),
    ),
    Scene(
        "gul-bara; Light 13×1 5×4 4×4 3×4 2×2; Dark 19×1 6×6 5×5 4×3; rolls 9 9; Light to roll",
        (6, 5),
        _mark("Both numbers, if you can"),
        _mark(
            "You have rolled 6 and 5. The 6 cannot be played first, but if both numbers can be played in some order, "
            "both must be. How?"
        ),
        _mark(
            "13/8/2 was the only play. And where only one of two numbers can be played, it must be the larger one, "
            "if that can be played."
        ),
    ),
    Scene(
        "gul-bara; Light 24×12 19×1 18×2; Dark 24×12 22×2 17×1; rolls 2 2; Light to roll",
        (3, 3),
        _mark("A double"),
        _mark("You have rolled 3-3. In your first three rolls of Gul Bara, that is simply four threes: play them."),
        _mark(
            "From your fourth roll on, doubles grow. In Gioul, and by some rules of Gul Bara too, "
            "they do so from the first roll."
        ),
    ),
    Scene(
        "gul-bara; Light 24×4 14×2 13×3 6×3 4×3; Dark 24×3 20×4 15×2 7×2 6×2 5×2; rolls 5 5; Light to roll",
        (5, 5),
        _mark("The cascade"),
        _mark(
            "It is no longer your first three rolls, and you have rolled 5-5. You play four fives, and then "
            "four sixes as well: the dice below show what is still to come."
        ),
        _mark(
            "That is a cascade: after a double comes every higher double. "
            "The lowest one, 1-1, is twenty-four moves in a single turn."
        ),
    ),
    Scene(
        "gul-bara; Light 22×1 7×1 4×5 3×4 2×4; Dark 11×4 8×3 6×4 5×4; rolls 9 9; Light to roll",
        (5, 5),
        _mark("What you cannot play"),
        _mark("5-5 again, a cascade. Play what you can, and watch what becomes of the rest."),
        _mark(
            "Your turn ends with the first number that you cannot play, even if a later one could be played. "
            "Dark plays your rest, before a roll of its own. So a wall in the right place brings you numbers."
        ),
    ),
    Scene(
        "gul-bara; Light 12×3 11×2 8×2 6×2 5×3 4×3; Dark 22×2 4×4 3×5 2×4; "
        "rolls 8 9; Light to play 55 6666, cascade, received",
        None,
        _mark("Numbers as a present"),
        _mark(
            "Now Dark has rolled 5-5 and could not play it all: two fives and four sixes pass to you, "
            "before you roll. Play them."
        ),
        _mark(
            "You play received numbers in the same order. What you cannot play of them is lost: "
            "nothing passes back. Then you roll your own dice."
        ),
    ),
    Scene(
        "gul-bara; Light 4×1 3×1 off×13; Dark 18×3 6×4 5×4 4×4; rolls 19 18; Light to roll",
        (6, 3),
        _mark("Bearing off"),
        _mark(
            "All your checkers are at home, so a number takes one off from its point. Nobody stands on your 6-point or "
            "higher, so the 6 takes your highest checker. Take both off."
        ),
        _mark(
            "You have won! As Dark has borne off nothing yet, it counts 2 points; otherwise it would count 1. "
            "Now you know enough for a game."
        ),
        must_win=True,
    ),
)
"""All in Gul Bara, as Light sees them; tests/web/test_lesson.py plays each of them in every way there is."""


@dataclass(frozen=True, slots=True)
class Node:
    """A moment of a scene: the steps that may be played and where they lead; at its end, what it brought about."""

    steps: tuple[tuple[Step, int], ...]
    events: tuple[Event, ...]
    won: bool
    reply: tuple[Step, ...]


Moment = tuple[Position, tuple[Event, ...]]
"""A position, and what the step to it has brought about."""


def begin(scene: Scene) -> Game:
    """The game of a scene, with the numbers to play."""
    game = Game.from_position(parse_position(scene.position))
    if scene.roll:
        game.roll(*scene.roll)
    return game


@cache
def nodes_of(scene: Scene) -> tuple[Node, ...]:
    """All moments of a scene, the first one first."""
    first = begin(scene).position
    queue: list[Moment] = [(first, ())]
    known = {queue[0]: 0}
    nodes = []
    for position, events in queue:
        if _is_over(position, first):
            nodes.append(_last_node(position, events))
            continue
        steps = []
        for step, after in _onward(position):
            if after not in known:
                known[after] = len(queue)
                queue.append(after)
            steps.append((step, known[after]))
        nodes.append(Node(tuple(steps), (), False, ()))
    return tuple(nodes)


def _onward(position: Position) -> Iterator[tuple[Step, Moment]]:
    for step in Game.from_position(position).legal_steps():
        game = Game.from_position(position)
        events = game.step(step)
        yield step, (game.position, tuple(event for event in events if not isinstance(event, Stepped)))


def _is_over(position: Position, first: Position) -> bool:
    return not position.stages or position.side is not first.side


def _last_node(position: Position, events: tuple[Event, ...]) -> Node:
    won = any(isinstance(event, Won) for event in events)
    return Node((), events, won, tuple(_reply(position)) if position.stages else ())


def _reply(position: Position) -> Iterator[Step]:
    """How Dark plays what it has received: always the hindmost checker."""
    game = Game.from_position(position)
    while game.position.received and game.position.side is position.side:
        step = game.legal_steps()[0]
        game.step(step)
        yield step


def scenes() -> list[dict[str, Any]]:
    """The lesson for its page, in the language in use."""
    return [_scene(scene) for scene in SCENES]


def _scene(scene: Scene) -> dict[str, Any]:
    position = begin(scene).position
    return {
        "title": _(scene.title),
        "task": _(scene.task),
        "after": _(scene.after),
        "position": {
            "men": [position.men_of(side) for side in Side],
            "stages": position.stages,
            "dice": scene.roll,
            "cascade": position.cascade,
            "received": position.received,
            "must_win": scene.must_win,
            "nodes": [_node(node) for node in nodes_of(scene)],
        },
    }


def _node(node: Node) -> dict[str, Any]:
    """A node for the page: `legal` is [point, number, node that follows]; an end has `words` and Dark's `reply`."""
    if node.steps:
        return {"legal": [(step.point, step.number, after) for step, after in node.steps]}
    listener = Listener(Side.LIGHT, side_name(Side.DARK))
    words = listener.sentences(event for event in node.events if not isinstance(event, Won))
    return {"words": words, "won": node.won, "reply": [(step.point, step.number) for step in node.reply]}
