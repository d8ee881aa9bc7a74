"""Friends: what surrounds a table - being invited, being told, showing what happened, coming back tomorrow."""
