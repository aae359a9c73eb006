"""The card: tools of its recipe."""
