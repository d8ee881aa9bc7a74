"""The surface: recruits, the store, the muster, coming home, and the newspaper."""
