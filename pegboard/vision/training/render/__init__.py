"""Renders the training pictures: cards, tables and light."""
