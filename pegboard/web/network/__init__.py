"""Network access to the page: the second listener, and the switch that opens it."""
