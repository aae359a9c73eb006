"""Makes the tables and nets of the expert: needs torch, and is not part of the package."""
