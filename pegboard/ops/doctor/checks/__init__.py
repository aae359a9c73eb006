"""The doctor's checks: one file for each part of the machine."""
