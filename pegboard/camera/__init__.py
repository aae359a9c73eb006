"""The camera in a separate process: counting, the set-up check, following live."""
