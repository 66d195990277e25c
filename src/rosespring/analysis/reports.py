"""Reports in their three forms, and whether a report that is there can stay."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal, get_args

from rosespring import __version__
from rosespring.analysis.as_json import report_dict
from rosespring.analysis.page import report_page
from rosespring.analysis.scope import Scope
from rosespring.analysis.text import report_text
from rosespring.analysis.thresholds import Thresholds
from rosespring.analysis.verdicts import MatchVerdict
from rosespring.evaluation.network import Network
from rosespring.language import current_language

Form = Literal["text", "json", "html"]
FORMS: tuple[Form, ...] = get_args(Form)
_SUFFIX = {"text": "txt", "json": "json", "html": "html"}
_MARK = ".report."


@dataclass(frozen=True, slots=True)
class Order:
    """The report that is wanted: its form, depth, thresholds, network (None: the program's own) and language."""

    form: Form
    scope: Scope
    thresholds: Thresholds
    network: Network | None

    def path(self, record: Path, folder: Path) -> Path:
        """Where the report of a record's file lies."""
        return folder / f"{record.stem}{_MARK}{_SUFFIX[self.form]}"

    def stamp(self, text: str, networks: tuple[str, ...]) -> str:
        """A word that differs wherever the report of the record `text` may differ; `networks` are the program's own."""
        own = [self.network.card.sha256] if self.network else list(networks)
        told = [__version__, self.form, asdict(self.scope), asdict(self.thresholds), own, current_language(), text]
        return sha256(json.dumps(told).encode()).hexdigest()[:32]

    def write(self, verdict: MatchVerdict, stamp: str = "") -> str:
        """The report, with the stamp in it."""
        if self.form == "json":
            told = report_dict(verdict, self.thresholds) | ({"stamp": stamp} if stamp else {})
            return json.dumps(told, ensure_ascii=False, indent=1) + "\n"
        if self.form == "html":
            return report_page(verdict, self.thresholds, stamp)
        return report_text(verdict, self.thresholds) + (f"\n[{stamp}]\n" if stamp else "")


def is_report(path: Path) -> bool:
    """Whether a file is a report rather than a record."""
    return _MARK in path.name


def is_current(path: Path, record: Path, stamp: str) -> bool:
    """Whether the report at `path` is newer than its record and was made with the same settings."""
    try:
        return path.stat().st_mtime >= record.stat().st_mtime and stamp in path.read_text("utf-8")
    except (OSError, ValueError):
        return False
