"""Commands that compare computer players."""
