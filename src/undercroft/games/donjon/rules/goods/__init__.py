"""Chapter 3: buying, selling, and what is in the pack."""
