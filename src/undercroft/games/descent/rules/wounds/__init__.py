"""Wounds: where hits go, dying and healing, and the line that closes up."""
