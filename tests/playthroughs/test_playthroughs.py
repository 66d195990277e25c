"""Each preset's game in print is what is played and seen today; see generate.py for writing them anew."""

from __future__ import annotations

import pytest

from rosespring import PRESETS
from tests.playthroughs.generate import LESSONS, SEEDS, file_of, lessons, played, playthrough


@pytest.mark.parametrize("name", PRESETS)
def test_a_whole_game_is_what_it_was(name: str) -> None:
    expected = file_of(name).read_text(encoding="utf-8").splitlines()
    assert playthrough(name, SEEDS[name]).splitlines() == expected


@pytest.mark.parametrize("name", PRESETS)
def test_the_games_show_what_they_were_chosen_for(name: str) -> None:
    assert LESSONS[name] - lessons(played(name, SEEDS[name])) == set()


def test_together_they_show_everything() -> None:
    assert set().union(*LESSONS.values()) == {
        "a cascade",
        "a double without cascade",
        "a whole roll passes",
        "a cascade's rest passes",
        "a cascade's rest is lost",
        "a whole cascade is lost",
        "an ordinary rest passes",
        "an ordinary rest is lost",
        "a receiver stops",
        "a receiver skips",
        "a double win",
    }
