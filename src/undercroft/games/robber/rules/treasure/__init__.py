"""Chapter 4: the tables of things, from useful to magic, and the Treasure table."""
