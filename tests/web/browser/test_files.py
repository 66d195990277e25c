"""What the pages are made of: modules that parse, a first load that stays small, one rose."""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from rosespring.notation.board_svg import mark_svg

WEB = Path(__file__).resolve().parents[3] / "src" / "rosespring" / "web"
CLIENT, TEMPLATES = WEB / "client", WEB / "templates"
FIRST_LOAD = 150 * 1024
"""Bytes of all files of the client, compressed, fonts included; the board's drawing and style are 12 KiB more."""


def test_modules_parse() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("expected node on the PATH")
    for module in sorted(CLIENT.glob("*.js")):
        checked = subprocess.run([node, "--check", str(module)], capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stderr


ELSEWHERE = (
    *("start", "page", "fields", "verify", "editor", "setup"),
    *("analysis", "study", "graph", "worth", "looking", "branch", "brought"),
)
"""Modules of pages without a table."""


def test_imports_lead_somewhere_and_are_preloaded() -> None:
    imported = set()
    for module in CLIENT.glob("*.js"):
        for name in re.findall(r'^import .* from "\./([\w-]+)\.js";$', module.read_text("utf-8"), re.MULTILINE):
            assert (CLIENT / f"{name}.js").is_file(), f"{module.name} imports {name}"
            if module.stem not in ELSEWHERE:
                imported.add(name)
    listed = re.search(r"for module in \((.*?)\)", (TEMPLATES / "table.html").read_text("utf-8"))
    assert listed is not None
    assert set(re.findall(r'"([\w-]+)"', listed[1])) == imported


def test_the_first_load_is_small() -> None:
    files = [path for path in CLIENT.rglob("*") if path.suffix in (".js", ".css", ".svg", ".woff2")]
    total = sum(len(gzip.compress(path.read_bytes())) for path in files)
    assert total < FIRST_LOAD, f"{total} bytes"


def test_the_rose_is_the_one_that_is_drawn() -> None:
    assert (CLIENT / "rose.svg").read_text("utf-8").strip() == mark_svg()


def test_templates_bring_neither_styles_nor_scripts_of_their_own() -> None:
    for template in TEMPLATES.glob("*.html"):
        text = template.read_text("utf-8")
        assert not re.search(r'\sstyle="|\son\w+="|<style|<script>', text), template.name
