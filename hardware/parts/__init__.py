"""Parts and quantities to buy, for each layout and build."""
