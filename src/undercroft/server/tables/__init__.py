"""Tables: the matches that are played here, who is connected, their bots, and the other processes."""
