"""The camera in a process of its own: counting, the set-up check, following live."""
