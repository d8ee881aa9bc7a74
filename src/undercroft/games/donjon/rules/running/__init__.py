"""Chapter 7, second half: adventures, scenes and Town."""
