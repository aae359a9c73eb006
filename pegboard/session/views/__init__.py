"""Messages for pages about the game on the table."""
