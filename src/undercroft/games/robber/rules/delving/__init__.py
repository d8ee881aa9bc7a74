"""Chapter 2: the Movement phase and the Discovery phase on the tracks."""
