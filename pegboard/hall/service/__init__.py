"""The service of a hall: boards connect to it, people look at its pages."""
