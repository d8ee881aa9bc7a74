"""Visits: the pen put down and taken up again, and what expeditions from other games did meanwhile."""
