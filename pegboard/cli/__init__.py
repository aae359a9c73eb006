"""The command line: `app.py` declares the commands, each implemented in its own file."""
