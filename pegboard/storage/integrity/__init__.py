"""Detects damage to stored games, and finds what it destroyed somewhere else."""
