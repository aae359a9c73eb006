"""Films of whole deals with the truth about them, drawn by our own renderer: see README.md."""
