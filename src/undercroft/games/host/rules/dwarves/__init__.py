"""The Dwarven civilization."""
