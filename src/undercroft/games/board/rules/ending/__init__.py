"""Playing solo, and the outcome (BRD-SOLO, -WIN, -END)."""
