"""Storage of games: journal, nightly copies, backups and recovery."""
