"""The messages for pages, made from the game on the table."""
