"""Encounters, zones and invasions: what the Ages of Monsters and Villainy have in common, whoever takes part."""
