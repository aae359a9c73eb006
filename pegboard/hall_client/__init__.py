"""The board's side of a hall: its journal as a feed, its key, what it sends and is sent."""
