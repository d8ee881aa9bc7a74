"""The rules of Dungeon Robber, a module per chapter of the book."""
