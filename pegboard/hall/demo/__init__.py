"""Simulated boards and nights, played by computer players."""
