"""The verb that explains rule sets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from rosespring.cli.app import AsJson, app, print_json
from rosespring.language import gettext as _

if TYPE_CHECKING:
    from rosespring.rules import Rules


@app.command()
def rules(
    name: Annotated[str | None, typer.Argument(help="A preset's name or an alias; all presets if left out.")] = None,
    as_json: AsJson = False,
) -> None:
    """Explain the rule sets in words.

    Example: rosespring rules gul-bara-bulgarian
    """
    from rosespring.rules import PRESETS, find_rules

    if as_json:
        shown = [find_rules(name)] if name else [preset.rules for preset in PRESETS.values()]
        print_json([_rules_json(found) for found in shown])
    elif name:
        _explain(name)
    else:
        _list_presets()


def _rules_json(found: Rules) -> dict[str, Any]:
    from rosespring.rules import PRESETS, rules_id, title

    preset = PRESETS.get(rules_id(found))
    return {
        "name": rules_id(found),
        "title": title(found),
        "sentence": _(preset.sentence) if preset else "",
        "source": _(preset.source) if preset else "",
        "aliases": list(preset.aliases) if preset else [],
        "options": found.as_dict(),
    }


def _explain(name: str) -> None:
    from rosespring.rules import PRESETS, explain, find_rules, rules_id, title

    found = find_rules(name)
    print(title(found))
    if preset := PRESETS.get(rules_id(found)):
        print(_("Source: {source}").format(source=_(preset.source)))
    for option, sentence in explain(found):
        print(f"  {option} = {getattr(found, option)}\n    {sentence}")


def _list_presets() -> None:
    from rosespring.rules import PRESETS

    for preset in PRESETS.values():
        print(f"{preset.name}\n    {_(preset.title)}. {_(preset.sentence)}")
