"""HTTP: every request that is not live, and the pages that describe them."""
