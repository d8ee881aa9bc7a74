"""Measures: what the server logs and counts, and how much anyone may ask of it."""
