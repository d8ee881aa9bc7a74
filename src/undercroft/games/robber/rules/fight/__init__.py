"""Chapter 3, face to face: Run, Parlay, Sneak or Fight, and the rounds of a fight."""
