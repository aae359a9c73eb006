"""The web service of a hall, for boards and pages."""
