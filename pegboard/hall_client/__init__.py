"""The board's side of a hall: journal feed, connection, membership, signed cards."""
