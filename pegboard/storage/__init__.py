"""Storage of games: journal, copies, backups, and recovery from damage."""
