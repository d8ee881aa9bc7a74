"""The reader: what players write, read by whole words and word forms into actions and facts. No dice, no state."""
