"""An event as its log of decisions."""
