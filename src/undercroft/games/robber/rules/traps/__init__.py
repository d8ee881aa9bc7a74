"""Appendix B: tricks, traps and gas of the poster, and the bearings they cost. Which of them is met is rolled in `chambers`."""
