"""Text in and out: steps, turns, positions, records and diagrams."""

from rosespring.notation.board_svg import board_svg
from rosespring.notation.diagram import diagram
from rosespring.notation.notebook import position_svg
from rosespring.notation.position_text import format_position, parse_position
from rosespring.notation.records import (
    Record,
    Recorder,
    convert_record,
    format_record,
    load_record,
    parse_record,
    replay,
)
from rosespring.notation.sentences import sentence
from rosespring.notation.steps import format_step, format_steps, parse_steps
from rosespring.notation.turns import Turn, format_turn, parse_turn, queue_text, turns_of

__all__ = [
    "Record", "Recorder", "Turn", "board_svg", "convert_record", "diagram", "format_position", "format_record",
    "format_step", "format_steps", "format_turn", "load_record", "parse_position", "parse_record", "parse_steps",
    "parse_turn", "position_svg", "queue_text", "replay", "sentence", "turns_of",
]  # fmt: skip
