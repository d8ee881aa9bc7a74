"""The cards of the monster decks that are no monsters (BRD-TRAP)."""
