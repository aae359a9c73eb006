"""Detects damage to stored games, and repairs them from redundant data."""
