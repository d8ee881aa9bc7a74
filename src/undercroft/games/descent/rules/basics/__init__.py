"""Basics: two dice and doubles, judging, goods and money in words, the spoken reports."""
