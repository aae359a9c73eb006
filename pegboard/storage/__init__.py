"""Keeping games safe: copies, backups, and what is done when the journal is damaged."""
