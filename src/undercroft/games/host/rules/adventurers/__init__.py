"""Adventurers and slumbering undead."""
