"""Signing score cards after a game of an event."""
