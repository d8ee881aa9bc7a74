"""Chapter 1: the character sheet, money and hit points, and rolling up somebody new."""
