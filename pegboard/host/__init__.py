"""Infrastructure of a process: logging, systemd notifications, the watchdog, atomic files."""
