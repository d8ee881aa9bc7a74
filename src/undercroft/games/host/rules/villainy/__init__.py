"""The Age of Villainy: four arch-villains, their servants, the years."""
