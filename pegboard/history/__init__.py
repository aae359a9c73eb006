"""Statistics over stored games: games, players, matches and averages, from the journal.

Pure values all the way: `summarize` makes one short line of each game, and everything else is
counted from these lines. The journal stays the truth; a line can be made again at any time.

What could not be known is not guessed: a game that was only pegged counts as a game won and lost,
and in no average. A name is a player: `Ann`, `ann` and ` ANN` are one; a seat without a name is
nobody. What a demo plays by itself is nobody's game either.
"""
