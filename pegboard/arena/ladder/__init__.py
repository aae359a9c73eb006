"""Rates players by a round robin on the same cards: its games, the ratings, and their chart."""
