"""Company: which baddies and sages come, and how they are announced."""
