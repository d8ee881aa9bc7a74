"""Combat and the Combat Losing Table (BRD-CMB, -CLT, -NOEF, -RET, -LOSE, -WND, -KILL)."""
