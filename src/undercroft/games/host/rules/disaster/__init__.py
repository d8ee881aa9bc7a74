"""The Great Disaster: between civilization and monsters, and whenever a table says so."""
