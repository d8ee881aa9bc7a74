"""Chapter 4, first half: the dice one may bring."""
