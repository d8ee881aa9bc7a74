"""Wits: how this game's bots think, a module for each place where thinking is asked of them."""
