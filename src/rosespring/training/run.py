"""A training run: rounds of games and lessons, checkpoints to go on from, and how strength grows."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosespring.errors import WeightsError
from rosespring.evaluation.inputs import INPUTS_VERSION, playing_net
from rosespring.evaluation.kernels import Net
from rosespring.evaluation.network import Card, Network, make_network, save_network
from rosespring.language import gettext as _
from rosespring.rules import PRESETS, rules_id
from rosespring.training.learner import Learner
from rosespring.training.lessons import Lessons, make_lessons
from rosespring.training.measuring import share_against, share_against_yardstick
from rosespring.training.selfplay import Played, SelfPlay, together
from rosespring.training.settings import Settings, rule_sets

CHECKPOINT, WEIGHTS, CURVES = "checkpoint.npz", "network.npz", "curves.json"
_LESSONS = 40_000
"""Lessons of each kind that are made for a preset."""
_BEFORE_LESSONS = 20_000
"""Games before the first lessons: the endings are learned fast."""


Curves = list[dict[str, float | None]]
"""The `Progress` of each measurement, by name."""


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


@dataclass(slots=True)
class Run:
    """A run in a folder: what is in it is gone on with, if its settings are the same.

    :raises WeightsError: if the folder has a checkpoint of other settings, or one that is damaged.
    """

    settings: Settings
    folder: Path
    threads: int = 2
    report_every: int = 10_240
    """Games between two measurements of strength and two checkpoints."""
    name: str = ""
    command: str = "rosespring train"
    _made: Lessons | None = None

    def learn(self, seconds: float | None = None) -> Iterator[Progress]:
        """Train until all games are played or `seconds` are over; each round is a `Progress`."""
        self.folder.mkdir(parents=True, exist_ok=True)
        learner, state = self._begin()
        play = SelfPlay(self.settings, self.threads)
        try:
            yield from self._rounds(learner, state, play, seconds)
        finally:
            play.close()

    @property
    def total(self) -> int:
        """All games of the run."""
        return self.settings.games + self.settings.deep_games

    def _rounds(self, learner: Learner, state: _State, play: SelfPlay, seconds: float | None) -> Iterator[Progress]:
        size, began, before = self.settings.round_games, time.monotonic(), state.games
        pending = play.start(state.net(), state.games, size, deep=self._deep(state.games))
        while state.games < self.total and (seconds is None or time.monotonic() - began < seconds):
            played = together([part.result() for part in pending])
            # The next games are played while this round is learned; with the weights from before it.
            state.playing = learner.weights()
            following = state.games + size
            pending = play.start(state.net(), following, size, deep=self._deep(following))
            state.loss = self._learn_round(learner, state.games, played)
            state.games = following
            state.doubles += 0.02 * (float((played.games[:, 1] == 2).mean()) - state.doubles)
            progress = Progress(
                state.games, self.total, (state.games - before) / (time.monotonic() - began), state.loss,
                self.rate(state.games), double_share=state.doubles,
            )  # fmt: skip
            if state.games % self.report_every < size or state.games >= self.total:
                progress = self._measured(learner, state, progress)
                self._save(learner, state)
            yield progress
        self._save(learner, state)

    def _deep(self, game: int) -> bool:
        return game >= self.settings.games

    def rate(self, game: int) -> float:
        """The step size when so many games have been played."""
        settings = self.settings
        return float(settings.rate * (settings.last_rate / settings.rate) ** min(1.0, game / self.total))

    def _lessons(self) -> Lessons:
        presets = [preset.rules for preset in PRESETS.values() if preset.rules.movement == self.settings.movement]
        return make_lessons(presets, _LESSONS, _LESSONS, self.settings.seed)

    def _learn_round(self, learner: Learner, first: int, played: Played) -> float:
        moments, targets = played.moments, played.targets
        if self.settings.lessons and first >= _BEFORE_LESSONS:
            self._made = self._made or self._lessons()
            more, exact = self._made.some(self.settings.lessons, first)
            moments, targets = np.concatenate([moments, more]), np.concatenate([targets, exact])
        return learner.learn(moments, targets, self.settings.batch, self.rate(first), first)

    def _measured(self, learner: Learner, state: _State, progress: Progress) -> Progress:
        """The strength now: against the yardstick, and against this network as it was before."""
        rules = next(p.rules for p in PRESETS.values() if p.rules.movement == self.settings.movement)
        net = learner.net()
        frozen = share_against(net, state.frozen_net(), rules, 400) if state.frozen else None
        if state.games >= 2 * state.frozen_at:
            state.frozen, state.frozen_at = learner.weights(), state.games
        progress = replace(progress, yardstick=share_against_yardstick(net, rules, 400), frozen=frozen)
        state.curves.append(asdict(progress))
        return progress

    def _begin(self) -> tuple[Learner, _State]:
        learner = Learner(self.settings.hidden, self.settings.seed)
        path = self.folder / CHECKPOINT
        if not path.exists():
            return learner, _State(learner.weights())
        try:
            found = learner.load(path)
            held = json.loads(str(found["settings"]))
        except (OSError, ValueError, KeyError, EOFError) as error:
            raise WeightsError(_("cannot go on from {path}: {reason}").format(path=path, reason=error)) from None
        if held != asdict(self.settings):
            differing = ", ".join(
                f"{name} {held.get(name)!r} instead of {value!r}"
                for name, value in asdict(self.settings).items()
                if held.get(name) != value
            )
            raise WeightsError(
                _("{path} is of a run with other settings ({differing}); choose another folder").format(
                    path=path, differing=differing
                )
            )
        return learner, _State.loaded(found, json.loads((self.folder / CURVES).read_text("utf-8")))

    def _save(self, learner: Learner, state: _State) -> None:
        """Write the checkpoint, the curves, and the network as it is now."""
        (self.folder / CURVES).write_text(json.dumps(state.curves, indent=1), "utf-8")
        learner.save(self.folder / CHECKPOINT, settings=json.dumps(asdict(self.settings)), **state.arrays())
        save_network(self.folder / WEIGHTS, self.network(learner, state.games, state.doubles))

    def network(self, learner: Learner, games: int, doubles: float) -> Network:
        """The network as a file of weights has it."""
        settings = self.settings
        card = Card(
            name=self.name or f"{settings.movement} {games}", movement=settings.movement, inputs=INPUTS_VERSION,
            hidden=settings.hidden, games=games, command=self.command, double_share=round(doubles, 4),
            rules=tuple(rules_id(rules) for rules in rule_sets(settings)[: -settings.custom_sets or None]),
        )  # fmt: skip
        return make_network(card, learner.weights())


_Weights = tuple[NDArray[np.float32], ...]


@dataclass(slots=True)
class _State:
    """What a run remembers beside the learner: the weights that play the round in progress, and the curves."""

    playing: _Weights
    games: int = 0
    loss: float = 0.0
    doubles: float = 0.35
    frozen: _Weights | None = None
    frozen_at: int = 2_000
    curves: Curves = field(default_factory=list)

    def net(self) -> Net:
        """The network that plays."""
        return playing_net(*self.playing)

    def frozen_net(self) -> Net:
        """The network that strength is measured against."""
        assert self.frozen is not None
        return playing_net(*self.frozen)

    def arrays(self) -> dict[str, object]:
        """All of it by name, but for the curves."""
        kept: dict[str, object] = {"games": self.games, "doubles": self.doubles, "frozen_at": self.frozen_at}
        for name, weights in (("playing", self.playing), ("frozen", self.frozen or ())):
            kept |= {f"{name}{i}": array for i, array in enumerate(weights)}
        return kept

    @classmethod
    def loaded(cls, found: dict[str, NDArray[Any]], curves: Curves) -> _State:
        """What `arrays` gave."""
        playing, frozen = (
            tuple(found[f"{name}{i}"] for i in range(3) if f"{name}{i}" in found) for name in ("playing", "frozen")
        )
        return cls(
            playing, int(found["games"]), 0.0, float(found["doubles"]), frozen or None, int(found["frozen_at"]), curves
        )
