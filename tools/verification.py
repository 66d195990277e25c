"""Runs tests at full size and records the outcome in docs/verification.md.

A test adds a line to that page with ``record_property("verification", "what was checked, in numbers")``.
Arguments are passed on to pytest. A run replaces what the page says of the modules that it ran, each with its commit
and date, so that hours of tests can be run in parts; docs/verification.json holds the same for the next run.
"""

from __future__ import annotations

import datetime
import json
import os
import platform
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from xml.etree import ElementTree

from tools.requirements import REQUIREMENTS, Requirement

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "verification.md"
STORE = PAGE.with_suffix(".json")
PROPERTY = "verification"


@dataclass
class Outcome:
    """What the tests of one module came to, and when and on which commit that was."""

    commit: str
    date: str
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    seconds: float = 0.0
    lines: list[str] = field(default_factory=list)
    met: dict[str, str] = field(default_factory=dict)
    """When and on which commit the tests of `REQUIREMENTS` have passed, also in earlier runs of parts of the module."""
    faults: list[str] = field(default_factory=list)

    def add(self, case: ElementTree.Element) -> None:
        """Count one test case, and keep what it says it has verified."""
        self.seconds += float(case.get("time", "0"))
        if case.find("failure") is not None or case.find("error") is not None:
            self.failed += 1
            self.faults.append(case.get("name", ""))
        elif case.find("skipped") is not None:
            self.skipped += 1
        else:
            self.passed += 1
            self._meet(case)
            self.lines += [p.get("value", "") for p in case.iter("property") if p.get("name") == PROPERTY]

    def _meet(self, case: ElementTree.Element) -> None:
        named = {_function(case.get("name", "")), case.get("classname", "").rpartition(".")[2]}
        self.met |= {each.test: f"{self.date}, {self.commit}" for each in REQUIREMENTS if each.test in named}

    def after(self, earlier: Outcome | None) -> Outcome:
        """This outcome, with what was met in an `earlier` run and has not failed now."""
        failed = {_function(name) for name in self.faults}
        met = (earlier.met if earlier else {}) | self.met
        return replace(self, met={test: when for test, when in met.items() if test not in failed})


def _function(name: str) -> str:
    return name.partition("[")[0]


Outcomes = dict[str, Outcome]
"""By the dotted name of the test module."""


def read_report(report: Path, verified: str) -> Outcomes:
    """The outcomes written in pytest's XML `report`."""
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    outcomes: Outcomes = {}
    for case in ElementTree.parse(report).iter("testcase"):
        module = _module_of(case)
        outcomes.setdefault(module, Outcome(verified, today)).add(case)
    return outcomes


def _module_of(case: ElementTree.Element) -> str:
    names = case.get("classname", "").removeprefix("tests.").split(".")
    return ".".join(name for name in names if not name.startswith("Test"))


def kept() -> Outcomes:
    """What earlier runs have left, for test modules that still exist."""
    if not STORE.exists():
        return {}
    stored = {module: Outcome(**values) for module, values in json.loads(STORE.read_text("utf-8")).items()}
    return {module: outcome for module, outcome in stored.items() if _exists(module)}


def _exists(module: str) -> bool:
    return (ROOT / "tests" / (module.replace(".", "/") + ".py")).exists()


def git(*arguments: str) -> str:
    """What git prints, or nothing where there is no repository."""
    try:
        found = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return found.stdout.strip()


def commit() -> str:
    """The commit that was verified, and whether the files differed from it."""
    # The page and its store are what a run writes, so they do not count as changes.
    changed = git(
        "status", "--porcelain", "--", ".", *(f":(exclude){path.relative_to(ROOT)}" for path in (PAGE, STORE))
    )
    return (git("rev-parse", "--short", "HEAD") or "unknown") + (" with uncommitted changes" if changed else "")


def processor() -> str:
    """The model name of the processor, as far as the system tells it."""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def page(outcomes: Outcomes) -> str:
    """The text of docs/verification.md."""
    passed, failed, skipped = (
        sum(getattr(o, name) for o in outcomes.values()) for name in ("passed", "failed", "skipped")
    )
    text = [
        "# Verification at full size",
        "",
        "Written by `make test-long`; do not edit. `make test-long ARGS=tests/game` runs a part again.",
        "",
        f"Machine: {processor()}, {os.cpu_count()} cores, Python {platform.python_version()}. "
        f"In all: {passed} passed, {failed} failed, {skipped} skipped.",
        "",
        "| tests | outcome | time | commit | date |",
        "| --- | --- | --- | --- | --- |",
        *(_row(module, outcome) for module, outcome in sorted(outcomes.items())),
        "",
        "## What the web table must stand",
        "",
        "| promise | full size | test, and what runs it | passed at full size |",
        "| --- | --- | --- | --- |",
        *(_promise(each, outcomes.get(each.module)) for each in REQUIREMENTS),
    ]
    for module, outcome in sorted(outcomes.items()):
        said = [*(f"- failed: `{name}`" for name in outcome.faults), *(f"- {line}" for line in outcome.lines)]
        text += ["", f"## {module}", "", *said] if said else []
    return "\n".join(text) + "\n"


def _row(module: str, outcome: Outcome) -> str:
    counts = f"{outcome.passed} passed, {outcome.failed} failed, {outcome.skipped} skipped"
    return f"| {module} | {counts} | {outcome.seconds:.0f} s | {outcome.commit} | {outcome.date} |"


def _promise(each: Requirement, outcome: Outcome | None) -> str:
    met = outcome.met.get(each.test) if outcome else None
    return f"| {each.words} | {each.size} | `{each.test}`<br>`{each.command}` | {met or 'not yet run'} |"


def main(arguments: list[str]) -> int:
    """Run pytest with `arguments`, write the page and return pytest's exit code."""
    verified = commit()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", f"--junit-xml={report}", *arguments]
        code = subprocess.run(command, cwd=ROOT, env={**os.environ, "ROSESPRING_LONG": "1"}, check=False).returncode
        if report.exists():
            before = kept()
            now = {module: each.after(before.get(module)) for module, each in read_report(report, verified).items()}
            outcomes = before | now
            stored = {module: asdict(outcome) for module, outcome in sorted(outcomes.items())}
            STORE.write_text(json.dumps(stored, indent=1, ensure_ascii=False) + "\n", "utf-8")
            PAGE.write_text(page(outcomes), encoding="utf-8")
            print(f"Written: {PAGE.relative_to(ROOT)}")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
