"""Below the chapters: words read and told, the calls of the Game Master, distances."""
