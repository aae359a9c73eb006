"""Tournaments: score cards, standings, pairings, and an event as its log of decisions."""
