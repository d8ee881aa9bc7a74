"""Preparing to play, selection of pieces, order of play (BRD-SETUP, -SEL, -INT)."""
