"""An electronic cribbage board: rules, LED pegs, buttons, a camera that counts, an opponent."""

__version__ = "0.2.0"
