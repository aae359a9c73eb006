"""Durable stores of a hall: SQLite and PostgreSQL."""
