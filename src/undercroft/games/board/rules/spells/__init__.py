"""Wizard spells (BRD-SPL, -TRN, -ATK, -REG, -INC)."""
