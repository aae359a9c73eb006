"""The camera, in a separate process: readings for counting, the set-up check, live following."""
