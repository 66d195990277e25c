"""Random games of OpenSpiel's backgammon from Python; prints CPU seconds and games. Runs in a venv of its own."""

import random
import sys
import time

import pyspiel  # type: ignore[import-not-found]

GAME = pyspiel.load_game("backgammon")


def play(rng: random.Random) -> int:
    """One game by random legal actions; returns how many there were."""
    state = GAME.new_initial_state()
    actions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            action = rng.choices([each[0] for each in outcomes], [each[1] for each in outcomes])[0]
        else:
            action = rng.choice(state.legal_actions())
        state.apply_action(action)
        actions += 1
    assert state.returns()[0] != 0
    return actions


def main() -> None:
    """Play the number of games in the first argument."""
    games, rng = int(sys.argv[1]), random.Random(1)
    play(rng)
    begin = time.process_time()
    for _ in range(games):
        play(rng)
    print(time.process_time() - begin, games)


if __name__ == "__main__":
    main()
