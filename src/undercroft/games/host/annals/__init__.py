"""The chronicle: the record told as history, for reading aloud. It reads a world and changes nothing."""
