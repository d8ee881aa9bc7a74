"""The Age of Monsters: every kind of group and its season, wanderers, special features, the years."""
