"""Rollouts: what a position or a play is worth, found by playing it out many times."""

from rosespring.rollouts.estimates import Estimate
from rosespring.rollouts.rollout import Rollout, Standing
from rosespring.rollouts.settings import DEPTHS, Settings, Stop

__all__ = ["DEPTHS", "Estimate", "Rollout", "Settings", "Standing", "Stop"]
