"""`pegboard firmware`: the USB board, shown and restarted."""
