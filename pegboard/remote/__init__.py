"""Two boards far apart: one game, a pack that neither board can look into."""
