"""Personas: who they are, how they line up, what they carry, their karma."""
