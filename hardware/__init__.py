"""Drawings and lists to build the board from, made from the layouts: see hardware/README.md.

Nothing here is in the wheel. It needs the tools of the dependency group `hardware`.
"""
