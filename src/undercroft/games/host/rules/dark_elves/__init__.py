"""The Dark Elf civilization."""
