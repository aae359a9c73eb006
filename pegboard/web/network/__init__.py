"""Network access to the page: a second listener, and the switch that opens it."""
