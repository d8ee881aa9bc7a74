"""The Age of Civilization: its years, what digging breaks into, two peoples at once."""
