"""Hypothesis strategies for rules, checkers, positions and games; games at random from a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator

from hypothesis import strategies as st

from rosespring import PRESETS, Game, Position, Rules, Side
from rosespring.board import Men, Roll, Stage, Step
from rosespring.rules import CHOICES, rules_from_options
from tests.positions import counts

Options = dict[str, object]
Queue = list[Stage]

dice = st.integers(1, 6)
sides = st.sampled_from(Side)
seeds = st.integers(0, 2**32 - 1)


# Rules


def raw_options(**fixed: object) -> st.SearchStrategy[Options]:
    """All options by name; those without effect may have any value. `fixed` ones hold the given value."""
    options: dict[str, st.SearchStrategy] = {name: st.sampled_from(values) for name, values in CHOICES.items()}
    options["cascade_from"] = st.sampled_from([1, 2, 4, 0, 3, 7, 99])
    return st.fixed_dictionaries(options | {name: st.just(value) for name, value in fixed.items()})


def rule_sets(**fixed: object) -> st.SearchStrategy[Rules]:
    """Presets and custom rules whose `fixed` options hold the given value."""
    custom = raw_options(**fixed).map(rules_from_options)
    presets = [preset.rules for preset in PRESETS.values() if fixed.items() <= preset.rules.as_dict().items()]
    return st.sampled_from(presets) | custom if presets else custom


# Checkers


def _on_points(points: list[int], least: int) -> st.SearchStrategy[list[int]]:
    """Points for 15 checkers: at least `least` of `points` are held, some checkers may be borne off (0)."""
    held = st.lists(st.sampled_from(points), min_size=least, max_size=10, unique=True)

    def fill(points: list[int]) -> st.SearchStrategy[list[int]]:
        rest = 15 - len(points)
        more = st.lists(st.sampled_from([0, *points]), min_size=rest, max_size=rest)
        return st.one_of(more, st.just([0] * rest)).map(lambda added: points + added)

    return held.flatmap(fill)


@st.composite
def windows(draw: st.DrawFn) -> list[int]:
    """Points next to each other, so that blocks and races are not rare."""
    low = draw(st.integers(1, 24))
    return list(range(low, draw(st.integers(low, 24)) + 1))


@st.composite
def men(draw: st.DrawFn, parallel: bool) -> Men:
    """Checkers of both sides, each with one on the board, without a shared point."""
    own = draw(_on_points(draw(windows()), 1))
    shut = {(point + 11) % 24 + 1 if parallel else 25 - point for point in own if point}
    wanted, open_points = draw(windows()), [point for point in range(1, 25) if point not in shut]
    other = draw(_on_points([point for point in wanted if point not in shut] or open_points, 1))
    return Men.checked(counts(filter(None, own)), counts(filter(None, other)), parallel)


# Positions


def _played(queue: Queue, count: int, smaller: bool) -> Queue:
    """The queue after its first `count` numbers; of two different ones the smaller goes first if so wanted."""
    left = [stage[::-1] if smaller else stage for stage in queue]
    for _ in range(count):
        left[0] = left[0][1:]
        left = left if left[0] else left[1:]
    return [tuple(sorted(stage, reverse=True)) for stage in left]


@st.composite
def positions(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None, playing: bool | None = None) -> Position:
    """Positions of unfinished games, with any stages and flags that a roll or a rest may leave.

    The stages need not be playable. With `playing` True there are some, with False there are none.
    """
    chosen = draw(rule_sets() if rules is None else rules)
    side, board = draw(sides), draw(men(chosen.parallel))
    rolls = [draw(st.integers(0, 6)), draw(st.integers(0, 6))]
    if not draw(st.booleans() if playing is None else st.just(playing)):
        return Position(chosen, board, side, (rolls[0], rolls[1]))
    rolls[side] += 1
    roll = draw(st.builds(Roll.of, dice, dice) | dice.map(lambda die: Roll.of(die, die)))
    counted = rolls[side] if chosen.cascade_count == "player" else sum(rolls)
    cascade = roll.double and 0 < chosen.cascade_from <= counted
    queue, total = _queue(roll, cascade)
    count, smaller = draw(st.integers(0, total - 1)), draw(st.booleans())
    queue, received, started = _played(queue, count, smaller), False, count > 0
    if draw(st.booleans()) and _passes(chosen, cascade, started):
        side, received = side.other, True
        count = draw(st.integers(0, sum(map(len, queue)) - 1))
        queue, started = _played(queue, count, draw(st.booleans())), count > 0
        if chosen.receiver == "skips":
            queue = queue[draw(st.integers(0, len(queue) - 1)) :]
    return Position(chosen, board, side, (rolls[0], rolls[1]), tuple(queue), cascade, received, started)


def _queue(roll: Roll, cascade: bool) -> tuple[Queue, int]:
    if not roll.double:
        return [(roll.high, roll.low)], 2
    queue: Queue = [(number,) * 4 for number in range(roll.high, 7 if cascade else roll.high + 1)]
    return queue, 4 * len(queue)


def _passes(rules: Rules, cascade: bool, started: bool) -> bool:
    """Rules.md section 3, put down once more so that the real one is not its own judge."""
    in_scope = cascade or rules.rest_scope == "every-roll"
    return rules.rest == "passes" and in_scope and (started or rules.unstarted == "passes")


# Games


class RandomPlayer:
    """Rolls and steps at random from a seed, the same in every version of Python."""

    def __init__(self, seed: int, double_chance: float = 0.0) -> None:
        self.random = random.Random(seed)
        self.double_chance = double_chance

    def below(self, count: int) -> int:
        """A number from 0 to `count` - 1."""
        # Of random's methods only random() promises the same sequence for ever.
        return int(self.random.random() * count)

    def roll(self) -> tuple[int, int]:
        """Two dice; with `double_chance` more doubles than real dice give."""
        first = self.below(6) + 1
        if self.double_chance and self.random.random() < self.double_chance:
            return first, first
        return first, self.below(6) + 1

    def act(self, game: Game) -> Roll | Step:
        """Roll or play one step in `game`, and say which."""
        if legal := game.legal_steps():
            step = legal[self.below(len(legal))]
            game.step(step)
            return step
        a, b = self.roll()
        game.roll(a, b)
        return Roll.of(a, b)

    def play(self, game: Game, actions: int = 100_000) -> Iterator[Roll | Step]:
        """Act until the game is over, or `actions` times."""
        for _ in range(actions):
            if game.winner is not None:
                return
            yield self.act(game)


@st.composite
def games(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None, actions: int = 400) -> Game:
    """Games in progress or over: from the start or from any position, after at most `actions` rolls and steps."""
    chosen = rule_sets() if rules is None else rules
    from_start = st.builds(Game, chosen, sides)
    game = draw(from_start | positions(chosen).map(Game.from_position))
    player = RandomPlayer(draw(seeds), draw(st.sampled_from([0.0, 0.5])))
    for _action in player.play(game, draw(st.integers(0, actions))):
        pass
    return game
