"""A board's journal as a signed hash chain, and its branches at a hall."""
