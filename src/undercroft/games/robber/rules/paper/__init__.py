"""Appendix A, Real Mapping: squared paper, and what is drawn on it as it is rolled. Nobody walks here."""
