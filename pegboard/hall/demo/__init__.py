"""Simulated boards and club nights with computer players."""
