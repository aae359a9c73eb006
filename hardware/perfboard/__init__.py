"""The same circuit on perfboard, hole by hole, for those who do not want to order a board."""
