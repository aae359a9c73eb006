"""Two players' discards and cards, valued over thousands of deals with standard errors."""
