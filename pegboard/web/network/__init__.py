"""The page on the network: the second listener, and the switch that people open it with."""
