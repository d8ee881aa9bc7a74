"""Meetings and how they end: peace, flight, bright ideas, rounds of battle, victory and its aftermath."""
