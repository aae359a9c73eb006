"""The USB board: the client of the microcontroller, and its port."""
