"""The director's desk: events that go on, each with its decisions, its files and its signs."""
