"""The routine of play: a turn from its start to its end (BRD-TURN)."""
