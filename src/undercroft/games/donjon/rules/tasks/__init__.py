"""Chapter 4, second half: Tests in anybody's own words."""
