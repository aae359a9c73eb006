"""The command `pegboard follow`: prints the game record of a film of real deals."""
