"""The composition root: builds the application from its configuration, and runs it."""
