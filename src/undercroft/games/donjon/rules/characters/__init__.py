"""Chapter 2: making a character, and going up in Level."""
