"""Chapter 7, first half: creatures made flesh, and how anybody heals."""
