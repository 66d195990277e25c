"""What the pages are made of: modules that parse and lead somewhere, one rose."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from rosespring.notation.board_svg import mark_svg

WEB = Path(__file__).resolve().parents[3] / "src" / "rosespring" / "web"
CLIENT, TEMPLATES = WEB / "client", WEB / "templates"


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


def test_the_rose_is_the_one_that_is_drawn() -> None:
    assert (CLIENT / "rose.svg").read_text("utf-8").strip() == mark_svg()


def test_templates_bring_neither_styles_nor_scripts_of_their_own() -> None:
    for template in TEMPLATES.glob("*.html"):
        text = template.read_text("utf-8")
        assert not re.search(r'\sstyle="|\son\w+="|<style|<script>', text), template.name
