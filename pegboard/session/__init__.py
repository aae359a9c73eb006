"""One table and its people, in one order: the core of the application."""
