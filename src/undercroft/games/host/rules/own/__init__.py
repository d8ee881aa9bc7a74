"""Make up your own: what entries of the author can do, and a people played from its lists."""
