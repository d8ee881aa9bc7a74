"""Mapping: what the party sees and pencils on its own map, and ways shown on it."""
