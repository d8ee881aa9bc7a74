"""Orders: the leader's walks and errands, and those who would rather have another leader."""
