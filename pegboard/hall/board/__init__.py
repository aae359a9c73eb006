"""The board's side: its journal as a feed, its key, its signature on the cards."""
