"""Tournaments: decisions and state of an event, score cards, standings, pairings."""
