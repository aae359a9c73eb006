"""Signing: at the end of a game of an event each seat signs its own score card."""
