"""Treasure: what lies in a chamber, and who gets it."""
