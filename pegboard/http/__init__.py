"""Serving pages safely: origins, headers, files, and the limits of connections."""
