"""Chapter 8: A Fungus Among Us."""
