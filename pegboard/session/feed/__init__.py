"""The feed of states and frames: published once, watched by many."""
