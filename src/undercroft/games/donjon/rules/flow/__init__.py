"""Above the chapters: which scene comes next, the journey, the desk, the order of play."""
