"""The arena and ladder for computer players, and external programs as players."""
