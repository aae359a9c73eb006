"""A club night without people: simulated boards, our own players, real rules."""
