"""The checks of doctor: a file for each part of the machine."""
