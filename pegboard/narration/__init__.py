"""Events, scores and refusals in the words that players use."""
