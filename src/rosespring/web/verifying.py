"""Checks a dice file (docs/fairness.md) with nothing but the file: no server, no trust."""

from __future__ import annotations

import binascii
import json
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rosespring.board import Roll
from rosespring.language import gettext as _
from rosespring.notation import Record
from rosespring.web import fairness
from rosespring.web.fairness import FairnessError, GameName, parse_part

MAX_GAMES = 197
"""Games of the longest match, to 99 points."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One check: whether it holds (None: cannot be told yet), what was checked, and in which game, if in one."""

    holds: bool | None
    words: str
    game: int | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """All checks of a file."""

    table: str
    match: int
    findings: tuple[Finding, ...]

    @property
    def faults(self) -> list[Finding]:
        """The checks that fail."""
        return [finding for finding in self.findings if finding.holds is False]

    @property
    def verified(self) -> bool:
        """Whether no check fails, and at least one finished game has been checked."""
        return not self.faults and any(finding.holds and finding.game is not None for finding in self.findings)


def verify(text: str, record: Record | None = None) -> Report:
    """Check every hash, key, throw and list of a dice file, and whether the match of `record` was played with them.

    :raises FairnessError: if the text is no dice file, or one of dice that were not drawn together.
    """
    file = _read(text)
    name = f"{_value(file, 'table', str)}"
    match, parts = _number(file, "match"), _value(file, "parts", dict)
    kind = _value(parts, "kind", str)
    if kind not in ("drawn", "own"):
        raise FairnessError(
            _("these dice were not drawn together: there is nothing to check, got kind {kind!r}").format(kind=kind)
        )
    findings = [*_parts_hold(parts), *_games_hold(file, parts, name, match)]
    if record is not None:
        findings += _record_holds(file["games"], record)
    return Report(name, match, tuple(findings))


def _read(text: str) -> dict[str, Any]:
    try:
        file = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FairnessError(f"expected a dice file in JSON: {error}") from None
    if not isinstance(file, dict) or file.get("format") != "rosespring dice":
        found = file.get("format") if isinstance(file, dict) else type(file).__name__
        raise FairnessError(f"expected the format 'rosespring dice', got {found!r}")
    if file.get("version") != 1:
        raise FairnessError(f"expected version 1 of the dice file, got {file.get('version')!r}")
    return file


def _value(holder: dict[str, Any], name: str, kind: type) -> Any:
    value = holder.get(name)
    if not isinstance(value, kind):
        raise FairnessError(f"expected {kind.__name__} as {name!r} of the dice file, got {value!r}")
    return value


def _number(holder: dict[str, Any], name: str) -> int:
    value = holder.get(name)
    if type(value) is not int or not 1 <= value <= 2**31:
        raise FairnessError(f"expected a number from 1 as {name!r} of the dice file, got {value!r}")
    return value


def _pair(holder: dict[str, Any], name: str) -> list[Any]:
    pair = _value(holder, name, list)
    if len(pair) != 2:
        raise FairnessError(f"expected two values as {name!r} of the dice file, got {len(pair)}")
    return list(pair)


def _parts_hold(parts: dict[str, Any]) -> Iterator[Finding]:
    names = (_("Light’s seed belongs to the hash given before the first throw"),
             _("Dark’s seed belongs to the hash given before the first throw"))  # fmt: skip
    for words, hashed, seed in zip(names, _pair(parts, "commits"), _pair(parts, "seeds"), strict=True):
        shown = seed is not None and hashed is not None
        yield Finding(fairness.commitment(parse_part(seed)) == parse_part(hashed) if shown else None, words)


def _games_hold(file: dict[str, Any], parts: dict[str, Any], table: str, match: int) -> Iterator[Finding]:
    games = _value(file, "games", list)
    if len(games) > MAX_GAMES:
        raise FairnessError(f"expected at most {MAX_GAMES} games in a dice file, got {len(games)}")
    for at, game in enumerate(games, start=1):
        if not isinstance(game, dict) or game.get("game") != at:
            raise FairnessError(
                f"expected game {at} of the dice file, got {game.get('game') if isinstance(game, dict) else game!r}"
            )
        yield from _game_holds(game, parts, GameName(table, match, at))


def _game_holds(game: dict[str, Any], parts: dict[str, Any], name: GameName) -> Iterator[Finding]:
    throws = [_throw(each) for each in _value(game, "throws", list)]
    words = _("The server’s key belongs to the hash given before the first throw")
    if game.get("key") is None:
        over = _value(game, "over", bool)
        yield Finding(
            False if over else None, _("The key is missing although the game is over") if over else words, name.game
        )
        return
    key, light, dark = parse_part(game["key"]), *(parse_part(seed) for seed in _pair(parts, "seeds"))
    yield Finding(fairness.server_part(key, name.game, 0) == parse_part(parts.get("server")), words, name.game)
    seed = fairness.game_seed(key, name, (light, dark))
    yield from _throws_hold(throws, seed, name.game)
    yield _list_holds(game, key, seed, name.game)


def _throw(value: Any) -> tuple[int, int]:
    dice = value.get("dice") if isinstance(value, dict) else None
    if not isinstance(dice, list) or len(dice) != 2 or any(type(die) is not int or not 1 <= die <= 6 for die in dice):
        raise FairnessError(f"expected a throw with two dice from 1 to 6 in the dice file, got {value!r}")
    return dice[0], dice[1]


def _throws_hold(throws: list[tuple[int, int]], seed: bytes, game: int) -> Iterator[Finding]:
    drawn = [fairness.throw(seed, count) for count in range(1, len(throws) + 1)]
    wrong = [count for count, (a, b) in enumerate(zip(throws, drawn, strict=True), start=1) if a != b]
    for count in wrong:
        (a, b), (c, d) = throws[count - 1], drawn[count - 1]
        said = _("Throw {count} is {thrown}, but the seeds make it {drawn}")
        yield Finding(False, said.format(count=count, thrown=f"{a}-{b}", drawn=f"{c}-{d}"), game)
    if not wrong:
        yield Finding(True, _("All {n} throws follow from the seeds").format(n=len(throws)), game)


def _list_holds(game: dict[str, Any], key: bytes, seed: bytes, number: int) -> Finding:
    words = _("The list that was sealed before the game says the same")
    try:
        sealed = b64decode(_value(game, "sealed", str), validate=True)
    except (binascii.Error, ValueError):
        raise FairnessError(f"expected base64 as the sealed list of game {number} of the dice file") from None
    return Finding(sealed == fairness.sealed_list(key, seed), words, number)


def _record_holds(games: list[dict[str, Any]], record: Record) -> Iterator[Finding]:
    """Whether a record has the same throws; which of two dice of a roll was the first, it does not tell."""
    words = _("The record of the match has the same throws")
    yield Finding(len(games) == len(record.games), _("The record of the match has as many games"))
    for number, (game, recorded) in enumerate(zip(games, record.games, strict=False), start=1):
        rolls = [(action.high, action.low) for action in recorded.actions if isinstance(action, Roll)]
        if recorded.throws and record.rules.opening == "play":
            rolls = rolls[1:]  # the opening throw once more
        drawn = [_throw(each) for each in game["throws"]]
        opening, rest = drawn[: len(recorded.throws)], drawn[len(recorded.throws) :]
        same = opening == list(recorded.throws) and [(max(pair), min(pair)) for pair in rest] == rolls
        yield Finding(same, words, number)
