"""The feed of states and frames: each published once, for any number of watchers."""
