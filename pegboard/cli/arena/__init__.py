"""The commands that let players play each other."""
