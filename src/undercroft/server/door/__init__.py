"""The door: what is let in at all, before anybody asks what it wants."""
