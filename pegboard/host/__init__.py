"""The machine that a process runs on: its log, systemd, its watchdog, its files."""
