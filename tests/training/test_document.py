"""docs/training.md says what is true."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
import typer

from rosespring.cli.app import app
from rosespring.evaluation import kernels
from rosespring.evaluation.inputs import layout
from rosespring.evaluation.network import Card
from rosespring.training import selfplay
from rosespring.training.learner import Learner
from rosespring.training.run import Run
from rosespring.training.settings import Settings
from tests.training.small import SMALL, play

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "training.md").read_text("utf-8")
WORDS = " ".join(TEXT.split())
COMMANDS = [
    line
    for block in re.findall(r"^```sh\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
] + re.findall(r"`(rosespring [^`]*)`", TEXT)  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_are_understood(command: str) -> None:
    program, verb, *arguments = shlex.split(command)
    found = typer.main.get_command(app).commands[verb]  # type: ignore[attr-defined]
    assert program == "rosespring"
    assert found.make_context(verb, arguments).params


def test_there_are_commands() -> None:
    assert {command.split()[1] for command in COMMANDS} == {"train", "duel", "ladder", "hint"}


def test_the_program_prints_what_it_says() -> None:
    (program,) = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert ran.stdout.split() == re.findall(r"print\(.*\)\s+# (\S+)", program)


def test_the_numbers_are_those_of_the_code() -> None:
    settings = Settings()
    for said in (
        f"By default {settings.games:,} games are played, then {settings.deep_games:,} one roll deeper, "
        f"with {settings.hidden} hidden units",
        f"from {settings.rate:g} falling to {settings.last_rate:g}",
        f"After {settings.lessons_from:,} games each round of {settings.round_games} games comes with "
        f"{settings.lessons:,} of them",
        f"the value of the next moment counting {1 - settings.decay:.1f}",
        f"one of {kernels.ROWS:,} *rows*",
        f"{len(layout().names)} learned *features*",
        f"about {play(Learner(4, 1), SMALL, 0, 60).moments[:, 0].mean():.0f} small facts",
        f"every {Run(settings, ROOT).report_every:,} games",
        f"{Run(settings, ROOT).matches} matches tell",
        f"every {Run(settings, ROOT).save_every:.0f} seconds",
    ):
        assert said in WORDS
    shares = settings.wild, settings.custom, settings.deep_share, settings.deep_games / settings.total
    assert shares == pytest.approx((0.1, 0.2, 0.25, 1 / 6))
    assert (settings.endings, kernels.PHASES) == (60, 6)
    stages = settings.stage_games, selfplay.BEAM, settings.stages
    words = "stages left of {:,} more games a beam of {} lines looks for the best end", "these values {} times"
    assert words[0].format(*stages) in WORDS
    assert words[1].format(stages[2]) in WORDS


def test_every_field_of_the_card_is_told() -> None:
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", TEXT.partition("carries a card")[2], re.MULTILINE)
    assert sorted(re.findall(r"`(\w+)`", " ".join(rows))) == sorted(field.name for field in fields(Card))
