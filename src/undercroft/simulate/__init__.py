"""Simulation: many games in many processes, rates with confidence intervals, and what play never met."""

from .play import Plan, play_one, simulate
from .report import Report

__all__ = ["Plan", "Report", "play_one", "simulate"]
