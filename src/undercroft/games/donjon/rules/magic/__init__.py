"""Chapter 6: gathering power and letting it go, and what is found."""
