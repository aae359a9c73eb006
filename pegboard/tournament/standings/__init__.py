"""Ranking, qualifying, rating points and the season."""
