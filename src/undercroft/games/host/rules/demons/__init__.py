"""The Demon civilization."""
