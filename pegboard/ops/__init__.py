"""Running the board as an appliance: doctor, updates, backups, logs, metrics."""
