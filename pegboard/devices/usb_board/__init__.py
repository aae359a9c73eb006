"""The board on USB: the client of the microcontroller, and its port."""
