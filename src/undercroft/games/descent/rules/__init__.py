"""The rules of the Game of Dungeon, a file per chapter of the booklet."""
