"""What a finished world becomes outside of the game: posters, a book for a campaign, a tabletop, a moving picture."""
