"""Drawings and lists for building the board, generated from the layouts: see hardware/README.md.

Nothing here is in the wheel. It needs the tools of the dependency group `hardware`.
"""
