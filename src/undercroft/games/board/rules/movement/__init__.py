"""Movement and secret doors (BRD-MOVE, -STAIR, -DOOR, -SEC)."""
