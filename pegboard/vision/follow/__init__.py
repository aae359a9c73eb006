"""Follows a whole deal on a real table: pictures in, lines of a game record out.

Multiple-hypothesis tracking under the rules of cribbage; README.md has the idea, a diagram and the
glossary. Nothing here uses a camera, clock, file or thread: every picture comes with its time.
"""
