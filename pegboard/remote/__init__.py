"""Games between two boards with a jointly shuffled, encrypted pack."""
