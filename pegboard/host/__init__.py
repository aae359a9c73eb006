"""Process infrastructure: logging, systemd notifications, the watchdog and atomic files."""
