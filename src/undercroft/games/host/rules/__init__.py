"""The rules of How to Host a Dungeon, a file per chapter."""
