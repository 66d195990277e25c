"""The verbs for those who build on the generator: perft, benchmarks, compiling ahead."""

from __future__ import annotations

import importlib
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rosespring.cli.app import AsJson, app, get_ready, print_json
from rosespring.errors import RosespringError
from rosespring.language import gettext as _

if TYPE_CHECKING:
    from rosespring.movegen.perft import Entry

ROOT = Path(__file__).resolve().parents[3]


@app.command()
def warm() -> None:
    """Compile what play, serve, engine and hint need, so that the first move does not wait for it.

    Example: rosespring warm
    """
    begin = time.perf_counter()
    get_ready()
    print(_("Ready after {seconds:.1f} s.").format(seconds=time.perf_counter() - begin))


@app.command()
def perft(
    what: Annotated[str, typer.Argument(help="A position's id, a rules name for the start, or a table to check.")],
    kind: Annotated[str, typer.Option("--kind", help="stages, turns or turns2.")] = "stages",
    reference: Annotated[bool, typer.Option("--reference", help="Count with the slow reference.")] = False,
    as_json: AsJson = False,
) -> int:
    """Count distinct results for each of the 21 rolls, or check a table of such counts.

    Example: rosespring perft gioul --kind turns
    """
    from rosespring.movegen.perft import REFERENCE, compiled
    from rosespring.movegen.perft import perft as count

    generator = REFERENCE if reference else compiled()
    if Path(what).is_file():
        return _check_table(Path(what), reference)
    entry = count(kind, _position(what), generator)
    if as_json:
        print_json(_entry_json(entry))
    else:
        from rosespring.movegen.perft import format_entry

        print(format_entry(entry), end="")
    return 0


def _position(what: str) -> Any:
    from rosespring.board import Position
    from rosespring.rules import find_rules

    return Position.parse(what) if "~" in what else Position.start(find_rules(what))


def _entry_json(entry: Entry) -> dict[str, Any]:
    from rosespring.movegen.perft import ROLLS

    divide = {f"{roll.high}-{roll.low}": count for roll, count in zip(ROLLS, entry.divide, strict=True)}
    return {"kind": entry.kind, "position": str(entry.position), "nodes": entry.nodes, "divide": divide}


def _check_table(path: Path, reference: bool) -> int:
    from rosespring.movegen.perft import REFERENCE, compiled, differences, parse_table

    entries = parse_table(path.read_text("utf-8"))
    faults = list(differences(entries, REFERENCE if reference else compiled()))
    print("\n".join(faults) or _("{n} entries agree").format(n=len(entries)))
    return 1 if faults else 0


@app.command()
def bench(
    names: Annotated[list[str] | None, typer.Argument(help="Names, or beginnings of names; all if left out.")] = None,
    as_json: AsJson = False,
) -> None:
    """Measure speed: CPU time, medians, after asserting that the answers are right.

    Example: rosespring bench playouts:gioul import
    """
    from dataclasses import asdict

    run = _benchmarks()
    try:
        wanted = run.chosen(names or [])
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    found = []
    for measure in wanted.values():
        figure = measure()
        found.append(asdict(figure))
        if not as_json:
            print(f"{figure.name:32} {figure.value:14,.4g} {figure.unit:16} {figure.count:12,}", flush=True)
    if as_json:
        print_json(found)


def _benchmarks() -> Any:
    """The module that runs the benchmarks, which lie beside the source.

    :raises RosespringError: where only the package is installed.
    """
    if not (ROOT / "benchmarks" / "run.py").exists():
        raise RosespringError(_("the benchmarks come with the source: clone the project and run make bench"))
    sys.path.insert(0, str(ROOT))
    return importlib.import_module("benchmarks.run")
