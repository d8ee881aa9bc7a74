"""Bestiary: one record for each odd baddie, and the small functions that are its deeds (DES-BST)."""
