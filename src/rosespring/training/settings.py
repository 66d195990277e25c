"""Everything that a training run depends on."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from rosespring.errors import RulesError
from rosespring.rules import PRESETS, Rules
from rosespring.rules.options import CHOICES, nearest

_LEAST = {
    0: ("deep_games", "lessons", "lessons_from", "stage_pool", "endings", "stage_games", "stages", "custom_sets"),
    1: ("hidden", "games", "round_games", "batch", "lesson_pool", "race_pool", "ending_batch"),
}
"""The least number of each thing that is counted."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a network is trained; equal settings make equal networks on one machine, with any number of threads.

    :raises RulesError: for an unknown movement.
    :raises ValueError: for numbers that nothing can be trained with.
    """

    movement: str = "parallel"
    hidden: int = 128
    games: int = 150_000
    """Games that are learned from by TD(lambda)."""
    deep_games: int = 30_000
    """Games after these of which a share of the moments is learned from one roll deeper."""
    deep_share: float = 0.25
    """The share of their moments that is looked at one roll deeper."""
    deep_trust: float = 0.5
    """How far the targets of these moments move from the lambda-return to the value one roll deeper.

    That value is the other side's with its sign turned: near 1, an error that all values share swings and stays.
    """
    seed: int = 1
    round_games: int = 256
    """Games that are played with the same weights."""
    batch: int = 256
    """Moments between two changes of the weights."""
    decay: float = 0.7
    """Lambda: how much of a moment's target comes from later than the next moment."""
    rate: float = 1e-3
    """The first step size of Adam."""
    last_rate: float = 1e-4
    """The last step size; it falls in equal ratios."""
    wild: float = 0.1
    """The share of games that begin with random turns."""
    lessons: int = 1024
    """Exactly known endings that are learned beside each round of games."""
    lessons_from: int = 20_000
    """Games before the first lessons: endings are learned fast."""
    lesson_pool: int = 160_000
    """Contact endings of each preset that the lessons are drawn from."""
    race_pool: int = 120_000
    """Races of each preset that the lessons are drawn from."""
    stage_pool: int = 40_000
    """Contact endings of each preset with stages to play that the lessons are drawn from."""
    endings: int = 60
    """Times that all known endings are gone over at the end; these phases have weights of their own."""
    ending_rate: float = 2e-3
    """The first step size for these; the last one is a hundredth of it."""
    ending_batch: int = 512
    """Moments between two changes of the weights for these."""
    stage_games: int = 12_000
    """Games at the end whose moments with stages to play are learned from the best end that a beam finds."""
    stages: int = 12
    """Times that these are gone over."""
    custom: float = 0.2
    """The share of games by random rule sets, beside the presets."""
    custom_sets: int = 64
    """How many random rule sets there are."""

    def __post_init__(self) -> None:
        if self.movement not in CHOICES["movement"]:
            raise RulesError(f"unknown movement {self.movement!r}: {nearest(self.movement, list(CHOICES['movement']))}")
        for least, names in _LEAST.items():
            for name in names:
                if not (value := getattr(self, name)) >= least:
                    raise ValueError(f"expected {name} of at least {least}, got {value!r} in the settings")
        for name in ("deep_share", "deep_trust", "decay", "wild", "custom"):
            if not 0 <= (value := getattr(self, name)) <= 1:
                raise ValueError(f"expected {name} from 0 to 1, got {value!r} in the settings")
        for name in ("rate", "last_rate", "ending_rate"):
            if not 0 < (value := getattr(self, name)) < 1:
                raise ValueError(f"expected {name} between 0 and 1, got {value!r} in the settings")
        if not 0 <= self.seed < 2**63:
            raise ValueError(f"expected a seed from 0 to 2^63 - 1, got {self.seed!r} in the settings")

    @property
    def total(self) -> int:
        """All games."""
        return self.games + self.deep_games


def rule_sets(settings: Settings) -> list[Rules]:
    """The rule sets that are trained: the movement's presets, then the random ones."""
    presets = [preset.rules for preset in PRESETS.values() if preset.rules.movement == settings.movement]
    random = Random(settings.seed)
    return presets + [_custom(settings.movement, random) for _ in range(settings.custom_sets)]


def _custom(movement: str, random: Random) -> Rules:
    options = {name: random.choice(choices) for name, choices in CHOICES.items()}
    if random.random() < 0.75:
        options["dice_use"] = "all"
    options["movement"] = movement
    return Rules(cascade_from=random.choice((0, 1, 1, 2, 3, 4, 4, 5, 6, 8)), **options)


def preset_count(settings: Settings) -> int:
    """How many of `rule_sets` are presets."""
    return len(rule_sets(settings)) - settings.custom_sets
