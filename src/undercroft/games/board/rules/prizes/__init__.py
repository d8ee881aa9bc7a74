"""Prizes, and the powers of some (BRD-PRZ, -DROP, -SSW, -ESP, -BALL)."""
