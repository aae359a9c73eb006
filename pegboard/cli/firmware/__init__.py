"""`pegboard firmware`: shows or restarts the USB board."""
