"""The adaptive level at the table."""
