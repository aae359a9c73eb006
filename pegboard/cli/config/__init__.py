"""`pegboard config`: the configuration, checked or shown."""
