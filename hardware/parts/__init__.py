"""What to buy, and how much of it, for each layout and build."""
