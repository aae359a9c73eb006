"""Records of games, from elsewhere."""
