"""Additional rules for advanced play (BRD-SAFE, -REEN, -AMB, -SAMB, -TAMB, -WAND)."""
