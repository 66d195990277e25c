"""The stylesheet of a report's page: paper and walnut, phones and print."""

from __future__ import annotations

from rosespring.notation.palette import DARK, LIGHT

_LIGHT = {
    "paper": "#fbf7ee", "card": "#fffdf8", "ink": "#2f2019", "soft": "#6d5a4d", "line": "#e2d5bf", "rose": LIGHT["rose"],
    "side-light": "#c69a4c", "side-dark": LIGHT["dark"], "area-light": "#f0dfb8", "area-dark": "#7d3148",
}  # fmt: skip
_DARK = {
    "paper": "#191210", "card": "#231a17", "ink": "#f0e6d6", "soft": "#bba894", "line": "#43332b", "rose": DARK["rose"],
    "side-light": "#e6d6b4", "side-dark": "#c8506d", "area-light": "#d9c79d", "area-dark": "#6b2038",
}  # fmt: skip

_RULES = """
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.25rem clamp(1rem, 4vw, 3rem) 3rem; max-width: 74rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 Seravek, "Gill Sans Nova", Ubuntu, Calibri, sans-serif; font-variant-numeric: tabular-nums lining-nums; }
header { display: flex; gap: 1rem; align-items: center; margin-bottom: 1.5rem; }
header p { margin: .2rem 0 0; color: var(--soft); overflow-wrap: anywhere; }
.mark svg { display: block; width: 3.2rem; height: 3.2rem; }
.rose-fill { fill: var(--rose); } .rose-line { fill: none; stroke: var(--paper); }
.leaf-fill { fill: #6f9350; } .leaf-line { fill: none; stroke: #6f9350; }
h1 { margin: 0; font-size: clamp(1.4rem, 4.5vw, 2.1rem); line-height: 1.15; overflow-wrap: anywhere; }
h2 { margin: 2.2rem 0 .4rem; font-size: 1.3rem; } h3 { margin: 0 0 .6rem; font-size: 1.05rem; }
small, .note { color: var(--soft); font-size: .875rem; }
.note { margin: .2rem 0 1rem; max-width: 46rem; }
em { font-style: normal; color: var(--rose); font-size: .875rem; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .45rem .6rem; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; font-weight: inherit; }
td:not(:first-child), thead th:not(:first-child) { text-align: end; }
thead th { color: var(--soft); font-size: .875rem; overflow-wrap: anywhere; }
.both { background: var(--card); border-radius: .8rem; } .both tr:last-child > * { border-bottom: 0; }
.both thead th { color: var(--ink); font-weight: 600; }
.both tbody th small { display: block; } .both td { font-size: 1.1rem; white-space: nowrap; }
.man { display: inline-block; width: .75em; height: .75em; margin-inline-end: .45em; border-radius: 50%; vertical-align: -.03em; }
.man-light { background: var(--side-light); } .man-dark { background: var(--side-dark); }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1.2rem; }
article { background: var(--card); border-radius: .8rem; padding: 1rem; break-inside: avoid; min-width: 0; }
.position { display: block; width: 100%; height: auto; border-radius: .4rem; }
.stages { margin: .6rem 0 0; font-size: .9rem; color: var(--soft); }
.plays { margin-top: .6rem; font-size: .94rem; } .plays th, .plays td { padding: .35rem .3rem; } .plays .made { font-weight: 600; }
.plays tr:last-child > * { border-bottom: 0; } .plays td + td { white-space: nowrap; }
.play { overflow-wrap: anywhere; unicode-bidi: isolate; }
figure { margin: 1.1rem 0; break-inside: avoid; } figcaption { margin-bottom: .35rem; font-weight: 600; } figcaption small { font-weight: 400; }
.chart { display: grid; grid-template-columns: 3.4rem 1fr; }
.scale { display: flex; flex-direction: column; justify-content: space-between; color: var(--soft); font-size: .78rem; line-height: 1;
  padding-inline-end: .5rem; text-align: end; }
.chart svg { width: 100%; height: 11rem; border-radius: .3rem; } .chart-luck svg { height: 8rem; } .chart-costs svg { height: 6rem; }
.chart-luck svg, .chart-costs svg { background: var(--card); }
.area-light { fill: var(--area-light); } .area-dark { fill: var(--area-dark); }
.bar-light { fill: var(--side-light); } .bar-dark { fill: var(--side-dark); }
.middle { fill: none; stroke: var(--soft); stroke-width: 1; stroke-opacity: .55; vector-effect: non-scaling-stroke; }
summary { cursor: pointer; font-weight: 600; padding: .3rem 0; }
.turns { font-size: .94rem; } .turns small { display: block; } .turns tbody th { white-space: nowrap; }
.turns td:nth-child(2), .turns th:nth-child(2) { text-align: start; width: 55%; }
footer { margin-top: 2.5rem; color: var(--soft); font-size: .875rem; border-top: 1px solid var(--line); } footer p { margin: .6rem 0 0; }
@media (max-width: 40rem) {
  .both thead { display: none; } .both tr { display: grid; grid-template-columns: 1fr 1fr; border-bottom: 1px solid var(--line); padding: .5rem 0; }
  .both tr:last-child { border-bottom: 0; } .both tbody th { grid-column: 1 / -1; } .both tr > * { border: 0; padding: .1rem .8rem; }
  .both td, .both td:not(:first-child) { text-align: start; white-space: normal; }
  .both td::before { content: ""; display: inline-block; width: .7em; height: .7em; margin-inline-end: .4em; border-radius: 50%; background: var(--side-light); }
  .both td:last-child::before { background: var(--side-dark); }
  .turns thead { display: none; } .turns tr { display: grid; grid-template-columns: auto 1fr 1fr; border-bottom: 1px solid var(--line); padding: .3rem 0; }
  .turns tr > *, .turns td:nth-child(2) { border: 0; padding: .1rem .3rem; width: auto; } .turns td:nth-child(2) { grid-column: 2 / -1; }
  .turns td:nth-child(3) { grid-column: 2; text-align: start; } .turns td:nth-child(4) { grid-column: 3; }
  .chart { grid-template-columns: 2.9rem 1fr; } .chart svg { height: 9rem; }
}
@media print {
  body { max-width: none; padding: 0; background: #fff; } article, .both { border: 1px solid var(--line); }
  .chart svg, .man { print-color-adjust: exact; -webkit-print-color-adjust: exact; } tr { break-inside: avoid; }
  .cards { grid-template-columns: 1fr 1fr; } .both thead { display: table-header-group; }
}
"""


def _variables(colours: dict[str, str]) -> str:
    return " ".join(f"--{name}: {colour};" for name, colour in colours.items())


PAGE_CSS = (
    f":root {{ color-scheme: light dark; {_variables(_LIGHT)} }}\n"
    f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {_variables(_DARK)} }} }}\n{_RULES.strip()}\n"
)
"""Everything that the page is drawn by."""
