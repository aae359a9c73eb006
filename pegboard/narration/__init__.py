"""Events, scores and refusals in words, as players say them."""
