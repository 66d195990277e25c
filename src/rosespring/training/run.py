"""A training run: rounds of games and lessons, checkpoints to go on from, and how strength grows."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosespring.archives import write_arrays
from rosespring.errors import WeightsError
from rosespring.evaluation.inputs import INPUTS_VERSION
from rosespring.evaluation.network import Card, Network, make_network, save_network
from rosespring.folders import remove_partials, write_whole
from rosespring.language import gettext as _
from rosespring.rules import rules_id
from rosespring.training.checkpoint import Arrays, alone_in, read_arrays, unusable
from rosespring.training.finish import Step, go_over_endings, go_over_stages
from rosespring.training.learner import Floats, Learner
from rosespring.training.lessons import Lessons, make_lessons
from rosespring.training.measuring import share_against, share_against_yardstick
from rosespring.training.selfplay import Kind, Played, SelfPlay, together
from rosespring.training.settings import Settings, preset_count, rule_sets
from rosespring.training.state import Curves, State

CHECKPOINT, WEIGHTS, CURVES = "checkpoint.npz", "network.npz", "curves.json"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is; `loss` is the mean squared error of the chances, the shares are of matches won."""

    games: int
    of: int
    games_a_second: float
    loss: float
    rate: float
    yardstick: float | None = None
    frozen: float | None = None
    double_share: float = 0.0


@dataclass(frozen=True, slots=True)
class _Kept:
    """A run as it was after a whole round."""

    state: State
    weights: tuple[Floats, Floats, Floats]
    arrays: Arrays


@dataclass(slots=True)
class Run:
    """A run in a folder: what is in it is gone on with, if its settings are the same."""

    settings: Settings
    folder: Path
    threads: int = 2
    report_every: int = 10_240
    """Games between two measurements of strength."""
    matches: int = 400
    """Matches of a measurement."""
    save_every: float = 30.0
    """Seconds between two checkpoints: what a kill costs at most, beside the round in progress."""
    name: str = ""
    command: str = "rosespring train"
    _lessons: Lessons | None = field(default=None, init=False)
    _kept: _Kept | None = field(default=None, init=False)

    def learn(self, seconds: float | None = None) -> Generator[Progress, None, None]:
        """Train until all is learned or `seconds` are over; tells where the run stands, then of each round.

        Whoever stops early, by Ctrl-C or by closing the iterator, loses the round in progress and nothing else; of the
        last two steps, endings and stages gone over, the one in progress.

        :raises WeightsError: if the folder has a checkpoint of other settings, or one that is damaged.
        :raises RosespringError: if another run is at work in the folder.
        :raises OSError: if the folder cannot be written to; the last checkpoint stays whole.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        with alone_in(self.folder), closing(SelfPlay(self.settings, self.threads)) as play:
            remove_partials(self.folder)
            learner, state = self._begin()
            self._keep(learner, state)
            self._save()
            try:
                yield self._progress(state, 0.0)
                ends = inf if seconds is None else time.monotonic() + seconds
                speed = yield from self._rounds(learner, state, play, ends)
                if state.games >= self.settings.total:
                    yield from self._finish(learner, state, play, speed, ends)
            except (KeyboardInterrupt, GeneratorExit):
                self._save()
                raise

    def _rounds(self, learner: Learner, state: State, play: SelfPlay, ends: float) -> Generator[Progress, None, float]:
        """Play and learn; returns the games a second."""
        began = saved = time.monotonic()
        before, speed = state.games, 0.0
        pending = play.start(state.net(), state.games, self._size(state.games), self._kind(state.games))
        while pending and time.monotonic() < ends:
            played = together([part.result() for part in pending])
            first, following = state.games, state.games + len(played.games)
            # The next games are played while this round is learned; with the weights from before it.
            state.playing = learner.weights()
            pending = play.start(state.net(), following, self._size(following), self._kind(following))
            state.loss = self._learn_round(learner, first, played)
            state.games = following
            state.doubles += 0.02 * (float((played.games[:, 1] == 2).mean()) - state.doubles)
            speed = (following - before) / (time.monotonic() - began)
            progress = self._progress(state, speed)
            measured = first // self.report_every < following // self.report_every or not pending
            if measured:
                progress = self._measured(learner, state, progress)
            self._keep(learner, state)
            if measured or time.monotonic() - saved >= self.save_every:
                self._save()
                saved = time.monotonic()
            yield progress
        self._save()
        return speed

    def _finish(
        self, learner: Learner, state: State, play: SelfPlay, speed: float, ends: float
    ) -> Generator[Progress, None, None]:
        """Go over endings, then stages: each in one piece, since a run that is stopped within one begins it again."""
        steps = self._last_steps(learner, play)
        for step in steps[state.last_steps :]:
            if time.monotonic() >= ends:
                return
            for loss, rate in step():
                state.loss = state.loss if loss is None else loss
                yield replace(self._progress(state, 0.0), rate=rate)
            state.last_steps += 1
            progress = self._progress(state, speed)
            if state.last_steps == len(steps):
                progress = self._measured(learner, state, progress)
            self._keep(learner, state)
            self._save()
            yield progress

    def _last_steps(self, learner: Learner, play: SelfPlay) -> list[Callable[[], Iterator[Step]]]:
        """What is to be done after the last game."""
        steps: list[Callable[[], Iterator[Step]]] = []
        if self.settings.lessons and self.settings.endings:
            steps.append(lambda: go_over_endings(learner, self.settings, self._all_lessons(), play))
        if self.settings.stage_games and self.settings.stages:
            steps.append(lambda: go_over_stages(learner, self.settings, play))
        return steps

    def _size(self, first: int) -> int:
        """The games of the round that begins with game `first`: no round has games of both kinds."""
        end = self.settings.total if self._deep(first) else self.settings.games
        return max(0, min(self.settings.round_games, end - first))

    def _deep(self, game: int) -> bool:
        return game >= self.settings.games

    def _kind(self, first: int) -> Kind:
        return "deeper" if self._deep(first) else "all"

    def rate(self, game: int) -> float:
        """The step size when so many games have been played."""
        settings = self.settings
        return float(settings.rate * (settings.last_rate / settings.rate) ** min(1.0, game / settings.total))

    def _progress(self, state: State, speed: float) -> Progress:
        rate = self.rate(state.games)
        return Progress(state.games, self.settings.total, speed, state.loss, rate, double_share=state.doubles)

    def _learn_round(self, learner: Learner, first: int, played: Played) -> float:
        settings, moments, targets = self.settings, played.moments, played.targets
        if settings.lessons and first >= settings.lessons_from:
            more, exact = self._all_lessons().some(settings.lessons, first)
            moments, targets = np.concatenate([moments, more]), np.concatenate([targets, exact])
        return learner.learn(moments, targets, settings.batch, self.rate(first), first)

    def _all_lessons(self) -> Lessons:
        if self._lessons is None:
            settings = self.settings
            presets = rule_sets(settings)[: preset_count(settings)]
            self._lessons = make_lessons(
                presets, settings.race_pool, settings.lesson_pool, settings.stage_pool, settings.seed
            )
        return self._lessons

    def _measured(self, learner: Learner, state: State, progress: Progress) -> Progress:
        """The strength now: against the yardstick, and against this network as it was before."""
        rules, net, before = rule_sets(self.settings)[0], learner.net(), state.frozen_net()
        frozen = share_against(net, before, rules, self.matches) if before else None
        if state.games >= 2 * state.frozen_at:
            state.frozen, state.frozen_at = learner.weights(), state.games
        progress = replace(progress, yardstick=share_against_yardstick(net, rules, self.matches), frozen=frozen)
        state.curves.append(asdict(progress))
        return progress

    @property
    def curves(self) -> Curves:
        """What has been measured so far, as of the last round."""
        return self._kept.state.curves if self._kept else []

    def _begin(self) -> tuple[Learner, State]:
        learner = Learner(self.settings.hidden, self.settings.seed)
        path = self.folder / CHECKPOINT
        if not path.exists():
            return learner, State(learner.weights())
        found = read_arrays(path)
        try:
            self._check_settings(path, dict(json.loads(str(found["settings"]))))
            learner.restore(found)
            state = State.of(found)
            state.check_like(learner.weights())
            return learner, state
        except WeightsError:
            raise
        except (KeyError, TypeError, ValueError) as error:
            raise unusable(path, error) from None

    def _described(self) -> dict[str, Any]:
        """All that must be the same for a run to go on, as it comes back from a file."""
        described: dict[str, Any] = json.loads(json.dumps(asdict(self.settings) | {"inputs": INPUTS_VERSION}))
        return described

    def _check_settings(self, path: Path, held: dict[str, Any]) -> None:
        wanted = self._described()
        differing = ", ".join(
            f"{name} {held.get(name)!r} instead of {wanted.get(name)!r}"
            for name in wanted | held
            if held.get(name) != wanted.get(name)
        )
        if differing:
            text = _("{path} is of a run with other settings ({differing}); choose another folder")
            raise WeightsError(text.format(path=path, differing=differing))

    def _keep(self, learner: Learner, state: State) -> None:
        kept = replace(state, curves=list(state.curves))
        self._kept = _Kept(kept, learner.weights(), learner.arrays())

    def _save(self) -> None:
        """Write what was kept: the checkpoint, and from it the network and the curves, which nothing depends on."""
        assert self._kept
        state, weights, arrays = self._kept.state, self._kept.weights, self._kept.arrays
        settings = {"settings": np.array(json.dumps(self._described()))}
        write_arrays(self.folder / CHECKPOINT, arrays | state.arrays() | settings)
        save_network(self.folder / WEIGHTS, self._network(state, weights))
        write_whole(self.folder / CURVES, json.dumps(state.curves, indent=1).encode())

    def _network(self, state: State, weights: tuple[NDArray[np.float32], ...]) -> Network:
        settings = self.settings
        card = Card(
            name=self.name or f"{settings.movement} {state.games}", movement=settings.movement, inputs=INPUTS_VERSION,
            hidden=settings.hidden, games=state.games, command=self.command, double_share=round(state.doubles, 4),
            rules=tuple(rules_id(rules) for rules in rule_sets(settings)[: preset_count(settings)]),
        )  # fmt: skip
        return make_network(card, weights)
