"""What every game needs to go into a Site and come back: reach, the cut of an expedition, the account, the casting."""
