"""The campaign: its round of phases, and the gamesmaster's desk."""
