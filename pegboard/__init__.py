"""An electronic cribbage board: rules, LED pegs, buttons, a counting camera and a computer opponent."""

__version__ = "0.1.0"
