"""A game with another board: one seat is here, the other far away."""
