"""`pegboard light`: the LEDs, tested."""
