"""Live: one WebSocket for each client at a table."""
