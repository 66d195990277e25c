"""The verb that checks the dice of a finished game."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from rosespring.cli.app import AsJson, app, print_json
from rosespring.cli.convert import read_text
from rosespring.language import gettext as _
from rosespring.language import ngettext

if TYPE_CHECKING:
    from rosespring.web.verifying import Finding, Report


@app.command()
def verify(
    file: Annotated[str, typer.Argument(help="A dice file, from 'Check the dice' at a table; '-' is standard input.")],
    record: Annotated[
        str | None, typer.Option("--record", help="The record of the same match: was it played with these dice?")
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Check the dice of a match without any server: seeds, keys, every throw, the sealed lists.

    Ends with 0 if at least one finished game was checked and everything holds, else with 1.

    Example: rosespring verify rosespring-dice-h3Jk0aBcDeFg-1.json
    """
    from rosespring.notation import load_record
    from rosespring.web.verifying import verify as check

    report = check(read_text(file), load_record(read_text(record)) if record else None)
    if as_json:
        print_json(asdict(report) | {"verified": report.verified})
    else:
        print(_words(report))
    return 0 if report.verified else 1


def _words(report: Report) -> str:
    heading = _("Dice of match {match} at table {table}").format(match=report.match, table=report.table)
    return "\n".join([heading, *map(_line, report.findings), _conclusion(report)])


def _line(finding: Finding) -> str:
    mark = {True: "[ok]", False: "[WRONG]", None: "[sealed]"}[finding.holds]
    if finding.game is None:
        return f"  {mark} {finding.words}"
    return "  " + _("{mark} game {game}: {words}").format(mark=mark, game=finding.game, words=finding.words)


def _conclusion(report: Report) -> str:
    if report.faults:
        n = len(report.faults)
        return ngettext("{n} check fails: these dice are not what they should be.",
                        "{n} checks fail: these dice are not what they should be.", n).format(n=n)  # fmt: skip
    if not report.verified:
        return _("Nothing can be checked yet: the key of a game is shown when the game is over.")
    return _("The dice are as they were fixed before the game.")
