"""The engine protocol: one command in, one reply out (docs/engine-protocol.md)."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from rosespring.board import Position, Side, Step
from rosespring.engine import fields
from rosespring.engine.fields import Command, Refused
from rosespring.errors import (
    GameOver,
    MustRoll,
    PlayError,
    RosespringError,
    UnknownPlayer,
)  # fmt: skip
from rosespring.evaluation import Outlook
from rosespring.game import Game
from rosespring.movegen import stage_results
from rosespring.players import PLAYERS, STRONGEST, Player, find_player, outlook_of, play_turn

Reply = dict[str, Any]

DEFAULT_LIMIT = 10_000
MAX_SEED = 2**63 - 1

_DERIVED = ("winner", "points", "legal", "position")
"""Fields of a state that `set` passes over, so that a state can be sent back as it came."""


def state(game: Game) -> Reply:
    """Everything about the game that an outside program needs."""
    position = game.position
    return {
        "rules": position.rules.as_dict(),
        "men": [list(position.men_of(side)) for side in Side],
        "turn": int(position.side),
        "stages": [list(stage) for stage in position.stages],
        "cascade": position.cascade,
        "received": position.received,
        "started": position.started,
        "rolls": list(position.rolls),
        "winner": None if position.winner is None else int(position.winner),
        "points": position.points,
        "legal": _pairs(game.legal_steps()),
        "position": str(position),
    }


def _pairs(steps: list[Step] | tuple[Step, ...]) -> list[list[int]]:
    return [[step.point, step.number] for step in steps]


def _outlook(outlook: Outlook) -> Reply:
    return {"win": outlook.win, "win2": outlook.win2, "lose2": outlook.lose2, "points": outlook.points}


class Session:
    """One conversation: the game it is about, and the answer to each line."""

    def __init__(self) -> None:
        self.ended = False
        self._game: Game | None = None
        self._commands: dict[str, tuple[Callable[[Command], Reply], tuple[str, ...], tuple[str, ...]]] = {
            "new": (self._new, ("rules", "starter"), ("rules", "starter")),
            "set": (
                self._set,
                ("rules", "men", "turn", "rolls", "stages", "cascade", "received", "started", *_DERIVED),
                ("rules", "men", "turn", "rolls"),
            ),
            "roll": (self._roll, ("dice",), ("dice",)),
            "step": (self._step, ("point", "number"), ("point", "number")),
            "undo": (self._undo, (), ()),
            "state": (self._state, (), ()),
            "ends": (self._ends, ("limit",), ()),
            "best": (self._best, ("level", "seed"), ()),
            "evaluate": (self._evaluate, ("level",), ()),
            "quit": (self._quit, (), ()),
        }

    def answer(self, line: bytes) -> Reply | None:
        """The reply to one line; None for an empty one. Never raises for any input."""
        if not line.strip():
            return None
        try:
            return {"ok": True} | self._obey(_read(line))
        except Refused as refusal:
            return refused(refusal.code, str(refusal))
        except PlayError as error:
            return refused(error.code, str(error))
        except RosespringError as error:
            return refused("bad-value", str(error))

    def _obey(self, command: Command) -> Reply:
        name = command.get("command")
        if not isinstance(name, str) or name not in self._commands:
            raise Refused(
                "bad-command",
                f"expected a command out of {', '.join(self._commands)}, got {str(name)[:80]!r}",
            )
        handler, allowed, required = self._commands[name]
        fields.check_fields(command, allowed, required)
        return handler(command)

    @property
    def game(self) -> Game:
        """The game under way.

        :raises Refused: before the first `new` or `set`.
        """
        if self._game is None:
            raise Refused("no-game", "there is no game yet: send new or set")
        return self._game

    def _new(self, command: Command) -> Reply:
        self._game = Game(fields.rules(command), fields.side(command, "starter"))
        return self._state(command)

    def _set(self, command: Command) -> Reply:
        self._game = Game.from_position(fields.position(command))
        return self._state(command)

    def _roll(self, command: Command) -> Reply:
        game, (a, b) = self.game, fields.dice(command)
        game.roll(a, b)
        return self._state(command)

    def _step(self, command: Command) -> Reply:
        game = self.game
        game.step(Step(fields.integer(command, "point", 1, 24), fields.integer(command, "number", 1, 6)))
        return self._state(command)

    def _undo(self, command: Command) -> Reply:
        self.game.undo()
        return self._state(command)

    def _state(self, command: Command) -> Reply:
        return {"state": state(self.game)}

    def _ends(self, command: Command) -> Reply:
        game, limit = self.game, fields.integer(command, "limit", 1, None, DEFAULT_LIMIT)
        results = stage_results(game.position)
        ends = [{"men": list(result.own), "steps": _pairs(result.steps)} for result in results[:limit]]
        return {"ends": ends, "truncated": len(results) > limit}

    def _best(self, command: Command) -> Reply:
        position, player = self._going(), _player(command)
        seed = fields.integer(command, "seed", 0, MAX_SEED, 0)
        if not position.stages:
            raise MustRoll("there is nothing to play: roll first")
        steps, after = play_turn(player, position, Random(seed))
        outlook = outlook_of(player, after, position.side)
        return {"steps": _pairs(steps), "points": outlook.points, "outlook": _outlook(outlook)}

    def _evaluate(self, command: Command) -> Reply:
        position, player = self.game.position, _player(command)
        return {"outlook": _outlook(outlook_of(player, position))}

    def _going(self) -> Position:
        if self.game.winner is not None:
            raise GameOver("the game is over")
        return self.game.position

    def _quit(self, command: Command) -> Reply:
        self.ended = True
        return {}


def refused(code: str, message: str) -> Reply:
    """The reply to a command that changed nothing."""
    return {"ok": False, "error": {"code": code, "message": message}}


def _player(command: Command) -> Player:
    try:
        return find_player(fields.text(command, "level", STRONGEST))
    except UnknownPlayer:
        raise fields.bad_value("level", "one of " + ", ".join(PLAYERS), command["level"]) from None


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON number")


def _read(line: bytes) -> Command:
    try:
        value = json.loads(line.decode("utf-8"), parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise Refused("bad-json", f"expected UTF-8, got byte {line[error.start]:#04x} at {error.start}") from None
    except RecursionError:
        raise Refused("bad-json", "nested too deeply") from None
    except ValueError as error:
        raise Refused("bad-json", f"expected one JSON object a line: {error}") from None
    if not isinstance(value, dict):
        raise Refused("bad-command", f"expected a JSON object, got {type(value).__name__}")
    return value
