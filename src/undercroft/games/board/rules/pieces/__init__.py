"""The pieces on the table: cards, hands, pawns, and how one speaks of them (BRD-COMP, -PRZ, -UI)."""
