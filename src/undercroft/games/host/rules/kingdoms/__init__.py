"""The surface kingdoms."""
