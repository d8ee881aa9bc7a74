"""Chapter 4, carrying: the pack, gear, pockets and containers, the one Heavy thing, and parting with any of it."""
