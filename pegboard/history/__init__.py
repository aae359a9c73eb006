"""Statistics over stored games: games, players, matches and averages, from the journal.

`summarize` makes a short summary of each game, and everything else is computed from the summaries,
which can be rebuilt from the journal at any time.

Unknown facts are not guessed: a game that was only pegged counts as won or lost, but in no average.
A name is a player: `Ann`, `ann` and ` ANN` are the same; a seat without a name is anonymous. Demos
do not count.
"""
