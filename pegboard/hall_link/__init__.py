"""The conversation of a board and a hall, without a network."""
