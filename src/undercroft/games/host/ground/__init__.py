"""The ground: page, passages and rooms, what is near what, how one digs and builds, beads and ore. No rules, only geometry."""
