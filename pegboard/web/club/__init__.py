"""The club on the board's own page: its hall, and games with the other boards there."""
