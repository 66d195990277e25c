"""Rollouts in files, so that they can go on another day: an archive of arrays with what was asked as JSON."""

from __future__ import annotations

import json
import zipfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from rosespring.archives import ARCHIVE_FAULTS, write_arrays
from rosespring.errors import RosespringError
from rosespring.language import gettext as _
from rosespring.rollouts.rollout import Rollout
from rosespring.rollouts.trials import Found

FORM = 1
_LARGEST = 256 << 20
"""Bytes that an archive may hold: a damaged or hostile file must not fill the memory."""


def question_of(rollout: Rollout) -> dict[str, Any]:
    """What decides the trials of a rollout."""
    return {
        "form": FORM,
        "position": str(rollout.position),
        "plays": [[[step.point, step.number] for step in each.steps] for each in rollout.candidates],
        "network": rollout.network.card.sha256,
        **json.loads(json.dumps(asdict(rollout.settings))),
    }


def save_rollout(path: Path, rollout: Rollout) -> None:
    """Write a rollout with its trials, unless the file has as many: another run may have been at work on it.

    A file that was there stays whole until the new one is.

    :raises RosespringError: for a damaged file, or one of another question; it names the file.
    :raises OSError: if it cannot be written.
    """
    had = _kept(path, rollout)
    if had and len(had[0]) >= rollout.done:
        return
    question = np.frombuffer(json.dumps(question_of(rollout)).encode(), np.uint8)
    arrays: dict[str, Any] = {
        "question": question,
        "chances": np.stack([found.chances for found in rollout.found]),
        "pairs": np.stack([found.pairs for found in rollout.found]).astype(np.int8),
    }
    write_arrays(path, arrays, compress=True)


def resume_rollout(path: Path, rollout: Rollout) -> None:
    """Take over the trials of a file into a rollout of the same question; nothing happens where there is no file.

    :raises RosespringError: for a damaged file, or one of another question; it names the file.
    :raises OSError: if it cannot be read.
    """
    rollout.found = _kept(path, rollout) or rollout.found


def _kept(path: Path, rollout: Rollout) -> list[Found] | None:
    """The trials of a file for a rollout of the same question; None where there is no file."""
    if not path.exists():
        return None
    try:
        asked, found = _read(path, len(rollout.candidates))
    except ARCHIVE_FAULTS:
        raise RosespringError(_("{path} is no file of a rollout, or is damaged").format(path=path)) from None
    for name, value in question_of(rollout).items():
        if asked.get(name) != value:
            words = {"path": path, "name": name, "had": asked.get(name), "value": value}
            raise RosespringError(_("{path} holds another rollout: its {name} is {had}, not {value}").format(**words))
    if found is None:
        raise RosespringError(_("{path} is no file of a rollout, or is damaged").format(path=path))
    return found


def _read(path: Path, candidates: int) -> tuple[dict[str, Any], list[Found] | None]:
    """The question, and the trials of each candidate; None if their number is another."""
    if not path.is_file():  # a pipe would be waited for, for ever
        raise ValueError("it is no file")
    with zipfile.ZipFile(path) as archive:
        if sum(info.file_size for info in archive.infolist()) > _LARGEST:
            raise ValueError("it is larger than any rollout")
    with np.load(path, allow_pickle=False) as data:
        asked = json.loads(data["question"].tobytes())
        chances, pairs = data["chances"], data["pairs"].astype(np.int64)
    if not isinstance(asked, dict):
        raise TypeError("no question")
    return asked, _checked(chances, pairs) if len(chances) == candidates else None


def _checked(chances: Any, pairs: Any) -> list[Found]:
    """The trials in arrays that a file held.

    :raises ValueError: if they cannot be trials.
    """
    count = chances.shape[1]
    if chances.dtype != np.float64 or chances.shape[1:] != (count, 4) or pairs.shape != (len(chances), count, 2):
        raise ValueError("arrays of other shapes")
    if not np.isfinite(chances).all() or pairs.min(initial=0) < 0 or pairs.max(initial=0) >= 36:
        raise ValueError("numbers that no trial has")
    return [Found(np.ascontiguousarray(one), each) for one, each in zip(chances, pairs, strict=True)]
