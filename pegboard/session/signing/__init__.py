"""Signing of the score cards after a game of an event."""
