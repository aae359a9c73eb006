"""The command line: `app.py` names the commands, and each is one file beside it."""
