"""Chapter 4, Magic Items: scrolls, potions, wands, oil and holy symbols in use."""
