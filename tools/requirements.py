"""What the web table must stand, and the tests that show it: the table in docs/verification.md."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Requirement:
    """A promise, the test of it (module and function), and how large the test is at full size."""

    words: str
    module: str
    test: str
    size: str

    @property
    def command(self) -> str:
        """What runs it at full size."""
        return f'make test-long ARGS="{self.path} -k {self.test}"'

    @property
    def path(self) -> str:
        """The file of the test."""
        return f"tests/{self.module.replace('.', '/')}.py"


REQUIREMENTS = [
    Requirement(
        "Servers killed at random moments lose no acknowledged step or roll, repeat none, and all games finish",
        "web.test_faults",
        "test_a_server_killed_at_random_moments_loses_nothing",
        "200 games, one in four against the computer",
    ),
    Requirement(
        "A line cut after each kind of message from the client does no harm",
        "web.test_faults",
        "test_a_line_cut_after_a_message_does_no_harm",
        "every kind of message, the same in each run",
    ),
    Requirement(
        "A line cut after each kind of message from the server does no harm",
        "web.test_faults",
        "test_a_line_cut_after_any_message_from_the_server_does_no_harm",
        "both lines of a game, the same in each run",
    ),
    Requirement(
        "Every message of a game, sent again at its end, after a restart and after a rematch, changes nothing",
        "web.test_faults",
        "test_a_whole_game_told_again_changes_nothing",
        "11 games",
    ),
    Requirement(
        "What is forged is refused and logged, and changes nothing",
        "web.test_faults",
        "test_what_is_forged_is_refused_and_logged_and_changes_nothing",
        "every case, the same in each run",
    ),
    Requirement(
        "A message of a megabyte ends its line and nothing else",
        "web.test_faults",
        "test_a_message_of_a_megabyte_ends_its_line_and_nothing_else",
        "the same in each run",
    ),
    Requirement(
        "Whatever is asked over HTTP is answered as the OpenAPI document says (Schemathesis)",
        "web.test_api",
        "test_whatever_is_asked_is_answered_as_described",
        "300 examples an operation",
    ),
    Requirement(
        "The socket protocol as a state machine (Hypothesis)",
        "web.test_sequences",
        "TestSequences",
        "200 sequences of 60 steps",
    ),
    Requirement(
        "2,000 games at once, 10 dead and 10 slow clients among them; every acknowledged step is there after a kill",
        "web.test_load",
        "test_two_thousand_games_at_once",
        "60 s on a quiet machine",
    ),
    Requirement(
        "Spectators of one game hear every event once and in order",
        "web.test_company",
        "test_a_crowd_sees_every_event_once_and_in_order",
        "200 spectators",
    ),
    Requirement(
        "Faces, pairs and serial pairs come equally often (chi-squared)",
        "web.test_fairness",
        "test_faces_pairs_and_serial_pairs_come_equally_often",
        "10,000,000 rolls",
    ),
    Requirement(
        "The verifier finds any single changed roll",
        "web.test_fairness",
        "test_any_single_changed_throw_is_found",
        "each throw of a match into each of the 35 others",
    ),
]
