"""Chapter 5, second half: attacks, moves, flurries and lulls."""
