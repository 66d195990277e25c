"""README and docs say what is true: their programs run, their links lead somewhere, their numbers come out."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rosespring.engine import Session
from rosespring.players import duel
from rosespring.rules import PRESETS, find_rules

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of a page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def test_the_readme_program_runs_and_prints_what_it_says() -> None:
    (program,) = blocks(README, "python")
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    (said,) = re.findall(r"print\(.*\)\s+# (\S+)", program)
    assert run.stdout.split() == [said]


def test_the_readme_lists_every_preset() -> None:
    assert re.findall(r"^\| `([a-z-]+)` \|", README, re.MULTILINE) == [
        "gul-bara", "gul-bara-bulgarian", "gul-bara-forfeit", "gioul", "gioul-doubles",
    ]  # fmt: skip
    assert set(re.findall(r"^\| `([a-z-]+)` \|", README, re.MULTILINE)) == set(PRESETS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page: Path) -> None:
    targets = re.findall(r"(?:\]\(|src=\")([^)#\s\"]+)", page.read_text("utf-8"))
    missing = [target for target in targets if ":" not in target and not (page.parent / target).exists()]
    assert missing == []


def test_engine_protocol_examples_are_answered() -> None:
    text = (ROOT / "docs" / "engine-protocol.md").read_text("utf-8")
    session = Session()
    for line in blocks(text, "json")[0].splitlines():
        reply = session.answer(line.encode())
        assert reply is not None
        assert reply["ok"] is True
    assert session.ended


def test_engine_protocol_names_every_command_and_state_field() -> None:
    text = (ROOT / "docs" / "engine-protocol.md").read_text("utf-8")
    session = Session()
    reply = session.answer(b'{"command": "new", "rules": "gioul", "starter": 0}')
    assert reply is not None
    assert [field for field in reply["state"] if f'"{field}"' not in text] == []
    refusal = session.answer(json.dumps({"command": "?"}).encode())
    assert refusal is not None
    commands = re.findall(r"out of (.*), got", refusal["error"]["message"])[0].split(", ")
    assert re.findall(r"^\| `([a-z]+)` \|", text, re.MULTILINE) == commands


@pytest.mark.long
@pytest.mark.timeout(900)
def test_the_readme_number_comes_out() -> None:
    share, half, a, b, rules, matches, seed = re.findall(
        r"wins ([\d.]+) ± ([\d.]+) % .*?to 3 points.*?duel (\S+) (\S+) --rules (\S+) --matches (\d+) --seed (\d+)",
        README,
        re.DOTALL,
    )[0]
    result = duel(a, b, find_rules(rules), length=3, pairs=int(matches) // 2, seed=int(seed))
    assert result.win_half_width is not None
    assert (f"{100 * result.win_share:.1f}", f"{100 * result.win_half_width:.1f}") == (share, half)
