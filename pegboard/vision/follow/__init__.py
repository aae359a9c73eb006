"""Follows a whole deal on a real table: pictures in, lines of a game record out.

No camera, no clock, no file, no thread: every picture comes with its time. `change` says what moved
and what lies at rest, `reading` reads what changed, `visits` remembers which card lay where and for
how long, `zones` which seat a place belongs to, `packs` when a deal begins and who deals, `beliefs`
what the seats must have done according to the rules, `show` what they laid open, and `follower`
ties them together.
"""
