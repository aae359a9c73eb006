"""The hall's end of the board protocol, without I/O."""
