"""Battle: blows and balls of one side, the onslaught of the other, and nerve."""
