"""An event as one file that anyone can verify."""
