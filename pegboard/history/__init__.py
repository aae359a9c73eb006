"""Statistics over stored games: games, players, matches and averages, from the journal.

Everything is computed from plain values: `summarize` makes a short summary of each game, and the
rest is computed from the summaries. The journal is the source; a summary can be rebuilt any time.

Unknown facts are not guessed: a game that was only pegged counts as a game won and lost,
but in no average. A name is a player: `Ann`, `ann` and ` ANN` are one; a seat without a name is
anonymous. Demos do not count.
"""
