"""`pegboard firmware`: status and restart of the USB board."""
