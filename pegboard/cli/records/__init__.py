"""Commands for game records of other programs."""
