"""Appendix A, Advanced Odd Happenings: the d100 list, with its chases, mirror and traders."""
