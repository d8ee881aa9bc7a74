"""Work that the loop must not wait for: drawings and bots in processes of their own, commits in a thread."""
