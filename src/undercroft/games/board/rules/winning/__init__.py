"""How to win, and how rounds go on (BRD-WIN, -END)."""
