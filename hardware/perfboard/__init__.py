"""The same circuit on perfboard, hole by hole, for those who will not order a board."""
