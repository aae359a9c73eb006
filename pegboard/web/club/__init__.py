"""Club routes for the board's own page: its hall, and games with other boards."""
