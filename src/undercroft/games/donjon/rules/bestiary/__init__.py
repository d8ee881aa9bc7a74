"""Chapter 7, the bestiary: odd powers, each a record with its small functions."""
