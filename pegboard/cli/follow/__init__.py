"""`pegboard follow`: a film of real deals, and what was played in it."""
