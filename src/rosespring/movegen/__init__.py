"""What may be played."""

from rosespring.movegen.reference import StageResult, can_play, check_step, legal_steps, stage_results

__all__ = ["StageResult", "can_play", "check_step", "legal_steps", "stage_results"]
