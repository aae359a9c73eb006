"""Tracking: motion, detections and tracks of single cards, before any rule of the game."""
