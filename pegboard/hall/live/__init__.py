"""The game that goes on at each board, as anybody at the table may see it."""
