"""Chapter 5: coming home, business in town, a better station in life, and going back in."""
