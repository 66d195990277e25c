"""Runs every test at full size and records the outcome in docs/verification.md.

A test adds a line to that page with ``record_property("verification", "what was checked, in numbers")``.
Arguments are passed on to pytest.
"""

from __future__ import annotations

import datetime
import os
import platform
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "verification.md"
PROPERTY = "verification"


@dataclass
class Outcome:
    """What a run of the tests came to."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    seconds: float = 0.0
    lines: dict[str, list[str]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def add(self, case: ElementTree.Element) -> None:
        """Count one test case and keep its lines."""
        name = f"{case.get('classname', '')}.{case.get('name', '')}"
        if case.find("failure") is not None or case.find("error") is not None:
            self.failed += 1
            self.faults.append(name)
        elif case.find("skipped") is not None:
            self.skipped += 1
        else:
            self.passed += 1
            self.keep_lines(case)

    def keep_lines(self, case: ElementTree.Element) -> None:
        """Collect what a passed test says it has verified, under the name of its module."""
        said = [p.get("value", "") for p in case.iter("property") if p.get("name") == PROPERTY]
        if said:
            self.lines.setdefault(case.get("classname", ""), []).extend(said)


def read_report(report: Path, seconds: float) -> Outcome:
    """The outcome written in pytest's XML `report`."""
    outcome = Outcome(seconds=seconds)
    for case in ElementTree.parse(report).iter("testcase"):
        outcome.add(case)
    return outcome


def git(*arguments: str) -> str:
    """What git prints, or nothing where there is no repository."""
    try:
        found = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return found.stdout.strip()


def commit() -> str:
    """The commit that was verified, and whether the files differed from it."""
    # The page itself is what a run writes, so it does not count as a change.
    changed = git("status", "--porcelain", "--", ".", f":(exclude){PAGE.relative_to(ROOT)}")
    return (git("rev-parse", "HEAD") or "unknown") + (" with uncommitted changes" if changed else "")


def processor() -> str:
    """The model name of the processor, as far as the system tells it."""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def page(outcome: Outcome, verified: str) -> str:
    """The text of docs/verification.md."""
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    minutes, seconds = divmod(round(outcome.seconds), 60)
    text = [
        "# Verification at full size",
        "",
        "Written by `make test-long`; do not edit.",
        "",
        "| | |",
        "| --- | --- |",
        f"| commit | {verified} |",
        f"| date | {today} |",
        f"| machine | {processor()}, {os.cpu_count()} cores, Python {platform.python_version()} |",
        f"| time | {minutes} min {seconds} s |",
        f"| tests | {outcome.passed} passed, {outcome.failed} failed, {outcome.skipped} skipped |",
    ]
    if outcome.faults:
        text += ["", "## Failed", "", *(f"- `{name}`" for name in outcome.faults)]
    for module, lines in sorted(outcome.lines.items()):
        text += ["", f"## {module.removeprefix('tests.')}", "", *(f"- {line}" for line in lines)]
    return "\n".join(text) + "\n"


def main(arguments: list[str]) -> int:
    """Run pytest with `arguments`, write the page and return pytest's exit code."""
    verified = commit()
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", f"--junit-xml={report}", *arguments]
        code = subprocess.run(command, cwd=ROOT, env={**os.environ, "ROSESPRING_LONG": "1"}, check=False).returncode
        if report.exists():
            outcome = read_report(report, time.monotonic() - started)
            PAGE.write_text(page(outcome, verified), encoding="utf-8")
            print(f"Written: {PAGE.relative_to(ROOT)}")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
