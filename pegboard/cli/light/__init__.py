"""`pegboard light`: tests of the LEDs."""
