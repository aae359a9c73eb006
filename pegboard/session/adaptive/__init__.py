"""The adaptive computer player, whose strength follows a player's latest results."""
