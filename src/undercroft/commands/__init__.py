"""What each command of the command line does. Every `run_` function takes the parsed words and returns an exit status."""
