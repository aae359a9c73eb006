"""The messages that pages get, made of the game on the table."""
