"""Parts and quantities to buy, per layout and build."""
