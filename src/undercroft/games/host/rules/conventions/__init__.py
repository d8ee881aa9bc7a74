"""Conventions: the hand that measures, the ages, beads that fight as wanderers, treasure with a name, entries of one's own."""
