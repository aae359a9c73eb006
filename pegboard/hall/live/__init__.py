"""Public views of the running games at all boards."""
