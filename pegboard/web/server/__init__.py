"""The connections below the application: how many, for how long, and whose."""
