"""Games with another board, each with one of the seats."""
