"""Chapter 2, behind doors: chambers and their contents, stairs, and the pools of caves."""
