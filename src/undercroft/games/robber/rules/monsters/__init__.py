"""Chapter 3: choosing a monster, the powers of the bestiary, blows, henchmen, and running."""
