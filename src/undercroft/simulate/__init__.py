"""Simulation: many games in many processes, rates with confidence intervals, experiments, and what play never met."""

from .experiment import Experiment
from .play import Plan, Stopped, experiment, play_one, simulate
from .report import Report
from .row import Row

__all__ = ["Experiment", "Plan", "Report", "Row", "Stopped", "experiment", "play_one", "simulate"]
