"""Chapter 1: Tests, facts and the Law of Successes."""
