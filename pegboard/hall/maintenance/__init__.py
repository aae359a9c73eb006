"""Integrity check, backup and restore of a hall."""
