"""The hall: a server for events with many boards; see README.md."""
