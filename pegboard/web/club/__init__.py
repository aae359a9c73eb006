"""Routes for the board's own page: the board's hall, and games with other boards."""
