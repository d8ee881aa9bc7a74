"""Appendix A, Real Mapping: exploring, walking and losing one's way on the drawn map."""
