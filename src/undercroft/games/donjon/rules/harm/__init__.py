"""Chapter 5, first half: initiative, damage, and odd powers."""
