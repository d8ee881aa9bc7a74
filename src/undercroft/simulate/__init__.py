"""Simulation: many games in many processes, rates with confidence intervals, and what play never met."""

from .play import Plan, Stopped, play_one, simulate
from .report import Report

__all__ = ["Plan", "Report", "Stopped", "play_one", "simulate"]
