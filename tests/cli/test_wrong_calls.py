"""Wrong calls of every verb: one line that names the offender, nothing printed or written, and the right status."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_cli import call

CALLS = [
    (["dance"], 2, "dance"),
    (["rules", "giol"], 2, "did you mean 'gioul'"),
    (["duel", "careful"], 2, "'b'"),
    (["duel", "careful", "randm"], 2, "did you mean 'random'"),
    (["duel", "careful", "random", "--games", "x"], 2, "'x'"),
    (["duel", "careful", "random", "--games", "3"], 2, "3"),
    (["duel", "careful", "random", "--games", "2", "--matches", "2"], 2, "--matches"),
    (["duel", "careful", "random", "--rules", "tavla"], 2, "tavla"),
    (["duel", "random", "own.npz:boss"], 2, "own.npz:boss"),
    (["ladder", "random"], 2, "two different players"),
    (["ladder", "random", "club", "random"], 2, "two different players"),
    (["ladder", "random", "clubb"], 2, "did you mean 'club'"),
    (["ladder", "random", "club", "--games", "5"], 2, "5"),
    (["hint", "gull-bara"], 2, "did you mean 'gul-bara'"),
    (["hint", "gul-bara", "7-1"], 2, "7-1"),
    (["hint", "gul-bara", "--needs", "3"], 2, "'3'"),
    (["hint", "gul-bara", "--level", "random"], 2, "'random' gives no advice"),
    (["hint", "gul-bara", "--top", "0"], 2, "0"),
    (["serve", "--port", "70000"], 2, "70000"),
    (["convert", "-", "-", "--to", "xml"], 2, "xml"),
    (["bench", "nonsense"], 2, "nonsense"),
    (["perft", "tavla"], 2, "tavla"),
    (["analyse", "nowhere.txt"], 1, "nowhere.txt: No such file"),
    (["analyse", "-", "--to", "pdf"], 2, "'pdf'"),
    (["analyse", "-", "--json", "--to", "html"], 2, "--to html"),
    (["analyse", "-", "--depth", "abyss"], 2, "'abyss'"),
    (["analyse", "-", "--csv", "nowhere/moments.csv"], 1, "nowhere/moments.csv: No such file"),
    (["analyse", "-", "--doubtful", "0.2"], 2, "0.2"),
    (["analyse", "-", "--workers", "0"], 2, "0"),
    (["analyse", "-", "--network", "nowhere.npz"], 1, "nowhere.npz"),
    (["analyse", "empty"], 2, "empty"),
    (["analyse", "a.txt", "b.txt", "--to", "html"], 2, "--folder"),
    (["analyse", "a/x.txt", "b/x.txt", "--folder", "out"], 2, "b/x.txt and a/x.txt"),
    (["quiz", "nowhere.txt", "--cache", "none"], 1, "nowhere.txt"),
    (["quiz", "empty"], 2, "empty"),
    (["quiz", "x.txt", "--from", "0"], 2, "0"),
    (["quiz", "x.txt", "--top", "0"], 2, "0"),
    (["rollout", "nonsense"], 2, "nonsense"),
    (["rollout", "gioul", "--roll", "7-1"], 2, "'7-1'"),
    (["rollout", "gioul", "--roll", "4-2", "--play", "24/21"], 2, "'24/21'"),
    (["rollout", "gioul", "--roll", "4-2", "--play", "24/22"], 2, "numbers left"),
    (["rollout", "gioul", "--play", "24/22"], 2, "'24/22'"),
    (["rollout", "gioul", "--best", "2"], 2, "--roll"),
    (["rollout", "gioul", "--roll", "4-2", "--best", "2", "--play", "24/20/18"], 2, "not both"),
    (["rollout", "gioul", "--depth", "abyss"], 2, "'abyss'"),
    (["rollout", "gioul", "--error", "0"], 2, "0.0"),
    (["rollout", "gioul", "--trials", "3"], 2, "3"),
    (["rollout", "gioul", "--threads", "0"], 2, "0"),
    (["rollout", "gioul", "--needs", "0,1"], 2, "'0,1'"),
    (["rollout", "gioul", "--network", "nowhere.npz"], 1, "nowhere.npz"),
    (["rollout", "gioul", "--resume", "note.toml"], 1, "note.toml"),
    (["rollout", "gioul", "--resume", "no/such/folder/kept.npz"], 1, "no/such/folder"),
    (["train", "run", "--movement", "paralel"], 2, "did you mean 'parallel'"),
    (["train", "run", "--games", "0"], 2, "'0'"),
    (["train", "run", "--minutes", "-1"], 2, "'-1'"),
    (["train", "run", "--seed", "-1"], 2, "'-1'"),
    (["train", "run", "--hidden", "5000"], 2, "'5000'"),
    (["train", "run", "--threads", "0"], 2, "'0'"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "status", "named"), CALLS, ids=str)
def test_a_wrong_call_is_one_line(
    arguments: list[str], status: int, named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "note.toml").write_text("no trials", "utf-8")
    monkeypatch.chdir(tmp_path)
    run = call(*arguments)
    assert (run.returncode, run.stdout) == (status, "")
    assert len(run.stderr.splitlines()) == 1
    assert named in run.stderr
    assert {path.name for path in tmp_path.rglob("*")} == {"empty", "note.toml"}
    assert (tmp_path / "note.toml").read_text("utf-8") == "no trials"
