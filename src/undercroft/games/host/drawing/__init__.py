"""What `draw` draws with: inks, marks, trails, and the same in characters."""
