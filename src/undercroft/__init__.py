"""Undercroft: five classic dungeon games, one table."""
