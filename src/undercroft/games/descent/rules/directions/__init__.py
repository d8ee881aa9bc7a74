"""Directions: chambers, doors, drops, stairs, water, and pins on the floor."""
