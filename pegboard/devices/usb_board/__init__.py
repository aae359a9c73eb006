"""The USB board: port, protocol and client of the microcontroller."""
