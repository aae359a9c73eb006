"""The protocol between board and hall, and the board's end of it, without I/O."""
