"""The strongest player, its lookahead with several opponents, and its evaluation of a position."""
