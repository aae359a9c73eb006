"""Operation of the board as an appliance: doctor, updates, backups, settings, safe mode."""
